import Playback
import Ports
import Workouts

@testable import Store

/// 2026-03-02T07:00:00Z.
let march = 1_772_434_800

/// A finished session that began 100 s after the boot's zero.
func finished(
    at seconds: Int = march, random: String = "4e5f6071", known: Bool = true, boot: String? = "boot-1", name: String = "Morning core"
) -> FinishedSession {
    let session = Session(
        id: "", routineID: "morning-core.routine", routineName: name, device: "", startedSeconds: seconds, endedSeconds: seconds + 330,
        wasCompleted: true, completedStepCount: 5, totalStepCount: 5, activeSeconds: 330,
        steps: [Session.StepResult(workoutID: "bridge", name: "Bridge", wasCompleted: true)])
    return FinishedSession(
        session: session, random: random, started: Instant(nanoseconds: 100_000_000_000), bootID: boot, isDateKnown: known)
}

/// A clock that shows `march` 100 s after its zero.
let marchClock = WallTime(zeroNanoseconds: Int64(march - 100) * 1_000_000_000, isKnown: true)

/// Store and local state below one folder.
struct TwoFolders {
    let folder: ScratchFolder
    let store: KeptFolder
    let local: KeptFolder

    init(_ folder: ScratchFolder, _ files: any FileSystem = LinuxFileSystem()) {
        self.folder = folder
        folder.put("", "store/.stepback-store")
        folder.put("", "local/device")
        store = KeptFolder(path: folder.path + "/store", owner: "0a1b2c3d", files: files)
        local = KeptFolder(path: folder.path + "/local", owner: "local", files: files)
    }

    func filer(boot: String? = "boot-1") -> SessionFiler { SessionFiler(local: local, device: "0a1b2c3d", bootID: boot) }

    /// Below sessions/, without their beginning.
    var filed: [String] { folder.tree.keys.filter { $0.hasPrefix("store/sessions/") }.map { String($0.dropFirst(15)) }.sorted() }
    var outbox: [String] { folder.tree.keys.filter { $0.hasPrefix("local/outbox/") }.map { String($0.dropFirst(13)) }.sorted() }

    func session(_ name: String) -> Session? {
        folder.text("store/sessions/" + name).flatMap { SessionJSON.parse($0, fallbackID: "").session }
    }
}
