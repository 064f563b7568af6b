import Foundation
import TestSupport
import Testing
import Words
import Workouts

@testable import Commands

private let languages: Languages = {
    do { return try Languages(parsing: [UInt8](Data(contentsOf: Project.resources.appendingPathComponent("languages.json")))) } catch {
        preconditionFailure("\(error)")
    }
}()

/// The gallery as a kiosk of this language has it.
private func gallery(_ language: String) throws -> Catalog {
    let strings = try Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
    let words = try Words(
        catalog: strings, locale: Locale(identifier: language), languages: languages, everyLanguageOf: "workout.")
    let data = try Data(contentsOf: Project.resources.appendingPathComponent("catalog.json"))
    return try Catalog(parsing: [UInt8](data)).named(by: { words($0) }, in: words.language, everywhere: { words.everyLanguage(of: $0) })
        .knowingForeignNames()
}

/// The workouts that lines of a routine's text are understood as.
private func read(_ lines: [String], _ catalog: Catalog) -> [String?] {
    let text = "A routine\n" + lines.joined(separator: "\n")
    let reading = RoutineFile.read(Array(text.utf8), fileName: "a.routine", fallbackID: "a", catalog: catalog)
    return reading.routine?.steps.map(\.workoutID) ?? []
}

@Test(arguments: languages.all) func everyNameOfALanguageIsUnderstoodInARoutine(_ language: Languages.Language) throws {
    let catalog = try gallery(language.identifier)
    // Names that one language gives to two workouts would be the catalog's fault.
    #expect(Set(catalog.workouts.map { $0.name.lowercased() }).count == catalog.workouts.count)
    let own = read(catalog.workouts.map { "\($0.name) 30s x3, rest 10s" }, catalog)
    for (workout, found) in zip(catalog.workouts, own) {
        #expect(found == workout.id, "“\(workout.name)” is read as \(found ?? "nothing")")
    }
    // English names always work, but where this language gives the same name to another workout.
    let english = read(catalog.workouts.map { "\($0.englishName) 30s" }, catalog)
    for (workout, found) in zip(catalog.workouts, english) where found != workout.id {
        #expect(found.flatMap { catalog[$0]?.name.lowercased() } == workout.englishName.lowercased(), "“\(workout.englishName)”")
    }
}

@Test func aSharedFolderIsUnderstoodInEveryLanguage() throws {
    let german = try gallery("de")
    let pushUps = try #require(german["push-up"])
    #expect(pushUps.name == "Liegestütze")
    #expect(
        read(["Liegestütze 30s", "liegestutze 30s", "Push-ups 30s", "\"Liegestütze\" 30s"], german) == Array(repeating: "push-up", count: 4)
    )
    for language in languages.all {
        let catalog = try gallery(language.identifier)
        #expect(read(["Liegestütze 30s", "Отжимания 30s x3"], catalog) == ["push-up", "push-up"], "\(language.name)")
        // Understood, and neither found nor suggested: what is shown is this language's.
        if language.identifier != "de" { #expect(!catalog.search("liegest").contains { $0.id == "push-up" }) }
    }
}

@Test func lettersFindWhatStandsOnTheScreen() throws {
    #expect(try gallery("de").search("liege").first?.name.hasPrefix("Liegestütze") == true)
    #expect(
        try gallery("de").search("uber").allSatisfy {
            $0.name.folding(options: .diacriticInsensitive, locale: nil).lowercased().contains("uber")
                || $0.englishName.lowercased().contains("uber")
        })
    #expect(try gallery("ru").search("отж").first?.name.hasPrefix("Отж") == true)
    #expect(try gallery("ar").search("سكو").contains { $0.id == "squat" })
    // Other names that people use, in the language and in English.
    #expect(try gallery("de").search("kniebeuge ").contains { $0.id == "squat" })
    #expect(
        try gallery("de").search("unterarm").contains { $0.id == "plank" }
            && !gallery("fr").search("unterarm").contains { $0.id == "plank" })
    // What people call it in English is found in any language.
    #expect(try gallery("ru").search("push").contains { $0.id == "push-up" })
}
