import Foundation
import TestSupport
import Testing

@testable import Words

/// The shipped catalog as Foundation reads it.
private struct Shipped {
    /// Key: language: every form of the string.
    var forms: [String: [String: [String]]] = [:]

    init() throws {
        let data = try Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
        let root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        for (key, value) in try #require(root["strings"] as? [String: [String: Any]]) {
            forms[key] = (value["localizations"] as? [String: [String: Any]] ?? [:]).mapValues(Self.values)
        }
    }

    /// Every "value" of a localization, its plural variations and substitutions included.
    private static func values(_ node: [String: Any]) -> [String] {
        node.sorted { $0.key < $1.key }.flatMap { key, value -> [String] in
            if let text = value as? String { return key == "value" ? [text] : [] }
            return (value as? [String: Any]).map(values) ?? []
        }
    }
}

@Test func theCatalogIsReadAsFoundationReadsIt() throws {
    let data = try Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
    let english = try words(data, "en")
    for (key, languages) in try Shipped().forms {
        let forms = try #require(languages["en"])
        if forms.count == 1, !forms[0].contains("%") { #expect(english(key) == forms[0]) } else { #expect(english.has(key)) }
    }
}

@Test func aPercentSignInTheCatalogIsAPlaceOrTwo() throws {
    for (key, languages) in try Shipped().forms {
        for form in languages.values.joined() {
            let literals = Template.pieces(form).map { if case .literal(let text) = $0 { text } else { "" } }.joined()
            #expect(
                literals.count { $0 == "%" } * 2
                    == form.replacingOccurrences(of: #"%(\d+\$)?(@|lld|d)|%#@\w+@|%arg"#, with: "", options: .regularExpression).count {
                        $0 == "%"
                    }, "\(key): \(form)")
        }
    }
}
