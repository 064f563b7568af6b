// Stage: state to scene; the layout of each screen from the design, one file a screen.
// Imports Canvas and Core. Pure but for measuring text; belongs to the loop's thread.
import Playback
import Ports
import Workouts

/// How things are drawn: the panel and the room it stands in.
public struct StageStyle: Hashable, Sendable {
    public enum Light: String, Hashable, Sendable, CaseIterable { case bright, dark }
    public enum LegendPlace: String, Hashable, Sendable { case below, trailing }

    public var size: PixelSize
    public var light: Light
    /// Kept free at each edge, 0 to 5 percent; fields and bands bleed past it.
    public var insetPercent: Int
    public var legendPlace: LegendPlace
    /// Larger words on every screen but the player's, whose digits are as large as they can be.
    public var hasBigText: Bool

    public init(
        size: PixelSize, light: Light = .bright, insetPercent: Int = 0, legendPlace: LegendPlace = .below, hasBigText: Bool = false
    ) {
        self.size = size
        self.light = light
        self.insetPercent = insetPercent
        self.legendPlace = legendPlace
        self.hasBigText = hasBigText
    }
}

/// All that a screen shows, decided; only the layout is left to do. Equal pictures give equal pixels.
public enum Picture: Hashable, Sendable {
    case player(PlayerPicture)
    case question(QuestionPicture)
    case summary(SummaryPicture)
    case welcome(WelcomePicture)
    case home(HomePicture)
    case detail(DetailPicture)
    indirect case options(OptionsPicture)
    case gallery(GalleryPicture)
    case workouts(WorkoutListPicture)
    case workout(WorkoutPicture)
    case picker(PickerPicture)
    case builder(BuilderPicture)
    case stepper(StepperPicture)
    case week(WeekPicture)
    /// Settings, plans to pick from, names to save under, routines to add to.
    case list(ListPicture)
    case attention(AttentionPicture)
    case idle(IdlePicture)
    /// A sentence on paper: nothing to play, and why.
    case message(title: String, line: String, legend: Legend?)
}

/// What one key does now. Texts are ready to be shown.
public struct KeyCell: Hashable, Sendable {
    /// The design's key icons.
    public enum Icon: String, Hashable, Sendable, CaseIterable {
        case up, down, left, right, play, choose, pause, restart, next, plus, minus, stop, check, tab, again
    }

    public var icon: Icon
    public var verb: String
    /// "Hold: end"; nil without a hold meaning. While it is held, what holding on does ("Keep holding").
    public var hold: String?

    public init(icon: Icon, verb: String, hold: String? = nil) {
        self.icon = icon
        self.verb = verb
        self.hold = hold
    }
}

/// The strip: one cell per physical button, in their order; nil is an unused key.
public struct Legend: Hashable, Sendable {
    public var back: KeyCell?
    public var pause: KeyCell?
    public var skip: KeyCell?
    /// 0 to 1: it fades in and out in the player.
    public var opacity: Double
    /// The key that is held and how far towards acting, 0 to 1.
    public var holding: Key?
    public var holdFraction: Double

    public init(back: KeyCell?, pause: KeyCell?, skip: KeyCell?, opacity: Double = 1, holding: Key? = nil, holdFraction: Double = 0) {
        self.back = back
        self.pause = pause
        self.skip = skip
        self.opacity = opacity
        self.holding = holding
        self.holdFraction = holdFraction
    }
}

/// The player's stage at one instant.
public struct PlayerPicture: Hashable, Sendable {
    public enum Mode: Hashable, Sendable {
        case running
        case paused
        /// The three hollow digits after a pause, on the segment's own field.
        case leadIn(digit: Int)
    }

    public var timeline: Timeline
    /// Index into `timeline.segments`.
    public var segment: Int
    public var mode: Mode
    /// ceil of what is left of the segment; never 0.
    public var secondsLeft: Int
    /// Of the routine, get ready not counted.
    public var elapsedSeconds: Int
    /// How much of the screen the incoming field covers, 0 to 1, in the last three seconds.
    public var wipe: Double
    public var legend: Legend?
    /// The paused bars' opacity, 0.72 to 1.
    public var breath: Double
    /// Against burn-in: moves the whole stage, at state changes only.
    public var shiftX: Int
    public var shiftY: Int
    /// Ready to be shown: what of the panel is missing ("No sound: the card is in use").
    public var notices: [String]

    public init(
        timeline: Timeline, segment: Int, mode: Mode = .running, secondsLeft: Int, elapsedSeconds: Int, wipe: Double = 0,
        legend: Legend? = nil, breath: Double = 1, shiftX: Int = 0, shiftY: Int = 0, notices: [String] = []
    ) {
        self.timeline = timeline
        self.segment = segment
        self.mode = mode
        self.secondsLeft = secondsLeft
        self.elapsedSeconds = elapsedSeconds
        self.wipe = wipe
        self.legend = legend
        self.breath = breath
        self.shiftX = shiftX
        self.shiftY = shiftY
        self.notices = notices
    }
}

/// Three answers over three keys; the middle one is the safe one, and amber.
public struct QuestionPicture: Hashable, Sendable {
    public struct Answer: Hashable, Sendable {
        public var text: String
        public var consequence: String
        public var icon: KeyCell.Icon
        /// How far it is held, for an answer that needs a hold; nil while it is not held.
        public var holdFraction: Double?

        public init(text: String, consequence: String, icon: KeyCell.Icon, holdFraction: Double? = nil) {
            self.text = text
            self.consequence = consequence
            self.icon = icon
            self.holdFraction = holdFraction
        }
    }

    public var title: String
    public var line: String
    /// The routine and how far it was played, drawn as the Line; nil leaves it out.
    public var timeline: Timeline?
    public var elapsedSeconds: Int
    /// At the Line's end: "4:38 left"; nil leaves it out.
    public var remaining: String?
    public var back: Answer?
    public var pause: Answer?
    public var skip: Answer?
    /// On stone (from the player's pause) instead of paper.
    public var isPaused: Bool

    public init(
        title: String, line: String, timeline: Timeline?, elapsedSeconds: Int, remaining: String? = nil, back: Answer?, pause: Answer?,
        skip: Answer?, isPaused: Bool
    ) {
        self.title = title
        self.line = line
        self.timeline = timeline
        self.elapsedSeconds = elapsedSeconds
        self.remaining = remaining
        self.back = back
        self.pause = pause
        self.skip = skip
        self.isPaused = isPaused
    }
}

/// Completion, or an honest partial.
public struct SummaryPicture: Hashable, Sendable {
    /// A number with its word below: ("5:30", "active").
    public struct Figure: Hashable, Sendable {
        public var value: String
        public var label: String
        public init(value: String, label: String) {
            self.value = value
            self.label = label
        }
    }

    public var timeline: Timeline
    public var isComplete: Bool
    /// How far the routine's own timeline was played, get ready not counted.
    public var playedSeconds: Int
    /// "Done" or "Saved".
    public var title: String
    public var figures: [Figure]
    /// At the foot: the routine's name, and at its end something like "102 min this week"; nil leaves that out.
    public var routineName: String
    public var note: String?
    public var legend: Legend

    public init(
        timeline: Timeline, isComplete: Bool, playedSeconds: Int, title: String, figures: [Figure], routineName: String, note: String?,
        legend: Legend
    ) {
        self.timeline = timeline
        self.isComplete = isComplete
        self.playedSeconds = playedSeconds
        self.title = title
        self.figures = figures
        self.routineName = routineName
        self.note = note
        self.legend = legend
    }
}
