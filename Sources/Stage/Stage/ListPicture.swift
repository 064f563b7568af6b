import Workouts

/// Names with what there is to say about each: settings, plans to pick from, names to save under, routines to add to.
public struct ListPicture: Hashable, Sendable {
    public struct Row: Hashable, Sendable {
        public var title: String
        /// At the end of the row: a setting's value, a routine's total.
        public var detail: String?
        /// A check square before the title; nil without one.
        public var isChecked: Bool?
        /// Its sign before the title.
        public var category: Category?

        public init(title: String, detail: String? = nil, isChecked: Bool? = nil, category: Category? = nil) {
            self.title = title
            self.detail = detail
            self.isChecked = isChecked
            self.category = category
        }
    }

    public var title: String
    /// At the end of the title's line.
    public var note: Phrase?
    /// What is being typed, with a caret behind it, large over the rows; nil where nothing can be typed.
    public var typed: String?
    public var rows: Rows<Row>
    public var focus: Focus
    /// Under the last row, where there is room: the privacy line.
    public var foot: String?
    /// Shown while there are no rows.
    public var empty: EmptyList?
    public var legend: Legend

    public init(
        title: String, note: Phrase? = nil, typed: String? = nil, rows: Rows<Row>, focus: Focus, foot: String? = nil,
        empty: EmptyList? = nil, legend: Legend
    ) {
        self.title = title
        self.note = note
        self.typed = typed
        self.rows = rows
        self.focus = focus
        self.foot = foot
        self.empty = empty
        self.legend = legend
    }
}
