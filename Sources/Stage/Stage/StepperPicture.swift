import Workouts

/// One value at a time, very large: of a step in the builder, or of a setting.
public struct StepperPicture: Hashable, Sendable {
    public struct Tab: Hashable, Sendable {
        /// "Between sets".
        public var label: String
        /// "0 s", "none".
        public var value: String

        public init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    /// Which stretches of the routine the value is about; they are lit in the Line.
    public struct Edited: Hashable, Sendable {
        public enum Part: Hashable, Sendable { case work, setRest, rest }

        /// Index into the timeline's steps.
        public var step: Int
        public var part: Part

        public init(step: Int, part: Part) {
            self.step = step
            self.part = part
        }
    }

    /// The workout's or the setting's name.
    public var title: String
    /// "Step 2 of 5".
    public var note: String?
    /// Empty for a value that stands alone.
    public var tabs: [Tab]
    public var focus: Focus
    /// "15", and its unit if it has one: "s". A word ("none", "Bright") has none.
    public var value: String
    public var unit: String?
    /// The neighbours; nil at an end of the range.
    public var less: String?
    public var more: String?
    /// "Total **5:30**", before the Line.
    public var total: Phrase?
    public var timeline: Timeline?
    public var edited: Edited?
    public var legend: Legend

    public init(
        title: String, note: String? = nil, tabs: [Tab] = [], focus: Focus = Focus(0), value: String, unit: String? = nil, less: String?,
        more: String?, total: Phrase? = nil, timeline: Timeline? = nil, edited: Edited? = nil, legend: Legend
    ) {
        self.title = title
        self.note = note
        self.tabs = tabs
        self.focus = focus
        self.value = value
        self.unit = unit
        self.less = less
        self.more = more
        self.total = total
        self.timeline = timeline
        self.edited = edited
        self.legend = legend
    }
}
