import Foundation
import Playback
import Ports
import Testing

@testable import Sound

/// Says a steady value for as many milliseconds as the text has letters times ten; "none" has no voice.
struct SteadyEngine: SpeechEngine {
    func prepare() {}

    func speak(_ utterance: Utterance) throws(SoundError) -> Clip? {
        if utterance.language == "none" { throw .noVoice(language: "none") }
        return utterance.text.isEmpty ? nil : Clip([Int16](repeating: 5_000, count: utterance.text.count * 480))
    }
}

final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("stepback-sound-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }  // A test's leavings.
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

private let zero = Instant(nanoseconds: 123_456_789_012_345)

private func tone(_ tone: Tone, _ milliseconds: Int64) -> TimedCue {
    TimedCue(id: CueID(segment: 1, kind: "tone"), sound: .tone(tone), start: zero + .milliseconds(milliseconds))
}

private func voice(_ text: String, _ milliseconds: Int64, language: String = "en") -> TimedCue {
    let utterance = Utterance(text: text, language: language, wordsPerMinute: 165)
    return TimedCue(id: CueID(segment: 1, kind: "voice"), sound: .voice(utterance), start: zero + .milliseconds(milliseconds))
}

/// The header's parts and the samples.
private func wave(_ path: String) throws -> (header: [UInt8], samples: [Int16]) {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let samples = stride(from: 44, to: bytes.count - 1, by: 2).map { Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) }
    return (Array(bytes.prefix(44)), samples)
}

@Test func aFilmsCuesLieAtTheirSamplesAndItEndsWithTheLast() throws {
    let folder = try Folder()
    let path = folder.path("sound.wav")
    let speaker = try FileSpeaker(path: path, zero: zero, engine: SteadyEngine()) { _ in }
    speaker.schedule([tone(.countdown, 2_000), voice("Bridge", 2_200), tone(.done, 3_000)])
    try speaker.finish()

    let (header, samples) = try wave(path)
    #expect(samples.count == 3_600 * 48)
    #expect(samples[..<96_000].allSatisfy { $0 == 0 })
    #expect(Array(samples[96_000..<101_760]) == Tones.clip(.countdown).samples)
    #expect(samples[101_760..<105_600].allSatisfy { $0 == 0 })
    #expect(samples[105_600..<108_480].allSatisfy { $0 == 5_000 })
    #expect(Array(samples[144_000...]) == Tones.clip(.done).samples)
    let size = UInt32(samples.count * 2)
    func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    #expect(Array(header[0..<8]) == Array("RIFF".utf8) + little(size + 36))
    #expect(Array(header[8..<24]) == Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0])
    #expect(Array(header[24..<36]) == little(48_000) + little(96_000) + [2, 0, 16, 0])
    #expect(Array(header[36..<44]) == Array("data".utf8) + little(size))
}

@Test func theSameFilmHasTheSameBytes() throws {
    let folder = try Folder()
    func film(_ name: String) throws -> Data {
        let speaker = try FileSpeaker(path: folder.path(name), zero: zero) { _ in }
        speaker.schedule([voice("Get ready. First: Bridge", 0), tone(.workStart, 5_000), voice("Corre, perro", 5_150, language: "es")])
        speaker.withdraw(at: zero + .milliseconds(5_400))
        speaker.schedule([voice("Paused", 5_500)])
        try speaker.finish()
        return try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
    }
    #expect(try film("a.wav") == film("b.wav"))
}

@Test func aFilmIsWithdrawnAtTheSample() throws {
    let folder = try Folder()
    let speaker = try FileSpeaker(path: folder.path("sound.wav"), zero: zero, engine: SteadyEngine()) { _ in }
    speaker.schedule([voice("0123456789", 1_000), tone(.done, 2_000)])
    speaker.withdraw(at: zero + .milliseconds(1_050))
    try speaker.finish()
    let samples = try wave(folder.path("sound.wav")).samples
    #expect(samples.count == 50_400 + Mixer.fadeSamples)
    #expect(samples[48_000...50_400].allSatisfy { $0 == 5_000 })
    let fade = samples[50_400...]
    #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(samples.last! < 10)
}

@Test func whatWasOverIsNotWithdrawnAndWhatComesAfterSounds() throws {
    let folder = try Folder()
    let speaker = try FileSpeaker(path: folder.path("sound.wav"), zero: zero, engine: SteadyEngine()) { _ in }
    speaker.schedule([tone(.countdown, 1_000), tone(.countdown, 2_000)])
    speaker.withdraw(at: zero + .milliseconds(1_500))
    speaker.schedule([tone(.workStart, 1_700)])
    try speaker.finish()
    let samples = try wave(folder.path("sound.wav")).samples
    #expect(samples.count == 1_820 * 48)
    #expect(Array(samples[48_000..<53_760]) == Tones.clip(.countdown).samples)
    #expect(Array(samples[81_600...]) == Tones.clip(.workStart).samples)
}

@Test func aTenHourFilmIsExactAndTakesNoRoomForItsSilence() throws {
    let folder = try Folder()
    let path = folder.path("sound.wav")
    let speaker = try FileSpeaker(path: path, zero: zero, engine: SteadyEngine()) { _ in }
    speaker.schedule([tone(.countdown, 0), tone(.done, 36_000_001)])
    try speaker.finish()
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    #expect(try file.seekToEnd() == 44 + UInt64(36_000_601) * 96)
    try file.seek(toOffset: 44 + 36_000_001 * 96 - 2)
    let bytes = [UInt8](try #require(try file.read(upToCount: 4)))
    #expect(bytes[0] == 0 && bytes[1] == 0)
    #expect(Int16(bitPattern: UInt16(bytes[2]) | UInt16(bytes[3]) << 8) == Tones.clip(.done).samples[0])
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_blocks * 512 < 1_000_000)
}

@Test func aFilmBeyondFourGibibytesIsRefusedBeforeItBegins() throws {
    let folder = try Folder()
    let path = folder.path("sound.wav")
    try FileSpeaker.check(length: .seconds(36_000), path: path)
    #expect(throws: SoundError.tooLong(path: "sound.wav", seconds: 45_000)) {
        try FileSpeaker.check(length: .seconds(45_000), path: "sound.wav")
    }
    #expect(
        SoundError.tooLong(path: "out/sound.wav", seconds: 45_000).description
            == "out/sound.wav would be 45000 s long, and a WAV file ends at 4 GiB, which is 44739 s; render a shorter routine")
    // And where nobody asked before.
    let speaker = try FileSpeaker(path: path, zero: zero, engine: SteadyEngine()) { _ in }
    speaker.schedule([tone(.countdown, 50_000_000)])
    #expect(throws: SoundError.tooLong(path: path, seconds: 50_000)) { try speaker.finish() }
}

@Test func aFilmAnswersHowLongThingsSound() throws {
    let folder = try Folder()
    var events: [PanelEvent] = []
    let speaker = try FileSpeaker(path: folder.path("sound.wav"), zero: zero, engine: SteadyEngine()) { events.append($0) }
    let bridge = Utterance(text: "Bridge", language: "en", wordsPerMinute: 165)
    let mute = Utterance(text: "Bridge", language: "none", wordsPerMinute: 165)
    speaker.synthesise([bridge, mute, mute])
    #expect(events == [.voice(bridge, .milliseconds(60)), .sound(.lost(.noVoice)), .voice(mute, nil), .voice(mute, nil)])
    speaker.schedule([TimedCue(id: CueID(segment: 1, kind: "work"), sound: .voice(mute), start: zero)])
    try speaker.finish()
    #expect(try wave(folder.path("sound.wav")).samples == [])
}

@Test func aFilmThatCannotBeWrittenSaysWhy() throws {
    #expect(throws: SoundError.file(path: "/nowhere/sound.wav", reason: "No such file or directory")) {
        try FileSpeaker(path: "/nowhere/sound.wav", zero: zero) { _ in }
    }
    #expect(
        SoundError.file(path: "/nowhere/sound.wav", reason: "No such file or directory").description
            == "could not write /nowhere/sound.wav: No such file or directory; free some space or choose another folder")
}
