import Glibc
import Ports
import Workouts

extension StoreKeeper {
    /// Carries out an edit made on the kiosk.
    public mutating func edit(_ edit: StoreEdit, ticket: Int) -> StoreAnswer {
        guard let store = writable else { return .failed(fault, ticket: ticket) }
        let place: String
        switch edit.place {
        case .existing(let path): place = path
        case .new(let folder, let ending):
            // Made here: no path is ever made from what a person typed.
            place = "\(folder.rawValue)/kiosk-\(device)-\(HexDigits.random()).\(ending == "routine" ? "routine" : "json")"
        }
        guard [StoreEdit.Folder.routines, .workouts, .plans].contains(where: { place.hasPrefix($0.rawValue + "/") }) else {
            return .failed(
                .other(StoreError(action: "edit \(place)", cause: .init(action: "edit what is no document", code: EINVAL)).description),
                ticket: ticket)
        }
        let expected = edit.expecting.map(KeptFolder.Expectation.bytes) ?? .absent
        do throws(StoreError) {
            let outcome =
                if let bytes = edit.bytes { try store.write(bytes, to: place, expecting: expected) } else {
                    try store.remove(place, expecting: expected)
                }
            switch outcome {
            case .done: return .written(path: edit.bytes == nil ? nil : place, ticket: ticket)
            case .conflict(let found): return .conflict(with: found, ticket: ticket)
            }
        } catch {
            _ = note(error, at: place)
            return .failed(error.fault, ticket: ticket)
        }
    }

    /// A file's bytes, to edit it.
    public func read(path: String, ticket: Int) -> StoreAnswer {
        guard let store = readable else { return .failed(.missing, ticket: ticket) }
        do throws(StoreError) { return .contents(try store.read(path, limit: Limits.fileBytes), ticket: ticket) } catch {
            return .failed(error.fault, ticket: ticket)
        }
    }

    /// Brings back the starters whose keys are not among those of the store's routines. Doing it twice brings back nothing twice.
    public mutating func restoreStarters(present: Set<String>, ticket: Int) -> StoreAnswer {
        guard writable != nil else { return .failed(fault, ticket: ticket) }
        for starter in starters where !present.contains(starter.key) {
            do throws(StoreError) { try put(starter) } catch {
                _ = note(error, at: starter.place)
                return .failed(error.fault, ticket: ticket)
            }
        }
        return .written(path: nil, ticket: ticket)
    }

    /// Why it cannot be written.
    private var fault: StoreAnswer.Fault { readable == nil ? .missing : .readOnly }

    // MARK: Starters

    /// Whether routines/ holds nothing but starters: what a seeding that was cut off left.
    func hasNoOtherRoutines() throws(StoreError) -> Bool {
        let editions = Dictionary(starters.map { ($0.fileName, $0.editions) }, uniquingKeysWith: { first, _ in first })
        for name in try store.names(in: "routines") ?? [] where !name.hasPrefix(".") {
            guard let seeded = editions[name], let found = try store.read("routines/" + name, limit: Limits.fileBytes),
                seeded.contains(found)
            else { return false }
        }
        return true
    }

    /// Puts the starters into the store; what was put there now.
    func seed() throws(StoreError) -> [String] {
        var places: [String] = []
        for starter in starters { if let place = try put(starter) { places.append(place) } }
        return places
    }

    /// Nil: it is there already. A name that another file has is that file's: the starter takes the next one.
    @discardableResult
    private func put(_ starter: Starter) throws(StoreError) -> String? {
        for number in 1...9 {
            switch try store.write(starter.bytes, to: starter.place(number), expecting: .absent) {
            case .done: return starter.place(number)
            case .conflict(let found): if let found, starter.editions.contains(found) { return nil }
            }
        }
        return nil
    }
}
