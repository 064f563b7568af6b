import Foundation
import Library
import Store
import Words
import Workouts

extension Invocation {
    /// The routines that a new store begins with, in the language of the invocation.
    /// - Parameter gallery: with the names of any language.
    func starters(_ gallery: Catalog) throws(CommandError) -> [Starter] {
        let folder = try resources.path(of: "routines")
        let translation = StarterTranslation(words, gallery)
        var starters: [Starter] = []
        // A folder that is there and cannot be read gives no starters, and the store begins empty.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() {
            let english = String(decoding: try resources.bytes(of: "routines/\(name)"), as: UTF8.self)
            let editions = languages.all.map { Array(translation.text(english, in: $0.identifier).utf8) }
            let own = Array(translation.text(english, in: words.language).utf8)
            if let starter = Starter(fileName: name, bytes: own, others: editions, catalog: gallery) { starters.append(starter) }
        }
        return starters
    }

    /// The starters alone, for a machine without a store.
    func bundledLibrary() throws(CommandError) -> Library {
        let gallery = try readCatalog()
        return Starter.library(of: try starters(gallery), gallery, .ready)
    }
}

/// Puts a starter, which is shipped in English, into another language: its name, its comments, and what its workouts are called. What a
/// routine's text is written with (rest, each side, x3) is the same everywhere. What has no translation stays as it is.
struct StarterTranslation {
    private let words: Words
    private let gallery: Catalog
    /// Keys of the names and comments, by their English text.
    private let keys: [String: String]

    /// - Parameter words: those that have the strings below in every language.
    init(_ words: Words, _ gallery: Catalog) {
        self.words = words
        self.gallery = gallery
        let all = [
            "starter.name.fullBody", "starter.name.morningCore", "starter.name.strengthAndStretch", "starter.comment.fullBody",
            "starter.comment.name", "starter.comment.sets", "starter.comment.sides", "starter.comment.copy", "starter.comment.list",
            "starter.comment.quantities", "starter.comment.strengthAndStretch", "starter.comment.notes", "starter.part.warmUp",
            "starter.part.work", "starter.part.stretch",
        ]
        var keys: [String: String] = [:]
        for key in all { if let english = words.everyLanguage(of: key)["en"] { keys[english] = key } }
        self.keys = keys
    }

    func text(_ english: String, in language: String) -> String {
        english.split(separator: "\n", omittingEmptySubsequences: false).map { line($0, language) }.joined(separator: "\n")
    }

    private func line(_ line: Substring, _ language: String) -> String {
        if line.hasPrefix("# ") { return "# " + translated(String(line.dropFirst(2)), language) }
        // A step is its workout's name, a blank, and something that begins with a digit.
        let name = line.indices.first { line[$0] == " " && line[line.index(after: $0)...].first?.isNumber == true }.map { line[..<$0] }
        guard let name, let workout = gallery.workout(called: String(name)),
            let own = words.everyLanguage(of: workout.nameKey)[language]
        else { return translated(String(line), language) }
        return own + line[name.endIndex...]
    }

    private func translated(_ english: String, _ language: String) -> String {
        keys[english].flatMap { words.everyLanguage(of: $0)[language] } ?? english
    }
}
