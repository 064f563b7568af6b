import Glibc
import Library
import Workouts

/// Reads one file of the store. A value for any thread: several read at once.
struct StoreReader: Sendable {
    let folder: StoreFolder
    let catalog: Catalog

    /// What came of it; nil when it is gone, or is none of ours.
    func read(_ found: StoreWalk.Found) -> StoredFile? {
        do throws(StoreFolder.Fault) {
            let (bytes, stamp) = try folder.read(found.path, kind: found.kind, limit: Limits.fileBytes)
            return StoredFile(path: found.path, stamp: stamp, content: content(bytes, found))
        } catch {
            // A link that leads nowhere is there, and what it leads to is not.
            let fault = error == .gone && found.kind == .link ? .link : error
            return Problem(fault).map { StoredFile(path: found.path, stamp: stamp(of: found), content: .listed([$0])) }
        }
    }

    private func content(_ bytes: [UInt8], _ found: StoreWalk.Found) -> StoredFile.Content {
        switch found.shelf {
        case .routines: routine(bytes, found.path)
        case .workouts, .plans, .sessions: .listed([])
        }
    }

    private func routine(_ bytes: [UInt8], _ path: String) -> StoredFile.Content {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) } ?? path
        let reading = RoutineFile.read(bytes, fileName: name, fallbackID: Identity.fallback(path: path), catalog: catalog)
        guard let routine = reading.routine else { return .listed(reading.problems) }
        return .routine(
            RoutineEntry(
                path: path, routine: routine, updated: reading.document?.updated, starter: reading.document?.starter,
                digest: reading.document?.starter == nil ? 0 : ContentDigest.of(bytes), notes: reading.problems))
    }

    /// Of what could be found and not be read, so that it is read again when it changes.
    private func stamp(of found: StoreWalk.Found) -> FileStamp {
        // One that cannot even be looked at has no stamp, and is looked at again each time.
        guard let slash = found.path.lastIndex(of: "/"), let parent = try? folder.openFolder(String(found.path[..<slash])),
            let look = try? folder.look(String(found.path[found.path.index(after: slash)...]), in: parent)
        else { return .none }
        return look.stamp
    }
}

/// The C library's sentence for an error's number.
func systemSentence(_ code: Int32) -> String { String(cString: strerror(code)) }
