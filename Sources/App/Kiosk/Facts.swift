import Foundation
import Library
import Playback
import Ports
import Records
import Words
import Workouts

/// What every screen reads and none changes.
struct Facts: Sendable {
    var settings: KioskSettings
    var words: Words
    /// Nil until the store's first word.
    var library: Library? { didSet { isStale = true } }
    /// The wall clock; nil until the host's first word.
    var clock: WallTime? { didSet { isStale = true } }
    /// Zone and week of the person.
    var calendar: Calendar
    /// Sessions that ended since the library was last heard of, so that a summary counts its own.
    var recent: [FinishedSession] = [] { didSet { isStale = true } }
    /// Those of them that no disk took: they count until the program ends.
    var unkept: Set<String> = []

    /// The routines as the home shows them: indices into the library's, most recently played first.
    private(set) var shelf: [Int] = []
    private var placeOnShelf: [String: Int] = [:]
    private var isStale = true

    init(settings: KioskSettings, words: Words, calendar: Calendar) {
        self.settings = settings
        self.words = words
        self.calendar = calendar
    }

    /// Brings records and the order of the routines up to the library and the day.
    mutating func refresh(at now: Instant) {
        guard isStale else { return }
        isStale = false
        let routines = library?.routines ?? []
        shelf = Array(routines.indices)
        placeOnShelf = Dictionary(shelf.enumerated().map { (routines[$1].id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The routine in a place of the shelf.
    func entry(_ place: Int) -> RoutineEntry? { shelf.indices.contains(place) ? library?.routines[shelf[place]] : nil }
    func entry(id: String) -> RoutineEntry? { place(of: id).flatMap(entry) }
    func place(of id: String) -> Int? { placeOnShelf[id] }

    /// Seconds since 1970 at an instant; nil while the clock is not known to be right.
    func knownSeconds(at now: Instant) -> Int? { clock.flatMap { $0.isKnown ? $0.seconds(at: now) : nil } }
}
