import Foundation
import Playback
import Ports
import Stage
import Words
import Workouts

/// Nobody is there: first a dim clock, then black glass. Never while a routine plays. Any press wakes, and only wakes.
struct Idle: Hashable, Sendable {
    enum Depth: Int, Hashable, Sendable, Comparable {
        case awake, clock, black
        static func < (left: Depth, right: Depth) -> Bool { left.rawValue < right.rawValue }
    }

    private(set) var depth = Depth.awake
    /// The last press, or the last end of something that played.
    private var last: Instant?

    /// Somebody is there.
    /// - Returns: true when the glass was black.
    mutating func stir(at now: Instant) -> Bool {
        defer {
            last = now
            depth = .awake
        }
        return depth == .black
    }

    /// As if nobody had been there for long.
    mutating func fallAsleep(at now: Instant) { (depth, last) = (.clock, now) }

    /// - Returns: true when the glass goes black now.
    mutating func advance(to now: Instant, _ preferences: Preferences) -> Bool {
        if last == nil { last = now }
        guard let due = due(depth, preferences), now >= due else { return false }
        depth = depth == .awake && preferences.idleMinutes > 0 ? .clock : .black
        return depth == .black || advance(to: now, preferences)
    }

    func nextChange(_ preferences: Preferences) -> Instant? { due(depth, preferences) }

    /// The clock's minutes go on, with a wall clock and without one.
    func nextMinute(_ clock: WallTime?, after now: Instant) -> Instant? {
        depth == .black ? nil : (clock ?? WallTime(zeroNanoseconds: 0, isKnown: false)).nextMinute(after: now)
    }

    /// When it goes deeper than this; nil: never.
    private func due(_ depth: Depth, _ preferences: Preferences) -> Instant? {
        guard let last else { return nil }
        let minutes: Int
        switch depth {
        case .awake: minutes = preferences.idleMinutes > 0 ? preferences.idleMinutes : preferences.offMinutes
        case .clock: minutes = preferences.offMinutes > 0 ? max(preferences.offMinutes, preferences.idleMinutes) : 0
        case .black: return nil
        }
        return minutes > 0 ? last + .seconds(minutes * 60) : nil
    }
}

extension Facts {
    /// The clock, and what there is to do today.
    func idlePicture(at now: Instant) -> IdlePicture {
        let time = localTime(at: now)
        // Without a wall clock the monotonic one's minutes move it on all the same.
        let minute = (clock ?? WallTime(zeroNanoseconds: 0, isKnown: false)).seconds(at: now) / 60
        var picture = IdlePicture(
            clock: time.map { words.timeOfDay(hour: $0.hour, minute: $0.minute) }, label: nil, name: nil, total: nil, timeline: nil,
            minute: minute)
        if case .play(let slot, _) = today, let entry = slot.routineID.flatMap(entry(id:)) {
            picture.label = words("date.today")
            picture.name = entry.routine.name
            picture.total = words.clock(entry.totalSeconds)
            picture.timeline = Timeline(entry.routine, getReadySeconds: 0)
        }
        return picture
    }

    /// Whether the stage is dark: as set, or from eight in the evening to seven in the morning by a clock that is known.
    func light(at now: Instant) -> StageStyle.Light {
        switch settings.preferences.light {
        case .bright: .bright
        case .dark: .dark
        case .byClock: localTime(at: now).map { $0.hour >= Facts.darkFrom || $0.hour < Facts.brightFrom } ?? false ? .dark : .bright
        }
    }

    static let darkFrom = 20
    static let brightFrom = 7
}
