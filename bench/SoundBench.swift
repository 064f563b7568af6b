import Foundation
import Linux
import Playback
import Ports
import Sound

/// What voice, film and mixing cost. The device is ALSA's null, so that it runs anywhere; a card adds its driver's share.
func benchSound() {
    do {
        let before = residentMegabytes()
        try benchVoice()
        report(
            "sound: memory for espeak-ng and a minute of speech", String(format: "%.1f MB", residentMegabytes() - before),
            goal: "part of 70 MB")
        try benchMixing(saying: false)
        try benchMixing(saying: true)
    } catch { notMeasured("sound: \(error)") }
}

private func utterance(_ text: String, _ language: String = "en") -> Utterance {
    Utterance(text: text, language: language, wordsPerMinute: 165)
}

private func benchVoice() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("stepback-bench-\(getpid()).wav").path
    defer { unlink(path) }
    var answers: [PanelEvent] = []
    let film = try FileSpeaker(path: path, zero: Instant(nanoseconds: 0)) { answers.append($0) }
    let clock = ContinuousClock()
    report(
        "sound: first phrase, voice loaded", clock.measure { film.synthesise([utterance("Get ready. First: Bridge")]) }.text,
        goal: "before the pre-roll")
    let names = (1...60).map { "Mountain climbers \($0). Set \($0 % 5 + 1) of 5." }
    let voiceCPU = cpuSeconds()
    report("sound: a phrase of 3 s, median", median(of: names.count) { film.synthesise([utterance(names[$0])]) }.text, goal: "under 20 ms")
    report("sound: a phrase of 3 s, CPU", String(format: "%.1f ms", (cpuSeconds() - voiceCPU) * 1_000 / Double(names.count)))
    report("sound: first phrase of another voice", clock.measure { film.synthesise([utterance("Pause", "de")]) }.text)

    let zero = Instant(nanoseconds: 0)
    let cpu = cpuSeconds()
    do {
        for second in 0..<36_000 {
            film.schedule([TimedCue(id: CueID(segment: second, kind: "beep"), sound: .tone(.countdown), start: zero + .seconds(second))])
        }
    }
    try film.finish()
    report("sound: ten hours of film, a beep a second, CPU", String(format: "%.2f s", cpuSeconds() - cpu))
    guard answers.allSatisfy({ if case .voice(_, let length) = $0 { length != nil } else { false } }) else {
        return notMeasured("sound: the voice is missing, so its figures mean nothing")
    }
}

private func benchMixing(saying: Bool) throws {
    let seconds = 10
    let loop = try EventLoop()
    var missed = 0
    let speaker = ALSASpeaker(
        ALSASpeaker.Settings(device: "null"), poster: loop.poster, log: { say("sound: \($0)") },
        events: { event in
            if case .sound(.missed(let cues)) = event { missed += cues.count }
        })
    speaker.open()
    let word = utterance("Mountain climbers. Set 2 of 3.")
    speaker.synthesise([word])
    let began = loop.now + .seconds(1)
    // The voice is loaded before the measuring begins.
    loop.at(began) { loop.stop() }
    try loop.run { _ in nil }
    let cpu = cpuSeconds()
    if saying {
        for second in 0..<seconds {
            let sound: Cue.Sound = second % 4 == 0 ? .voice(word) : .tone(.countdown)
            speaker.schedule([
                TimedCue(id: CueID(segment: second, kind: "cue"), sound: sound, start: began + .milliseconds(second * 1_000 + 300))
            ])
        }
    }
    loop.at(began + .seconds(seconds)) { loop.stop() }
    try loop.run { _ in nil }
    let used = cpuSeconds() - cpu
    speaker.close()
    report(
        "sound: mixing \(saying ? "a cue a second" : "silence"), CPU seconds a minute", String(format: "%.3f", used * 60 / Double(seconds)),
        goal: "part of 0.5")
    if missed > 0 { say("sound: \(missed) cues were missed") }
}

private func residentMegabytes() -> Double {
    guard let status = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),  // Without /proc there is no figure.
        let pages = status.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { return 0 }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
}
