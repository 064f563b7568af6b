import Dispatch
import Playback
import Synchronization
import Testing

@testable import Sound

private func say(_ text: String, _ language: String = "en") -> Utterance {
    Utterance(text: text, language: language, wordsPerMinute: 165)
}

private func clip(_ bytes: Int) -> Clip { Clip([Int16](repeating: 1, count: bytes / 2)) }

@Test func theCacheKeepsWhatIsNeededSoonest() {
    var cache = ClipCache(byteLimit: 1_000)
    cache.need([say("a"), say("b"), say("c")])
    for text in ["a", "b", "c"] { cache.insert(clip(400), for: say(text)) }
    // The last of the request gave way.
    #expect(cache[say("a")] != nil && cache[say("b")] != nil && cache[say("c")] == nil)
    #expect(cache.byteCount == 800)
    cache.need([say("b"), say("d")])
    cache.insert(clip(400), for: say("d"))
    #expect(cache[say("a")] == nil && cache[say("b")] != nil && cache[say("d")] != nil)
    // What nobody asked for is the first to go.
    cache.insert(clip(200), for: say("stray"))
    cache.insert(clip(100), for: say("d"))
    #expect(cache.byteCount == 700)
    cache.insert(clip(2_000), for: say("huge"))
    #expect(cache[say("huge")] == nil)
}

@Test func theCacheIsBoundedWhateverHappens() {
    var cache = ClipCache(byteLimit: 50_000)
    for index in 0..<1_000 {
        cache.need([say("\(index % 37)"), say("\(index)")])
        cache.insert(clip(index % 7 * 1_000), for: say("\(index)"))
        #expect(cache.byteCount <= 50_000)
    }
}

/// Says in which order it was asked, and lets itself be held up.
private final class SlowEngine: SpeechEngine {
    let asked = Mutex<[String]>([])
    let gate = DispatchSemaphore(value: 0)

    func prepare() {}

    func speak(_ utterance: Utterance) throws(SoundError) -> Clip? {
        gate.wait()
        asked.withLock { $0.append(utterance.text) }
        return Clip([1])
    }
}

@Test(.timeLimit(.minutes(10))) func theOrderOfNeedIsTheOrderOfSynthesis() throws {
    let engine = SlowEngine()
    let answered = Mutex<[String]>([])
    let done = DispatchSemaphore(value: 0)
    let thread = try VoiceThread(engine, store: ClipStore()) { utterance, _ in
        answered.withLock { $0.append(utterance.text) }
        done.signal()
    }
    thread.need([say("a"), say("b"), say("c")])
    engine.gate.signal()
    done.wait()
    // "a" is said, "b" is being said or waits; now something else is needed first. A word that is held is answered at once.
    thread.need([say("x"), say("a"), say("c")])
    for _ in 0..<4 { engine.gate.signal() }
    for _ in 0..<4 { done.wait() }
    let order = answered.withLock { $0 }
    #expect(order[0] == "a")
    #expect(order.firstIndex(of: "x")! < order.lastIndex(of: "c")!)
    #expect(order.count { $0 == "a" } == 2)
    #expect(engine.asked.withLock { $0.count { $0 == "a" } } == 1)
    #expect(Set(order) == ["a", "b", "c", "x"])
}

@Test(.timeLimit(.minutes(10))) func theRealVoiceAnswersFromItsThread() throws {
    let result = Mutex<Clip?>(nil)
    let done = DispatchSemaphore(value: 0)
    let store = ClipStore()
    let thread = try VoiceThread(Espeak.shared, store: store) { _, answer in
        result.withLock { $0 = (try? answer.get()) ?? nil }  // Nil is what is asserted against.
        done.signal()
    }
    thread.need([say("Halfway")])
    done.wait()
    let direct = try Espeak.shared.speak(say("Halfway"))
    #expect(result.withLock { $0 } == direct)
    #expect(store[say("Halfway")] != nil)
}
