import Workouts

/// The Line turned upright, with words: what the routine says, row by row, as it will play.
public enum ScriptRow: Hashable, Sendable {
    case step(ScriptStep)
    /// "Rest 15 s", between two steps; travels with the step before it.
    case rest(String)
    /// A quiet line about the file: what was doubtful in it.
    case note(String)
    /// Below the steps: "Add workouts", "Save".
    case action(String)
}

public struct ScriptStep: Hashable, Sendable {
    public var name: String
    /// "30 s × 3, 10 s between".
    public var timing: String
    /// How many blocks of work the spine has: its sets, twice as many when each side is worked.
    public var blocks: Int
    /// A tick of rest between the blocks. With each side the rest is between pairs.
    public var hasSetRest: Bool
    public var eachSide: Bool
    /// While it is being moved: drawn as taken out of the spine.
    public var isLifted: Bool

    public init(
        name: String, timing: String, blocks: Int, hasSetRest: Bool, eachSide: Bool = false, isLifted: Bool = false
    ) {
        self.name = name
        self.timing = timing
        self.blocks = blocks
        self.hasSetRest = hasSetRest
        self.eachSide = eachSide
        self.isLifted = isLifted
    }
}

/// What stands at the left of a script: the name, the total and what there is to say about them.
public struct ScriptFacts: Hashable, Sendable {
    /// "Routine", "Editing".
    public var label: String
    public var name: String
    /// "5:30": the hero number.
    public var total: String
    /// A line each, and for each the ways to say it, longest first: the first that fits is shown.
    public var stats: [[Phrase]]

    public init(label: String, name: String, total: String, stats: [[Phrase]]) {
        self.label = label
        self.name = name
        self.total = total
        self.stats = stats
    }
}

/// A routine as it will play, and the one action: Play. The focus is always on Play; the keys move the script.
public struct DetailPicture: Hashable, Sendable {
    public var facts: ScriptFacts
    public var script: Rows<ScriptRow>
    /// The first row of the script that is shown; one that would leave room at the foot shows the last rows.
    public var top: Int
    /// "Play".
    public var play: String
    public var legend: Legend

    public init(facts: ScriptFacts, script: Rows<ScriptRow>, top: Int = 0, play: String, legend: Legend) {
        self.facts = facts
        self.script = script
        self.top = top
        self.play = play
        self.legend = legend
    }
}

/// The routine that is being built: its script, with a step or an action focused.
public struct BuilderPicture: Hashable, Sendable {
    public var facts: ScriptFacts
    /// nil while there is no step.
    public var timeline: Timeline?
    /// The actions are its last rows.
    public var script: Rows<ScriptRow>
    /// Of the script's rows: a step or an action.
    public var focus: Focus
    public var legend: Legend

    public init(facts: ScriptFacts, timeline: Timeline?, script: Rows<ScriptRow>, focus: Focus, legend: Legend) {
        self.facts = facts
        self.timeline = timeline
        self.script = script
        self.focus = focus
        self.legend = legend
    }
}
