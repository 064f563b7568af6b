import Workouts

/// One workout of the gallery.
public struct WorkoutPicture: Hashable, Sendable {
    public var category: Category
    /// "Legs and glutes", "Legs and glutes, yours".
    public var caption: String
    public var name: String
    /// Focus areas.
    public var chips: [String]
    /// The person's own words about it.
    public var note: String?
    /// "In 1 routine: Legs and lungs".
    public var usage: String?
    /// "Add to routine"; of one's own also "Edit", "Delete". The focused one is the band at the foot; others stand above it.
    public var actions: [String]
    public var focus: Focus
    public var legend: Legend

    public init(
        category: Category, caption: String, name: String, chips: [String], note: String?, usage: String?, actions: [String], focus: Focus,
        legend: Legend
    ) {
        self.category = category
        self.caption = caption
        self.name = name
        self.chips = chips
        self.note = note
        self.usage = usage
        self.actions = actions
        self.focus = focus
        self.legend = legend
    }
}
