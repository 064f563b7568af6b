import Display
import Ports
import Words

/// What the display adapter found, in sentences.
enum ScreenFindings {
    static func examine(_ settings: ScreenSettings) -> [Finding] {
        let report = ScreenReport.look(settings)
        return findings(report, isOurs: RunningPlayer.isThere()) + turn(report.choice, settings.rotation)
    }

    /// How the picture lies on the glass. A panel made for telephones is upright, and says nothing of how it hangs.
    static func turn(_ choice: ScreenReport.Choice?, _ rotation: Rotation) -> [Finding] {
        guard let choice, let mode = ModeName(choice.mode) else { return [] }
        if rotation != .none { return [.works(.screen, Sentence("doctor.screen.turned", .number(rotation.rawValue)))] }
        return mode.size.height > mode.size.width
            ? [.doubtful(.screen, Sentence("doctor.screen.upright", .text(choice.connector), .text(choice.mode)))] : []
    }

    /// `isOurs`: a StepBack runs, and so it is the program that has the screen.
    static func findings(_ report: ScreenReport, isOurs: Bool = false) -> [Finding] {
        if report.cards.isEmpty {
            return [.broken(.screen, Sentence("doctor.screen.noCard"))] + report.troubles.map(trouble)
        }
        guard let choice = report.choice else {
            let connectors = report.cards.flatMap(\.connectors).map(\.name).joined(separator: ", ")
            return [.broken(.screen, Sentence("doctor.screen.notConnected", .text(connectors)))] + report.troubles.map(trouble)
        }
        var findings: [Finding] = []
        let card = report.cards.first { $0.path == choice.card }
        let chosen = [choice.connector, choice.mode, card?.driver ?? "", choice.card].map { Words.Argument.text($0) }
        if card?.canBeMaster == false, isOurs {
            findings.append(.works(.screen, Sentence("doctor.screen.ours", chosen[0], chosen[1], chosen[2], chosen[3])))
        } else if card?.canBeMaster == false {
            findings.append(.broken(.screen, Sentence("doctor.screen.taken", .text(choice.card))))
        } else {
            findings.append(.works(.screen, Sentence("doctor.screen.found", chosen[0], chosen[1], chosen[2], chosen[3])))
        }
        if choice.reason == .configuredIsMissing {
            findings.append(.doubtful(.screen, Sentence("doctor.screen.otherChosen", .text(choice.connector), .text(choice.card))))
        }
        if !choice.hasConfiguredMode {
            let modes = card?.connectors.first { $0.name == choice.connector }?.modes ?? []
            findings.append(
                .doubtful(.screen, Sentence("doctor.screen.noSuchMode", .text(choice.mode), .text(modes.joined(separator: ", ")))))
        }
        return findings + report.troubles.map(trouble)
    }

    /// The adapter's own sentence, in English, names device and reason.
    private static func trouble(_ sentence: String) -> Finding { .doubtful(.screen, Sentence("doctor.screen.trouble", .text(sentence))) }
}
