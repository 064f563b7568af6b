import Foundation
import Playback
import Ports
import Workouts

/// The play in flight as the journal keeps it: enough to go on after a crash as if nothing had happened.
public struct JournalEntry: Hashable, Sendable, Codable {
    /// Back within this, in the same boot, and it goes on by itself.
    public static let resumesWithin: Duration = .seconds(30)
    /// It is kept at every boundary and press, and at least this often.
    public static let keptEvery: Duration = .seconds(5)
    private static let currentVersion = 2

    private var version = JournalEntry.currentVersion
    /// The kernel's id of the boot whose clock the instants are of.
    public var bootID: String
    public var written: Instant
    /// The program was told to stop: whoever starts it again is asked, however soon that is.
    public var wasStopped = false
    /// The wall clock as it was known when this was written; nil: not at all.
    public var clock: WallTime?
    public var origin: PlayOrigin
    public var routine: Routine
    public var getReadySeconds: Int
    public var run: Run.Snapshot

    init(
        bootID: String, written: Instant, clock: WallTime?, origin: PlayOrigin, routine: Routine, getReadySeconds: Int, run: Run.Snapshot
    ) {
        self.bootID = bootID
        self.written = written
        self.clock = clock
        self.origin = origin
        self.routine = routine
        self.getReadySeconds = getReadySeconds
        self.run = run
    }

    /// Reads an entry; nil when it is torn, of another version, or says something that cannot be.
    public init?(_ bytes: [UInt8]) {
        // Whatever is wrong with it, the answer is the same: there is nothing to go on from.
        guard let entry = try? JSONDecoder().decode(JournalEntry.self, from: Data(bytes)), entry.version == JournalEntry.currentVersion,
            Limits.steps.contains(entry.routine.steps.count), Limits.restSeconds.contains(entry.getReadySeconds),
            entry.routine.steps.allSatisfy(\.isWithinLimits)
        else { return nil }
        self = entry
    }

    public var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Strings and whole numbers always encode.
        return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
    }

    /// Whether a player that starts now in this boot goes on by itself.
    public func resumesByItself(bootID: String, at now: Instant) -> Bool {
        !wasStopped && bootID == self.bootID && written <= now && now - written <= JournalEntry.resumesWithin
    }

    var playable: Playable { Playable(routine: routine, planID: origin.planID, planName: origin.planName) }

    /// What would be filed of it if nobody went on; nil when it describes no run.
    public var session: FinishedSession? {
        guard var run = restoredRun else { return nil }
        run.end(at: written)
        return FinishedSession(self, run)
    }

    /// The run it describes.
    public var restoredRun: Run? { Run(Timeline(routine, getReadySeconds: getReadySeconds), restoring: run) }
}

extension Step {
    fileprivate var isWithinLimits: Bool {
        Limits.workSeconds.contains(workSeconds) && Limits.sets.contains(sets) && Limits.restSeconds.contains(setRestSeconds)
            && Limits.restSeconds.contains(restAfterSeconds) && repGuidance.map(Limits.reps.contains) ?? true
    }
}

/// When the journal was last kept, and of what.
struct Journalling: Hashable, Sendable {
    private struct Mark: Hashable {
        var segment: Int
        var pass: Int
        var motion: String
    }

    private var mark: Mark?
    private(set) var last: Instant?

    /// Whether it is to be kept now: something happened, or five seconds have passed.
    mutating func isDue(_ run: Run, at now: Instant) -> Bool {
        let kind =
            switch run.motion {
            case .running: "running"
            case .paused: "paused"
            case .leadIn: "leadIn"
            case .finished: "finished"
            }
        let mark = Mark(segment: run.segment(at: now), pass: run.pass, motion: kind)
        guard mark != self.mark || last.map({ now - $0 >= JournalEntry.keptEvery }) ?? true else { return false }
        self.mark = mark
        last = now
        return true
    }
}
