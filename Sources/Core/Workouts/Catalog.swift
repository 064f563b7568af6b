/// One movement of the gallery.
public struct Workout: Hashable, Sendable {
    /// Stable, ASCII, never renamed: "mountain-climbers".
    public var id: String
    /// The String Catalog's key of the display name.
    public var nameKey: String
    /// What is shown and spoken: of the language that `Catalog.named(by:)` gave, English before that.
    public var name: String
    /// Files may always use it, whatever the kiosk's language.
    public var englishName: String
    public var category: Category
    /// Focus ids ("glutes"); `focusKey(_:)` is the String Catalog's key of each.
    public var focusAreas: [String]
    /// Reserved for pictures and loops.
    public var mediaKey: String?
    /// Reserved for instructions.
    public var instructionsKey: String?
    /// Other names that people use ("press-up"), by language ("en").
    public var aliases: [String: [String]]
    /// What it is called in other languages: understood in files, never shown, searched or suggested.
    public var foreignNames: [String] = []

    /// The String Catalog's key of a focus area's name.
    public static func focusKey(_ focus: String) -> String { "focus.\(focus)" }
}

/// The gallery: every workout, found by id and by any of its names. Made once; look-ups are a dictionary's.
/// Thread: a value, for any.
public struct Catalog: Sendable {
    /// Of the bundled data.
    public let version: Int
    /// In the catalog's order: by category, then as a person would leaf through them.
    public private(set) var workouts: [Workout]
    /// Of the display names.
    private(set) var language = "en"
    /// The display names of the categories, for a step that has no name of its own.
    private var categoryNames: [Category: String]
    private var indexByID: [String: Int] = [:]
    /// Folded names of other languages; empty until `knowingForeignNames()`.
    private var foreign: [String: Int] = [:]
    /// Folded display and English names: what a name in quotes may mean.
    private var indexByName: [String: Int] = [:]
    /// The same and the aliases.
    private var indexByAnyName: [String: Int] = [:]
    /// Names with digits or words that mean something in a routine's text, by their first word: they must stay whole there.
    private(set) var phrases: [String: [[String]]] = [:]
    /// Every folded name with the workout it belongs to, in a fixed order, for the search of the nearest.
    private(set) var foldedNames: [(scalars: [Unicode.Scalar], letters: UInt64, index: Int)] = []

    init(version: Int, workouts: [Workout], categoryNames: [Category: String]) {
        self.version = version
        self.workouts = workouts
        self.categoryNames = categoryNames
        index()
    }

    /// The same catalog with display names of another language. `name` gives the text of a String Catalog key;
    /// a key it hands back unchanged counts as missing and leaves the English name. `everywhere` gives it in every language there is:
    /// a folder is shared by kiosks that speak several, and a kiosk may change its own.
    /// `language` is that of the names, as the aliases call it: those of others are understood, and not searched.
    public func named(
        by name: (String) -> String, in language: String = "en", everywhere: (String) -> [String] = { _ in [] }
    ) -> Catalog {
        var catalog = self
        catalog.language = language
        for index in workouts.indices {
            let text = Name.clean(name(workouts[index].nameKey))
            catalog.workouts[index].foreignNames = everywhere(workouts[index].nameKey).map(Name.clean)
            catalog.workouts[index].name = text.isEmpty || text == workouts[index].nameKey ? workouts[index].englishName : text
        }
        for category in Category.allCases {
            let text = name(category.nameKey)
            if text != category.nameKey { catalog.categoryNames[category] = text }
        }
        catalog.index()
        return catalog
    }

    /// The same catalog, which also understands what the workouts are called in other languages, where nothing of this one is called so.
    /// Folding thousands of names takes milliseconds: for whoever reads files, not for what is drawn first.
    public func knowingForeignNames() -> Catalog {
        var catalog = self
        catalog.indexForeignNames()
        return catalog
    }

    private mutating func indexForeignNames() {
        foreign = [:]
        for (index, workout) in workouts.enumerated() {
            for name in workout.foreignNames {
                let key = Folding.key(name)
                if !key.isEmpty, foreign[key] == nil { foreign[key] = index }
            }
        }
    }

    /// The same catalog with more workouts behind its own: the person's. One whose id is here already is left out.
    public func adding(_ more: [Workout]) -> Catalog {
        var catalog = self
        for workout in more where indexByID[workout.id] == nil { catalog.workouts.append(workout) }
        catalog.index()
        return catalog
    }

    /// The workout with this id.
    public subscript(id: String) -> Workout? { indexByID[id].map { workouts[$0] } }

    /// The workout that people call this: by display name, English name or alias, without regard to case, diacritics, hyphens,
    /// spaces, apostrophes and the plural's s.
    /// See `knowingForeignNames()`.
    public func workout(called name: String) -> Workout? {
        let key = Folding.key(name)
        return (indexByAnyName[key] ?? foreign[key]).map { workouts[$0] }
    }

    func index(ofFolded key: String) -> Int? { indexByAnyName[key] }

    /// The workout with exactly this display or English name, folded like above; aliases do not count.
    func workout(named name: String) -> Workout? {
        let key = Folding.key(name)
        return (indexByName[key] ?? foreign[key]).map { workouts[$0] }
    }

    /// What a category is called.
    public func name(of category: Category) -> String { categoryNames[category] ?? category.rawValue }

    private mutating func index() {
        if !foreign.isEmpty { indexForeignNames() }
        indexByID = [:]
        indexByName = [:]
        indexByAnyName = [:]
        phrases = [:]
        for (index, workout) in workouts.enumerated() where indexByID[workout.id] == nil { indexByID[workout.id] = index }
        // The first claim on a name holds: display names before English ones before aliases, in the catalog's order.
        for (index, workout) in workouts.enumerated() { claim(workout.name, for: index, exact: true) }
        for (index, workout) in workouts.enumerated() { claim(workout.englishName, for: index, exact: true) }
        for (index, workout) in workouts.enumerated() {
            for language in workout.aliases.keys.sorted() {
                for alias in workout.aliases[language] ?? [] { claim(alias, for: index, exact: false) }
            }
        }
        foldedNames = indexByAnyName.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map {
            let scalars = Array($0.key.unicodeScalars)
            return (scalars, EditDistance.letters(of: scalars), $0.value)
        }
    }

    private mutating func claim(_ name: String, for index: Int, exact: Bool) {
        let words = Folding.words(name)
        let key = words.joined()
        guard !key.isEmpty else { return }
        if indexByAnyName[key] == nil { indexByAnyName[key] = index }
        if exact, indexByName[key] == nil { indexByName[key] = index }
        if Phrase.needsProtection(words), !(phrases[words[0]]?.contains(words) ?? false) {
            phrases[words[0], default: []].append(words)
            // The longest is tried first.
            phrases[words[0]]?.sort { $0.count > $1.count }
        }
    }
}
