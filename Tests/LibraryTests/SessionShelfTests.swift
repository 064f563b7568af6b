import Library
import Records
import Testing

private func fact(_ id: String, of routine: String = "r", at seconds: Int = 0) -> SessionFact {
    SessionFact(key: SessionFact.key(of: id), routineID: routine, startedSeconds: seconds, activeSeconds: 60, wasCompleted: true)
}

private func stamp(_ size: Int = 1) -> FileStamp { FileStamp(size: size, modifiedNanoseconds: 2, changedNanoseconds: 3, inode: 4) }

@Suite struct SessionShelfTests {
    @Test func itIsADictionaryOfPathsWhateverIsPutAndTakenAway() {
        // Names of different lengths, one the beginning of another, folders in each other.
        let paths = ["", "a/", "a/b/", "a/b/c/", "a-b/", "z/"].flatMap { folder in
            ["1", "10", "1-", "11", "2", "ü", "long-long-long"].map { "sessions/\(folder)\($0).json" }
        }
        var shelf = SessionShelf()
        var model: [String: (seconds: Int, isYoung: Bool)] = [:]
        for round in 0..<3_000 {
            guard let path = paths.randomElement() else { continue }
            if Int.random(in: 0..<3) > 0 {
                let isYoung = Bool.random()
                let isNew = shelf.put(path, fact(path, of: "r\(round % 5)", at: round), stamp: stamp(round), isYoung: isYoung)
                #expect(isNew == (model[path] == nil))
                model[path] = (round, isYoung)
            } else {
                #expect(shelf.remove(path) == (model.removeValue(forKey: path) != nil))
            }
            #expect(shelf.count == model.count)
        }
        for path in paths {
            let (file, expected) = (shelf[path], model[path])
            #expect((file == nil) == (expected == nil) && file?.isYoung == expected?.isYoung && file?.stamp.size == expected?.seconds)
            guard let expected, case .session(let found)? = file?.content else { continue }
            #expect(found == fact(path, of: "r\(expected.seconds % 5)", at: expected.seconds) && file?.path == path)
        }
        #expect(Set(shelf.paths(at: "sessions")) == Set(model.keys) && shelf.paths(at: "sess") == [])
        #expect(Set(shelf.paths(at: "sessions/a")) == Set(model.keys.filter { $0.hasPrefix("sessions/a/") }))
        #expect(shelf.log == SessionLog(model.map { fact($0.key, of: "r\($0.value.seconds % 5)", at: $0.value.seconds) }))
        // The same put together in order, out of whole folders.
        var copy = shelf.emptied()
        for folder in shelf.folders.shuffled() { copy.put(folder) }
        #expect(copy.count == shelf.count && copy.log == shelf.log && copy.folders.map(\.path) == shelf.folders.map(\.path))
        shelf.removeAll(below: "sessions/a")
        #expect(Set(shelf.paths(at: "sessions")) == Set(model.keys.filter { !$0.hasPrefix("sessions/a/") }))
        #expect(shelf.count == shelf.paths(at: "sessions").count)
    }

    @Test func aFolderTakesNothingOutOfOrder() {
        var folder = SessionShelf.Folder(path: "sessions")
        let item = SessionShelf.Item(stamp: stamp(), entry: SessionLog.Entry(fact("a"), routine: 0), isYoung: false)
        func append(_ name: String) -> Bool {
            var name = name
            return name.withUTF8 { folder.append(item, name: $0) }
        }
        #expect(append("b") && !append("a") && !append("b") && append("bb") && !append("b") && append("c"))
        #expect(folder.items.indices.map { String(decoding: folder.name(at: $0), as: UTF8.self) } == ["b", "bb", "c"])
    }

    @Test func aRoutineInEitherSpellingIsOne() {
        var shelf = SessionShelf()
        shelf.put("sessions/a", fact("a", of: "u\u{308}"), stamp: stamp(), isYoung: false)
        shelf.put("sessions/b", fact("b", of: "\u{FC}"), stamp: stamp(), isYoung: false)
        #expect(shelf.routineIDs.count == 1 && shelf.log == SessionLog([fact("a", of: "\u{FC}"), fact("b", of: "\u{FC}")]))
    }
}
