import Workouts

extension SettingsFile {
    /// What is wrong with the bytes of a settings file, each with its JSON path, or the line where they are no JSON. Pure.
    public static func problems(_ bytes: [UInt8]) -> [Problem] {
        let json: JSON
        do { json = try JSON(parsing: try RoutineText.decode(bytes).text) } catch { return [error] }
        guard case .object = json.kind else { return [.error("problem.json.noObject", at: .path("$", line: json.line))] }
        return SettingsJSON.refused(json).map { key in
            .error(
                "problem.settings.value", at: .path("$.\(key)", line: json[key]?.line), .text(key), .quoted(json[key]?.excerpt ?? ""))
        }
    }
}
