import Foundation
import TestSupport
import Testing

@testable import Workouts

/// The English strings of the String Catalog, and the comments for translators.
let english: (values: [String: String], comments: [String: String]) = {
    var values: [String: String] = [:]
    var comments: [String: String] = [:]
    guard let data = try? Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings")),
        let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
        let strings = root["strings"] as? [String: [String: Any]]
    else { return ([:], [:]) }
    for (key, entry) in strings {
        comments[key] = entry["comment"] as? String
        let unit = ((entry["localizations"] as? [String: Any])?["en"] as? [String: Any])?["stringUnit"] as? [String: Any]
        values[key] = unit?["value"] as? String
    }
    return (values, comments)
}()

@Test func theGalleryIsGenerous() {
    #expect(gallery.workouts.count >= 200)
    for category in Category.allCases { #expect(gallery.workouts.count { $0.category == category } >= 20, "\(category)") }
}

@Test func idsAreUniqueAndStableASCII() {
    #expect(Set(gallery.workouts.map(\.id)).count == gallery.workouts.count)
    for workout in gallery.workouts {
        #expect(workout.id.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }, "\(workout.id)")
        #expect(gallery[workout.id] == workout)
    }
}

@Test func namesAndAliasesAreUniqueAcrossTheGallery() {
    var seen: [String: String] = [:]
    for workout in gallery.workouts {
        for name in [workout.englishName] + workout.aliases.values.joined() {
            let key = Folding.key(name)
            #expect(!key.isEmpty)
            #expect(seen[key] == nil || seen[key] == workout.id, "\(name) is \(workout.id) and \(seen[key] ?? "")")
            seen[key] = workout.id
        }
    }
}

@Test func everyNameFocusAndCategoryIsInTheStringCatalog() {
    for workout in gallery.workouts {
        #expect(workout.nameKey == "workout.\(workout.id)")
        #expect(english.values[workout.nameKey] == workout.englishName, "\(workout.id)")
        #expect((english.comments[workout.nameKey] ?? "").count > 10, "\(workout.id)")
        #expect(!workout.focusAreas.isEmpty && Set(workout.focusAreas).count == workout.focusAreas.count, "\(workout.id)")
        for focus in workout.focusAreas { #expect(english.values[Workout.focusKey(focus)] != nil, "\(focus)") }
        #expect(workout.mediaKey == nil && workout.instructionsKey == nil)
    }
    for category in Category.allCases { #expect(english.values[category.nameKey] == gallery.name(of: category)) }
    let ids = Set(gallery.workouts.map(\.nameKey))
    for key in english.values.keys where key.hasPrefix("workout.") { #expect(ids.contains(key), "\(key) has no workout") }
}

@Test func everyNameAndAliasIsReadWholeInARoutinesText() {
    for workout in gallery.workouts {
        for name in [workout.englishName] + workout.aliases.values.joined() {
            for line in ["\(name) 37s x3", "37s \(name), 3 sets", "\(name.uppercased()) — 37 seconds · x3"] {
                let steps = read("name: T\n" + line).routine?.steps
                #expect(
                    steps == [Step(workoutID: workout.id, name: workout.name, category: workout.category, workSeconds: 37, sets: 3)],
                    "\(line)")
            }
        }
    }
}

@Test func theSamplesWorkoutsAreWhereTheMockUpsHaveThem() {
    let expected: [(String, String, Category)] = [
        ("Bridge", "bridge", .legsGlutes), ("Squats", "squat", .legsGlutes), ("Russian twist", "russian-twist", .core),
        ("Bicycle crunch", "bicycle-crunch", .core), ("Mountain climbers", "mountain-climber", .cardio), ("3/4 Sit-Up", "34-sit-up", .core),
        ("90/90 stretch", "90-90-stretch", .mobilityStretch), ("Wall sit", "wall-sit", .legsGlutes), ("Plank", "plank", .core),
        ("World’s greatest stretch", "worlds-greatest-stretch", .mobilityStretch), ("Push-ups", "push-up", .chestBack),
        ("Single-leg stand", "single-leg-stand", .balance), ("Pike press", "pike-press", .armsShoulders),
        ("Inchworm", "inchworm", .fullBody),
    ]
    for (name, id, category) in expected {
        #expect(gallery[id]?.name == name && gallery[id]?.category == category, "\(name)")
    }
}

@Test(arguments: [
    ("squat", "squat"), ("Squats", "squat"), ("SQUATS", "squat"), (" squats ", "squat"), ("press-up", "push-up"), ("Press ups", "push-up"),
    ("pushups", "push-up"), ("push up", "push-up"), ("RDL", "romanian-deadlift"), ("rdls", "romanian-deadlift"),
    ("world's greatest stretch", "worlds-greatest-stretch"), ("Worlds Greatest Stretch", "worlds-greatest-stretch"),
    ("World’s greatest stretches", "worlds-greatest-stretch"), ("Child's pose", "childs-pose"), ("plie squat", "sumo-squat"),
    ("Plié Squats", "sumo-squat"), ("crunches", "crunch"), ("chest fly", "chest-fly"), ("Chest flies", "chest-fly"),
    ("3/4 sit ups", "34-sit-up"), ("3-4 situp", "34-sit-up"), ("cat cow", "cat-cow"), ("Catcow", "cat-cow"), ("v up", "v-up"),
])
func aNameIsFoundHoweverItIsTyped(typed: String, id: String) {
    #expect(gallery.workout(called: typed)?.id == id)
}

@Test(arguments: ["", " ", "🔥", "·", "Wiggle", "squash", "s", "plan"])
func aNameThatIsNotInTheGalleryIsNotFound(typed: String) {
    #expect(gallery.workout(called: typed) == nil)
}

@Test(arguments: [
    ("Brige", "bridge"), ("Russion twist", "russian-twist"), ("squatt", "squat"), ("mountian climbers", "mountain-climber"),
    ("Plnak", "plank"), ("Burpess", "burpee"), ("Jumpng jacks", "jumping-jack"), ("Slow squats", "squat"), ("My very own plank", "plank"),
    ("mountainclimer", "mountain-climber"), ("bicycl crunch", "bicycle-crunch"), ("Superman holt", "superman-hold"),
])
func aMisspeltNameHasANearest(typed: String, id: String) {
    #expect(gallery.nearest(to: typed)?.id == id)
}

@Test(arguments: ["", "xq", "Wackelknie", "zzzzzzzz", "Nothing yet", "🔥🔥🔥🔥"])
func aNameThatIsFarFromAllHasNoNearest(typed: String) {
    #expect(gallery.nearest(to: typed) == nil)
}

@Test func aNameOfAMegabyteHasNoNearestAndTakesNoTime() {
    #expect(gallery.nearest(to: String(repeating: "squat ", count: 170_000)) == nil)
}

@Test func theNearestIsTheSameEveryTime() throws {
    let data = try Data(contentsOf: Project.resources.appendingPathComponent("catalog.json"))
    // Dictionaries are seeded anew for each one that grows; the answer must not depend on their order.
    for _ in 0..<5 {
        let other = try Catalog(parsing: [UInt8](data))
        for typed in ["sid plank", "lung", "chest pres", "leg rase", "jump", "pus up"] {
            #expect(other.nearest(to: typed)?.id == gallery.nearest(to: typed)?.id)
        }
    }
}

@Test func editDistanceCountsAnExchangeOnce() {
    func distance(_ left: String, _ right: String, _ limit: Int = 9) -> Int {
        EditDistance.between(Array(left.unicodeScalars), Array(right.unicodeScalars), atMost: limit)
    }
    #expect(distance("squat", "squat") == 0 && distance("", "abc") == 3 && distance("abc", "") == 3)
    #expect(distance("sqaut", "squat") == 1 && distance("brige", "bridge") == 1 && distance("plannk", "plank") == 1)
    #expect(distance("kitten", "sitting") == 3 && distance("kitten", "sitting", 2) == 3 && distance("abcdef", "uvwxyz", 2) == 3)
    // Symmetric, and never more than the longer word.
    let words = ["squat", "squash", "quest", "plank", "lank", "", "x"]
    for left in words {
        for right in words {
            #expect(distance(left, right) == distance(right, left) && distance(left, right) <= max(left.count, right.count))
        }
    }
}

// MARK: Languages and the person's own

private let german = gallery.named { key in
    ["workout.squat": "Kniebeugen", "workout.plank": "Unterarmstütz", "workout.bridge": "Brücke", "category.core": "Rumpf"][key] ?? key
}

@Test func namesOfAnotherLanguageAreShownAndEnglishOnesStillMatch() {
    #expect(german["squat"]?.name == "Kniebeugen" && german["squat"]?.englishName == "Squats")
    #expect(german.workout(called: "kniebeuge n")?.id == "squat" && german.workout(called: "Squats")?.id == "squat")
    #expect(german.workout(called: "bruecke") == nil && german.workout(called: "Brucke")?.id == "bridge")
    #expect(german.workout(called: "Brücke".decomposedStringWithCanonicalMapping)?.id == "bridge")
    #expect(german["lunge-pulse"]?.name == "Lunge pulses", "a name without a translation stays English")
    #expect(german.name(of: .core) == "Rumpf" && german.name(of: .balance) == "Balance")
    let steps = RoutineText.parse("Kurz\nKniebeugen 30s\nplanks 20", fallbackName: "x", catalog: german).routine?.steps
    #expect(steps?.map(\.name) == ["Kniebeugen", "Unterarmstütz"])
    #expect(german.nearest(to: "Knibeugen")?.id == "squat")
}

@Test func aPersonsOwnWorkoutIsFoundBehindTheGallerys() {
    let own = Workout(
        id: "own-1", nameKey: "", name: "Wiggle 12", englishName: "Wiggle 12", category: .balance, focusAreas: [], mediaKey: nil,
        instructionsKey: nil, aliases: [:])
    var copy = own
    copy.id = "squat"
    var hostile = own
    hostile.id = "own-2"
    hostile.name = "30s"
    hostile.englishName = "30s"
    let more = gallery.adding([own, copy, hostile])
    #expect(more.workouts.count == gallery.workouts.count + 2 && more["squat"] == gallery["squat"])
    #expect(more.workout(called: "wiggle 12")?.id == "own-1")
    let steps = RoutineText.parse("name: T\nWiggle 12 45s\nSquats 30s\n\"30s\" 20s", fallbackName: "x", catalog: more).routine?.steps
    #expect(steps?.map(\.workoutID) == ["own-1", "squat", "own-2"] && steps?.map(\.workSeconds) == [45, 30, 20])
}

// MARK: Faults

@Test(arguments: [
    ("{}", "$.catalogVersion"), ("[]", "$.catalogVersion"), (#"{"catalogVersion": 1, "categories": {}}"#, "$.categories"),
    (#"{"catalogVersion": 1, "categories": []}"#, "$.workouts"),
    (#"{"catalogVersion": 1, "categories": [{"id": "legs"}], "workouts": []}"#, "$.categories[0]"),
    (#"{"catalogVersion": 1, "categories": [], "workouts": [{"id": ""}]}"#, "$.workouts[0].id"),
    (#"{"catalogVersion": 1, "categories": [], "workouts": [{"id": "a"}]}"#, "$.workouts[0].nameKey"),
    (
        #"{"catalogVersion": 1, "categories": [], "workouts": [{"id": "a", "nameKey": "b", "englishName": " "}]}"#,
        "$.workouts[0].englishName"
    ),
    (
        #"{"catalogVersion": 1, "categories": [], "workouts": [{"id": "a", "nameKey": "b", "englishName": "A", "categoryID": "x"}]}"#,
        "$.workouts[0].categoryID"
    ),
    (
        #"{"catalogVersion": 1, "categories": [], "workouts": [{"id": "a", "nameKey": "b", "englishName": "A", "categoryID": "core"}]}"#,
        "$.workouts[0].focusAreas"
    ),
    (
        #"{"catalogVersion": 1, "categories": [], "workouts": [{"id": "a", "nameKey": "b", "englishName": "A", "categoryID": "core", "focusAreas": [], "aliases": {"en": [1]}}]}"#,
        "$.workouts[0].aliases.en"
    ),
])
func aBrokenCatalogIsRefusedWithItsPlace(json: String, path: String) {
    do {
        _ = try Catalog(parsing: Array(json.utf8))
        Issue.record("read \(json)")
    } catch {
        #expect(error.what == Message(key: "problem.catalog", arguments: [.text(path)]))
    }
}

@Test func aCatalogThatIsNoJSONIsRefusedWithItsLine() {
    do {
        _ = try Catalog(parsing: Array("{\n\"a\": ?}".utf8))
        Issue.record("read")
    } catch {
        #expect(error.what == Message(key: "problem.json.unexpected", arguments: [.text("?")]) && error.place == .line(2))
    }
}

@Test func aGalleryThatIsNamedAgainIsFoundUnderItsNewNamesOnly() throws {
    func foreign(_ names: String...) -> (String) -> [String] { { $0 == "workout.squat" ? names : [] } }
    let german = gallery.named(by: { $0 == "workout.squat" ? "Kniebeugen" : $0 }, in: "de", everywhere: foreign("Hocke"))
        .knowingForeignNames()
    for name in ["kniebeugen", "Hocke", "Squat"] { #expect(german.workout(called: name)?.id == "squat", "\(name)") }

    // Back to English: nothing is left of the German names, and nothing is lost of the English ones.
    let again = german.named(by: { english.values[$0] ?? $0 }, everywhere: foreign("Cuclillas", "Приседания"))
    for name in ["Kniebeugen", "Hocke"] { #expect(again.workout(called: name) == nil, "\(name)") }
    for name in ["Cuclillas", "ПРИСЕДАНИЯ"] { #expect(again.workout(called: name)?.id == "squat", "\(name)") }
    // Named as it is named already, and with nothing added, it is the same.
    let same = gallery.named(by: { english.values[$0] ?? $0 }).adding([])
    // What comes to know other languages later knows them too.
    let later = gallery.named(by: { $0 }, everywhere: foreign("Cuclillas")).knowingForeignNames()
    for catalog in [again, same, later] {
        for workout in gallery.workouts {
            #expect(catalog[workout.id]?.name == workout.englishName)
            #expect(catalog.workout(named: workout.englishName)?.id == workout.id)
            for alias in workout.aliases.values.joined() { #expect(catalog.workout(called: alias)?.id == workout.id, "\(alias)") }
        }
        #expect(catalog.nearest(to: "Sqaut")?.id == "squat")
    }
    #expect(later.workout(called: "cuclilla")?.id == "squat" && later.nearest(to: "Cuclilals")?.id == "squat")
    // Categories are named anew, whether or not a workout is.
    #expect(gallery.named(by: { $0 == "category.core" ? "Rumpf" : $0 }, in: "de").name(of: .core) == "Rumpf")
}

@Test func manyNamesAreFoldedAsOneIsWhateverTheyAreWrittenIn() {
    var letters = Folding.Letters()
    for workout in gallery.workouts {
        let names = [
            workout.name, "Über-\(workout.name)s", "Приседания’с \(workout.id)", "Œufs, Straße & ﬁn", "squats\u{301} ٣ ½ s", "«Ünï»-čøđes",
        ]
        for name in names {
            let scalars = Array(name.unicodeScalars)
            #expect(Folding.words(name, &letters) == Folding.words(scalars[...]).map(\.text), "\(name)")
            #expect(Folding.words(name) == Folding.words(scalars[...]).map(\.text), "\(name)")
        }
    }
}
