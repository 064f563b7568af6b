import Library
import Words
import Workouts

/// The rows of the picker: workouts under their sections, or those that a search found.
struct PickerList: Hashable, Sendable {
    enum Row: Hashable, Sendable {
        case section(String)
        case workout(Workout)
    }

    private(set) var rows: [Row] = []
    /// The row of each workout, in order: where the focus can stand.
    private(set) var places: [Int] = []
    /// The first workout of each section.
    private var sections: [Int] = []

    /// Nothing to pick from.
    init() {}

    /// Everything there is, what is suggested first.
    init(_ catalog: Catalog, suggested: [Workout], _ words: Words) {
        add(suggested, under: words("picker.suggested"))
        var byCategory: [Category: [Workout]] = [:]
        for workout in catalog.workouts { byCategory[workout.category, default: []].append(workout) }
        for category in Category.allCases { add(byCategory[category] ?? [], under: catalog.name(of: category)) }
    }

    /// The workouts that the typed letters find, the suggested ones first.
    init(_ catalog: Catalog, beginningWith typed: String, suggested: [Workout]) {
        let favourites = Set(suggested.map(\.id))
        let found = catalog.search(typed)
        append(found.filter { favourites.contains($0.id) } + found.filter { !favourites.contains($0.id) })
        sections = places.isEmpty ? [] : [0]
    }

    private mutating func add(_ workouts: [Workout], under title: String) {
        guard !workouts.isEmpty else { return }
        sections.append(places.count)
        rows.append(.section(title))
        append(workouts)
    }

    private mutating func append(_ workouts: [Workout]) {
        for workout in workouts {
            places.append(rows.count)
            rows.append(.workout(workout))
        }
    }

    /// How many workouts; one that is also suggested counts twice.
    var count: Int { places.count }
    var hasSections: Bool { sections.count > 1 }

    subscript(index: Int) -> Workout? {
        guard places.indices.contains(index), case .workout(let workout) = rows[places[index]] else { return nil }
        return workout
    }

    /// The first place of a workout.
    func index(of workout: Workout) -> Int? { places.indices.first { self[$0]?.id == workout.id } }

    /// The first workout of the section behind the one that a workout is in; after the last section the first.
    func nextSection(after index: Int) -> Int { sections.first { $0 > index } ?? 0 }
}

/// What stands first in the picker: what the person's routines are made of, then what most people train.
enum Suggestions {
    /// Of what the person's routines are made of; the basics that are not among them follow.
    static let count = 16
    /// More than these are no longer a selection.
    private static let mostRows = 24
    /// Routines beyond these were not played for long.
    private static let looksAt = 50

    /// Legs, middle, arms and heart, a few of each: enough for a first routine without leaving the first page.
    static let basics = [
        "bridge", "squat", "forward-lunge", "wall-sit", "plank", "side-plank", "crunch", "russian-twist", "bicycle-crunch", "leg-raise",
        "push-up", "chair-dip", "superman-hold", "mountain-climber", "jumping-jack", "burpee",
    ]

    static func workouts(_ facts: Facts) -> [Workout] {
        guard let library = facts.library else { return [] }
        var uses: [String: Int] = [:]
        var order: [String] = []
        for entry in facts.shelf.prefix(looksAt) {
            // A starter that nobody has played says nothing about the person.
            if entry.starter != nil, facts.records?.lastPlayed(entry.id) == nil { continue }
            for id in Set(entry.routine.steps.compactMap(\.workoutID)) { uses[id, default: 0] += 1 }
            for step in entry.routine.steps { if let id = step.workoutID, !order.contains(id) { order.append(id) } }
            // A routine of thousands of steps says nothing more after these.
            if order.count > 200 { break }
        }
        // Sorting keeps equals in their order: most recently played first.
        let used = order.enumerated().sorted { (-uses[$0.element, default: 0], $0.offset) < (-uses[$1.element, default: 0], $1.offset) }
        let favourites = used.map(\.element).filter { library.catalog[$0] != nil }.prefix(count)
        let ids = favourites + basics.filter { !favourites.contains($0) }
        return Array(ids.compactMap { library.catalog[$0] }.prefix(mostRows))
    }
}
