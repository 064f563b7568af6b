/// One stretch of the compiled timeline.
public struct Segment: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable { case getReady, work, setRest, rest }
    public enum Side: String, Hashable, Sendable { case left, right }

    public var kind: Kind
    /// From the start of get ready, in seconds.
    public var start: Int
    /// The segment's length in seconds, at least 1.
    public var seconds: Int
    /// Index into `Timeline.steps` of the step that is worked at, rested within, or rested after; get ready: of the first.
    public var step: Int
    /// Counts from 1. In get ready and rest it is the set that comes next; in setRest likewise.
    public var set: Int
    public var side: Side?
    /// Index into `Timeline.steps` of the next work segment's step; nil in and after the last work.
    public var next: Int?

    public init(kind: Kind, start: Int, seconds: Int, step: Int, set: Int, side: Side? = nil, next: Int? = nil) {
        self.kind = kind
        self.start = start
        self.seconds = seconds
        self.step = step
        self.set = set
        self.side = side
        self.next = next
    }

    /// From the start of get ready, in seconds.
    public var end: Int { start + seconds }
}

/// The flat, immutable timeline that a routine compiles to. Everything that plays, shows or sounds is computed from it.
public struct Timeline: Hashable, Sendable {
    public let routineName: String
    public let steps: [Step]
    /// In order, gapless, never empty ones, never ending on a rest.
    public let segments: [Segment]
    /// The length of get ready; 0 when it is left out.
    public let getReadySeconds: Int
    /// The one number shown everywhere: the sum of all segments but get ready.
    public let totalSeconds: Int

    /// Compiles a routine: get ready, then per step work, set rest, work …, then rest; the last rest and empty ones are left out.
    /// A pure function. Precondition: the routine is within `Limits`, so it has at least one step.
    public init(_ routine: Routine, getReadySeconds: Int) {
        precondition(!routine.steps.isEmpty, "a routine without steps has no timeline; readers refuse it")
        precondition(Limits.restSeconds.contains(getReadySeconds))
        var segments: [Segment] = []
        var clock = 0
        func append(_ kind: Segment.Kind, _ seconds: Int, step: Int, set: Int, side: Segment.Side? = nil) {
            guard seconds > 0 else { return }
            segments.append(Segment(kind: kind, start: clock, seconds: seconds, step: step, set: set, side: side))
            clock += seconds
        }
        append(.getReady, getReadySeconds, step: 0, set: 1)
        for (index, step) in routine.steps.enumerated() {
            for set in 1...step.sets {
                for side in step.eachSide ? [.left, .right] : [Segment.Side?.none] {
                    append(.work, step.workSeconds, step: index, set: set, side: side)
                }
                if set < step.sets { append(.setRest, step.setRestSeconds, step: index, set: set + 1) }
            }
            if index + 1 < routine.steps.count { append(.rest, step.restAfterSeconds, step: index, set: 1) }
        }
        var next: Int?
        for index in segments.indices.reversed() {
            segments[index].next = next
            if segments[index].kind == .work { next = segments[index].step }
        }
        self.routineName = routine.name
        self.steps = routine.steps
        self.segments = segments
        self.getReadySeconds = getReadySeconds
        self.totalSeconds = clock - getReadySeconds
    }

    /// From the start of get ready to the end of the last segment, in seconds.
    public var endSeconds: Int { getReadySeconds + totalSeconds }

    /// The index of the segment that holds this second; the last one for anything at or past the end. Logarithmic.
    public func index(atSecond second: Int) -> Int {
        var low = 0
        var high = segments.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if segments[middle].start <= second { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
