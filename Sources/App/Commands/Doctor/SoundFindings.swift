import Sound
import Words

/// What the sound adapter found, in sentences.
enum SoundFindings {
    /// `language` is the voice's.
    static func examine(_ sound: Configuration.SoundChoices, language: String, _ occupants: Occupants) -> [Finding] {
        let settings = ALSASpeaker.Settings(device: sound.device, musicControl: sound.musicControl)
        return findings(SoundReport.examine(settings, language: language), sound, language: language, isOurs: occupants.soundIsOurs)
    }

    /// `isOurs`: a running StepBack has a card open.
    static func findings(
        _ report: SoundReport, _ sound: Configuration.SoundChoices, language: String, isOurs: Bool = false
    ) -> [Finding] {
        var findings = [device(report, sound, isOurs)]
        if let control = sound.musicControl {
            switch report.musicControl {
            case .missing: findings.append(.doubtful(.sound, Sentence("doctor.sound.noControl", .text(control))))
            case .held: findings.append(.doubtful(.sound, Sentence("doctor.sound.controlHeld", .text(control))))
            case .ready, nil: break
            }
        }
        if let voice = report.voice {
            findings.append(.works(.voice, Sentence("doctor.voice.found", .text(voice), .text(language))))
        } else {
            findings.append(.noVoice(for: language))
        }
        return findings
    }

    private static func device(_ report: SoundReport, _ sound: Configuration.SoundChoices, _ isOurs: Bool) -> Finding {
        guard let fault = report.deviceFault else { return .works(.sound, Sentence("doctor.sound.found", .text(sound.device))) }
        if fault == .busy, isOurs { return .works(.sound, Sentence("doctor.sound.ours", .text(sound.device))) }
        if fault == .busy { return .doubtful(.sound, Sentence("doctor.sound.busy", .text(sound.device))) }
        if report.cards.isEmpty { return .broken(.sound, Sentence("doctor.sound.noCard")) }
        // The adapter's own sentence, in English, names device and reason.
        let reason = report.deviceError?.description ?? ""
        // The one form that plays on every card: HDMI on a Pi takes no ordinary samples, and ALSA's own entry for it makes them fit, where
        // plughw does not; `default:CARD=` is gone as soon as a sound server or our sample configuration names a default.
        let good = report.cards.map { "sysdefault:CARD=\($0.id)" }.joined(separator: ", ")
        return .broken(.sound, Sentence("doctor.sound.unusable", .text(sound.device), .text(reason), .text(good)))
    }
}
