import Foundation
import Testing

@testable import Words

/// Numbers for every form of a language, from the CLDR's own samples.
@Test(arguments: [
    ("en", "one: 1; other: 0 2 11 100 1000000"), ("de", "one: 1; other: 0 2 16"), ("nl", "one: 1; other: 0 2 16"),
    ("fr", "one: 0 1; many: 1000000 3000000; other: 2 17 100 1000001"), ("pt-BR", "one: 0 1; many: 1000000; other: 2 17"),
    ("pt-PT", "one: 1; many: 1000000; other: 0 2 17"), ("es", "one: 1; many: 1000000 2000000; other: 0 2 16"),
    ("it", "one: 1; many: 1000000; other: 0 2 16 1000001"),
    ("ru", "one: 1 21 31 101 1001; few: 2 3 4 22 104 1002; many: 0 5 11 12 13 14 19 100 111 112 1000000"),
    ("uk", "one: 1 21 101; few: 2 3 4 22 104; many: 0 5 11 14 19 111"),
    ("pl", "one: 1; few: 2 3 4 22 104; many: 0 5 11 12 14 19 21 101 112 1000000"),
    ("cs", "one: 1; few: 2 3 4; other: 0 5 19 22 100"),
    ("ar", "zero: 0; one: 1; two: 2; few: 3 10 103 110; many: 11 26 99 111; other: 100 102 200 1000000"),
    ("ja", "other: 0 1 2"), ("zh-Hans", "other: 0 1 2"), ("ko", "other: 0 1 2"), ("tlh", "other: 0 1 2"),
    ("he", "one: 1; two: 2; other: 0 3 20"),
])
func everyLanguageHasItsForms(_ language: String, _ forms: String) {
    let rule = PluralRule(language: language)
    for form in forms.split(separator: ";") {
        let parts = form.split(separator: ":")
        for number in parts[1].split(separator: " ").compactMap({ Int($0) }) {
            #expect(rule.category(number).rawValue == parts[0].trimmingCharacters(in: .whitespaces), "\(language) \(number)")
            #expect(rule.category(-number) == rule.category(number), "\(language) -\(number)")
        }
    }
}

private func forms(_ forms: [String: String]) -> [String: Any] {
    ["variations": ["plural": forms.mapValues { ["stringUnit": ["state": "translated", "value": $0]] }]]
}

private func pluralCatalog(_ localizations: [String: Any]) throws -> Data {
    try JSONSerialization.data(withJSONObject: ["sourceLanguage": "en", "strings": ["sets": ["localizations": localizations]]])
}

@Test func theFirstNumberChoosesTheForm() throws {
    let data = try pluralCatalog([
        "en": forms(["one": "%2$@: %1$lld set", "other": "%2$@: %1$lld sets"]),
        "ru": forms(["one": "%1$lld подход", "few": "%1$lld подхода", "many": "%1$lld подходов", "other": "%1$lld подхода"]),
    ])
    #expect(try words(data, "en")("sets", 1, "Squats") == "Squats: 1 set")
    #expect(try words(data, "en")("sets", 1_200, "Squats") == "Squats: 1,200 sets")
    #expect(try [1, 3, 5, 21].map { try words(data, "ru")("sets", .number($0)) } == ["1 подход", "3 подхода", "5 подходов", "21 подход"])
}

@Test func aFormThatIsMissingIsOtherAndOtherMissingIsNoTranslation() throws {
    let data = try pluralCatalog([
        "en": forms(["one": "a set", "other": "%lld sets"]), "pl": forms(["other": "%lld serii"]), "cs": forms(["one": "série"]),
    ])
    #expect(try words(data, "pl")("sets", 3) == "3 serii")
    #expect(try words(data, "cs")("sets", 3) == "3 sets")
    // The fallback's own rule: zero is plural in English, whatever French says.
    #expect(try words(data, "fr")("sets", 0) == "0 sets")
    #expect(try words(data, "en")("sets") == " sets")
}

@Test func substitutionsChooseEachTheirOwnForm() throws {
    func substitution(_ argument: Int, _ one: String, _ other: String) -> [String: Any] {
        ["argNum": argument, "formatSpecifier": "lld"].merging(forms(["one": one, "other": other])) { $1 }
    }
    let data = try pluralCatalog([
        "en": [
            "stringUnit": ["state": "translated", "value": "%#@sets@ of %#@minutes@ for %3$@ (%#@none@)"],
            "substitutions": ["sets": substitution(1, "%arg set", "%arg sets"), "minutes": substitution(2, "a minute", "%arg minutes")],
        ]
    ])
    let english = try words(data, "en")
    #expect(english("sets", 1, 5, "%arg") == "1 set of 5 minutes for %arg ()")
    #expect(english("sets", 4, 1, "you") == "4 sets of a minute for you ()")
}
