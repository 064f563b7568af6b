import Workouts

/// Home: today, the routines, and behind them the ways to the other screens.
public struct HomePicture: Hashable, Sendable {
    /// The band that leads the home: what PLAY does today.
    public struct Today: Hashable, Sendable {
        /// "Today".
        public var label: String
        /// At the end of the label's line: "5 workouts, 8 sets"; on a day of rest what comes next may stand here.
        public var facts: String?
        /// nil on a day without anything to play; then the title is smaller.
        public var icon: KeyCell.Icon?
        /// "Morning core"; "Rest today, next Friday"; "Fix in editor".
        public var title: String
        /// "5:30".
        public var total: String?
        /// Drawn as the Line.
        public var timeline: Timeline?
        /// The week, first day first; empty without a plan.
        public var week: [WeekDay]

        public init(
            label: String, facts: String? = nil, icon: KeyCell.Icon? = .play, title: String, total: String? = nil,
            timeline: Timeline? = nil, week: [WeekDay] = []
        ) {
            self.label = label
            self.facts = facts
            self.icon = icon
            self.title = title
            self.total = total
            self.timeline = timeline
            self.week = week
        }
    }

    public struct Routine: Hashable, Sendable {
        public var name: String
        /// "7 workouts".
        public var count: String
        /// In the order of their first step; at most four are shown.
        public var categories: [Category]
        public var timeline: Timeline
        public var total: String
        /// "2 days ago", "Not played yet".
        public var lastDone: String
        /// "21 times"; nil before the first.
        public var times: String?
        /// "229 min in all"; shown of the focused routine where there is room.
        public var minutes: String?

        public init(
            name: String, count: String, categories: [Category], timeline: Timeline, total: String, lastDone: String, times: String?,
            minutes: String?
        ) {
            self.name = name
            self.count = count
            self.categories = categories
            self.timeline = timeline
            self.total = total
            self.lastDone = lastDone
            self.times = times
            self.minutes = minutes
        }
    }

    public enum Row: Hashable, Sendable {
        case routine(Routine)
        /// To another screen: "Gallery", "96 workouts in 8 categories".
        case way(title: String, detail: String)
    }

    /// "Thursday 18:42", and "Thu 18:42" for where that is too long; nil while the clock is not known.
    public var clock: String?
    public var shortClock: String?
    /// "**4-day** streak", "**96 min** this week"; empty before the first session. A mini panel shows the first only.
    public var motivation: [Phrase]
    /// The problems badge: "2 files need attention"; nil when there are none.
    public var badge: String?
    /// nil without a plan, and while the list is empty.
    public var today: Today?
    /// Takes Today's place when there is nothing to play.
    public var empty: EmptyList?
    /// Routines, most recently played first, then the ways.
    public var rows: Rows<Row>
    /// Of the rows; −1 is Today.
    public var focus: Focus
    /// What of the panel is missing, ready to be shown.
    public var notices: [String]
    public var legend: Legend

    public init(
        clock: String?, shortClock: String?, motivation: [Phrase], badge: String? = nil, today: Today?, empty: EmptyList? = nil,
        rows: Rows<Row>, focus: Focus, notices: [String] = [], legend: Legend
    ) {
        self.clock = clock
        self.shortClock = shortClock
        self.motivation = motivation
        self.badge = badge
        self.today = today
        self.empty = empty
        self.rows = rows
        self.focus = focus
        self.notices = notices
        self.legend = legend
    }
}

/// A day of the week strip and of the plan. Solid is done, hollow is planned, a dash is rest.
public struct WeekDay: Hashable, Sendable {
    public enum Mark: Hashable, Sendable { case done, planned, rest }

    /// "Mo".
    public var name: String
    public var mark: Mark
    public var isToday: Bool

    public init(name: String, mark: Mark, isToday: Bool) {
        self.name = name
        self.mark = mark
        self.isToday = isToday
    }
}
