import Workouts

/// One play-through of a timeline. It holds no countdown: an anchor on the monotonic clock, and everything else is recomputed
/// from (timeline, anchor, instant), so nothing drifts and a late caller loses nothing.
///
/// Every mutating function takes the instant of its cause (a kernel stamp may lie a little in the past) and first brings the run
/// up to it.
public struct Run: Hashable, Sendable {
    public enum Motion: Hashable, Sendable, Codable {
        /// `zero` is the instant at which the position was, or would have been, 0.
        case running(zero: Instant)
        case paused(position: Duration)
        /// Time to step back before it goes on from a position; it counts nowhere.
        case leadIn(began: Instant, position: Duration, length: Duration)
        case finished(position: Duration, wasCompleted: Bool)
    }

    /// The count-in after a pause.
    public static let leadInLength: Duration = .seconds(3)
    /// Get ready's longest; a snapshot that says more is not one.
    static let longestLeadIn: Duration = .seconds(60)
    /// A second BACK within this goes to the segment before.
    public static let doublePress: Duration = .seconds(2)

    public let timeline: Timeline
    public private(set) var motion: Motion
    /// Grows whenever a segment is entered by a press: cues fire once per pass.
    public private(set) var pass = 0
    /// Where the stretch that is being played began; what lies behind it is in `spent` and `completed`.
    private var stretchStart: Duration = .zero
    private var spent: Duration = .zero
    private var completed: Set<Int> = []
    private var lastBack: Instant?

    /// Starts to play: the timeline's zero is at `zero`, which may lie in the future.
    public init(_ timeline: Timeline, zero: Instant) {
        self.timeline = timeline
        self.motion = .running(zero: zero)
    }

    // MARK: What is, at an instant

    /// From the start of get ready, 0 to the end.
    public func position(at now: Instant) -> Duration {
        switch motion {
        case .running(let zero): min(max(.zero, now - zero), end)
        case .paused(let position), .leadIn(_, let position, _), .finished(let position, _): position
        }
    }

    /// Index of the segment at the position. At a boundary it is the one that begins.
    public func segment(at now: Instant) -> Int { segment(holding: position(at: now)) }

    /// What is left of the segment, more than zero until the run is finished.
    public func remaining(at now: Instant) -> Duration {
        .seconds(timeline.segments[segment(at: now)].end) - position(at: now)
    }

    /// The digit: ceil of what is left, so that the first second shows the whole and 0 never shows.
    public func secondsLeft(at now: Instant) -> Int { max(1, remaining(at: now).ceilSeconds) }

    /// Of the routine, get ready not counted, in whole seconds.
    public func elapsedSeconds(at now: Instant) -> Int {
        max(0, position(at: now).floorSeconds - timeline.getReadySeconds)
    }

    /// Time really spent in work, set rest and rest: pauses, lead-ins, get ready and what was skipped are not in it.
    public func active(at now: Instant) -> Duration { spent + stretch(to: position(at: now)) }

    /// Indices of the steps whose last work segment ran to its end.
    public func completedSteps(at now: Instant) -> Set<Int> { completed.union(completions(to: position(at: now))) }

    public var isFinished: Bool { if case .finished = motion { true } else { false } }
    public var isRunning: Bool { if case .running = motion { true } else { false } }
    /// True only if the last segment ran to its end.
    public var wasCompleted: Bool { if case .finished(_, true) = motion { true } else { false } }

    /// When the run will next change by itself: the end of the lead-in, or of the last segment.
    public var nextTransition: Instant? {
        switch motion {
        case .running(let zero): zero + end
        case .leadIn(let began, _, let length): began + length
        case .paused, .finished: nil
        }
    }

    /// The instant at which the timeline's zero lies while running, or will lie once the lead-in is over.
    public var zero: Instant? {
        switch motion {
        case .running(let zero): zero
        case .leadIn(let began, let position, let length): began + length - position
        case .paused, .finished: nil
        }
    }

    /// Whether BACK would now go to the segment before, instead of restarting this one.
    public func backGoesToPrevious(at now: Instant) -> Bool {
        segment(at: now) > 0 && (lastBack.map { now - $0 <= Run.doublePress } ?? false)
    }

    /// The first instant at which BACK will restart again; nil when it does already.
    public var backExpiry: Instant? { lastBack.map { $0 + Run.doublePress + .nanoseconds(1) } }

    // MARK: What happens

    /// Brings the run up to the instant: a lead-in that is over becomes running from its own end, not from now.
    public mutating func advance(to now: Instant) {
        if case .leadIn(let began, let position, let length) = motion, now >= began + length {
            motion = .running(zero: began + length - position)
            stretchStart = position
        }
        if case .running(let zero) = motion, now - zero >= end {
            settle(at: end)
            motion = .finished(position: end, wasCompleted: true)
        }
    }

    public mutating func pause(at now: Instant) {
        advance(to: now)
        switch motion {
        case .running:
            let position = position(at: now)
            settle(at: position)
            motion = .paused(position: position)
        case .leadIn(_, let position, _): motion = .paused(position: position)
        case .paused, .finished: break
        }
    }

    /// Some time to step back, then on from exactly there.
    public mutating func resume(at now: Instant, leadIn: Duration = Run.leadInLength) {
        advance(to: now)
        if case .paused(let position) = motion { motion = .leadIn(began: now, position: position, length: leadIn) }
    }

    /// On to the next segment; out of the last one the session ends as partial.
    public mutating func skip(at now: Instant) {
        advance(to: now)
        guard !isFinished else { return }
        let index = segment(at: now)
        if index + 1 < timeline.segments.count { move(to: index + 1, at: now) } else { end(at: now) }
        lastBack = nil
    }

    /// Restarts the segment; again within two seconds, goes to the one before.
    public mutating func back(at now: Instant) {
        advance(to: now)
        guard !isFinished else { return }
        move(to: segment(at: now) - (backGoesToPrevious(at: now) ? 1 : 0), at: now)
        lastBack = now
    }

    /// Ends the session early: an honest partial.
    public mutating func end(at now: Instant) {
        advance(to: now)
        guard !isFinished else { return }
        let position = position(at: now)
        settle(at: position)
        motion = .finished(position: position, wasCompleted: false)
    }

    // MARK: How

    private var end: Duration { .seconds(timeline.endSeconds) }

    private func segment(holding position: Duration) -> Int { timeline.index(atSecond: position.floorSeconds) }

    /// A segment entered by a press has its full time. What was paused stays paused; a lead-in starts anew.
    private mutating func move(to index: Int, at now: Instant) {
        let target = Duration.seconds(timeline.segments[index].start)
        settle(at: position(at: now))
        pass += 1
        switch motion {
        case .running:
            motion = .running(zero: now - target)
            stretchStart = target
        case .paused: motion = .paused(position: target)
        case .leadIn(_, _, let length): motion = .leadIn(began: now, position: target, length: length)
        case .finished: break
        }
    }

    /// Closes the stretch that was being played.
    private mutating func settle(at position: Duration) {
        spent += stretch(to: position)
        completed.formUnion(completions(to: position))
        stretchStart = position
    }

    private func stretch(to position: Duration) -> Duration {
        guard isRunning else { return .zero }
        let getReady = Duration.seconds(timeline.getReadySeconds)
        return max(.zero, position - max(stretchStart, getReady))
    }

    private func completions(to position: Duration) -> Set<Int> {
        guard isRunning, position > stretchStart else { return [] }
        var steps: Set<Int> = []
        var index = segment(holding: stretchStart)
        while index < timeline.segments.count, timeline.segments[index].end <= position.floorSeconds {
            let segment = timeline.segments[index]
            if segment.kind == .work, timeline.isLastWork(index) { steps.insert(segment.step) }
            index += 1
        }
        return steps
    }
}

extension Timeline {
    /// Whether this work segment is the last of its step.
    public func isLastWork(_ index: Int) -> Bool {
        let segment = segments[index]
        return segment.kind == .work && segment.set == steps[segment.step].sets && (segment.side == nil || segment.side == .right)
    }
}

extension Duration {
    /// Whole seconds, rounded down; for durations that are not negative.
    public var floorSeconds: Int { Int(components.seconds) }
    /// Whole seconds, rounded up; for durations that are not negative.
    public var ceilSeconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}

// MARK: Across a restart

extension Run {
    /// Everything but the timeline: what a journal keeps, so that a restarted player goes on as if nothing had happened. Instants are of
    /// this boot's monotonic clock and mean nothing after it.
    public struct Snapshot: Hashable, Sendable, Codable {
        public var motion: Motion
        var pass: Int
        var stretchStart: Duration
        var spent: Duration
        var completed: [Int]
    }

    public var snapshot: Snapshot {
        Snapshot(motion: motion, pass: pass, stretchStart: stretchStart, spent: spent, completed: completed.sorted())
    }

    /// Goes on from a snapshot; nil when it does not fit the timeline.
    public init?(_ timeline: Timeline, restoring snapshot: Snapshot) {
        let end = Duration.seconds(timeline.endSeconds)
        let positions: [Duration] =
            switch snapshot.motion {
            case .running: []
            case .paused(let position), .leadIn(_, let position, _), .finished(let position, _): [position]
            }
        if case .leadIn(_, _, let length) = snapshot.motion, !(Duration.zero...Run.longestLeadIn).contains(length) { return nil }
        guard (positions + [snapshot.stretchStart]).allSatisfy({ $0 >= .zero && $0 <= end }), snapshot.spent >= .zero,
            snapshot.completed.allSatisfy(timeline.steps.indices.contains)
        else { return nil }
        self.timeline = timeline
        motion = snapshot.motion
        pass = snapshot.pass
        stretchStart = snapshot.stretchStart
        spent = snapshot.spent
        completed = Set(snapshot.completed)
    }
}
