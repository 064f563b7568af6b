import Playback
import Ports
import Stage
import Words
import Workouts

/// The library of movements: its categories, and all of them. Looking around changes no routine.
struct Gallery: Place {
    /// The category of each cell; nil is all of them.
    private static let cells: [Category?] = Category.allCases + [nil]

    private var index = 0

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        var keys = ListKeys(facts.words, count: Gallery.cells.count, choose: Deed(.choose, .choose, facts.words("key.open")))
        keys.isGrid = true
        return keys.use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        let count = Gallery.cells.count
        switch act {
        case .previous: index = (index + count - 1) % count
        case .next: index = (index + 1) % count
        case .choose: return [.open(WorkoutList(Gallery.cells[index], facts))]
        case .leave: return [.close]
        default: break
        }
        return []
    }

    mutating func type(_ character: Character, _ facts: Facts) -> [Move] {
        guard character.isLetter || character.isNumber else { return [] }
        var list = WorkoutList(nil, facts)
        let moves = list.type(character, facts)
        return [.open(list)] + moves
    }

    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let workouts = facts.library?.catalog.workouts ?? []
        var counts: [Category: Int] = [:]
        for workout in workouts { counts[workout.category, default: 0] += 1 }
        let cells = Gallery.cells.map { category in
            GalleryPicture.Cell(
                category: category, name: name(category, words),
                count: words("list.workouts", .number(category.map { counts[$0] ?? 0 } ?? workouts.count)))
        }
        return .gallery(
            GalleryPicture(
                title: words("gallery.title"), note: Phrase(words("gallery.count", .number(workouts.count))), cells: cells,
                focus: Focus(index), legend: legend))
    }

    private func name(_ category: Category?, _ words: Words) -> String { category.map { words($0.nameKey) } ?? words("gallery.all") }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        (facts.words("gallery.title"), name(Gallery.cells[index], facts.words))
    }
}
