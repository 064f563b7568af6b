import Foundation

/// `stepback doctor`: what of this machine works, and how to mend what does not.
enum DoctorCommand: Subcommand {
    static let shape = Shape(name: "doctor", operands: .none, options: [.json, .store, .config])

    static func run(_ arguments: Arguments, _ session: Session) throws(CommandError) -> Int32 {
        let findings = examine(session)
        let isWell = !findings.contains { $0.state == .broken }
        if arguments.has(.json) { report(findings, isWell: isWell, session) } else { tell(findings, isWell: isWell, session) }
        return isWell ? ExitCode.done : ExitCode.failed
    }

    private static func examine(_ session: Session) -> [Finding] {
        let configuration = session.configuration
        return InstalledFiles.examine(session.resources)
            + session.configurationFindings
            + ScreenFindings.examine(configuration.screen.settings)
            + ButtonFindings.examine(configuration.buttons)
            + SoundFindings.examine(configuration.sound, language: session.cueSettings.language)
            + InstalledFiles.fonts(below: ["/usr/share/fonts", "/usr/local/share/fonts"])
            + Permissions.examine(.ofThisProcess())
            + ClockFindings.examine(.ofThisMachine(session.surroundings.variables))
    }

    private static func tell(_ findings: [Finding], isWell: Bool, _ session: Session) {
        let words = session.words
        for finding in findings {
            let area = words("doctor.area.\(finding.area.rawValue)")
            let what = finding.what.text(words)
            let line =
                switch finding.state {
                case .works: words("doctor.works", .text(area), .text(what))
                case .doubtful: words("doctor.doubtful", .text(area), .text(what))
                case .broken: words("doctor.broken", .text(area), .text(what))
                }
            session.surroundings.say(line)
            if let remedy = finding.remedy { session.surroundings.say(words("doctor.remedy", .text(remedy.text(words)))) }
        }
        session.surroundings.say("")
        session.surroundings.say(words(isWell ? "doctor.well" : "doctor.ill"))
    }

    private static func report(_ findings: [Finding], isWell: Bool, _ session: Session) {
        let checks = findings.map { finding in
            var check = ["area": finding.area.rawValue, "state": finding.state.rawValue, "what": finding.what.text(session.words)]
            check["remedy"] = finding.remedy?.text(session.words)
            return check
        }
        session.surroundings.write(JSONText.of(["checks": checks, "works": isWell]))
    }
}

/// JSON for programs: keys sorted, so that equal data is equal text.
enum JSONText {
    /// `value` is made of dictionaries, arrays, strings, numbers and booleans; anything else is a programmer's error.
    static func of(_ value: Any) -> String {
        do {
            let data = try JSONSerialization.data(withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
            return String(decoding: data, as: UTF8.self) + "\n"
        } catch { preconditionFailure("not JSON: \(error)") }
    }
}
