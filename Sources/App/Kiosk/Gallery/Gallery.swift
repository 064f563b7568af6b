import Playback
import Ports
import Stage
import Words
import Workouts

/// The library of movements: its categories, and behind a hold all of them. Looking around changes no routine.
struct Gallery: Place {
    private static let cells = Category.allCases

    private var index = 0

    func use(of key: Key, _ facts: Facts) -> KeyUse? {
        var keys = ListKeys(facts.words, count: Gallery.cells.count, choose: Deed(.choose, .choose, facts.words("key.open")))
        keys.isGrid = true
        keys.options = .init(deed: Deed(.options, .choose, facts.words("gallery.all")), note: facts.words("key.hold.all"))
        return keys.use(of: key)
    }

    mutating func perform(_ act: Act, steps: Int, _ facts: Facts, at now: Instant) -> [Move] {
        let count = Gallery.cells.count
        switch act {
        case .previous: index = (index + count - 1) % count
        case .next: index = (index + 1) % count
        case .choose: return [.open(WorkoutList(Gallery.cells[index], facts))]
        case .options: return [.open(WorkoutList(nil, facts))]
        case .leave: return [.close]
        default: break
        }
        return []
    }

    mutating func type(_ character: Character, _ facts: Facts) -> [Move] {
        guard character.isLetter || character.isNumber || character.beginsTyping else { return [] }
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
                category: category, name: words(category.nameKey), count: words("list.workouts", .number(counts[category] ?? 0)))
        }
        return .gallery(
            GalleryPicture(
                title: words("gallery.title"), note: Phrase(words("gallery.count", .number(workouts.count))), cells: cells,
                focus: Focus(index), legend: legend))
    }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        (facts.words("gallery.title"), facts.words(Gallery.cells[index].nameKey))
    }
}
