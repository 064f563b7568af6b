import Foundation
import Playback
import TestSupport
import Testing

@testable import Sound

private func speak(_ text: String, _ language: String = "en", _ rate: Int = 165) throws -> Clip? {
    try Espeak.shared.speak(Utterance(text: text, language: language, wordsPerMinute: rate))
}

/// The voices that languages.json names: a language is added there alone.
private let voices: [String] = {
    struct Line: Decodable { var voice: String }
    let data = try! Data(contentsOf: Project.resources.appendingPathComponent("languages.json"))
    return try! JSONDecoder().decode([String: Line].self, from: data).values.map(\.voice).sorted()
}()

@Test(arguments: voices) func thereIsAVoiceForEveryLanguageOfTheWords(_ language: String) throws {
    #expect(try Espeak.shared.voiceName(for: language) != nil)
    let clip = try #require(try speak("Bridge. 2 3", language))
    #expect(clip.duration > .milliseconds(700) && clip.duration < .seconds(4))
    #expect(clip.samples.contains { abs(Int($0)) > 20_000 })
}

@Test func aPhraseIsTheSameWhateverWasSaidBefore() throws {
    // Trills, figures, foreign letters and several sentences are what espeak-ng remembers most of.
    let phrases: [(String, String)] = [
        ("Rest. Next: Squats", "en"), ("Kniebeugen", "de"), ("Squats and lunges in a row.", "es"), ("приседания", "ru"),
        ("القرفصاء", "en"), ("1234567", "ru"), ("Relevé à la barre, 20 fois", "fr"), ("Halfway", "en"), ("Corre, perro", "es"),
    ]
    let first = try phrases.map { try speak($0.0, $0.1) }
    for step in [2, 4, 5, 7] {
        for index in phrases.indices {
            let pick = index * step % phrases.count
            #expect(try speak(phrases[pick].0, phrases[pick].1) == first[pick], "\(phrases[pick]) after another order")
        }
        _ = try speak("A much longer sentence in between, number \(step), so that there is something to remember.", "it", 120)
    }
}

@Test func speechIsItsOwnWindow() throws {
    let clip = try #require(try speak("Halfway"))
    // Silence before and after is a few milliseconds.
    let first = try #require(clip.samples.firstIndex { abs(Int($0)) > 200 })
    let last = try #require(clip.samples.lastIndex { abs(Int($0)) > 200 })
    #expect(first < 480)
    #expect(clip.count - last < 1_200)
    #expect(clip.count % 48 == 0)
    #expect(clip.samples.first == 0 && clip.samples.last == 0)
}

@Test func fasterIsShorter() throws {
    let lengths = try [80, 120, 165, 220, 300].map { try #require(try speak("Get ready. First: Bridge", "en", $0)).count }
    #expect(lengths == lengths.sorted(by: >) && Set(lengths).count == lengths.count)
    // Out of range is the nearest in range.
    #expect(try speak("Bridge", "en", 5) == speak("Bridge", "en", 80))
}

@Test(arguments: ["", "   ", "...", "😀", "\u{200F}\u{202E}", "<>", "\u{1}\u{2}"]) func whatHasNoWordsIsSilent(_ text: String) throws {
    #expect(try speak(text) == nil)
}

@Test func marksAreNeverReadOut() throws {
    #expect(try speak("<b>") == speak("b"))
    #expect(try speak("[[hello]]") == speak("hello"))
    #expect(try speak("😀 Plank") == speak("Plank"))
    #expect(try speak("\u{202E}Plank\u{202C}") == speak("Plank"))
    #expect(try speak("Plank\u{1}") == speak("Plank"))
    #expect(try speak("Plank") != speak("Squat"))
}

@Test func hostileTextIsSpokenOrNotAndNothingElse() throws {
    let hostile = [
        String(repeating: "a", count: 300), String(repeating: "W", count: 300), String(repeating: "[[", count: 300),
        String(repeating: "1", count: 300), String(repeating: "ß", count: 300), String(repeating: ".", count: 3_000),
        String(repeating: "&amp;", count: 60), String(repeating: "%s%n", count: 75), "<speak><audio src='x'/><break time='60s'/></speak>",
        String(repeating: "e\u{301}\u{302}\u{303}", count: 100), "\u{10FFFF}\u{FFFE}\u{FFFD}", "(((((((((", "'''''''''",
        "1e999999 -0.0000 ½ ⅓ ²",
        String(repeating: "深蹲", count: 150), String(repeating: "القرفصاء ", count: 30), "\u{1}\u{1}99P\u{1}0A",
    ]
    for text in hostile {
        for language in ["en", "ar"] { #expect((try speak(text, language)?.duration ?? .zero) < .seconds(31)) }
    }
}

/// Random phrases of every script there is. What espeak-ng is not protected from ends this process.
@Test func noPhraseOfMixedScriptsEndsTheProgram() throws {
    var seed: UInt64 = 7
    func random(_ limit: UInt32) -> UInt32 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt32(seed >> 33) % limit
    }
    for round in 0..<60 {
        var text = String.UnicodeScalarView()
        for _ in 0..<random(200) { Unicode.Scalar(0x20 + random(0x3000)).map { text.append($0) } }
        _ = try speak(String(text), ["en", "ar", "ru"][round % 3])
    }
}

@Test func aLanguageWithoutAVoiceIsSaidSo() throws {
    #expect(try Espeak.shared.voiceName(for: "tlh-xx-none") == nil || Espeak.shared.voiceName(for: "qaa") == nil)
    #expect(throws: SoundError.noVoice(language: "qaa")) { try speak("Bridge", "qaa") }
    #expect(
        SoundError.noVoice(language: "qaa").description == "espeak-ng has no voice for qaa; choose another voice language in the settings")
}
