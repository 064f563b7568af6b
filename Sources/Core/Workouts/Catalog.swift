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
    /// Other names that people use ("press-up"), by language ("en"). Those of `anyLanguage` are understood, and not searched.
    public var aliases: [String: [String]]
    /// What it is called in other languages: understood in files, and never shown or searched.
    public var foreignNames: [String] = []

    /// Its name in a sentence about a file, which is told in several languages.
    public var said: Message.Argument { nameKey.isEmpty ? .quoted(name) : .named(key: nameKey, english: englishName) }

    /// Of names that are no language's.
    static let anyLanguage = ""

    /// The String Catalog's key of the name of the gallery's workout with this id.
    public static func nameKey(_ id: String) -> String { "workout.\(id)" }

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
    private var foreignCategoryNames: [Category: [String]] = [:]
    private var knowsForeignNames = false
    /// Folded names of other languages; empty until `knowingForeignNames()`.
    private var foreign: [String: Int] = [:]
    private var foreignCategories: [String: Category] = [:]
    /// Display and English names as they stand: what a name in quotes means first of all.
    private var indexByExactName: [String: Int] = [:]
    /// Folded display and English names: what a name in quotes may mean.
    private var indexByName: [String: Int] = [:]
    /// The same and the aliases.
    private var indexByAnyName: [String: Int] = [:]
    /// Names with digits or words that mean something in a routine's text, by their first word: they must stay whole there.
    private(set) var phrases: [String: [[String]]] = [:]
    /// Every folded name with the workout that is suggested for it, and whether it is English. The same whatever the kiosk speaks: what is
    /// said about a file is the same from all kiosks that share it.
    private var suggestions: [String: Int] = [:]
    /// The same, ready for the search of the nearest, where `suggestions` says; their letters stand behind each other.
    private(set) var foldedNames: [(scalars: Range<Int>, letters: UInt64, isEnglish: Bool, index: Int)] = []
    private(set) var foldedScalars: [Unicode.Scalar] = []

    init(version: Int, workouts: [Workout], categoryNames: [Category: String]) {
        self.version = version
        self.workouts = workouts
        self.categoryNames = categoryNames
        index()
    }

    /// The same catalog with display names of another language. `name` gives the text of a String Catalog key;
    /// a key it hands back unchanged counts as missing and leaves the English name. `everywhere` gives it in every language there is:
    /// a folder is shared by kiosks that speak several, and a kiosk may change its own. Without it the catalog knows as many as before.
    /// `language` is that of the names, as the aliases call it: those of others are understood, and not searched.
    public func named(
        by name: (String) -> String, in language: String = "en", everywhere: ((String) -> [String])? = nil
    ) -> Catalog {
        var catalog = self
        catalog.language = language
        var isRenamed = false
        for index in workouts.indices {
            let text = Name.clean(name(workouts[index].nameKey))
            if let everywhere { catalog.workouts[index].foreignNames = everywhere(workouts[index].nameKey).map(Name.clean) }
            let new = text.isEmpty || text == workouts[index].nameKey ? workouts[index].englishName : text
            if new == workouts[index].name { continue }
            catalog.workouts[index].name = new
            isRenamed = true
        }
        for category in Category.allCases {
            let text = name(category.nameKey)
            if text != category.nameKey { catalog.categoryNames[category] = text }
            if let everywhere { catalog.foreignCategoryNames[category] = everywhere(category.nameKey) }
        }
        // In English nothing has another name now, and every name folded again is a twentieth of a start.
        if isRenamed || knowsForeignNames && everywhere != nil { catalog.index() }
        return catalog
    }

    /// The same catalog, which also understands what the workouts are called in other languages, where nothing of this one is called so.
    /// Folding thousands of names takes milliseconds: for whoever reads files, not for what is drawn first.
    public func knowingForeignNames() -> Catalog {
        var catalog = self
        catalog.knowsForeignNames = true
        catalog.indexForeignNames()
        return catalog
    }

    private mutating func indexForeignNames() {
        foreign = [:]
        // As many as there are languages, and that again.
        let count = workouts.reduce(0) { $0 + $1.foreignNames.count }
        foreign.reserveCapacity(count)
        suggestions.reserveCapacity(suggestions.count + count)
        foldedNames.reserveCapacity(foldedNames.count + count)
        var letters = Folding.Letters()
        for (index, workout) in workouts.enumerated() {
            for name in workout.foreignNames {
                let words = Folding.words(name, &letters)
                let key = words.joined()
                guard !key.isEmpty else { continue }
                if foreign[key] == nil { foreign[key] = index }
                suggest(index, for: key, isEnglish: false)
                protect(words)
            }
        }
        foreignCategories = [:]
        for category in Category.allCases {
            for name in foreignCategoryNames[category] ?? [] {
                let key = Folding.key(name)
                if foreignCategories[key] == nil { foreignCategories[key] = category }
            }
        }
    }

    /// The same catalog with more workouts behind its own: the person's. One whose id is here already is left out.
    public func adding(_ more: [Workout]) -> Catalog {
        if more.isEmpty { return self }
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

    /// The workout that is suggested where a name holds this folded one.
    func suggestion(forFolded key: String) -> Int? { suggestions[key].map { foldedNames[$0].index } }

    /// The workout with exactly this display or English name, else the one with this name folded like above; aliases do not count, but what
    /// a person's own workout was called before does.
    func workout(named name: String) -> Workout? {
        if let index = indexByExactName[name] { return workouts[index] }
        let key = Folding.key(name)
        return (indexByName[key] ?? foreign[key]).map { workouts[$0] }
    }

    /// A step's name in a sentence about its file.
    func said(of step: Step) -> Message.Argument {
        if let workout = step.workoutID.flatMap({ self[$0] }) { return workout.said }
        // A step without a name has its category's.
        let category = step.category
        return step.name == name(of: category) ? .named(key: category.nameKey, english: category.rawValue) : .quoted(step.name)
    }

    /// What a category is called.
    public func name(of category: Category) -> String { categoryNames[category] ?? category.rawValue }

    /// The category that this means: by id, or by what it is called.
    func category(called text: String) -> Category? {
        let key = Folding.key(text)
        return Category.allCases.first { Folding.key($0.rawValue) == key || Folding.key(name(of: $0)) == key } ?? foreignCategories[key]
    }

    private mutating func index() {
        indexByID = [:]
        indexByExactName = [:]
        indexByName = [:]
        indexByAnyName = [:]
        phrases = [:]
        suggestions = [:]
        foldedNames = []
        foldedScalars = []
        // A name and three others are usual.
        indexByID.reserveCapacity(workouts.count)
        indexByName.reserveCapacity(workouts.count)
        indexByAnyName.reserveCapacity(workouts.count * 4)
        suggestions.reserveCapacity(workouts.count * 4)
        for (index, workout) in workouts.enumerated() where indexByID[workout.id] == nil { indexByID[workout.id] = index }
        // The first claim on a name holds: display names before English ones before aliases, in the catalog's order.
        for (index, workout) in workouts.enumerated() {
            claim(workout.name, for: index, exact: true, isEnglish: workout.name == workout.englishName)
        }
        for (index, workout) in workouts.enumerated() {
            if workout.englishName == workout.name { continue }
            claim(workout.englishName, for: index, exact: true, isEnglish: true)
        }
        for (index, workout) in workouts.enumerated() {
            for language in workout.aliases.keys.sorted() {
                for alias in workout.aliases[language] ?? [] {
                    claim(alias, for: index, exact: language == Workout.anyLanguage, isEnglish: language == "en")
                }
            }
        }
        if knowsForeignNames { indexForeignNames() }
    }

    private mutating func claim(_ name: String, for index: Int, exact: Bool, isEnglish: Bool) {
        if exact, indexByExactName[name] == nil { indexByExactName[name] = index }
        let words = Folding.words(name)
        let key = words.joined()
        guard !key.isEmpty else { return }
        if indexByAnyName[key] == nil { indexByAnyName[key] = index }
        if exact, indexByName[key] == nil { indexByName[key] = index }
        suggest(index, for: key, isEnglish: isEnglish)
        protect(words)
    }

    /// English names before all others, then the catalog's order.
    private mutating func suggest(_ index: Int, for key: String, isEnglish: Bool) {
        if let place = suggestions[key] {
            let other = foldedNames[place]
            if (other.isEnglish ? 0 : 1, other.index) <= (isEnglish ? 0 : 1, index) { return }
            (foldedNames[place].isEnglish, foldedNames[place].index) = (isEnglish, index)
            return
        }
        let start = foldedScalars.count
        foldedScalars += key.unicodeScalars
        suggestions[key] = foldedNames.count
        foldedNames.append((start..<foldedScalars.count, EditDistance.letters(of: foldedScalars[start...]), isEnglish, index))
    }

    private mutating func protect(_ words: [String]) {
        if Phrase.needsProtection(words), !(phrases[words[0]]?.contains(words) ?? false) {
            phrases[words[0], default: []].append(words)
            // The longest is tried first.
            phrases[words[0]]?.sort { $0.count > $1.count }
        }
    }
}
