import Playback
import Ports

/// Cues on their way into the stream: waiting by their instants, then placed at a sample, from where they can come back as long as
/// they have not been heard. Pure.
struct CueQueue {
    /// A cue is played this late at most; later it would say something untrue.
    static let grace: Duration = .milliseconds(100)

    private struct Placed {
        var cue: TimedCue
        var name: Int
        var start: Int64
    }

    private var waiting: [TimedCue] = []
    private var placed: [Placed] = []

    /// The earliest cue that is not placed yet.
    var next: Instant? { waiting.first?.start }

    /// What should be sounding in what is written already, and waits for its clip.
    func overdue(before position: Int64, clock: SampleClock) -> [Cue.Sound] {
        waiting.prefix { clock.position(at: $0.start) < position }.map(\.sound)
    }

    /// Whether something waits to begin before this position.
    func begins(before position: Int64, clock: SampleClock) -> Bool {
        waiting.first.map { clock.position(at: $0.start) < position } ?? false
    }

    mutating func add(_ cues: [TimedCue]) {
        waiting += cues
        // A stable order: what was handed over first stays first among equals.
        waiting = waiting.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }

    /// Takes out what is too late by now.
    mutating func missed(at now: Instant) -> [CueID] {
        let late = waiting.filter { now - $0.start > CueQueue.grace }.map(\.id)
        if !late.isEmpty { waiting.removeAll { now - $0.start > CueQueue.grace } }
        return late
    }

    /// Places all cues that begin before `end`, by the clock as it is now. What should have begun before `position` begins there.
    /// A cue whose clip is not made yet goes on waiting.
    mutating func place(into mixer: inout Mixer, from position: Int64, to end: Int64, clock: SampleClock, clip: (Cue.Sound) -> Clip?) {
        var rest: [TimedCue] = []
        for cue in waiting {
            let start = clock.position(at: cue.start)
            guard start < end, let clip = clip(cue.sound) else {
                rest.append(cue)
                continue
            }
            let actual = max(position, start)
            placed.append(Placed(cue: cue, name: mixer.place(clip, at: actual), start: actual))
        }
        waiting = rest
    }

    /// What was placed from this position on waits again: its samples were taken back.
    mutating func unplace(from position: Int64, mixer: inout Mixer) {
        let back = placed.filter { $0.start >= position }
        guard !back.isEmpty else { return }
        for item in back { mixer.take(back: item.name) }
        placed.removeAll { $0.start >= position }
        add(back.map(\.cue))
    }

    /// Drops what waits from this instant on; all of it when the instant is not in the future.
    mutating func withdraw(at instant: Instant, now: Instant) { waiting.removeAll { instant <= now || $0.start >= instant } }

    /// What began before this position cannot come back any more.
    mutating func forget(before position: Int64) { placed.removeAll { $0.start < position } }
}
