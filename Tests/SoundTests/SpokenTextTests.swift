import Testing

@testable import Sound

@Test(arguments: [
    ("Bridge. Set 2 of 3.", "Bridge. Set 2 of 3."),
    ("<speak>hello</speak>", "speak hello /speak"),
    ("<b>Plank</b>", "b Plank /b"),
    ("&amp;", "&amp;"),
    ("100 %s", "100 %s"),
    ("[[h@'loU]] there", "h@'loU there"),
    ("Plank 😀 hold 👍🏽", "Plank hold"),
    ("1️⃣ round", "1 round"),
    ("🇩🇪 👩‍👩‍👧", ""),
    ("\u{200F}\u{202E}Plank\u{202C}", "Plank"),
    ("Push\u{AD}up", "Pushup"),
    ("\u{FEFF}Squats\r\nLunges\tJumps", "Squats Lunges Jumps"),
    ("loud \u{1}99P\u{0}\u{7F}er", "loud 99Per"),
    ("90° bend", "90° bend"),
    ("3/4 Sit-Up", "3/4 Sit-Up"),
    ("~20 reps", "20 reps"),
    ("a_b*c#d^e|f\\g{h}", "a b c d e f g h"),
    ("  twice   spaced  ", "twice spaced"),
    ("القرفصاء Squat", "Squat"),
    ("приседания", "приседания"),
    ("深蹲", ""),
    ("u\u{308}bung", "übung"),
    ("a\u{301}\u{302}\u{303}\u{304}", "á"),
    ("“Push” – pull — rest…", "“Push” – pull — rest…"),
    ("Relevé à la barre", "Relevé à la barre"),
    ("✓ → ™", ""),
    ("...", "..."),
    ("", ""),
])
func whatIsSpokenIsPlain(_ text: String, _ spoken: String) {
    #expect(SpokenText.plain(text, language: "en") == spoken)
}

@Test func threeHundredLettersAreSpokenWholeAndABookIsNot() {
    let name = String(repeating: "Squat ", count: 50)
    #expect(SpokenText.plain(name, language: "en") == name.dropLast())
    let book = SpokenText.plain(String(repeating: "Squat ", count: 5_000), language: "en")
    #expect(book.count <= SpokenText.maximumLetters)
    #expect(book.hasSuffix("Squat"))
    #expect(SpokenText.plain(String(repeating: "a", count: 5_000), language: "en").count == SpokenText.maximumLetters)
}

@Test func aLanguageTagBecomesTheNamesOfItsVoices() {
    #expect(Voices.names(for: "en") == ["en"])
    #expect(Voices.names(for: "pt-BR") == ["pt-br", "pt"])
    #expect(Voices.names(for: "zh-Hant-TW") == ["zh-hant-tw", "zh-hant", "cmn"])
    #expect(Voices.names(for: "nb_NO") == ["nb-no", "nb"])
    #expect(Voices.names(for: "") == [])
    #expect(Voices.names(for: "../../etc/passwd") == [])
    #expect(Voices.names(for: "en+whisper") == [])
}

@Test func aVoiceIsGivenItsOwnLetters() {
    #expect(SpokenText.plain("القرفصاء Squat", language: "ar") == "القرفصاء Squat")
    #expect(SpokenText.plain("深蹲", language: "zh-Hans-CN") == "深蹲")
    #expect(SpokenText.plain("深蹲", language: "ar") == "")
    #expect(SpokenText.plain("स्क्वाट", language: "hi") == "स्क्वाट")
}
