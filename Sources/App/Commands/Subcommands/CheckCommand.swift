import Foundation
import Library
import Store
import Words
import Workouts

/// `stepback check FILE...`: whether files can be used, and what is doubtful in them; a folder is a whole store. Changes nothing.
enum CheckCommand: Subcommand {
    static let shape = Shape(name: "check", operands: .many(place: "place.file"), options: [.print, .json, .config])

    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        let catalog = try invocation.readCatalog()
        var reports: [[String: Any]] = []
        var isAllGood = true
        var texts: [String] = []
        for path in arguments.operands {
            if isStore(path) {
                let store = try invocation.openStore(at: path)
                isAllGood = isAllGood && !store.library.attention.contains { $0.problems.haveErrors }
                if arguments.has(.json) { reports.append(report(store, invocation.words)) } else { tell(store, invocation) }
                continue
            }
            let file = CheckedFile(path: path, catalog: catalog, words: invocation.words, folder: Sentence("file.folderNoStore"))
            isAllGood = isAllGood && file.canBeUsed
            if arguments.has(.json) {
                reports.append(report(file, text: arguments.has(.print) ? file.text : nil, invocation.words))
            } else if arguments.has(.print) {
                for sentence in file.sentences(invocation.words) { invocation.surroundings.warn(sentence) }
                if let text = file.text { texts.append(text) }
            } else {
                for sentence in file.sentences(invocation.words) { invocation.surroundings.say(sentence) }
                if let summary = file.summary { invocation.surroundings.say(summary.text(invocation.words)) }
            }
        }
        if arguments.has(.json) { invocation.surroundings.write(JSONText.of(["files": reports, "playable": isAllGood])) }
        // Exactly as it would be written to a file; readers dropped its control characters.
        if !texts.isEmpty { invocation.surroundings.write(texts.joined(separator: "\n")) }
        return isAllGood ? ExitCode.done : ExitCode.failed
    }

    /// A folder with one of a store's four in it.
    private static func isStore(_ path: String) -> Bool {
        StoreShelf.allCases.contains { shelf in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(path)/\(shelf.rawValue)", isDirectory: &isFolder) && isFolder.boolValue
        }
    }

    private static func tell(_ store: OpenedStore, _ invocation: Invocation) {
        for attention in store.library.attention {
            for problem in attention.problems.byLine {
                invocation.surroundings.say(problem.sentence("\(store.path)/\(attention.path)", invocation.words))
            }
        }
        let library = store.library
        let words = invocation.words
        let parts = [
            words("check.routines", .number(library.routines.count)), words("check.plans", .number(library.plans.count)),
            words("check.workouts", .number(library.ownWorkouts.count)), words("check.sessions", .number(library.sessions.count)),
        ]
        invocation.surroundings.say(words("file.at", .text(store.path), .text(words.list(parts))))
    }

    private static func report(_ store: OpenedStore, _ words: Words) -> [String: Any] {
        let library = store.library
        return [
            "file": store.path, "kind": "store", "playable": !library.attention.contains { $0.problems.haveErrors },
            "routines": library.routines.count, "plans": library.plans.count, "workouts": library.ownWorkouts.count,
            "sessions": library.sessions.count,
            "problems": library.attention.flatMap { attention in
                attention.problems.byLine.map { $0.data(words).merging(["file": attention.path]) { old, _ in old } }
            },
        ]
    }

    private static func report(_ file: CheckedFile, text: String?, _ words: Words) -> [String: Any] {
        var report: [String: Any] = ["file": file.path, "kind": file.kind.rawValue, "playable": file.canBeUsed]
        if let routine = file.routine {
            report["routine"] = routine.name
            report["steps"] = routine.steps.count
            report["totalSeconds"] = Timeline(routine, getReadySeconds: 0).totalSeconds
        }
        report["text"] = text
        var problems = file.problems.byLine.map { $0.data(words) }
        if let refusal = file.refusal {
            problems.append(["severity": "error", "what": refusal.what.text(words), "remedy": refusal.what.fix.text(words)])
        }
        report["problems"] = problems
        return report
    }
}

extension Option {
    fileprivate static let print = Option("print", .flag)
}
