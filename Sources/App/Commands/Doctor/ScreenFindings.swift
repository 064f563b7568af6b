import Display
import Ports
import Words

/// What the display adapter found, in sentences.
enum ScreenFindings {
    static func examine(_ settings: ScreenSettings, _ occupants: Occupants) -> [Finding] {
        let report = ScreenReport.look(settings)
        return findings(report, occupants) + turn(report.choice, settings.rotation)
    }

    /// How the picture lies on the glass. A panel made for telephones is upright, and says nothing of how it hangs.
    static func turn(_ choice: ScreenReport.Choice?, _ rotation: Rotation) -> [Finding] {
        guard let choice, let mode = ModeName(choice.mode) else { return [] }
        if rotation != .none { return [.works(.screen, Sentence("doctor.screen.turned", .number(rotation.rawValue)))] }
        return mode.size.height > mode.size.width
            ? [.doubtful(.screen, Sentence("doctor.screen.upright", .text(choice.connector), .text(choice.mode)))] : []
    }

    static func findings(_ report: ScreenReport, _ occupants: Occupants = Occupants()) -> [Finding] {
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
        if card?.canBeMaster == false {
            findings.append(taken(chosen, card: choice.card, by: occupants.holder(of: choice.card)))
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

    private static func taken(_ chosen: [Words.Argument], card: String, by holder: Occupants.ScreenHolder) -> Finding {
        switch holder {
        case .player: return .works(.screen, Sentence("doctor.screen.ours", chosen[0], chosen[1], chosen[2], chosen[3]))
        case .desktop: return .broken(.screen, Sentence("doctor.screen.desktop", .text(card)))
        case .behind(let own, let front):
            return .broken(.screen, Sentence("doctor.screen.behind", .text("tty\(own)"), .text("tty\(front)"), .text("F\(own)")))
        case .another: return .broken(.screen, Sentence("doctor.screen.taken", .text(card)))
        }
    }

    /// The adapter's own sentence, in English, names device and reason.
    private static func trouble(_ sentence: String) -> Finding { .doubtful(.screen, Sentence("doctor.screen.trouble", .text(sentence))) }
}
