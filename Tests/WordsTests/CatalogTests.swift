import Foundation
import TestSupport
import Testing

@testable import Words

/// The shipped catalog as Foundation reads it.
private struct Shipped {
    /// Key: language: every form of the string.
    var forms: [String: [String: [String]]] = [:]
    var comments: [String: String] = [:]
    var source = ""

    init() throws {
        let data = try Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
        let root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        source = try #require(root["sourceLanguage"] as? String)
        for (key, value) in try #require(root["strings"] as? [String: [String: Any]]) {
            comments[key] = value["comment"] as? String
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

@Test func everyEntryHasACommentAndAnEnglishValue() throws {
    let shipped = try Shipped()
    #expect(shipped.source == "en" && !shipped.forms.isEmpty)
    for (key, languages) in shipped.forms {
        #expect(shipped.comments[key].map { $0.count > 10 } == true, "\(key) has no comment for its translator")
        #expect(languages["en"]?.isEmpty == false && languages["en"]?.contains("") == false, "\(key) has no English value")
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

/// The places of a string: position and whether a number goes there.
private func places(_ text: String) -> Set<String> {
    var next = 0
    var result: Set<String> = []
    for piece in Template.pieces(text) {
        switch piece {
        case .argument(let position):
            result.insert("argument \((position ?? next) + 1)")
            if position == nil { next += 1 }
        case .substitution(let name): result.insert(name)
        case .literal, .own: break
        }
    }
    return result
}

@Test func translationsHaveThePlacesOfTheEnglishString() throws {
    for (key, languages) in try Shipped().forms {
        let english = languages["en", default: []].map(places).reduce(into: Set()) { $0.formUnion($1) }
        for (language, forms) in languages {
            for form in forms { #expect(places(form).isSubset(of: english), "\(key) in \(language): \(form)") }
            // A form for one may leave its number out; not all of them may.
            #expect(forms.contains { places($0) == english } || language == "en", "\(key) in \(language) leaves an argument out")
        }
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
