import Foundation
import Testing

@testable import Words

/// A catalog in the .xcstrings format from key: language: value.
func catalog(_ strings: [String: [String: String]], source: String = "en") -> Data {
    let entries = strings.mapValues { values in
        ["localizations": values.mapValues { ["stringUnit": ["state": "translated", "value": $0]] }]
    }
    return try! JSONSerialization.data(withJSONObject: ["sourceLanguage": source, "version": "1.0", "strings": entries])
}

func words(_ catalog: Data, _ locale: String) throws -> Words { try Words(catalog: catalog, locale: Locale(identifier: locale)) }

@Test func argumentsGoWhereTheirNumbersSay() throws {
    let data = catalog(["a": ["en": "Set %1$lld of %2$lld", "de": "Von %2$lld Sätzen der %1$lld."], "b": ["en": "%@: %lld %%, %@"]])
    #expect(try words(data, "en")("a", 2, 3) == "Set 2 of 3")
    #expect(try words(data, "de")("a", 2, 3) == "Von 3 Sätzen der 2.")
    #expect(try words(data, "en")("b", "Load", 50, "half") == "Load: 50 %, half")
    #expect(try words(data, "en")("b", arguments: [.text("x"), .text("many"), .text("y")]) == "x: many %, y")
}

@Test func whatAnArgumentContainsIsNeverReadAsAPlace() throws {
    let data = catalog(["a": ["en": "Next: %1$@, then %2$@"]])
    for hostile in ["%s", "%1$@", "%2$lld", "%%", "%n", "100 %", "%#@x@", "%arg", "<b>", "\u{202E}abc"] {
        #expect(try words(data, "en")("a", .text(hostile), "Squats") == "Next: \(hostile), then Squats")
    }
}

@Test func aPercentSignThatOpensNoPlaceIsOne() throws {
    let data = catalog(["a": ["en": "50 % of %1$lld%"], "b": ["en": "%0$@ %x %"]])
    #expect(try words(data, "en")("a", 4) == "50 % of 4%")
    #expect(try words(data, "en")("b", "no") == "%0$@ %x %")
}

@Test func aStringFallsBackOnItsOwn() throws {
    let data = catalog([
        "rest": ["en": "Rest", "de": "Pause", "de-AT": "Rast"], "done": ["en": "Done", "de": "Fertig"], "new": ["en": "New"],
    ])
    let austrian = try words(data, "de_AT")
    #expect([austrian("rest"), austrian("done"), austrian("new")] == ["Rast", "Fertig", "New"])
    #expect([austrian.language(of: "rest"), austrian.language(of: "done"), austrian.language(of: "new")] == ["de-AT", "de", "en"])
    #expect(austrian.language(of: "nowhere") == "en")
    #expect(try words(data, "de-DE")("rest") == "Pause")
    #expect(try words(data, "tlh")("rest") == "Rest")
    #expect(try words(data, "en-GB")("rest") == "Rest")
}

@Test func relatedLanguagesServeOnlyWhereTheyCanBeRead() throws {
    let data = catalog(["rest": ["en": "Rest", "pt-BR": "Descanso", "zh-Hans": "休息"]])
    #expect(try words(data, "pt")("rest") == "Descanso")
    #expect(try words(data, "pt-PT")("rest") == "Descanso")
    #expect(try words(data, "zh-CN")("rest") == "休息")
    #expect(try words(data, "zh")("rest") == "休息")
    #expect(try words(data, "zh-TW")("rest") == "Rest")
}

@Test func aSourceLanguageOtherThanEnglishIsTheLastResort() throws {
    let data = catalog(["rest": ["de": "Pause"], "done": ["de": "Fertig", "en": "Done"]], source: "de")
    #expect(try words(data, "en")("rest") == "Pause")
    #expect(try words(data, "en")("done") == "Done")
    #expect(try words(data, "fr")("done") == "Fertig")
}

@Test func aFallbacksNumbersAreWrittenInItsOwnLanguage() throws {
    let data = catalog([
        "english": ["en": "%1$lld reps"], "german": ["en": "%1$lld reps", "de": "%1$lld Wdh."], "farsi": ["en": "", "fa": "%1$lld"],
    ])
    #expect(try words(data, "de")("english", 1234) == "1,234 reps")
    #expect(try words(data, "de")("german", 1234) == "1.234 Wdh.")
    #expect(try words(data, "de-CH")("german", 1234) == "1’234 Wdh.")
    #expect(try words(data, "fa")("farsi", 12) == "۱۲")
    #expect(try words(data, "fa")("english", 12) == "\u{200E}12 reps")
}

@Test func stringsWithoutATranslationYetFallBack() throws {
    let json = """
        {"sourceLanguage":"en","strings":{
          "new":{"localizations":{"de":{"stringUnit":{"state":"new","value":"Work"}},"en":{"stringUnit":{"state":"new","value":"Work!"}}}},
          "review":{"localizations":{"de":{"stringUnit":{"state":"needs_review","value":"Pause"}},"en":{"stringUnit":{"state":"translated","value":"Rest"}}}},
          "As it stands, %@":{},
          "odd":{"comment":"x","extractionState":"stale","shouldTranslate":true,"localizations":{"de":{"variations":{"device":{"iphone":{"stringUnit":{"value":"Fon"}}}}},"en":{"stringUnit":{"value":"Odd"}}}}
        },"version":"1.1"}
        """
    let german = try words(Data(json.utf8), "de")
    #expect(german("new") == "Work!")
    #expect(german("review") == "Pause")
    #expect(german("As it stands, %@", "x") == "As it stands, x")
    #expect(german("odd") == "Odd")
    #expect(german("not.there") == "not.there")
    #expect(!german.has("not.there") && german.has("odd"))
}

@Test func jsonEscapesAndOrderAreUnderstood() throws {
    let json =
        "\u{FEFF}{\"strings\" : {\"a\" : {\"localizations\" : {\"en\" : {\"stringUnit\" : {\"value\" : \"\\u00e9 \\ud83d\\ude00 \\\"q\\\" \\\\ \\/ \\n\\ud83d.\"}},\"fr\" : {\"stringUnit\" : {\"value\" : \"F\"}}}}},\n\"other\":[1,-2.5e3,true,null,{\"x\":\"]}\"}],\"sourceLanguage\":\"fr\"}"
    #expect(try words(Data(json.utf8), "en")("a") == "é 😀 \"q\" \\ / \n\u{FFFD}.")
    #expect(try words(Data(json.utf8), "es")("a") == "F")
}

@Test(arguments: [
    ("", "an object"), ("[]", "an object"), ("{\"strings\"", "a colon"), ("{}", "\"strings\""),
    ("{\"strings\":{\"a\":{", "the end of a value"),
    ("{\"strings\":{\"a\":\"", "the end of a string"), ("{\"strings\":[[[[", "the end of a value"), ("{\"strings\":5}", "an object"),
    ("{\"strings\":{\"\\u12\":{}}}", "a Unicode escape"), ("{\"strings\":{\"a\":{}} ", "the end of an object"), ("{\"a\":}", "a value"),
])
func whatIsNoCatalogIsRefusedInASentence(_ text: String, _ missing: String) {
    #expect {
        try words(Data(text.utf8), "en")
    } throws: {
        let sentence = String(describing: $0)
        return sentence.hasPrefix("the String Catalog is not readable at byte ")
            && sentence.hasSuffix(": \(missing) is missing; install Localizable.xcstrings again")
    }
}

@Test func deepNestingIsPassedOver() throws {
    let deep = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
    let json = "{\"x\":\(deep),\"strings\":{\"a\":{\"localizations\":{\"en\":{\"stringUnit\":{\"value\":\"A\"}}}}}}"
    #expect(try words(Data(json.utf8), "en")("a") == "A")
}
