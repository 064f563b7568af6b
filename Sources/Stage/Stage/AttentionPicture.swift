/// Files that need a person: one block each.
public struct AttentionPicture: Hashable, Sendable {
    public struct Block: Hashable, Sendable {
        /// "evening-legs.json".
        public var file: String
        /// "line 14"; a JSON path.
        public var place: String?
        /// "There is no workout called **“squatt”**."
        public var problem: Phrase
        /// "Did you mean", and in a box "squat"; nil without a suggestion.
        public var suggestionLabel: String?
        public var suggestion: String?
        /// What to do about it, where nothing can be suggested.
        public var remedy: String?

        public init(
            file: String, place: String?, problem: Phrase, suggestionLabel: String? = nil, suggestion: String? = nil, remedy: String? = nil
        ) {
            self.file = file
            self.place = place
            self.problem = problem
            self.suggestionLabel = suggestionLabel
            self.suggestion = suggestion
            self.remedy = remedy
        }
    }

    /// "2 files need attention".
    public var title: String
    public var note: Phrase?
    public var blocks: Rows<Block>
    public var focus: Focus
    /// "Nothing was changed. Everything else still plays."
    public var foot: String?
    /// Shown while there are none.
    public var empty: EmptyList?
    public var legend: Legend

    public init(
        title: String, note: Phrase? = nil, blocks: Rows<Block>, focus: Focus, foot: String?, empty: EmptyList? = nil, legend: Legend
    ) {
        self.title = title
        self.note = note
        self.blocks = blocks
        self.focus = focus
        self.foot = foot
        self.empty = empty
        self.legend = legend
    }
}
