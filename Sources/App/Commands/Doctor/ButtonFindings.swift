import Buttons
import Glibc
import Words

/// What the button adapters found, in sentences. A button is called by its key in the configuration.
enum ButtonFindings {
    static func examine(_ buttons: Configuration.ButtonSettings) -> [Finding] {
        let lines = KernelLines()
        return findings(ButtonsReport(buttons.wirings, lines: lines, chips: lines.report()))
    }

    static func findings(_ report: ButtonsReport) -> [Finding] {
        let readable = report.inputs.filter { $0.errorCode == nil }
        var findings = readable.map { input in
            Finding.works(.buttons, Sentence("doctor.input.found", .text(input.name ?? input.path), .text(input.path)))
        }
        findings += report.inputs.filter { $0.errorCode != nil }.map { refusal($0.path, $0.errorCode, group: "input") }
        findings += report.chips.filter { $0.errorCode != nil }.map { refusal($0.path, $0.errorCode, group: "gpio") }
        if report.chips.isEmpty {
            let none = Sentence("doctor.button.noChip")
            return findings + [readable.isEmpty ? .broken(.buttons, none) : .doubtful(.buttons, none)]
        }
        return findings + report.buttons.map(finding)
    }

    private static func refusal(_ path: String, _ code: Int32?, group: String) -> Finding {
        if code == EACCES || code == EPERM { return .doubtful(.buttons, Sentence("doctor.input.forbidden", .text(path), .text(group))) }
        return .doubtful(.buttons, Sentence("doctor.input.refused", .text(path), .text(String(cString: strerror(code ?? 0)))))
    }

    private static func finding(_ button: ButtonsReport.Button) -> Finding {
        let place: [Words.Argument] = [.text("buttons.\(button.key)"), .text(button.line)]
        guard button.fault != nil else {
            if button.isDown == true { return .doubtful(.buttons, Sentence("doctor.button.down", place[0], place[1])) }
            return .works(.buttons, Sentence("doctor.button.found", place[0], place[1]))
        }
        switch button.takenBy {
        case "stepback": return .works(.buttons, Sentence("doctor.button.ours", place[0], place[1]))
        case let holder?: return .broken(.buttons, Sentence("doctor.button.taken", place[0], place[1], .text(holder)))
        // The adapter's own sentence, in English, names line and reason.
        case nil: return .broken(.buttons, Sentence("doctor.button.unusable", place[0], place[1], .text(button.reason ?? "")))
        }
    }
}
