import Foundation

@testable import Words

/// What is wrong with a String Catalog, as sentences in the order of its keys: a pure function of its bytes and of the languages that are
/// offered, so that a planted fault is an ordinary test. It reads the JSON by Foundation, not by the reader that it watches over.
struct CatalogCheck {
    private let languages: Languages
    private var found: [String] = []

    static func faults(in catalog: Data, languages: Languages) throws -> [String] {
        var check = CatalogCheck(languages: languages)
        try check.look(at: catalog)
        return check.found
    }

    private init(languages: Languages) { self.languages = languages }

    private mutating func look(at catalog: Data) throws {
        guard let root = try JSONSerialization.jsonObject(with: catalog) as? [String: Any],
            let strings = root["strings"] as? [String: [String: Any]], root["sourceLanguage"] as? String == "en"
        else { return found.append("it is no String Catalog in English") }
        let offered = Set(languages.all.map(\.identifier))
        var seen: Set<String> = []
        for (key, entry) in strings.sorted(by: { $0.key < $1.key }) {
            let comment = entry["comment"] as? String ?? ""
            if comment.count <= 10 || !comment.contains(" ") { found.append("\(key) has no comment for its translator") }
            if comment.count > 300 { found.append("\(key) has a comment of \(comment.count) letters, which nobody reads") }
            if entry["extractionState"] as? String == "stale" { found.append("\(key) is stale: nothing uses it") }
            let localizations = entry["localizations"] as? [String: [String: Any]] ?? [:]
            seen.formUnion(localizations.keys)
            guard let english = localizations["en"].flatMap(Localization.init), english.isWhole else {
                found.append("\(key) has no English value")
                continue
            }
            for language in languages.all {
                let place = "\(key) in \(language.identifier)"
                guard let localization = localizations[language.identifier] else {
                    if !language.isPartial { found.append("\(place) is missing") }
                    continue
                }
                check(Localization(localization), english, language.identifier, place)
                guard let own = Localization(localization) else { continue }
                found += Prose(key: key, language: language.identifier, own: own.strings, english: english.strings).faults
                    .map { "\(place) \($0)" }
            }
        }
        for language in languages.all where !PluralRule(language: language.identifier).isKnown {
            found.append("\(language.identifier) counts in none of the ways that PluralRule knows")
        }
        for language in seen.subtracting(offered).sorted() { found.append("\(language) has strings and no line in languages.json") }
        for language in offered.subtracting(seen).sorted() { found.append("\(language) has a line in languages.json and no strings") }
    }

    private mutating func check(_ localization: Localization?, _ english: Localization, _ language: String, _ place: String) {
        guard let localization, localization.isWhole else { return found.append("\(place) has no value") }
        for state in localization.states.subtracting(["translated"]).sorted() { found.append("\(place) is \(state)") }
        let rule = PluralRule(language: language)
        check(localization.text, english.text, rule, place)
        for name in Set(english.parts.keys).union(localization.parts.keys).sorted() {
            let place = "\(place), %#@\(name)@,"
            guard let original = english.parts[name], let part = localization.parts[name] else {
                found.append("\(place) is not in both languages")
                continue
            }
            if (part.argument, part.specifier) != (original.argument, original.specifier) { found.append("\(place) has another argument") }
            check(part.text, original.text, rule, place)
        }
    }

    private mutating func check(_ text: Forms, _ english: Forms, _ rule: PluralRule, _ place: String) {
        guard text.isPlural == english.isPlural else {
            return found.append("\(place) \(english.isPlural ? "has no plural forms" : "has plural forms and counts nothing")")
        }
        if text.isPlural {
            let needed = rule.forms
            for form in needed.subtracting(text.byForm.keys).sorted() { found.append("\(place) lacks the plural form \(form)") }
            for form in Set(text.byForm.keys).subtracting(needed).sorted() {
                found.append("\(place) has a plural form that its language has not: \(form)")
            }
        }
        // English "other" has all the places there are.
        let places = Places(of: english.byForm["other"] ?? "")
        for (form, string) in text.byForm.sorted(by: { $0.key < $1.key }) {
            let own = Places(of: string)
            if own == places { continue }
            // "a set" may stand for 1, where the form is said of no other number.
            if text.isPlural, rule.numbers(in: form) == 1, own.isSame(as: places, butFor: "lld") { continue }
            found.append("\(place) has other places\(text.isPlural ? " in \(form)" : ""): \(own) for \(places)")
        }
    }
}

/// A string, or one for each plural form; a plain string is "other".
private struct Forms {
    var byForm: [String: String] = [:]
    var isPlural = false
}

/// One language's entry.
private struct Localization {
    struct Part {
        var argument: Int
        var specifier: String
        var text: Forms
    }

    var text = Forms()
    var parts: [String: Part] = [:]
    var states: Set<String> = []

    /// Nil for what is no localization.
    init?(_ json: [String: Any]) {
        text = take(json)
        for (name, part) in json["substitutions"] as? [String: [String: Any]] ?? [:] {
            parts[name] = Part(
                argument: part["argNum"] as? Int ?? 0, specifier: part["formatSpecifier"] as? String ?? "", text: take(part))
        }
        if text.byForm.isEmpty { return nil }
    }

    /// All its forms, by where they stand.
    var strings: [String: String] {
        var all = text.byForm
        for (name, part) in parts { for (form, string) in part.text.byForm { all["\(name).\(form)"] = string } }
        return all
    }

    var isWhole: Bool {
        let all = [text] + parts.values.map(\.text)
        return all.allSatisfy { $0.byForm["other"] != nil && !$0.byForm.values.contains { $0.allSatisfy(\.isWhitespace) } }
    }

    private mutating func take(_ json: [String: Any]) -> Forms {
        var forms = Forms()
        if let plural = (json["variations"] as? [String: Any])?["plural"] as? [String: [String: Any]] {
            forms.isPlural = true
            for (form, holder) in plural { forms.byForm[form] = unit(holder) }
        } else {
            forms.byForm["other"] = unit(json)
        }
        return forms
    }

    private mutating func unit(_ json: [String: Any]) -> String? {
        guard let unit = json["stringUnit"] as? [String: Any] else { return nil }
        states.insert(unit["state"] as? String ?? "without a state")
        return unit["value"] as? String
    }
}

/// The places of a string, with position and type.
private struct Places: Equatable, CustomStringConvertible {
    private var all: [String: Int] = [:]

    init(of string: String) {
        var next = 0
        for match in string.matches(of: /%(?:(\d+)\$)?(@|lld)|%#@(\w+)@|%(arg)|%%/) {
            if let name = match.3 {
                all["%#@\(name)@", default: 0] += 1
            } else if match.4 != nil {
                all["%arg lld", default: 0] += 1
            } else if let type = match.2 {
                if match.1 == nil { next += 1 }
                all["%\(match.1.map(String.init) ?? String(next))$\(type)", default: 0] += 1
            } else {
                all["%%", default: 0] += 1
            }
        }
    }

    /// Whether they differ in nothing but places of a type that are left out.
    func isSame(as other: Places, butFor type: String) -> Bool {
        func rest(_ places: Places) -> [String: Int] { places.all.filter { !$0.key.hasSuffix(type) } }
        return rest(self) == rest(other) && all.allSatisfy { other.all[$0.key] == $0.value }
    }

    var description: String {
        all.isEmpty
            ? "none" : all.sorted { $0.key < $1.key }.map { $0.value == 1 ? $0.key : "\($0.key) × \($0.value)" }.joined(separator: ", ")
    }
}

extension PluralRule {
    private static let samples = Array(0...200) + [1_000_000]

    /// The forms that whole numbers have, and "other", which fractions have everywhere.
    fileprivate var forms: Set<String> { Set(Self.samples.map { category($0).rawValue } + ["other"]) }

    fileprivate func numbers(in form: String) -> Int { Self.samples.count { category($0).rawValue == form } }
}
