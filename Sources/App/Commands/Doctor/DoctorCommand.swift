import Foundation

/// `stepback doctor`: what of this machine works, and how to mend what does not.
enum DoctorCommand: Subcommand {
    static let shape = Shape(name: "doctor", operands: .none, options: [.json, .store, .config])

    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        let findings = examine(invocation)
        let isWell = !findings.contains { $0.state == .broken }
        if arguments.has(.json) { report(findings, isWell: isWell, invocation) } else { tell(findings, isWell: isWell, invocation) }
        return isWell ? ExitCode.done : ExitCode.failed
    }

    private static func examine(_ invocation: Invocation) -> [Finding] {
        let configuration = invocation.configuration
        let variables = invocation.surroundings.variables
        let state = variables["STATE_DIRECTORY"] ?? invocation.surroundings.playersFolder
        let store = configuration.store ?? state + "/store"
        let service = PlayersService.ofThisMachine()
        let asker = StorageFindings.Asker(playersFolder: invocation.surroundings.playersFolder, access: invocation.surroundings.access)
        let occupants = Occupants.look()
        return InstalledFiles.examine(invocation.resources)
            + ServiceFindings.examine(.ofThisMachine())
            + invocation.configurationFindings(service)
            + FirmwareFindings.examine()
            + ScreenFindings.examine(configuration.screen.settings, occupants)
            + ButtonFindings.examine(configuration.buttons)
            + SoundFindings.examine(
                configuration.sound, language: invocation.voiceLanguage, occupants)
            + InstalledFiles.fonts(below: ["/usr/share/fonts", "/usr/local/share/fonts"])
            + Permissions.examine(.of(service, isRoot: asker.isRoot))
            + StorageFindings.examine(state: state, store: store, service: service, asker: asker)
            + ShareFindings.examine(.ofThisMachine(store: store))
            + ClockFindings.examine(.ofThisMachine(variables))
    }

    private static func tell(_ findings: [Finding], isWell: Bool, _ invocation: Invocation) {
        let words = invocation.words
        for line in findings.flatMap({ $0.lines(words) }) { invocation.surroundings.say(line) }
        invocation.surroundings.say("")
        invocation.surroundings.say(words(isWell ? "doctor.well" : "doctor.ill"))
    }

    private static func report(_ findings: [Finding], isWell: Bool, _ invocation: Invocation) {
        let checks = findings.map { finding in
            var check = ["area": finding.area.rawValue, "state": finding.state.rawValue, "what": finding.what.text(invocation.words)]
            check["remedy"] = finding.remedy?.text(invocation.words)
            return check
        }
        invocation.surroundings.write(JSONText.of(["checks": checks, "works": isWell]))
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
