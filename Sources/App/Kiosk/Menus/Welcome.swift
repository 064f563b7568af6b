import Playback
import Ports
import Stage

/// The first screen of a new player: what it is, and one way in.
struct Welcome: Place {
    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        key == .pause ? KeyUse(Deed(.choose, .play, facts.words("key.getStarted"))) : nil
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        guard act == .choose else { return [] }
        var settings = facts.settings.personal
        settings.hasSeenWelcome = true
        return [.set(settings), .close]
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        func point(_ name: String) -> WelcomePicture.Point {
            .init(title: words("welcome.\(name).title"), line: words("welcome.\(name).line"))
        }
        return .welcome(
            WelcomePicture(
                name: words("welcome.name"), privacy: words("preference.privacy"),
                headline: words("welcome.headline").split(separator: "\n").map(String.init), compose: point("compose"),
                play: point("play"), follow: point("follow"), legend: legend))
    }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        (facts.words("welcome.headline").split(separator: "\n").joined(separator: " "), facts.words("key.getStarted"))
    }
}
