import Words

/// What the doctor found about one thing.
struct Finding: Hashable, Sendable {
    enum State: String, Hashable, Sendable {
        /// As it should be.
        case works
        /// Something is not as it might be; a routine plays all the same.
        case doubtful
        /// A routine would lack its picture, sound, buttons or words.
        case broken
    }

    /// What was looked at: a stable word for programs, and `doctor.area.WORD` for people.
    enum Area: String, Hashable, Sendable, CaseIterable {
        case resources, service, configuration, firmware, screen, buttons, sound, voice, fonts, permissions, storage, share, clock
    }

    var area: Area
    var state: State
    var what: Sentence
    /// How to mend it; nil when there is nothing to mend.
    var remedy: Sentence?

    static func works(_ area: Area, _ what: Sentence) -> Finding { Finding(area: area, state: .works, what: what, remedy: nil) }

    /// The remedy's key is that of the sentence with `.fix` behind it, with the same arguments.
    static func doubtful(_ area: Area, _ what: Sentence) -> Finding { Finding(area: area, state: .doubtful, what: what, remedy: what.fix) }

    static func broken(_ area: Area, _ what: Sentence) -> Finding { Finding(area: area, state: .broken, what: what, remedy: what.fix) }

    static func noVoice(for language: String) -> Finding { .broken(.voice, Sentence("doctor.voice.missing", .text(language))) }

    /// For people: what was found, and where there is something to mend, how.
    func lines(_ words: Words) -> [String] {
        let found = [Words.Argument.text(words("doctor.area.\(area.rawValue)")), .text(what.text(words))]
        let line =
            switch state {
            case .works: words("doctor.works", arguments: found)
            case .doubtful: words("doctor.doubtful", arguments: found)
            case .broken: words("doctor.broken", arguments: found)
            }
        guard let remedy else { return [line] }
        return [line, words("doctor.remedy", .text(remedy.text(words)))]
    }
}
