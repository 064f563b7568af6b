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
