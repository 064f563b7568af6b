import Foundation
import Library
import Store
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

/// The gallery as a kiosk of each language has it, made once.
private let galleries: [String: Catalog] = {
    do {
        return try Dictionary(uniqueKeysWithValues: languages.all.map { ($0.identifier, try madeGallery($0.identifier)) })
    } catch { preconditionFailure("\(error)") }
}()

private func gallery(_ language: String) throws -> Catalog { try #require(galleries[language]) }

private func madeGallery(_ language: String) throws -> Catalog {
    let strings = try Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
    let words = try Words(
        catalog: strings, locale: Locale(identifier: language), languages: languages,
        everyLanguageOf: ["workout.", "category.", "starter."])
    let data = try Data(contentsOf: Project.resources.appendingPathComponent("catalog.json"))
    return try Catalog(parsing: [UInt8](data)).named(
        by: { words($0) }, in: words.language, everywhere: { words.inEveryLanguage($0) }
    )
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

@Test func theGalleryIsTheSameHoweverOftenItIsMade() throws {
    // The store's index is of no use to a start whose gallery is another, and a dictionary has its own order each time it is made.
    let (one, other) = (try madeGallery("en"), try madeGallery("en"))
    #expect(one.workouts.allSatisfy { $0.foreignNames.count >= languages.all.count - 1 })
    #expect(one.workouts.map(\.foreignNames) == other.workouts.map(\.foreignNames))
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

// MARK: What is said about files

/// Names that no gallery has, near ones of several languages; a step without a time; categories in three languages; a nameless step.
private let doubtful = [
    "routines/a.routine":
        "Legs\nBrige 30s\nKniebeugn 30s\nLiegestutz x3\nSquats x3, rest 10s\ncategory: Core\ncategory: Rumpf\nПрисядания 40s\n",
    "routines/b.json": #"{"name": "B", "steps": [{"workSeconds": 0}, {}, {"workoutNameSnapshot": "Squatts", "workSeconds": 30}]}"#,
    "routines/c.routine": "Squats\n\nBridge 30s\nPlank 30s\nPlank\n", "workouts/squat.json": #"{"id": "squat", "name": "Mine"}"#,
]

@Test func everyKioskWritesTheSameProblemsAndEnglishOnes() throws {
    let folder = try Scratch()
    for (path, text) in doubtful {
        let url = folder.url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }
    var first: String?
    for language in languages.all {
        let contents = StoreContents(folder: try StoreFolder(path: folder.url.path), gallery: try gallery(language.identifier))
        contents.start()
        let written = ProblemsFile.bytes(contents.library(.ready).attention, english).map { String(decoding: $0, as: UTF8.self) }
        if first == nil { first = written }
        #expect(written == first, "a kiosk that speaks \(language.name)")
        // Read again from the index of that start.
        let again = StoreContents(folder: try StoreFolder(path: folder.url.path), gallery: try gallery(language.identifier))
        again.start(index: contents.index())
        #expect(ProblemsFile.bytes(again.library(.ready).attention, english) == written.map { Array($0.utf8) })
    }
    let text = try #require(first)
    #expect(text.contains("did you mean “Bridge”?") && text.contains("“Squats”") && text.contains("“Squats 45s”"), "\(text)")
    #expect(!text.contains("Kniebeugen") && !text.contains("Приседания"), "\(text)")
}

@Test func onTheScreenAProblemNamesWorkoutsInTheLanguageOfTheKiosk() throws {
    let strings = try Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
    let german = try Words(catalog: strings, locale: Locale(identifier: "de"), languages: languages)
    for language in ["en", "ru"] {
        let reading = RoutineFile.read(
            Array("Legs\nSquatts 30s".utf8), fileName: "a.routine", fallbackID: "a", catalog: try gallery(language))
        #expect(try #require(reading.problems.first).remedy.text(german).contains("„Kniebeugen“"))
    }
}

@Test func aTerminalGetsNoInvisibleMarksAndNoEscapesOfThem() throws {
    let scratch = try Scratch()
    let path = try scratch.file("a.routine", "Legs\nSquatts 30s\nBridge 30s x0\n")
    for arguments in [["check", path], ["check", "--json", path], ["render", path, "--no-frames", "--out", scratch.path("out")]] {
        let shell = Shell(arguments: arguments + ["--locale", "ar"])
        let text = shell.output + shell.errors
        #expect(text.contains(path) || arguments[0] == "render", "\(text)")
        for mark in ["\u{2068}", "\u{2069}", "\u{200E}", "\\u{2068}", "\\u2068"] {
            #expect(!text.contains(mark), "\(arguments[0]): \(text)")
        }
    }
}

// MARK: Starters

/// What is played, without what it is called.
private func nameless(_ reading: Reading) -> [Step]? {
    reading.routine?.steps.map { step in
        var step = step
        step.name = ""
        return step
    }
}

@Test(arguments: languages.all) func aNewStoreBeginsInTheLanguageOfTheKiosk(_ language: Languages.Language) throws {
    var invocation = Invocation(
        surroundings: Surroundings(
            arguments: [], variables: ["LANG": language.identifier], executable: Project.root.appendingPathComponent("stepback").path,
            write: { _ in }, complain: { _ in }))
    try invocation.findWords()
    let own = try gallery(language.identifier)
    let starters = try invocation.starters(own)
    let folder = Project.resources.appendingPathComponent("routines")
    #expect(starters.map(\.key) == ["full-body", "morning-core", "strength-and-stretch"])
    for starter in starters {
        let shipped = [UInt8](try Data(contentsOf: folder.appendingPathComponent(starter.fileName)))
        let english = RoutineFile.read(shipped, fileName: starter.fileName, catalog: try gallery("en"))
        // The same routine wherever it is read, without a doubt, under names of its own.
        for reader in [language.identifier, "en", "ru"] {
            let reading = RoutineFile.read(starter.bytes, fileName: starter.fileName, catalog: try gallery(reader))
            #expect(reading.problems.isEmpty, "\(reading.problems)")
            #expect(nameless(reading) == nameless(english))
            #expect(reading.document?.starter == starter.key)
        }
        let lines = String(decoding: starter.bytes, as: UTF8.self).split(separator: "\n")
        for step in english.routine?.steps ?? [] {
            let name = try #require(step.workoutID.flatMap { own[$0]?.name })
            #expect(lines.contains { $0.hasPrefix(name + " ") }, "\(name)")
        }
        let kept = lines.filter { String(decoding: shipped, as: UTF8.self).split(separator: "\n").contains($0) }
        if language.identifier == "en" {
            #expect(starter.bytes == shipped)
        } else {
            #expect(!kept.contains { english.routine?.name == String($0) })
            #expect(language.isPartial || !kept.contains { $0.hasPrefix("#") }, "\(kept)")
        }
    }
    // Whichever kiosk seeded it, all know it as it was seeded.
    let digests = Starter.digests(of: starters)
    #expect(
        digests["morning-core"]?.contains(
            ContentDigest.of([UInt8](try Data(contentsOf: folder.appendingPathComponent("morning-core.routine"))))) == true)
}

@Test func twoKiosksOfTwoLanguagesSeedOneStoreOnce() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("store"), withIntermediateDirectories: true)
    var starters: [[Starter]] = []
    for language in ["de", "ru"] {
        var invocation = Invocation(
            surroundings: Surroundings(
                arguments: [], variables: ["LANG": language], executable: Project.root.appendingPathComponent("stepback").path,
                write: { _ in }, complain: { _ in }))
        try invocation.findWords()
        starters.append(try invocation.starters(try gallery(language)))
    }
    // The second begins before it sees the marker that the first one sets last.
    for (index, own) in starters.enumerated() {
        var keeper = StoreKeeper(path: scratch.path("store"), isUsual: true, local: nil, device: "0000000\(index)", starters: own)
        _ = keeper.look()
        try? FileManager.default.removeItem(atPath: scratch.path("store/" + StoreKeeper.markerName))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("store/routines")).sorted()
    #expect(names == ["full-body.routine", "morning-core.routine", "strength-and-stretch.routine"])
    let morning = try String(contentsOfFile: scratch.path("store/routines/morning-core.routine"), encoding: .utf8)
    #expect(morning.contains("Core am Morgen") && morning.contains("Kniebeugen"))
}

@Test func screensAreRenderedOnAMachineWithoutAStore() throws {
    let scratch = try Scratch()
    let shell = Shell(
        "render", "--screen", "home", "--locale", "ru", "--size", "480x320", "--out", scratch.path("out"),
        variables: ["XDG_STATE_HOME": scratch.path("none")])
    #expect(shell.code == 0 && shell.errors == "", "\(shell.errors)")
    #expect(FileManager.default.fileExists(atPath: scratch.path("out/home.png")))
}
