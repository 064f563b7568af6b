import Library
import Records
import Words
import Workouts

extension Library {
    /// What files that lie in memory come to, decided by the same rules as on a disk.
    init(files: [String: [UInt8]], sessions: [SessionFact], status: StoreStatus = .ready, gallery: Catalog = KioskTests.gallery) {
        var shelves = Shelves(gallery: gallery, starters: [:])
        for (path, bytes) in files where path.hasPrefix("workouts/") { shelves.put(Self.stored(path, Self.own(path, bytes))) }
        let catalog = shelves.catalog
        for (path, bytes) in files where path.hasPrefix("routines/") {
            shelves.put(Self.stored(path, Self.routine(path, bytes, catalog)))
        }
        for (path, bytes) in files where path.hasPrefix("plans/") { shelves.put(Self.stored(path, Self.plan(path, bytes))) }
        self = shelves.library(status)
        self.sessions = SessionLog(sessions)
    }

    private static func stored(_ path: String, _ content: StoredFile.Content) -> StoredFile {
        StoredFile(path: path, stamp: FileStamp(size: 0, modifiedNanoseconds: 0, changedNanoseconds: 0, inode: 0), content: content)
    }

    private static func below(_ path: String) -> String { String(path.drop { $0 != "/" }.dropFirst()) }

    private static func own(_ path: String, _ bytes: [UInt8]) -> StoredFile.Content {
        let reading = OwnWorkoutJSON.read(bytes, fallbackID: below(path))
        return reading.workout.map { .workout(OwnWorkoutEntry(path: path, workout: $0, notes: reading.problems)) }
            ?? .listed(reading.problems)
    }

    private static func plan(_ path: String, _ bytes: [UInt8]) -> StoredFile.Content {
        let reading = PlanJSON.read(bytes, fileName: below(path), fallbackID: below(path))
        return reading.plan.map {
            .plan(PlanEntry(path: path, plan: $0, slotPlaces: reading.slotPlaces, problems: reading.problems))
        } ?? .listed(reading.problems)
    }

    private static func routine(_ path: String, _ bytes: [UInt8], _ catalog: Catalog) -> StoredFile.Content {
        let text = (try? RoutineText.decode(bytes).text) ?? ""
        let name = below(path)
        let reading =
            path.hasSuffix(".json")
            ? RoutineJSON.parse(text, fallbackName: name, fallbackID: name, catalog: catalog)
            : RoutineText.parse(text, fallbackName: name, fallbackID: name, catalog: catalog)
        guard let routine = reading.routine else { return .listed(reading.problems) }
        return .routine(
            RoutineEntry(path: path, routine: routine, updated: reading.document?.updated, starter: nil, notes: reading.problems))
    }
}
