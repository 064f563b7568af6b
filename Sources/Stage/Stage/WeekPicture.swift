import Workouts

/// Seven days: of My Week as it stands, or of a plan that is being edited.
public struct WeekPicture: Hashable, Sendable {
    public struct Day: Hashable, Sendable {
        public var mark: WeekDay.Mark
        /// "Thursday", and "Thu" for where that is too long.
        public var name: String
        public var shortName: String
        /// "Morning core, Evening mobility"; "Rest".
        public var routines: String
        /// Of a day with one routine or its first; drawn as the Line in the overview of a large panel.
        public var timeline: Timeline?
        /// "16:25"; nil on a day of rest.
        public var total: String?
        /// "Done".
        public var state: String?

        public init(
            mark: WeekDay.Mark, name: String, shortName: String, routines: String, timeline: Timeline? = nil, total: String? = nil,
            state: String? = nil
        ) {
            self.mark = mark
            self.name = name
            self.shortName = shortName
            self.routines = routines
            self.timeline = timeline
            self.total = total
            self.state = state
        }
    }

    public var title: String
    /// "Steady spring"; "**69 min** a week".
    public var note: Phrase?
    public var days: [Day]
    public var focus: Focus
    /// Without Lines and states.
    public var isEditor: Bool
    public var legend: Legend

    public init(title: String, note: Phrase?, days: [Day], focus: Focus, isEditor: Bool, legend: Legend) {
        self.title = title
        self.note = note
        self.days = days
        self.focus = focus
        self.isEditor = isEditor
        self.legend = legend
    }
}
