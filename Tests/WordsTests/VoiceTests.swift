import Foundation
import Testing

@testable import Words

private let languages = Languages([
    .init("en", name: "English", voice: "en-gb"), .init("pt-BR", name: "Português", voice: "pt-br"),
    .init("ar", name: "العربية", voice: "ar", isPartial: true), .init("ru", name: "Русский", voice: "ru"),
])
private let strings = catalog([
    "rest": ["en": "Rest", "ar": "راحة", "pt-BR": "Descanso"], "next": ["en": "Next: %1$@", "ar": "التالي: %1$@"], "done": ["en": "Done"],
])

private func spoken(_ locale: String) throws -> Words {
    try Words(catalog: strings, locale: Locale(identifier: locale), languages: languages)
}

@Test func eachStringHasTheVoiceOfTheLanguageThatItIsIn() throws {
    let arabic = try spoken("ar")
    #expect([arabic.voice(of: "rest"), arabic.voice(of: "done")] == ["ar", "en-gb"])
    #expect([try spoken("pt-PT").voice(of: "rest"), try spoken("pt").voice(of: "done")] == ["pt-br", "en-gb"])
    #expect(
        [arabic.language, try spoken("pt").language, try spoken("tlh").language, try spoken("en-XA").language] == [
            "ar", "pt-BR", "en", "en",
        ])
    #expect(try words(strings, "pt").voice(of: "rest") == "pt-BR", "without a list the tag is the voice's name")
}

@Test func aTextWithoutALetterOfTheLanguageIsReadInEnglish() throws {
    let arabic = try spoken("ar")
    #expect(arabic.voice(reading: "راحة: Squats") == "ar")
    #expect(arabic.voice(reading: "Squats") == "en-gb")
    #expect(arabic.voice(reading: "12") == "ar")
    #expect(arabic.voice(of: "next", reading: arabic("next", "Squats")) == "ar")
    #expect(arabic.voice(of: "done", reading: arabic("done")) == "en-gb")
    #expect(try spoken("pt").voice(reading: "Squats") == "pt-br", "Latin letters tell nothing apart")
}

/// Formats, digits and direction belong to the words: half a language is none.
@Test(arguments: ["ja_JP", "fa_IR", "he_IL", "zh_TW", "hi_IN", "ur-PK", "mr_IN@numbers=deva", "tlh"])
func whoseLanguageIsNotThereGetsEnglishInEveryRespect(_ locale: String) throws {
    let words = try spoken(locale)
    let english = try spoken("en")
    #expect(words.language == "en" && !words.isRightToLeft && words("next", "Squats") == "Next: Squats")
    #expect(words.clock(4_506) == english.clock(4_506) && words.number(12_345) == "12,345")
    #expect(
        (1...7).allSatisfy { day in words.weekday(day, .two) == english.weekday(day, .two) && words.weekday(day) == english.weekday(day) })
    #expect(words.ago(days: 1) == "Yesterday" && words.duration(90, width: .spoken) == "90 seconds")
    #expect(words.list(["a", "b"]) == "a and b")
    #expect(words.timeOfDay(hour: 18, minute: 42).allSatisfy { $0.isASCII || $0 == "\u{202F}" })
}

@Test func theDayOfTheRegionKeepsItsHours() throws {
    #expect(try spoken("ja_JP").timeOfDay(hour: 18, minute: 42) == "18:42")
    #expect(
        try spoken("zh_TW").timeOfDay(hour: 18, minute: 42).hasSuffix("PM") || spoken("zh_TW").timeOfDay(hour: 18, minute: 42) == "18:42")
    #expect(try spoken("ar-EG").isRightToLeft && spoken("ar-EG").clock(306) != "5:06", "one that is there keeps its own")
}
