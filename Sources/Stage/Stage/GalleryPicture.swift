import Workouts

/// The gallery's categories, four in a row.
public struct GalleryPicture: Hashable, Sendable {
    public struct Cell: Hashable, Sendable {
        /// nil for a cell of all of them.
        public var category: Category?
        public var name: String
        /// "16 workouts".
        public var count: String

        public init(category: Category?, name: String, count: String) {
            self.category = category
            self.name = name
            self.count = count
        }
    }

    public var title: String
    /// "**96** workouts".
    public var note: Phrase?
    public var cells: [Cell]
    public var focus: Focus
    public var legend: Legend

    public init(title: String, note: Phrase?, cells: [Cell], focus: Focus, legend: Legend) {
        self.title = title
        self.note = note
        self.cells = cells
        self.focus = focus
        self.legend = legend
    }
}

/// Workouts by name: of a category, of all, or of a search.
public struct WorkoutListPicture: Hashable, Sendable {
    public struct Row: Hashable, Sendable {
        public var name: String
        public var category: Category
        /// "Yours", for a workout of the person's own.
        public var note: String?

        public init(name: String, category: Category, note: String? = nil) {
            self.name = name
            self.category = category
            self.note = note
        }
    }

    public var title: String
    /// "**6** of 16".
    public var note: Phrase?
    /// What was typed to search, shown in the title's place with a caret; nil without a search.
    public var typed: String?
    public var rows: Rows<Row>
    public var focus: Focus
    /// Shown while there are no rows.
    public var empty: EmptyList?
    public var legend: Legend

    public init(
        title: String, note: Phrase?, typed: String? = nil, rows: Rows<Row>, focus: Focus, empty: EmptyList? = nil, legend: Legend
    ) {
        self.title = title
        self.note = note
        self.typed = typed
        self.rows = rows
        self.focus = focus
        self.empty = empty
        self.legend = legend
    }
}
