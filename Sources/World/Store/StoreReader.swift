import Glibc
import Library
import Linux
import Records
import Workouts

/// Reads one file of the store. A value for any thread: several read at once.
struct StoreReader: Sendable {
    let folder: StoreFolder
    let catalog: Catalog

    enum Outcome {
        case read(StoredFile)
        /// The disk or the share fails: nobody knows what is in it now. What to tell of it, if nothing else is known.
        case failed(StoredFile)
        /// It is gone, or is none of ours.
        case gone
    }

    func read(_ found: StoreWalk.Found) -> Outcome {
        do throws(StoreFolder.Fault) {
            let (bytes, stamp) = try folder.read(found.path, kind: found.kind, limit: Limits.fileBytes)
            return .read(StoredFile(path: found.path, stamp: stamp, content: content(bytes, found)))
        } catch {
            // A link that leads nowhere is there, and what it leads to is not.
            let fault = error == .gone && found.kind == .link ? .link : error
            guard let problem = Problem(fault) else { return .gone }
            // Without a stamp it is read again at the next look.
            if case .system = fault { return .failed(StoredFile(path: found.path, stamp: .none, content: .listed([problem]))) }
            return .read(StoredFile(path: found.path, stamp: stampNow(found), content: .listed([problem])))
        }
    }

    private func content(_ bytes: [UInt8], _ found: StoreWalk.Found) -> StoredFile.Content {
        let path = found.path
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) } ?? path
        switch found.shelf {
        case .routines: return routine(bytes, path, name)
        case .plans:
            let reading = PlanJSON.read(bytes, fileName: name, fallbackID: Identity.fallback(path: path))
            return reading.plan.map {
                .plan(
                    PlanEntry(
                        path: path, plan: $0, revision: Revision(of: bytes), slotPlaces: reading.slotPlaces, problems: reading.problems))
            } ?? .listed(reading.problems)
        case .workouts:
            let reading = OwnWorkoutJSON.read(bytes, fallbackID: Identity.fallback(path: path))
            return reading.workout.map {
                .workout(OwnWorkoutEntry(path: path, workout: $0, revision: Revision(of: bytes), notes: reading.problems))
            }
                ?? .listed(reading.problems)
        case .sessions:
            if let fact = SessionFiles.plainFact(bytes, fallbackID: FileNames.split(name).stem) { return .session(fact) }
            let (session, problems) = SessionJSON.read(bytes, fileName: name)
            guard let session else { return .listed(problems) }
            // Sessions are records that players wrote: a remark on one is nobody's business.
            return .session(SessionFact(session))
        }
    }

    private func routine(_ bytes: [UInt8], _ path: String, _ name: String) -> StoredFile.Content {
        let reading = RoutineFile.read(bytes, fileName: name, fallbackID: Identity.fallback(path: path), catalog: catalog)
        guard let routine = reading.routine else { return .listed(reading.problems) }
        return .routine(
            RoutineEntry(
                path: path, routine: routine, updated: reading.document?.updated, starter: reading.document?.starter,
                digest: reading.document?.starter == nil ? 0 : ContentDigest.of(bytes), revision: Revision(of: bytes),
                notes: reading.problems))
    }

    private func stampNow(_ found: StoreWalk.Found) -> FileStamp {
        var parent: Parent?
        return stamp(of: found, in: &parent)
    }

    /// A folder that was opened for one file, kept for the next one in it.
    final class Parent {
        let path: Substring
        let descriptor: Descriptor

        init?(_ path: Substring, in folder: StoreFolder) {
            // One that cannot be opened has nothing in it that could be.
            guard let descriptor = try? folder.openFolder(String(path)) else { return nil }
            self.path = path
            self.descriptor = descriptor
        }
    }

    /// The stamp that the file has now, links not followed; `.none` when it cannot be looked at.
    func stamp(of found: StoreWalk.Found, in parent: inout Parent?) -> FileStamp {
        guard let slash = found.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return .none }
        let path = found.path[..<slash]
        if parent?.path.utf8.elementsEqual(path.utf8) != true { parent = Parent(path, in: folder) }
        // One that cannot be looked at has no stamp, and is looked at again each time.
        guard let parent, let look = try? folder.look(String(found.path[found.path.index(after: slash)...]), in: parent.descriptor) else {
            return .none
        }
        return look.stamp
    }
}

/// The C library's sentence for an error's number.
func systemSentence(_ code: Int32) -> String { String(cString: strerror(code)) }
