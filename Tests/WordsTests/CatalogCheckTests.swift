import Foundation
import TestSupport
import Testing

@testable import Words

private func data(_ path: String) throws -> Data { try Data(contentsOf: Project.resources.appendingPathComponent(path)) }

@Test func theCatalogHasNoFaultInAnyLanguage() throws {
    let languages = try Languages(parsing: [UInt8](data("languages.json")))
    let faults = try CatalogCheck.faults(in: data("Localizable.xcstrings"), languages: languages)
    for fault in faults.prefix(50) { Issue.record("\(fault)") }
    #expect(faults.count == 0)
}

/// A small catalog that is right, in English, Russian and a partial Arabic; each test breaks one thing in it.
private struct Planted {
    var catalog: [String: Any]
    let languages = Languages([
        .init("en", name: "English", voice: "en"), .init("ru", name: "Русский", voice: "ru"),
        .init("ar", name: "العربية", voice: "ar", isPartial: true),
    ])

    init() throws {
        let text = """
            {"sourceLanguage": "en", "version": "1.0", "strings": {
              "rest": {"comment": "Said when a rest begins.", "localizations": {
                "en": {"stringUnit": {"state": "translated", "value": "Rest"}}, "ru": {"stringUnit": {"state": "translated", "value": "Отдых"}},
                "ar": {"stringUnit": {"state": "translated", "value": "راحة"}}}},
              "next": {"comment": "1: the workout; 2: the seconds.", "localizations": {
                "en": {"stringUnit": {"state": "translated", "value": "%1$@ in %2$lld"}},
                "ru": {"stringUnit": {"state": "translated", "value": "Через %2$lld: %1$@"}}}},
              "sets": {"comment": "How many sets there are.", "localizations": {
                "en": {"variations": {"plural": {
                  "one": {"stringUnit": {"state": "translated", "value": "a set"}},
                  "other": {"stringUnit": {"state": "translated", "value": "%1$lld sets"}}}}},
                "ru": {"variations": {"plural": {
                  "one": {"stringUnit": {"state": "translated", "value": "%1$lld подход"}},
                  "few": {"stringUnit": {"state": "translated", "value": "%1$lld подхода"}},
                  "many": {"stringUnit": {"state": "translated", "value": "%1$lld подходов"}},
                  "other": {"stringUnit": {"state": "translated", "value": "%1$lld подхода"}}}}}}},
              "both": {"comment": "Sets, and of what.", "localizations": {
                "en": {"stringUnit": {"state": "translated", "value": "%#@sets@ of %2$@"}, "substitutions": {"sets": {
                  "argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {
                    "one": {"stringUnit": {"state": "translated", "value": "%arg set"}},
                    "other": {"stringUnit": {"state": "translated", "value": "%arg sets"}}}}}}},
                "ru": {"stringUnit": {"state": "translated", "value": "%2$@: %#@sets@"}, "substitutions": {"sets": {
                  "argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {
                    "one": {"stringUnit": {"state": "translated", "value": "%arg подход"}},
                    "few": {"stringUnit": {"state": "translated", "value": "%arg подхода"}},
                    "many": {"stringUnit": {"state": "translated", "value": "%arg подходов"}},
                    "other": {"stringUnit": {"state": "translated", "value": "%arg подхода"}}}}}}}}}}}
            """
        catalog = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// Sets, or with nil removes, what is at a path from "strings" on.
    func with(_ path: String, _ value: Any?) -> Planted {
        func put(_ node: Any, _ rest: ArraySlice<Substring>) -> Any? {
            guard let step = rest.first else { return value }
            var members = node as? [String: Any] ?? [:]
            members[String(step)] = put(members[String(step)] ?? [String: Any](), rest.dropFirst())
            return members
        }
        var other = self
        other.catalog["strings"] = put(catalog["strings"] as Any, path.split(separator: "/")[...])
        return other
    }

    func faults() throws -> [String] {
        try CatalogCheck.faults(in: JSONSerialization.data(withJSONObject: catalog), languages: languages)
    }
}

@Test func aCatalogThatIsRightHasNoFault() throws { #expect(try Planted().faults() == []) }

@Test(
    arguments: [
        ("rest/comment", nil, "rest has no comment for its translator"), ("rest/comment", "Rest", "rest has no comment for its translator"),
        ("rest/extractionState", "stale", "rest is stale: nothing uses it"),
        ("rest/localizations/en", nil, "rest has no English value"), ("rest/localizations/ru", nil, "rest in ru is missing"),
        ("rest/localizations/ar", nil, "ar has a line in languages.json and no strings"),
        ("rest/localizations/ru/stringUnit/state", "needs_review", "rest in ru is needs_review"),
        ("rest/localizations/ru/stringUnit/state", "new", "rest in ru is new"),
        ("rest/localizations/ar/stringUnit/state", "stale", "rest in ar is stale"),
        ("rest/localizations/ru/stringUnit/value", " ", "rest in ru has no value"),
        ("rest/localizations/pl/stringUnit/value", "Odpoczynek", "pl has strings and no line in languages.json"),
        ("next/localizations/ru/stringUnit/value", "Дальше: %1$@", "next in ru has other places: %1$@ for %1$@, %2$lld"),
        ("next/localizations/ru/stringUnit/value", "%2$@: %1$lld", "next in ru has other places: %1$lld, %2$@ for %1$@, %2$lld"),
        ("next/localizations/ru/stringUnit/value", "%1$@ %1$@ %2$lld", "next in ru has other places: %1$@ × 2, %2$lld for %1$@, %2$lld"),
        ("next/localizations/ru/stringUnit/value", "%1$@ %2$lld %%", "next in ru has other places: %%, %1$@, %2$lld for %1$@, %2$lld"),
        ("sets/localizations/ru/variations/plural/few", nil, "sets in ru lacks the plural form few"),
        (
            "sets/localizations/ru/variations/plural/two/stringUnit", ["state": "translated", "value": "%1$lld"],
            "sets in ru has a plural form that its language has not: two"
        ),
        // 21 is "one" in Russian.
        ("sets/localizations/ru/variations/plural/one/stringUnit/value", "подход", "sets in ru has other places in one: none for %1$lld"),
        ("sets/localizations/ru/variations/plural/many/stringUnit/value", "%1$@", "sets in ru has other places in many: %1$@ for %1$lld"),
        ("sets/localizations/ru/variations/plural/many/stringUnit/state", "new", "sets in ru is new"),
        ("sets/localizations/ru", ["stringUnit": ["state": "translated", "value": "%1$lld"]], "sets in ru has no plural forms"),
        ("both/localizations/ru/substitutions/sets/argNum", 2, "both in ru, %#@sets@, has another argument"),
        ("both/localizations/ru/substitutions/sets/formatSpecifier", "@", "both in ru, %#@sets@, has another argument"),
        ("both/localizations/ru/substitutions/sets/variations/plural/many", nil, "both in ru, %#@sets@, lacks the plural form many"),
        (
            "both/localizations/ru/substitutions/sets/variations/plural/few/stringUnit/value", "подхода",
            "both in ru, %#@sets@, has other places in few: none for %arg lld"
        ),
        ("rest/comment", "Saidwhenarestbegins.", "rest has no comment for its translator"),
        ("rest/comment", String(repeating: "long ", count: 90), "rest has a comment of 450 letters, which nobody reads"),
        (
            "next/localizations/ru/stringUnit/value", "%1$@, %2$lld, %3$d",
            "next in ru has a percent sign that opens no place: %1$@, %2$lld, %3$d"
        ),
        ("rest/localizations/ru/stringUnit/value", "Отдых % 1$@", "rest in ru has a percent sign that opens no place: Отдых % 1$@"),
        ("next/localizations/ru/stringUnit/value", "%@ через %lld", "next in ru has places without numbers: %@ через %lld"),
        ("rest/localizations/ru/stringUnit/value", "От\u{202E}дых", "rest in ru has an invisible U+202E: От\u{202E}дых"),
        ("rest/localizations/ru/stringUnit/value", "Rest", "rest in ru is still English"),
        ("rest/localizations/ru/stringUnit/value", "Отдых 15", "rest in ru has other numbers than the English: Отдых 15"),
        ("rest/localizations/ru/stringUnit/value", "\"Отдых\"", "rest in ru has a typewriter's quotes: \"Отдых\""),
        ("both/localizations/ru/stringUnit/value", "%2$@", "both in ru has other places: %2$@ for %#@sets@, %2$@"),
    ] as [(String, (any Sendable)?, String)]) func aPlantedFaultIsFound(_ path: String, _ value: (any Sendable)?, _ sentence: String) throws
{
    #expect(try Planted().with(path, value).faults() == [sentence])
}

@Test func aLanguageThatCountsInAnUnknownWayIsFound() throws {
    let catalog = try JSONSerialization.data(withJSONObject: ["sourceLanguage": "en", "strings": [String: Any]()])
    let languages = Languages([.init("ro", name: "Română", voice: "ro")])
    #expect(
        try CatalogCheck.faults(in: catalog, languages: languages) == [
            "ro counts in none of the ways that PluralRule knows", "ro has a line in languages.json and no strings",
        ])
}

@Test(arguments: [
    ("Repos : %1$@", "lets a line end before its punctuation"), ("« Repos »", "lets a line end before its punctuation"),
    ("Au plus 10\u{202F}000", "groups a number itself, which is the formatter's to do"), ("L'étape", "has a typewriter's quotes"),
]) func frenchPunctuationAndGroupedNumbersAreFound(_ string: String, _ fault: String) {
    let english = ["other": fault.hasPrefix("groups") ? "At most 10,000" : "Rest: %1$@"]
    let found = Prose(key: "rest", language: "fr", own: ["other": string], english: english).faults
    #expect(found.contains("\(fault): \(string)"), "\(found)")
    #expect(Prose(key: "rest", language: "fr", own: ["other": "Repos\u{A0}: %1$@\u{202F}!"], english: ["other": "Rest: %1$@"]).faults == [])
}

@Test func thePluralFormsAreThoseOfTheLanguages() {
    let forms = { (language: String) in
        Set((Array(0...200) + [1_000_000]).map { PluralRule(language: language).category($0).rawValue })
    }
    #expect(PluralRule(language: "nl").isKnown && PluralRule(language: "ja").isKnown && !PluralRule(language: "ro").isKnown)
    #expect(forms("ca") == ["one", "many", "other"], "whole millions, as ICU has it")
    #expect(forms("de") == ["one", "other"] && forms("nl") == ["one", "other"])
    for language in ["fr", "es", "it", "pt-BR"] { #expect(forms(language) == ["one", "many", "other"]) }
    #expect(forms("ru") == ["one", "few", "many"])
    #expect(forms("ar") == ["zero", "one", "two", "few", "many", "other"])
}

@Test func theLanguagesAreReadInTheirOrderAndServeTheirCountries() throws {
    let text =
        #"{"en": {"name": "English", "voice": "en"}, "pt-BR": {"name": "Português", "voice": "pt-br", "new": [1]}, "#
        + #""ar": {"voice": "ar", "name": "العربية", "isPartial": true}}"#
    let languages = try Languages(parsing: Array(text.utf8))
    #expect(languages.all.map(\.identifier) == ["en", "pt-BR", "ar"] && languages.all.map(\.isPartial) == [false, false, true])
    #expect(
        ["en-GB", "pt", "pt-PT", "ar-EG", "en_US", "tlh", "zz", "ar-XB"].map { languages.serving($0)?.voice ?? "-" } == [
            "en", "pt-br", "pt-br", "ar", "en", "-", "-", "-",
        ])
    #expect(languages.knows("en-XA") && languages.knows("ar-XB") && languages.knows("pt") && !languages.knows("de"))
    for broken in [#"{"en": {"name": "English"}}"#, "[]", #"{"en": {"name": "", "voice": "en"}}"#] {
        #expect {
            try Languages(parsing: Array(broken.utf8))
        } throws: {
            String(describing: $0).hasPrefix("the list of languages is not readable at byte ")
                && String(describing: $0).hasSuffix("is missing; install languages.json again")
        }
    }
}
