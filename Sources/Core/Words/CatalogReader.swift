/// Reads a String Catalog's JSON in one pass, building strings only for the languages that are wanted.
struct CatalogReader {
    /// Best first, the source language last.
    private(set) var languages: [String] = []
    private(set) var entries: [String: Catalog.Entry] = [:]
    /// Of the keys that begin with one of `collected`: the string in every language there is, by its identifier.
    private(set) var everyLanguage: [String: [String: String]] = [:]
    private let collected: [String]

    init(_ bytes: [UInt8], languages wanted: [String], everyLanguageOf collected: [String] = []) throws(WordsError) {
        self.collected = collected
        var scanner = JSONScanner(bytes)
        var isSourceKnown = false
        var strings: JSONScanner?
        var hasRead = false
        languages = wanted.prefix { $0 != "en" } + ["en"]
        // The source language decides what is kept of the strings, wherever it stands. Where it stands first, as Xcode writes it, one
        // pass does; else the strings are passed over and read behind it.
        try scanner.object { (scanner, key) throws(WordsError) in
            switch key {
            case "sourceLanguage":
                let source = try scanner.string()
                languages = wanted.prefix { $0 != source } + [source]
                isSourceKnown = true
            case "strings" where isSourceKnown:
                hasRead = true
                try read(&scanner)
            case "strings":
                strings = scanner
                try scanner.skip()
            default: try scanner.skip()
            }
        }
        if var strings { try read(&strings) } else if !hasRead { throw scanner.missing("\"strings\"") }
    }

    private mutating func read(_ strings: inout JSONScanner) throws(WordsError) {
        entries = [:]
        // A program's worth, rather than being moved eleven times on the way there.
        entries.reserveCapacity(2_048)
        try strings.object { (scanner, key) throws(WordsError) in entries[key] = try entry(key, &scanner) }
    }

    private mutating func entry(_ key: String, _ scanner: inout JSONScanner) throws(WordsError) -> Catalog.Entry {
        let source = languages.count - 1
        // A string that not even the source language has is its own key, as Xcode reads it.
        var best = Catalog.Entry(text: .plain(key), substitutions: [:], language: source)
        var bestRank = languages.count
        let isCollected = collected.contains { key.utf8.starts(with: $0.utf8) }
        var every: [String: String] = [:]
        try scanner.object { (scanner, member) throws(WordsError) in
            guard member == "localizations" else { return try scanner.skip() }
            try scanner.object { (scanner, language) throws(WordsError) in
                let rank = languages.firstIndex(of: language) ?? .max
                guard rank < bestRank || isCollected else { return try scanner.skip() }
                let localization = try localization(&scanner, isSource: rank == source)
                guard let text = localization.text else { return }
                if isCollected, case .plain(let text) = text { every[language] = text }
                guard rank < bestRank else { return }
                best = Catalog.Entry(text: text, substitutions: localization.substitutions, language: rank)
                bestRank = rank
            }
        }
        if isCollected { everyLanguage[key] = every }
        return best
    }

    private typealias Localization = (text: Catalog.Text?, substitutions: [String: Catalog.Substitution])

    private func localization(_ scanner: inout JSONScanner, isSource: Bool) throws(WordsError) -> Localization {
        var result: Localization = (nil, [:])
        try scanner.object { (scanner, member) throws(WordsError) in
            switch member {
            case "stringUnit": result.text = try unit(&scanner, isSource: isSource).map(Catalog.Text.plain) ?? result.text
            case "variations": result.text = try variations(&scanner, isSource: isSource) ?? result.text
            case "substitutions":
                try scanner.object { (scanner, name) throws(WordsError) in
                    result.substitutions[name] = try substitution(&scanner, number: result.substitutions.count, isSource: isSource)
                }
            default: try scanner.skip()
            }
        }
        return result
    }

    /// The value, or nil where there is no translation yet: state "new" is a place for one.
    private func unit(_ scanner: inout JSONScanner, isSource: Bool) throws(WordsError) -> String? {
        var value: String?
        var isNew = false
        try scanner.object { (scanner, member) throws(WordsError) in
            switch member {
            case "value": value = try scanner.string()
            case "state": isNew = try scanner.string() == "new"
            default: try scanner.skip()
            }
        }
        return isNew && !isSource ? nil : value
    }

    /// Plural forms. Variations by device are passed over: this is one device.
    private func variations(_ scanner: inout JSONScanner, isSource: Bool) throws(WordsError) -> Catalog.Text? {
        var forms: [PluralRule.Category: String] = [:]
        try scanner.object { (scanner, kind) throws(WordsError) in
            guard kind == "plural" else { return try scanner.skip() }
            try scanner.object { (scanner, category) throws(WordsError) in
                guard let category = PluralRule.Category(rawValue: category) else { return try scanner.skip() }
                try scanner.object { (scanner, member) throws(WordsError) in
                    guard member == "stringUnit" else { return try scanner.skip() }
                    forms[category] = try unit(&scanner, isSource: isSource)
                }
            }
        }
        // Without "other" a number could be left without words.
        return forms[.other] == nil ? nil : .plural(forms)
    }

    private func substitution(_ scanner: inout JSONScanner, number: Int, isSource: Bool) throws(WordsError) -> Catalog.Substitution {
        var result = Catalog.Substitution(argument: number, text: .plain(""))
        try scanner.object { (scanner, member) throws(WordsError) in
            switch member {
            case "argNum": if let position = try scanner.integer(), position > 0 { result.argument = position - 1 }
            case "variations": result.text = try variations(&scanner, isSource: isSource) ?? result.text
            default: try scanner.skip()
            }
        }
        return result
    }
}
