import Library
import Playback
import Ports
import Words
import Workouts

/// A routine's file was written: what the builder hands to the screen it was opened from.
struct WrittenRoutine: Hashable, Sendable {
    /// Below the store.
    var path: String
}

extension Builder {
    /// Tells this wish's answer from another's.
    static func ticket(of bytes: [UInt8], at path: String) -> Int {
        Int(truncatingIfNeeded: (ContentDigest.of(bytes) ^ ContentDigest.of(Array(path.utf8)).byteSwapped) >> 1) | 1
    }

    static func readingTicket(of file: RoutineEntry) -> Int { ticket(of: Array(file.path.utf8), at: file.path) }

    /// A routine that has its name is written; a new one is asked for one.
    mutating func save(_ facts: Facts, at now: Instant) -> [Move] {
        guard !draft.isEmpty else { return [] }
        if file == nil { return [.open(SaveNames(draft, facts, at: now))] }
        return hasChanges ? write(facts, at: now) : [.close]
    }

    mutating func write(_ facts: Facts, at now: Instant) -> [Move] { write(facts, expecting: fileBytes, at: now) }

    /// - Parameter expecting: what the file must still hold; nil: it must be gone.
    private mutating func write(_ facts: Facts, expecting: [UInt8]?, at now: Instant) -> [Move] {
        guard let catalog = facts.library?.catalog else { return [] }
        var document = draft.saved
        // A date is kept where there is one already, or where two copies of an id may meet; and only by a clock that is right.
        if document.updated != nil || document.id != nil, let timestamp = facts.timestamp(at: now) {
            document.updated = timestamp
        }
        let isJSON = fileBytes.map { Builder.isJSON($0, path: file?.path) } ?? false
        let text = isJSON ? RoutineJSON.text(of: document) : RoutineText.text(of: document, catalog: catalog)
        let bytes = Array(text.utf8)
        guard bytes.count <= Limits.fileBytes else {
            fault = facts.words("builder.fault.tooLong", .text(facts.words.number(Limits.steps.upperBound)))
            return []
        }
        let edit =
            file.map { StoreEdit(path: $0.path, bytes: bytes, expecting: expecting) }
            ?? StoreEdit(new: .routines, ending: isJSON ? "json" : "routine", bytes: bytes)
        let writing = Writing(place: edit.place, bytes: bytes, ticket: Builder.ticket(of: bytes, at: file?.path ?? ""))
        phase = .saving(writing)
        fault = nil
        return [.store(.edit(edit, ticket: writing.ticket))]
    }

    /// As `RoutineFile.read` tells them apart.
    private static func isJSON(_ bytes: [UInt8], path: String?) -> Bool {
        if path?.lowercased().hasSuffix(".json") ?? false { return true }
        guard let decoded = try? RoutineText.decode(bytes) else { return false }  // What is no text was never read as a routine.
        return decoded.text.first { !$0.isWhitespace } == "{"
    }

    mutating func hear(_ answer: StoreAnswer, _ facts: Facts) -> [Move] {
        switch answer {
        case .contents(let bytes, let ticket):
            // Of two readings the first may have failed.
            guard phase == .reading || phase == .unreadable, let file, ticket == Builder.readingTicket(of: file) else { return [] }
            read(bytes, of: file, facts)
        case .written(let path, let ticket):
            guard case .saving(let writing) = phase, writing.ticket == ticket else { return [] }
            return [.hand(WrittenRoutine(path: path ?? file?.path ?? ""))]
        case .conflict(let now, let ticket):
            guard case .saving(let writing) = phase, writing.ticket == ticket else { return [] }
            phase = .editing
            let name = title(facts.words)
            // The same was done elsewhere: there is nothing to choose between.
            if let file, let now, says(now, facts) { return [.hand(WrittenRoutine(path: file.path))] }
            guard let now else { return [.open(Question.removedElsewhere(name, facts.words))] }
            return [.open(Question.changedElsewhere(name, fileHolds: now, facts.words))]
        case .failed(_, let ticket) where phase == .reading:
            if let file, ticket == Builder.readingTicket(of: file) { failToRead(facts) }
        case .failed(let failure, let ticket):
            guard case .saving(let writing) = phase, writing.ticket == ticket else { return [] }
            phase = .editing
            return [.open(Question.notSaved(failure, facts.words))]
        case .filed, .found: break
        }
        return []
    }

    /// Whether a file's bytes say what is edited here, whenever they were written.
    private func says(_ bytes: [UInt8], _ facts: Facts) -> Bool {
        guard let file, let catalog = facts.library?.catalog else { return false }
        let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
        guard let document = RoutineFile.read(bytes, fileName: name, catalog: catalog).document else { return false }
        var (there, here) = (RoutineDraft(document).saved, draft.saved)
        (there.updated, here.updated) = (nil, nil)
        return there == here
    }

    private mutating func read(_ bytes: [UInt8]?, of file: RoutineEntry, _ facts: Facts) {
        let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
        let catalog = facts.library?.catalog
        guard let bytes, let catalog, let document = RoutineFile.read(bytes, fileName: name, catalog: catalog).document else {
            // It was removed or spoilt since the library was read: there is nothing to edit.
            phase = .closed
            fault = facts.words("builder.fault.unreadable")
            return
        }
        fileBytes = bytes
        begin(with: document)
        addWaiting(facts)
    }

    mutating func follow(_ answer: BuilderAnswer, _ facts: Facts, at now: Instant) -> [Move] {
        switch answer {
        case .save: return save(facts, at: now)
        case .keepFile: return [.close]
        case .keepMine(let fileHolds):
            // Should it change once more, it asks once more.
            return write(facts, expecting: fileHolds, at: now)
        case .keepBoth:
            let name = RoutineNames(facts).unused(title(facts.words), facts.words)
            draft = draft.withoutIdentity
            draft.name = name
            file = nil
            return write(facts, at: now)
        }
    }
}
