import Workouts

/// Workouts to pick from, several at once, and those picked, in their order.
public struct PickerPicture: Hashable, Sendable {
    public enum Row: Hashable, Sendable {
        /// A category's name over its workouts; never focused.
        case section(String)
        /// `note`: "Yours", or how often it was picked when more than once.
        case workout(name: String, isPicked: Bool, note: String?)
    }

    public struct Pick: Hashable, Sendable {
        public var name: String
        public var category: Category

        public init(name: String, category: Category) {
            self.name = name
            self.category = category
        }
    }

    public var title: String
    /// "**5** picked".
    public var note: Phrase?
    /// What was typed to search, shown in the title's place with a caret; nil without a search.
    public var typed: String?
    public var rows: Rows<Row>
    public var focus: Focus
    /// Shown while there are no rows.
    public var empty: EmptyList?
    /// "In this order".
    public var label: String
    /// Carried around its end: the last that fit are shown, with their numbers.
    public var picks: Rows<Pick>
    /// "3:30"; nil while nothing is picked.
    public var total: String?
    /// "30 s each,\n15 s rest after": what the picked ones start with.
    public var defaults: String?
    public var legend: Legend

    public init(
        title: String, note: Phrase?, typed: String? = nil, rows: Rows<Row>, focus: Focus, empty: EmptyList? = nil, label: String,
        picks: Rows<Pick>, total: String?, defaults: String?, legend: Legend
    ) {
        self.title = title
        self.note = note
        self.typed = typed
        self.rows = rows
        self.focus = focus
        self.empty = empty
        self.label = label
        self.picks = picks
        self.total = total
        self.defaults = defaults
        self.legend = legend
    }
}
