import Linux
import Playback
import Synchronization

/// The clips that are held, where any thread may look.
final class ClipStore: Sendable {
    private let cache: Mutex<ClipCache>

    init(byteLimit: Int = ClipCache.usualLimit) { cache = Mutex(ClipCache(byteLimit: byteLimit)) }

    subscript(_ utterance: Utterance) -> Clip? { cache.withLock { $0[utterance] } }

    func need(_ utterances: [Utterance]) { cache.withLock { $0.need(utterances) } }

    func insert(_ clip: Clip, for utterance: Utterance) { cache.withLock { $0.insert(clip, for: utterance) } }
}

/// Synthesises on the thread "voice", in the order of need.
final class VoiceThread: Sendable {
    typealias Answer = @Sendable (Utterance, Result<Clip?, SoundError>) -> Void

    private enum Command: Sendable {
        case need([Utterance])
        case end
    }

    private let thread: CommandThread<Command>

    /// - Parameter answer: on the thread, once for each utterance of each request: its clip, nil when there is nothing to be heard in it,
    ///   or the reason why there is no voice.
    init(_ engine: any SpeechEngine, store: ClipStore, answer: @escaping Answer) throws(SystemError) {
        // Without a loop of its own it never answers, and the routine plays without a voice.
        thread = try CommandThread(
            "voice", failed: { _ in },
            make: { () -> ([Command], Instant) -> CommandThread<Command>.Next in
                ThreadPriority.stepBack()
                // The data is loaded before anybody waits for a word.
                engine.prepare()
                var needed: [Utterance] = []
                return { commands, now in
                    for command in commands {
                        guard case .need(let utterances) = command else { return .end }
                        store.need(utterances)
                        // What was wanted before and is not named now comes after it, and is answered all the same.
                        needed = utterances + needed.filter { !utterances.contains($0) }
                    }
                    guard !needed.isEmpty else { return .turn(at: nil) }
                    let utterance = needed.removeFirst()
                    answer(utterance, VoiceThread.speak(utterance, engine, store))
                    return .turn(at: needed.isEmpty ? nil : now)
                }
            })
    }

    deinit { thread.send(.end) }

    /// Any thread. In the order of need.
    func need(_ utterances: [Utterance]) { thread.send(.need(utterances)) }

    private static func speak(_ utterance: Utterance, _ engine: any SpeechEngine, _ store: ClipStore) -> Result<Clip?, SoundError> {
        if let held = store[utterance] { return .success(held) }
        do throws(SoundError) {
            let clip = try engine.speak(utterance)
            if let clip { store.insert(clip, for: utterance) }
            return .success(clip)
        } catch {
            return .failure(error)
        }
    }
}
