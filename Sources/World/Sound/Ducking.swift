import Playback

/// A volume control that belongs to other programs' music: ALSA's softvol, or a test's. On the mixer's thread.
protocol MusicControl: AnyObject {
    /// The level now, and the range it is in; nil while there is no such control (softvol makes it when music first plays).
    func level() -> (level: Int, range: ClosedRange<Int>)?
    /// False when it cannot be set: it is gone, or another program keeps it to itself.
    @discardableResult
    func set(_ level: Int) -> Bool
    /// Makes the control where that is possible and it is not there yet.
    func prepare()
}

/// Lowers music while a cue sounds. It begins a little before and lasts a little longer, so that beeps a second apart make one dip.
///
/// Nothing is remembered across a crash: the lowered level is one certain level, and who finds it at the start knows who left it.
final class Ducking {
    /// Of the range: -15 dB with softvol's usual -51 dB to 0.
    private static let lowered = 0.7
    private static let lead: Duration = .milliseconds(400)
    private static let linger: Duration = .milliseconds(600)
    /// The way down and up goes in steps, so that it does not click.
    private static let steps = 6
    private static let stepLength: Duration = .milliseconds(15)

    private let control: any MusicControl
    private var windows: [Range<Instant>] = []
    /// What was found before the music was lowered; nil while it is not.
    private var found: Int?
    /// What was set last: a level that differs was chosen by a person meanwhile.
    private var last = 0
    /// 0 is up, `steps` is down.
    private var depth = 0
    private var nextStep: Instant?

    init(_ control: any MusicControl) { self.control = control }

    /// Cues that will sound, with how long they do.
    func expect(_ cues: [(start: Instant, length: Duration)]) {
        windows += cues.map { $0.start - Ducking.lead..<$0.start + $0.length + Ducking.linger }
    }

    /// Nothing sounds from this instant on but the end of a fade.
    func withdraw(at instant: Instant) {
        windows = windows.compactMap { window in
            guard window.lowerBound + Ducking.lead < instant else { return nil }
            let end = min(window.upperBound, instant + Ducking.linger)
            return window.lowerBound < end ? window.lowerBound..<end : nil
        }
    }

    /// When a card was opened. A lowered level that is found before anything was lowered is a dead process's: back to full.
    func begin() {
        control.prepare()
        guard found == nil, let (level, range) = control.level(), level == lowered(range) else { return }
        control.set(range.upperBound)
    }

    /// At once, on the way out.
    func restore() {
        windows = []
        depth = 0
        nextStep = nil
        guard let found else { return }
        if let (level, _) = control.level(), level == last { control.set(found) }
        self.found = nil
    }

    /// One step where one is due; returns when the next turn is wanted.
    func turn(now: Instant) -> Instant? {
        windows.removeAll { $0.upperBound <= now }
        let target = windows.contains { $0.contains(now) } ? Ducking.steps : 0
        if depth != target, nextStep.map({ now >= $0 }) ?? true {
            depth += target > depth ? 1 : -1
            apply()
            nextStep = now + Ducking.stepLength
        }
        if depth != target { return nextStep }
        nextStep = nil
        return windows.flatMap { [$0.lowerBound, $0.upperBound] }.filter { $0 > now }.min()
    }

    private func apply() {
        guard let (level, range) = control.level() else {
            // No music was played yet, or its card is gone: nothing to lower, and nothing to restore.
            found = nil
            return
        }
        if found == nil {
            // Begun in the middle, with a control that just came to be: from there on.
            found = level
        } else if level != last {
            // A person turned the music up or down meanwhile: that is the level to go back to.
            found = level
        }
        guard let found else { return }
        let goal = min(found, lowered(range))
        last = depth == 0 ? found : found + (goal - found) * depth / Ducking.steps
        // What cannot be set was not lowered, and needs no restoring.
        if !control.set(last) || depth == 0 { self.found = nil }
    }

    private func lowered(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int((Double(range.upperBound - range.lowerBound) * Ducking.lowered).rounded())
    }
}
