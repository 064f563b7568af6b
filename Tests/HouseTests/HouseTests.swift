import Foundation
import TestSupport
import Testing

/// The rooms from the ground up, each with the rooms it may import. ARCHITECTURE's floors; Package.swift repeats the lower half of it.
private let house: [(room: String, mayImport: Set<String>)] = [
    ("Workouts", []),
    ("Words", []),
    ("Playback", ["Workouts", "Words"]),
    ("Records", ["Workouts"]),
    ("Library", ["Records", "Workouts"]),
    ("Bridge", ["Library", "Workouts"]),
    ("Ports", ["Playback", "Library", "Records", "Workouts"]),
    ("Linux", ["Ports", "Playback", "CLinux"]),
    ("Preview", ["Linux", "Ports", "Playback", "Workouts", "CLinux", "CZlib"]),
    ("Sound", ["Linux", "Ports", "Playback", "Workouts", "CALSA", "CEspeak", "CLinux"]),
    ("Buttons", ["Linux", "Ports", "Playback", "CGpiod", "CLinux"]),
    ("Display", ["Linux", "Ports", "Playback", "CDRM", "CLinux"]),
    ("Store", ["Linux", "Ports", "Playback", "Bridge", "Library", "Records", "Workouts", "Words", "CLinux"]),
    ("Canvas", ["Ports", "CCairo"]),
    ("Stage", ["Canvas", "Ports", "Playback", "Records", "Workouts", "Words"]),
    // Names no device: of the world it knows the ports only.
    ("Kiosk", ["Stage", "Canvas", "Ports", "Playback", "Library", "Records", "Workouts", "Words"]),
    (
        "Commands",
        [
            "Kiosk", "Stage", "Canvas", "Store", "Display", "Buttons", "Sound", "Preview", "Linux", "Ports", "Playback", "Bridge",
            "Library", "Records", "Workouts", "Words",
        ]
    ),
    ("stepback", ["Commands"]),
]

private let core: Set = ["Workouts", "Words", "Playback", "Records", "Library", "Bridge"]

/// Sources/FLOOR/ROOM/...
private func room(of path: String) -> String? {
    let parts = path.split(separator: "/")
    return parts.count > 3 && parts[0] == "Sources" ? String(parts[2]) : nil
}

private let houseSources = Project.sources.filter { $0.path.hasPrefix("Sources/") }

private let allowed = Dictionary(uniqueKeysWithValues: house.map { ($0.room, $0.mayImport) })

private func wrongImports(_ source: SwiftSource) -> [String] {
    guard let room = room(of: source.path), let rooms = allowed[room] else { return ["\(source.path) is in no room of the house"] }
    let everyone: Set = ["Foundation", "Glibc", "Synchronization", "Dispatch"]
    return source.imports.filter { !rooms.contains($0) && !everyone.contains($0) }.map { "\(source.path) imports \($0)" }
}

@Test func aRoomImportsOnlyRoomsBelowIt() {
    let order = Dictionary(uniqueKeysWithValues: house.enumerated().map { ($1.room, $0) })
    for (name, rooms) in allowed {
        for lower in rooms where !lower.hasPrefix("C") || order[lower] != nil {
            #expect((order[lower] ?? .max) < order[name]!, "\(name) stands below \(lower)")
        }
    }
    let upwards = SwiftSource(
        path: "Sources/Core/Playback/X.swift", text: "@preconcurrency import struct Sound.Mixer\nimport Workouts\n// import Kiosk")
    #expect(wrongImports(upwards) == ["Sources/Core/Playback/X.swift imports Sound"])
    #expect(
        wrongImports(SwiftSource(path: "Sources/Attic/Ghost/X.swift", text: "")) == [
            "Sources/Attic/Ghost/X.swift is in no room of the house"
        ])
    #expect(!houseSources.isEmpty)
    for source in houseSources { #expect(wrongImports(source) == []) }
}

@Test func thePackageDeclaresNoArrowUpwards() throws {
    let manifest = SwiftSource(path: "Package.swift", text: try Project.text("Package.swift"))
    var seen = 0
    for (index, line) in manifest.lines.enumerated() where line.contains(" room(\"") {
        let names = manifest.literals.filter { $0.line == index + 1 }.map(\.text)
        for dependency in names.dropFirst(2) {
            #expect(allowed[names[0]]?.contains(dependency) == true, "Package.swift lets \(names[0]) import \(dependency)")
        }
        seen += 1
    }
    #expect(seen >= 12)
}

@Test func coreKnowsNoSystem() {
    for source in houseSources where room(of: source.path).map(core.contains) == true {
        #expect(Set(source.imports).isDisjoint(with: ["Glibc", "CLinux", "Dispatch", "Synchronization"]), "\(source.path)")
    }
}

/// What reads a clock, a file, a locale or another global, or keeps one.
private let globals = [
    "Date()", "Date.now", "ContinuousClock", "SuspendingClock", "clock_gettime", "DispatchTime", "FileManager", "FileHandle",
    "contentsOf:", "contentsOfFile", "ProcessInfo", "CommandLine", "UUID()", ".random(", "randomElement", ".shuffled(", "print(",
    "static var ",
    "nonisolated(unsafe)", "Bundle.", "UserDefaults",
]

@Test func coreCallsNoClockFileOrGlobal() {
    #expect(found(globals, in: SwiftSource(path: "x", text: "let a = Date() // Date.now\nlet b = \"FileManager\"")) == ["x:1: Date()"])
    for source in houseSources where room(of: source.path).map(core.contains) == true {
        #expect(found(globals, in: source) == [])
    }
}

@Test func noRoomReadsTheCurrentLocale() {
    // A Linux process has none worth having: Locale.current is en_001 whatever the system says.
    let currents = ["Locale.current", "autoupdatingCurrent", "Calendar.current", "String(localized:", "NSLocalizedString"]
    for source in houseSources { #expect(found(currents, in: source) == []) }
}

private func found(_ patterns: [String], in source: SwiftSource) -> [String] {
    source.lines.enumerated().flatMap { index, line in
        patterns.filter { line.contains($0) }.map { "\(source.path):\(index + 1): \($0)" }
    }
}

@Test func theGuardsReadSwiftAsItIsWritten() {
    let text = """
        let a = "one \\(f("two")) // three" /* four /* five */ "six" */ + #"\\n "seven" "#
        // eight "nine"
        let b = ""
        """
    let source = SwiftSource(path: "x", text: text)
    #expect(source.literals.map(\.text) == ["two", "one \\() // three", "\\n \"seven\" ", ""])
    #expect(source.lines == ["let a = \"(f(\"\"))\"  + \"\"", "", "let b = \"\""])
    #expect(source.literals.map(\.line) == [1, 1, 1, 3] && source.commentedLines == [1, 2])
}
