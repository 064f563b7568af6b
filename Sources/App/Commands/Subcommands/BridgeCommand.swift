import Bridge
import Foundation
import Library
import Linux
import Ports
import Store
import Words
import Workouts

/// `stepback bridge submit FILE` gives the store a command and waits for its outcome; `stepback bridge watch` does the work of the bridge
/// where no kiosk runs, and with `--once` what is in the inbox now. The exit code is 0 when all was accepted, 1 when something was rejected,
/// 74 when something could not be decided; `watch` that was asked to end has done its work.
enum BridgeCommand: Subcommand {
    static let shape = Shape(
        name: "bridge", operands: .deed(place: "place.bridge"), options: [.once, .json, .store, .config])

    private static let deeds = ["submit", "watch"]

    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        do throws(CommandError) { return try act(arguments, invocation) } catch {
            switch error {
            case .failed(let sentences): throw .impossible(sentences.map { $0.text(invocation.words) })
            case .told(let sentences): throw .impossible(sentences)
            case .usage, .impossible, .broken: throw error
            }
        }
    }

    private static func act(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        switch (arguments.operands[0], arguments.operands.count) {
        case ("submit", 2):
            if arguments.has(.once) { throw shape.wrong("usage.unknownOption", .text("--once"), .text("--json, --store, --config")) }
            return try submit(arguments.operands[1], arguments, invocation)
        case ("submit", _): throw shape.wrong("usage.missing.bridge")
        case ("watch", 1): return try arguments.has(.once) ? empty(arguments, invocation) : watch(arguments, invocation)
        case ("watch", _): throw shape.wrong("usage.tooMany", .text(arguments.operands[1]))
        case (let deed, _):
            throw shape.wrong("usage.choice", .text(shape.name), .text(deed), .text(deeds.joined(separator: ", ")))
        }
    }

    // MARK: One command

    private static func submit(_ path: String, _ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        let bytes = try command(in: path, invocation)
        let access = try invocation.openBridge()
        let result: BridgeDesk.Result
        do throws(StoreError) {
            result = try access.desk.submit(bytes)
            try access.desk.keepManifest()
        } catch { throw unwritten(error.cause.code, access.path) }
        switch result {
        case .settled(let receipt): return tell(receipt, arguments.has(.json) ? .whole : .sentences, invocation)
        case .blocked(let attention):
            warn(of: attention, invocation)
            return ExitCode.impossible
        default: throw unwritten(EBUSY, access.path)
        }
    }

    /// `-` is standard input.
    private static func command(in path: String, _ invocation: Invocation) throws(CommandError) -> [UInt8] {
        do throws(RegularFile.Refusal) {
            guard path == "-" else { return try RegularFile.read(path) }
            guard let bytes = invocation.surroundings.read(Limits.fileBytes + 1) else {
                throw RegularFile.Refusal(Sentence("file.unreadable", .text(String(cString: strerror(EIO)))))
            }
            if bytes.count > Limits.fileBytes { throw RegularFile.Refusal(.tooLarge) }
            return bytes
        } catch { throw .told([error.sentence(path, invocation.words)]) }
    }

    private static func unwritten(_ code: Int32, _ path: String) -> CommandError {
        .failed([Sentence("bridge.unwritten", .text(path), .text(String(cString: strerror(code))))])
    }

    // MARK: Many

    private static func empty(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        let access = try invocation.openBridge()
        var codes: Set<Int32> = []
        do throws(StoreError) {
            for name in try access.inbox() { codes.insert(try perform(name, access, arguments, invocation)) }
            try access.desk.keepManifest()
        } catch { throw unwritten(error.cause.code, access.path) }
        return [ExitCode.failed, ExitCode.impossible].first(where: codes.contains) ?? ExitCode.done
    }

    private static func perform(
        _ name: String, _ access: BridgeAccess, _ arguments: Arguments, _ invocation: Invocation
    ) throws(StoreError) -> Int32 {
        var result = try access.desk.perform(name, patience: .writer)
        // Nobody has gone on writing for a while: it is as it is.
        if case .unfinished(let changed) = result, Double(changed) / 1e9 < Date().timeIntervalSince1970 - whole {
            result = try access.desk.perform(name)
        }
        switch result {
        case .settled(let receipt): return tell(receipt, arguments.has(.json) ? .line : .sentences, invocation)
        case .refused(let problem):
            warn(of: Attention(path: "\(BridgePlaces.inbox)/\(name)", problems: [problem]), invocation)
            return ExitCode.failed
        case .blocked(let attention): warn(of: attention, invocation)
        case .unfinished:
            invocation.surroundings.warn(invocation.words("bridge.unfinished", .text("\(BridgePlaces.inbox)/\(name)")))
        case .nothing: return ExitCode.done
        case .later, .doubtful: break
        }
        return ExitCode.impossible
    }

    /// Seconds after which a file whose JSON is not complete is not waited for any more.
    private static let whole = 30.0

    private static func watch(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        let path = try invocation.storePath()
        let gallery = try invocation.readBridgeCatalog()
        let place = StoreThread.Place(
            path: path, isUsual: false, state: .none, device: HexDigits.random(), bootID: nil,
            starters: try invocation.starters(gallery), gallery: gallery, english: try invocation.english(), edition: Commands.version)
        do throws(SystemError) {
            let watch = try BridgeWatch(
                place, log: { invocation.surroundings.warn("stepback: \($0)") },
                receipt: { _ = tell($0, arguments.has(.json) ? .line : .sentences, invocation) })
            try watch.run()
        } catch { throw .failed([Sentence("panel.failed", .text(error.description))]) }
        // It was asked to end, and that is all that came of it.
        return ExitCode.done
    }

    // MARK: Telling

    private enum Form { case sentences, whole, line }

    private static func warn(of attention: Attention, _ invocation: Invocation) {
        for problem in attention.problems { invocation.surroundings.warn(problem.sentence(attention.path, invocation.words)) }
    }

    /// The exit code that this comes to. An outcome of another command with the same id is told as such.
    private static func tell(_ receipt: BridgeReceipt, _ form: Form, _ invocation: Invocation) -> Int32 {
        if receipt.isOfThisFile || form != .sentences { say(receipt, form, invocation) }
        if !receipt.isOfThisFile {
            invocation.surroundings.warn(invocation.words("bridge.used", .text(receipt.commandID ?? receipt.name)))
        }
        return receipt.isAccepted && receipt.isOfThisFile ? ExitCode.done : ExitCode.failed
    }

    private static func say(_ receipt: BridgeReceipt, _ form: Form, _ invocation: Invocation) {
        let text = String(decoding: receipt.outcome, as: UTF8.self)
        // Our own outcome always parses; another program's need not.
        let json = try? JSON(parsing: text)
        switch form {
        case .whole: invocation.surroundings.write(text)
        case .line: invocation.surroundings.write((json?.printedOnOneLine() ?? text) + "\n")
        case .sentences:
            let words = invocation.words
            let name = receipt.commandID ?? receipt.name
            guard let json, receipt.isAccepted else {
                invocation.surroundings.warn(words("bridge.rejected", .text(name)))
                for fault in faults(json) { invocation.surroundings.warn("  " + sentence(fault, words)) }
                return
            }
            invocation.surroundings.say(
                words("bridge.accepted", .text(name), .text(json["file"]?.string ?? ""), .text(json["revision"]?.string ?? "")))
        }
    }

    private static func faults(_ json: JSON?) -> [JSON] {
        guard case .array(let faults)? = json?["errors"]?.kind else { return [] }
        return faults
    }

    private static func sentence(_ fault: JSON, _ words: Words) -> String {
        func text(_ key: String) -> String { fault[key].map { $0.string ?? $0.printedOnOneLine() } ?? "" }
        if let line = fault["line"].flatMap({ Int($0.printedOnOneLine()) }) {
            let problem: Problem =
                if text("code") == "text" {
                    .error("problem.file.binary", at: .line(line))
                } else if let unexpected = fault["value"]?.string {
                    .error("problem.json.unexpected", at: .line(line), .text(unexpected))
                } else { .error("problem.json.unfinished", at: .line(line)) }
            return problem.sentence(text("path"), words)
        }
        let allowed = fault["nearest"] ?? fault["allowed"]
        if fault["value"] == nil || fault["value"]?.kind == .null {
            guard let allowed else { return words("bridge.faultNothing", .text(text("path")), .text(text("code"))) }
            return words(
                "bridge.faultNothingAllowed", .text(text("path")), .text(text("code")), .text(allowed.string ?? allowed.printedOnOneLine()))
        }
        guard let allowed else { return words("bridge.fault", .text(text("path")), .text(text("value")), .text(text("code"))) }
        return words(
            "bridge.faultAllowed", .text(text("path")), .text(text("value")), .text(text("code")),
            .text(allowed.string ?? allowed.printedOnOneLine()))
    }
}
