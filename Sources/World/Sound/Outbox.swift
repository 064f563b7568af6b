import Linux
import Playback
import Ports
import Synchronization

/// What the threads have to say, on its way to the loop.
final class Outbox: Sendable {
    /// What was said to be missing. A playout lives for one play only; the card may come back between two.
    private struct Faults {
        var isCardLost = false
        var isVoiceLost = false
    }

    /// Called on the loop's thread only, inside posted closures.
    private struct Listener: @unchecked Sendable {
        // Safe: made on the loop's thread, and called nowhere but in what `poster` runs there.
        let hear: (PanelEvent) -> Void
    }

    private let poster: Poster
    private let log: @Sendable (String) -> Void
    private let listener: Listener
    private let faults = Mutex(Faults())

    init(poster: Poster, log: @escaping @Sendable (String) -> Void, events: @escaping (PanelEvent) -> Void) {
        self.poster = poster
        self.log = log
        listener = Listener(hear: events)
    }

    /// The mixer's thread or its loop could not be had: there is no sound, and the routine goes on. The next play tries again.
    func fail(_ error: SystemError) {
        faults.withLock { $0.isCardLost = true }
        log("no sound: \(error); end other programs and start again")
        tell(.sound(.lost(.noCard)))
    }

    /// The voice's thread could not be had: there are tones, and the next phrase tries again.
    func failVoice(_ error: SystemError) {
        let isNews = faults.withLock { faults in
            defer { faults.isVoiceLost = true }
            return !faults.isVoiceLost
        }
        guard isNews else { return }
        log("no voice: \(error); end other programs and start again")
        tell(.sound(.lost(.noVoice)))
    }

    func report(_ report: Playout.Report) {
        switch report {
        case .lost(let fault, let error):
            faults.withLock { $0.isCardLost = true }
            log("\(error)")
            tell(.sound(.lost(fault)))
        case .opened:
            let isBack = faults.withLock { faults in
                defer { faults.isCardLost = false }
                return faults.isCardLost
            }
            guard isBack else { return }
            log("the sound card is back")
            tell(.sound(.returned))
        case .missed(let cues): tell(.sound(.missed(cues)))
        }
    }

    func answer(_ utterance: Utterance, _ result: Result<Clip?, SoundError>) {
        switch result {
        case .success(let clip):
            // The voice was chosen anew, and there is one.
            let isBack = faults.withLock { faults in
                defer { if clip != nil { faults.isVoiceLost = false } }
                return faults.isVoiceLost && clip != nil
            }
            if isBack { tell(.sound(.voiceReturned)) }
            tell(.voice(utterance, clip?.duration))
        case .failure(let error):
            let isNews = faults.withLock { faults in
                defer { faults.isVoiceLost = true }
                return !faults.isVoiceLost
            }
            if isNews {
                log("\(error)")
                tell(.sound(.lost(.noVoice)))
            }
            tell(.voice(utterance, nil))
        }
    }

    private func tell(_ event: PanelEvent) { poster.post { [listener] in listener.hear(event) } }
}
