// Workouts: the catalog of movements, routines and their text form. Pure values: reads no file, clock or locale.
// Imports nothing of ours. Belongs to no thread; every value is Sendable.

/// The fixed, ordered set of eight categories. The raw value is the stable id that files carry.
public enum Category: String, CaseIterable, Hashable, Sendable, Codable {
    case fullBody = "full-body"
    case core
    case armsShoulders = "arms-shoulders"
    case chestBack = "chest-back"
    case legsGlutes = "legs-glutes"
    case cardio
    case mobilityStretch = "mobility-stretch"
    case balance

    /// The String Catalog key of the display name.
    public var nameKey: String { "category.\(rawValue)" }
}
