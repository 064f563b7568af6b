import Workouts

/// A person's own workout, and where it came from.
public struct OwnWorkoutEntry: Hashable, Sendable {
    /// Below the store, as the disk spells it.
    public var path: String
    public var workout: OwnWorkout
    /// Of the file; nil where nobody read it as a file.
    public var revision: Revision?
    /// What is doubtful in its file.
    public var notes: [Problem]

    public init(path: String, workout: OwnWorkout, revision: Revision? = nil, notes: [Problem]) {
        self.path = path
        self.workout = workout
        self.revision = revision
        self.notes = notes
    }
}

/// The bundled gallery with a person's own workouts behind it. Made when one of their files changes, which is seldom; the routines are
/// read against its catalog.
struct OwnGallery: Sendable {
    let catalog: Catalog
    /// In byte order of their files' paths.
    private(set) var entries: [OwnWorkoutEntry] = []
    /// By id.
    private(set) var paths: [String: String] = [:]
    private(set) var attention: [Attention] = []

    /// - Parameter entries: in byte order of their paths.
    init(_ gallery: Catalog, _ entries: [OwnWorkoutEntry]) {
        var winners: [String: Int] = [:]
        for (index, entry) in entries.enumerated() {
            let other = winners[entry.workout.id]
            if let other, !isNewer(entry.workout.updated, than: entries[other].workout.updated) { continue }
            winners[entry.workout.id] = index
        }
        for (index, entry) in entries.enumerated() {
            var problems = entry.notes
            if let bundled = gallery[entry.workout.id] {
                problems.insert(.error("problem.store.galleryID", at: .file, bundled.said), at: 0)
            } else if let winner = winners[entry.workout.id], winner != index {
                problems.insert(.error("problem.store.sameID", at: .file, .text(entries[winner].path)), at: 0)
            } else {
                self.entries.append(entry)
                paths[entry.workout.id] = entry.path
            }
            if !problems.isEmpty { attention.append(Attention(path: entry.path, problems: problems)) }
        }
        catalog = self.entries.isEmpty ? gallery : gallery.adding(self.entries.map { Workout($0.workout) })
    }
}

/// Whether a document was updated later than another. Both must say when; where one does not, the first path holds.
func isNewer(_ updated: String?, than other: String?) -> Bool {
    guard let updated = updated.flatMap(Timestamp.parse), let before = other.flatMap(Timestamp.parse) else { return false }
    return updated > before
}
