extension Catalog {
    /// Reads the bundled catalog (catalog.json). Throws the first fault, with its JSON path: a broken catalog is a broken installation.
    ///
    ///     {"catalogVersion": 1,
    ///      "categories": [{"id": "core", "nameKey": "category.core", "englishName": "Core"}, ...],
    ///      "workouts": [{"id": "plank", "nameKey": "workout.plank", "englishName": "Plank", "categoryID": "core",
    ///                    "focusAreas": ["core"], "mediaKey": null, "instructionsKey": null, "aliases": {"en": ["Front plank"]}}, ...]}
    public init(parsing bytes: [UInt8]) throws(Problem) {
        let json = try JSON(parsing: RoutineText.decode(bytes).text)
        guard let version = json["catalogVersion"].flatMap(Catalog.integer) else { throw Catalog.fault("$.catalogVersion", json) }
        guard case .array(let categories)? = json["categories"]?.kind else { throw Catalog.fault("$.categories", json) }
        guard case .array(let entries)? = json["workouts"]?.kind else { throw Catalog.fault("$.workouts", json) }
        var names: [Category: String] = [:]
        for (index, entry) in categories.enumerated() {
            guard let category = entry["id"]?.string.flatMap(Category.init(rawValue:)), let name = entry["englishName"]?.string else {
                throw Catalog.fault("$.categories[\(index)]", entry)
            }
            names[category] = name
        }
        var workouts: [Workout] = []
        workouts.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() { workouts.append(try Catalog.workout(entry, path: "$.workouts[\(index)]")) }
        self.init(version: version, workouts: workouts, categoryNames: names)
    }

    private static func workout(_ entry: JSON, path: String) throws(Problem) -> Workout {
        guard let id = entry["id"]?.string, !id.isEmpty else { throw fault(path + ".id", entry) }
        guard let nameKey = entry["nameKey"]?.string else { throw fault(path + ".nameKey", entry) }
        guard let name = entry["englishName"]?.string, !Name.isBlank(name) else { throw fault(path + ".englishName", entry) }
        guard let category = entry["categoryID"]?.string.flatMap(Category.init(rawValue:)) else { throw fault(path + ".categoryID", entry) }
        guard let focusAreas = strings(entry["focusAreas"]) else { throw fault(path + ".focusAreas", entry) }
        var aliases: [String: [String]] = [:]
        if case .object(let languages)? = entry["aliases"]?.kind {
            for language in languages {
                guard let list = strings(language.value) else { throw fault(path + ".aliases." + language.key, entry) }
                aliases[language.key] = list
            }
        }
        return Workout(
            id: id, nameKey: nameKey, name: name, englishName: name, category: category, focusAreas: focusAreas,
            mediaKey: entry["mediaKey"]?.string, instructionsKey: entry["instructionsKey"]?.string, aliases: aliases)
    }

    private static func strings(_ json: JSON?) -> [String]? {
        guard case .array(let values)? = json?.kind else { return nil }
        let strings = values.compactMap(\.string)
        return strings.count == values.count ? strings : nil
    }

    private static func integer(_ json: JSON) -> Int? {
        guard case .number(let text) = json.kind else { return nil }
        return Int(text)
    }

    private static func fault(_ path: String, _ json: JSON) -> Problem {
        .error("problem.catalog", at: .path(path, line: json.line), .text(path))
    }
}
