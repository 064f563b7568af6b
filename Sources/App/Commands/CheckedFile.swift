import Store
import Words
import Workouts

/// A file of any kind as `check` reads it, or why it could not be opened.
struct CheckedFile {
    /// What a file is: told by what it holds, since it may lie anywhere, and where that says nothing by its folder and name.
    enum Kind: String { case routine, plan, workout, session, settings }

    /// As the person wrote it.
    let path: String
    private(set) var kind = Kind.routine
    private(set) var problems: [Problem] = []
    private(set) var refusal: RegularFile.Refusal?
    /// What it is called and how much it is; nil when it cannot be used.
    private(set) var summary: Sentence?
    private(set) var routine: Routine?
    /// As it would be written: routines only.
    private(set) var text: String?

    /// - Parameter folder: what is said of a folder.
    init(path: String, catalog: Catalog, words: Words, folder: Sentence = .folder) {
        self.path = path
        let bytes: [UInt8]
        do throws(RegularFile.Refusal) { bytes = try RegularFile.read(path) } catch {
            refusal = error.what == .folder ? RegularFile.Refusal(folder) : error
            return
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        kind = Self.kind(of: bytes, path)
        switch kind {
        case .routine: readRoutine(bytes, name, catalog, words)
        case .settings: readSettings(bytes)
        case .plan:
            let reading = PlanJSON.read(bytes, fileName: name, fallbackID: name)
            problems = reading.problems
            summary = reading.plan.map { Sentence("check.plan", .text(path), .text($0.name), .number($0.days.joined().count)) }
        case .workout:
            let reading = OwnWorkoutJSON.read(bytes, fallbackID: name)
            problems = reading.problems
            summary = reading.workout.map { Sentence("check.workout", .text(path), .text($0.name)) }
        case .session:
            let (session, found) = SessionJSON.read(bytes, fileName: name)
            problems = found
            summary = session.map { session in
                Sentence("check.session", .text(path), .text(session.routineName), .text(Timestamp.text(seconds: session.startedSeconds)))
            }
        }
    }

    private mutating func readSettings(_ bytes: [UInt8]) {
        problems = SettingsFile.problems(bytes)
        if !problems.haveErrors { summary = Sentence("check.settings", .text(path)) }
    }

    private mutating func readRoutine(_ bytes: [UInt8], _ name: String, _ catalog: Catalog, _ words: Words) {
        let reading = RoutineFile.read(bytes, fileName: name, catalog: catalog)
        problems = reading.problems
        routine = reading.routine
        text = reading.document.map { RoutineText.text(of: $0, catalog: catalog) }
        summary = routine.map { routine in
            let total = words.clock(Timeline(routine, getReadySeconds: 0).totalSeconds)
            return Sentence("check.good", .text(path), .text(routine.name), .number(routine.steps.count), .text(total))
        }
    }

    private static func kind(of bytes: [UInt8], _ path: String) -> Kind {
        // What is no text or no JSON is read as a routine, which says what is wrong with it.
        guard let text = try? RoutineText.decode(bytes).text, text.first(where: { !$0.isWhitespace }) == "{" else { return byPlace(path) }
        guard let json = try? JSON(parsing: text) else { return byPlace(path) }
        if json["slots"] != nil { return .plan }
        if json["startedAt"] != nil { return .session }
        if json["steps"] != nil { return .routine }
        return byPlace(path)
    }

    private static func byPlace(_ path: String) -> Kind {
        let names = path.split(separator: "/").map(String.init)
        guard let name = names.last, name.lowercased().hasSuffix(".json") else { return .routine }
        if name == "settings.json" { return .settings }
        for folder in names.dropLast().reversed() {
            switch StoreShelf(rawValue: folder) {
            case .plans: return .plan
            case .workouts: return .workout
            case .sessions: return .session
            case .routines: return .routine
            case nil: continue
            }
        }
        return .routine
    }

    var canBeUsed: Bool { summary != nil }

    /// `file:line: what; remedy`, in the order of the lines; what concerns the whole file first.
    func sentences(_ words: Words) -> [String] {
        if let refusal { return [refusal.sentence(path, words)] }
        return problems.byLine.map { $0.sentence(path, words) }
    }
}

extension [Problem] {
    /// In the order of the lines; what concerns the whole file first.
    var byLine: [Problem] {
        enumerated().sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }.map(\.element)
    }
}

extension Problem {
    func data(_ words: Words) -> [String: Any] {
        var data: [String: Any] = ["severity": severity.rawValue, "what": what.text(words), "remedy": remedy.text(words)]
        data["line"] = line
        if case .path(let path, _) = place { data["path"] = path }
        data["suggestion"] = suggestion
        return data
    }
}
