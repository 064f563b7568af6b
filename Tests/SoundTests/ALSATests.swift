import Foundation
import Glibc
import Linux
import Playback
import Ports
import Synchronization
import Testing

@testable import Sound

// ALSA itself, through its own plugins: no card is needed.

private func cue(_ tone: Tone, _ start: Instant, _ kind: String = "tone") -> TimedCue {
    TimedCue(id: CueID(segment: 1, kind: kind), sound: .tone(tone), start: start)
}

private func samples(_ path: String) throws -> [Int16] {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    return stride(from: 0, to: bytes.count - 1, by: 2).map { Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) }
}

@Test(arguments: ["file:PATH,raw", "plug:'file:PATH,raw'"]) func alsaPlaysEveryCueAtItsSample(_ device: String) throws {
    let folder = try Folder()
    let path = folder.path("sound.raw")
    let stream = ALSAStream(name: device.replacingOccurrences(of: "PATH", with: path))
    var reports: [Playout.Report] = []
    let playout = Playout(
        stream, ducking: nil,
        clip: { sound in
            if case .tone(let tone) = sound { Tones.clip(tone) } else { nil }
        }, report: { reports.append($0) })
    let began = Instant(nanoseconds: 900_000_000_000)
    var now = began
    playout.open(now: now)
    let starts = [1_000, 2_000, 2_500, 60_001].map { began + .milliseconds($0) }
    playout.schedule(starts.map { cue(.countdown, $0) }, now: now)
    while now < began + .seconds(61) {
        let next = try #require(playout.turn(now: now))
        #expect(next > now)
        now = next
    }
    playout.close()
    #expect(reports == [.opened])

    let heard = try samples(path)
    let tone = Tones.clip(.countdown).samples
    for start in starts {
        let position = Int((start - began).samples)
        #expect(heard[position - 1] == 0)
        #expect(Array(heard[position..<position + tone.count]) == tone)
    }
    #expect(heard.filter { $0 != 0 }.count == 4 * tone.filter { $0 != 0 }.count)
}

@Test(arguments: ["default-of-nobody", "plughw:CARD=nobody", "hw:29"]) func aDeviceThatIsNotThereIsNamed(_ device: String) throws {
    let stream = ALSAStream(name: device)
    do {
        _ = try stream.open()
        Issue.record("\(device) opened")
    } catch {
        guard case .lost(let fault, let reason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(fault == .noCard)
        #expect("\(reason)".hasPrefix("could not open \(device): No such "))
        #expect("\(reason)".hasSuffix("; `stepback doctor` lists the sound cards there are"))
    }
    // And it can be asked again.
    #expect(throws: OutputFault.self) { try stream.open() }
}

@Test func alsaStartsAnewAfterAStop() throws {
    let folder = try Folder()
    let stream = ALSAStream(name: "file:\(folder.path("sound.raw")),raw")
    let shape = try stream.open()
    #expect(shape.capacity > 480)
    let tone = Tones.clip(.countdown).samples
    #expect(try tone.withUnsafeBufferPointer { try stream.write($0) } > 0)
    try stream.recover()
    #expect(try tone.withUnsafeBufferPointer { try stream.write($0) } > 0)
    stream.close()
    stream.close()
}

/// Keeps what a speaker tells, and ends the loop's run when it has heard a certain thing.
private final class Ear {
    let loop: EventLoop
    private(set) var events: [PanelEvent] = []
    private var awaited: ((PanelEvent) -> Bool)?

    init() throws { loop = try EventLoop() }

    func hear(_ event: PanelEvent) {
        events.append(event)
        if awaited?(event) == true { loop.stop() }
    }

    func wait(for awaited: @escaping (PanelEvent) -> Bool) throws {
        if events.contains(where: awaited) { return }
        self.awaited = awaited
        try loop.run { _ in nil }
    }

    func wait(until instant: Instant) throws {
        guard instant > EventLoop.clock() else { return }
        loop.at(instant) { [loop] in loop.stop() }
        try loop.run { _ in nil }
    }
}

@Test(.timeLimit(.minutes(10))) func aSpeakerWithoutACardSaysSoSpeaksAndEnds() throws {
    let ear = try Ear()
    let log = Log()
    let speaker = ALSASpeaker(
        ALSASpeaker.Settings(device: "nobody"), engine: SteadyEngine(), poster: ear.loop.poster, log: log.add, events: ear.hear)
    let bridge = Utterance(text: "Bridge", language: "en", wordsPerMinute: 165)
    let mute = Utterance(text: "Bridge", language: "none", wordsPerMinute: 165)
    speaker.open()
    speaker.synthesise([bridge, mute])
    let now = EventLoop.clock()
    speaker.schedule([cue(.countdown, now - .seconds(1), "passed")])
    try ear.wait { $0 == .sound(.lost(.noCard)) }
    try ear.wait { $0 == .sound(.missed([CueID(segment: 1, kind: "passed")])) }
    try ear.wait { $0 == .voice(mute, nil) }
    #expect(ear.events.contains(.voice(bridge, .milliseconds(60))))
    #expect(ear.events.filter { $0 == .sound(.lost(.noVoice)) }.count == 1)
    // The voice is back, and the card is not.
    let squats = Utterance(text: "Squats", language: "en", wordsPerMinute: 165)
    speaker.synthesise([squats])
    try ear.wait { if case .voice(squats, .some) = $0 { true } else { false } }
    #expect(ear.events.contains(.sound(.voiceReturned)))
    speaker.close()
    #expect(log.lines.contains { $0.hasPrefix("could not open nobody: ") })
    #expect(log.lines.contains("espeak-ng has no voice for none; choose another voice language in the settings"))
    #expect(!ear.events.contains(.sound(.returned)))
}

/// One play ends without a card; by the next the card is there, and opens at the first try.
@Test(.timeLimit(.minutes(10))) func aCardThatCameBackBetweenTwoPlaysIsSaidToBeBack() throws {
    let folder = try Folder()
    let card = folder.path("card")
    let ear = try Ear()
    let log = Log()
    let speaker = ALSASpeaker(
        ALSASpeaker.Settings(device: "file:\(card)/sound.raw,raw"), engine: SteadyEngine(), poster: ear.loop.poster, log: log.add,
        events: ear.hear)
    speaker.open()
    try ear.wait { if case .sound(.lost) = $0 { true } else { false } }
    speaker.close()
    try FileManager.default.createDirectory(atPath: card, withIntermediateDirectories: false)
    speaker.open()
    try ear.wait { $0 == .sound(.returned) }
    speaker.close()
    // A third finds everything in order, and says nothing of it.
    speaker.open()
    speaker.schedule([cue(.countdown, EventLoop.clock() - .seconds(1), "passed")])
    try ear.wait { $0 == .sound(.missed([CueID(segment: 1, kind: "passed")])) }
    speaker.close()
    #expect(ear.events.filter { $0 == .sound(.returned) }.count == 1)
    #expect(log.lines.filter { $0 == "the sound card is back" }.count == 1)
}

/// A thread could not be had in one play, and can in the next.
@Test func whatCouldNotBeStartedIsSaidToBeBackWhenItIs() throws {
    let ear = try Ear()
    let outbox = Outbox(poster: ear.loop.poster, log: { _ in }, events: ear.hear)
    let error = SystemError(action: "start a thread", code: EAGAIN)
    let bridge = Utterance(text: "Bridge", language: "en", wordsPerMinute: 165)
    outbox.report(.opened)
    outbox.fail(error)
    outbox.failVoice(error)
    outbox.failVoice(error)
    outbox.report(.opened)
    outbox.answer(bridge, .success(Clip([1])))
    outbox.report(.opened)
    try ear.wait { if case .voice = $0 { true } else { false } }
    #expect(ear.events.dropLast() == [.sound(.lost(.noCard)), .sound(.lost(.noVoice)), .sound(.returned), .sound(.voiceReturned)])
}

@Test(.timeLimit(.minutes(10))) func aSpeakerPlaysOverALSAAndEndsWithAFade() throws {
    let folder = try Folder()
    let path = folder.path("sound.raw")
    let ear = try Ear()
    let speaker = ALSASpeaker(
        ALSASpeaker.Settings(device: "file:\(path),raw", musicControl: "Nobody's Music"), engine: SteadyEngine(), poster: ear.loop.poster,
        log: { _ in }, events: ear.hear)
    speaker.setVolume(100)
    speaker.open()
    // The missed one is the sign that the mixer has taken the other. On a machine whose every core is busy the mixer may come so late
    // that the other is missed too: it is offered again.
    func isMissed(_ kind: String) -> (PanelEvent) -> Bool {
        return { if case .sound(.missed(let ids)) = $0 { ids.contains(CueID(segment: 1, kind: kind)) } else { false } }
    }
    var attempt = 0
    var start = EventLoop.clock()
    repeat {
        // Each time a little further ahead, so that even a very late mixer comes before it.
        start = EventLoop.clock() + .milliseconds(50) * attempt
        attempt += 1
        speaker.schedule([
            cue(.done, start, "done \(attempt)"), cue(.countdown, EventLoop.clock() - .seconds(1), "passed \(attempt)"),
        ])
        try ear.wait(for: isMissed("passed \(attempt)"))
    } while ear.events.contains(where: isMissed("done \(attempt)")) && attempt < 100
    // What lies ahead is not to be ended before it began, and it begins behind the tenth of a second of silence that may be written already.
    try ear.wait(until: start + .milliseconds(250))
    speaker.close()
    let heard = try samples(path)
    let first = try #require(heard.firstIndex { $0 != 0 })
    #expect(heard[first] == Tones.clip(.done).samples[0])
    // It may be opened again.
    speaker.open()
    speaker.close()
    #expect(!ear.events.contains(.sound(.lost(.noCard))))
}

@Test func theReportNamesWhatIsMissing() {
    let report = SoundReport.examine(ALSASpeaker.Settings(device: "nobody", musicControl: "Nobody's Music"), language: "de")
    #expect(report.deviceFault == .noCard)
    #expect(report.deviceError != nil)
    #expect(report.musicControl == .missing)
    #expect(report.voice == "de")
    let well = SoundReport.examine(ALSASpeaker.Settings(device: "null"), language: "qaa")
    #expect(well.deviceFault == nil && well.deviceError == nil && well.musicControl == nil)
    #expect(well.voice == nil)
}

final class Log: Sendable {
    private let text = Mutex<[String]>([])
    var lines: [String] { text.withLock { $0 } }
    var add: @Sendable (String) -> Void { { line in self.text.withLock { $0.append(line) } } }
}
