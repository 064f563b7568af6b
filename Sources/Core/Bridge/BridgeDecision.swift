import Library
import Workouts

/// Judges one command against the documents there are.
struct BridgeDecision {
    struct Accepted {
        var id: String
        var path: String
        var revision: Revision
        var writes: [BridgeVerdict.Write] = []
    }

    let json: JSON
    let commandID: String?
    let store: BridgeStore
    let documents: [StorePath: BridgeDocument]
    private(set) var reader = CommandReader()
    private(set) var accepted: Accepted?
    /// See `BridgeVerdict.isDoubtful`.
    private(set) var isDoubtful = false
    /// When the command was given, by whoever gave it: two players must write the same date, and theirs may not know any.
    private var issued: String?

    init(json: JSON, commandID: String?, store: BridgeStore, documents: [StorePath: BridgeDocument]) {
        self.json = json
        self.commandID = commandID
        self.store = store
        self.documents = documents
    }

    private static let head = ["schemaVersion", "commandId", "command", "issuedAt"]

    mutating func decide() {
        guard case .object = json.kind else { return reader.add(.type, .root, json, allowed: .type("object")) }
        guard let verb = readHead() else { return }
        if verb.isCreating { create(verb) } else { update(verb) }
    }

    // MARK: The head

    /// Nil when it is not known what is asked for; then nothing is said of the rest.
    private mutating func readHead() -> BridgeVerb? {
        let verb = readVerb()
        let members = Self.head + (verb.map(Self.members) ?? [])
        if let verb {
            var required = ["schemaVersion", "commandId", "command"]
            if !verb.isCreating { required += verb == .activatePlan ? ["id"] : ["id", "revision", verb.shelf.member] }
            if verb.isCreating { required.append(verb.shelf.member) }
            _ = reader.object(json, .root, members: members, required: required)
        } else {
            for key in ["schemaVersion", "commandId", "command"] where json[key] == nil { reader.add(.missing, .root[key]) }
        }
        if let version = json["schemaVersion"], version.wholeNumber != BridgePlaces.schemaVersion {
            reader.add(
                .choice, .root["schemaVersion"], version, allowed: JSON(.array([.whole(BridgePlaces.schemaVersion)])))
        }
        if let text = reader.string("commandId", in: json, .root), !CommandID.isValid(text) {
            reader.add(.format, .root["commandId"], json["commandId"], allowed: .pattern(CommandID.pattern))
        }
        issued = reader.string("issuedAt", in: json, .root)
        if let text = issued { reader.check(date: text, .root["issuedAt"]) }
        return verb
    }

    private static func members(of verb: BridgeVerb) -> [String] {
        verb.isCreating
            ? [verb.shelf.member] : ["id", "revision"] + (verb == .activatePlan ? [] : [verb.shelf.member])
    }

    private mutating func readVerb() -> BridgeVerb? {
        guard let written = json["command"] else { return nil }
        guard let text = written.string else {
            reader.add(.type, .root["command"], written, allowed: .type("string"))
            return nil
        }
        if let verb = BridgeVerb(rawValue: text) { return verb }
        let lower = text.lowercased()
        let code: BridgeFault.Code =
            lower == "deactivateplan" ? .deactivation : lower.hasPrefix("delete") || lower.hasPrefix("remove") ? .deletion : .choice
        reader.add(code, .root["command"], written, allowed: .words(BridgeVerb.allCases.map(\.rawValue)))
        return nil
    }

    // MARK: Making

    private mutating func create(_ verb: BridgeVerb) {
        let id = commandID.map(CommandID.made) ?? ""
        let bytes = made(verb, id: id)
        guard reader.faults.isEmpty, let bytes, fits(bytes, verb.shelf) else { return }
        // It may have been moved since.
        for path in [store.path(of: id, on: verb.shelf), verb.shelf.place(of: id)].compactMap({ $0 }) {
            switch documents[StorePath(path)] {
            case nil: continue
            case .bytes(let found):
                guard Self.id(of: found) == id else { break }
                // Made before this, and perhaps changed since by somebody else: it is not made twice.
                accepted = Accepted(id: id, path: path, revision: Revision(of: found))
                isDoubtful = true
                return
            case .notPlain: break
            }
            return reader.add(.taken, .root["commandId"], json["commandId"])
        }
        let path = verb.shelf.place(of: id)
        accepted = Accepted(
            id: id, path: path, revision: Revision(of: bytes), writes: [.init(place: path, bytes: bytes, replacing: nil)])
    }

    private mutating func made(_ verb: BridgeVerb, id: String) -> [UInt8]? {
        switch verb {
        case .createWorkout:
            let fields = reader.workout(in: json, isCreating: true)
            guard let name = fields.name else { return nil }
            let workout = OwnWorkout(
                id: id, name: name, category: fields.category ?? .fullBody, notes: fields.notes ?? [], created: issued, updated: issued)
            return Array(OwnWorkoutJSON.text(of: OwnWorkoutDocument(workout)).utf8)
        case .createRoutine:
            let fields = reader.routine(in: json, isCreating: true, current: nil, catalog: store.catalog)
            guard let name = fields.name, let steps = fields.steps else { return nil }
            var document = RoutineDocument(Routine(id: id, name: name, steps: steps))
            (document.created, document.updated) = (issued, issued)
            return Array(RoutineJSON.text(of: document).utf8)
        case .createPlan:
            let fields = reader.plan(in: json, isCreating: true, current: nil, library: store.library)
            guard let name = fields.name, let week = fields.week else { return nil }
            // The first plan becomes My Week by itself, as on the kiosk.
            let plan = Plan(id: id, name: name, updated: issued, isActive: activePlans(but: id).isEmpty, days: week)
            var document = PlanDocument(plan)
            document.created = issued
            return Array(PlanJSON.text(of: document).utf8)
        case .updateWorkout, .updateRoutine, .updatePlan, .activatePlan: return nil
        }
    }

    private static func id(of bytes: [UInt8]) -> String? {
        // What cannot be read has no id of ours.
        guard let text = try? RoutineText.decode(bytes).text, let json = try? JSON(parsing: text) else { return nil }
        return json["id"]?.string
    }

    private mutating func fits(_ bytes: [UInt8], _ shelf: BridgeShelf) -> Bool {
        if bytes.count <= Limits.fileBytes { return true }
        reader.add(.size, .root[shelf.member], .whole(bytes.count), allowed: .range(1...Limits.fileBytes))
        return false
    }

    // MARK: Changing

    private mutating func update(_ verb: BridgeVerb) {
        let seen = readRevision()
        let target = readTarget(verb)
        var changed: [UInt8]?
        if verb == .activatePlan {
            changed = target.flatMap { activated($0.bytes, $0.path) }
        } else {
            changed = self.changed(verb, target?.bytes, path: target?.path ?? "")
        }
        guard let target else { return }
        let now = Revision(of: target.bytes)
        if let seen, seen != now {
            isDoubtful = true
            // Its own work is there already where nothing would change.
            if changed != target.bytes || !reader.faults.isEmpty {
                reader.add(.stale, .root["revision"], json["revision"], allowed: .words([now.description]))
            }
        }
        guard reader.faults.isEmpty, let changed, fits(changed, verb.shelf) else { return }
        var writes: [BridgeVerdict.Write] = []
        if changed != target.bytes { writes.append(.init(place: target.path, bytes: changed, replacing: target.bytes)) }
        if verb == .activatePlan { writes += unmarking(than: target.id) }
        accepted = Accepted(id: target.id, path: target.path, revision: Revision(of: changed), writes: writes)
    }

    private mutating func readRevision() -> Revision? {
        guard let text = reader.string("revision", in: json, .root) else { return nil }
        if let revision = Revision(text) { return revision }
        reader.add(.format, .root["revision"], json["revision"], allowed: .pattern("^[0-9a-f]{64}$"))
        return nil
    }

    private mutating func readTarget(_ verb: BridgeVerb) -> (id: String, path: String, bytes: [UInt8])? {
        guard let id = reader.string("id", in: json, .root) else { return nil }
        guard let path = store.path(of: id, on: verb.shelf), let document = documents[StorePath(path)] else {
            reader.add(.unknown, .root["id"], json["id"], allowed: .listed(at: verb.shelf.manifestPath))
            return nil
        }
        guard case .bytes(let bytes) = document else {
            reader.add(.unwritable, .root["id"], json["id"])
            return nil
        }
        return (id, path, bytes)
    }

    /// The document with what the command says; nil when that cannot be.
    /// - Parameter bytes: nil: there is no such document, and the command is read for its faults.
    private mutating func changed(_ verb: BridgeVerb, _ bytes: [UInt8]?, path: String) -> [UInt8]? {
        let fileName = path.split(separator: "/").last.map(String.init) ?? path
        switch verb {
        case .updateWorkout:
            let fields = reader.workout(in: json, isCreating: false)
            guard let bytes else { return nil }
            guard var document = OwnWorkoutJSON.read(bytes, fallbackID: "").document else { return unreadable() }
            if let name = fields.name { document.rename(to: name) }
            if let category = fields.category { (document.category, document.unknownCategory) = (category, nil) }
            if let notes = fields.notes { document.notes = notes }
            document.updated = later(document.updated)
            return Array(OwnWorkoutJSON.text(of: document).utf8)
        case .updateRoutine:
            let document = bytes.flatMap { RoutineFile.read($0, fileName: fileName, catalog: store.catalog).document }
            let fields = reader.routine(in: json, isCreating: false, current: document, catalog: store.catalog)
            guard let bytes else { return nil }
            guard var document else { return unreadable() }
            let before = document
            if let name = fields.name { document.name = name }
            if let steps = fields.steps { document.fill(with: steps) }
            document.updated = later(document.updated)
            if RoutineFile.isJSON(bytes, fileName: fileName) { return Array(RoutineJSON.text(of: document).utf8) }
            if document == before { return bytes }
            return told(document, over: bytes, hasSameSteps: document.entries == before.entries)
        case .updatePlan:
            let document = bytes.flatMap { PlanJSON.read($0, fileName: fileName, fallbackID: "").document }
            let fields = reader.plan(in: json, isCreating: false, current: document, library: store.library)
            guard bytes != nil else { return nil }
            guard var document else { return unreadable() }
            if let name = fields.name { document.name = name }
            if let week = fields.week { document.fill(from: Plan(id: "", name: "", days: week)) }
            document.updated = later(document.updated)
            return Array(PlanJSON.text(of: document).utf8)
        case .createWorkout, .createRoutine, .createPlan, .activatePlan: return nil
        }
    }

    /// A routine that is a text. A person's lines stay as they are where only its name or date changes. Nil when the text would be read as
    /// something else than it was written for: two workouts may have one name, and a text knows nothing but names.
    private mutating func told(_ document: RoutineDocument, over bytes: [UInt8], hasSameSteps: Bool) -> [UInt8]? {
        if hasSameSteps, let changed = RoutineText.changing(bytes, to: document, catalog: store.catalog) { return changed }
        let text = RoutineText.text(of: document, catalog: store.catalog)
        let read = RoutineText.parse(text, fallbackName: "-", catalog: store.catalog).document
        if read?.name != document.name { reader.add(.ambiguous, .root["routine"]["name"], json["routine"]?["name"]) }
        let (steps, found) = (document.entries.map(\.step), read?.entries.map(\.step) ?? [])
        if found.count != steps.count {
            reader.add(.ambiguous, .root["routine"]["steps"], .whole(steps.count))
        } else {
            for index in steps.indices where found[index] != steps[index] {
                let id = steps[index].workoutID.map { JSON(.string($0)) }
                reader.add(.ambiguous, .root["routine"]["steps"][index]["workoutID"], id)
            }
        }
        return reader.faults.isEmpty ? Array(text.utf8) : nil
    }

    private mutating func unreadable() -> [UInt8]? {
        reader.add(.unwritable, .root["id"], json["id"])
        return nil
    }

    /// A document's date never goes back.
    private func later(_ updated: String?) -> String? {
        guard let issued, Timestamp.isLater(issued, than: updated) else { return updated }
        return issued
    }

    // MARK: My Week

    /// The plan, marked, and dated later than every other that is: of several the one updated last is followed, so that this one write
    /// decides, and whatever becomes of the next ones.
    private mutating func activated(_ bytes: [UInt8], _ path: String) -> [UInt8]? {
        guard var document = PlanJSON.read(bytes, fileName: path, fallbackID: "").document else { return unreadable() }
        let others = activePlans(but: json["id"]?.string ?? "")
        // It is followed already, and nothing competes.
        if document.isActive, others.isEmpty { return bytes }
        if !document.isActive {
            document.isActive = true
            document.updated = later(document.updated)
        }
        for date in others.compactMap(\.document.updated) where !Timestamp.isLater(document.updated, than: date) {
            if let seconds = Timestamp.seconds(date) { document.updated = Timestamp.text(seconds: seconds + 1) }
        }
        return Array(PlanJSON.text(of: document).utf8)
    }

    /// Takes the mark from the others, and changes nothing else in them.
    private func unmarking(than id: String) -> [BridgeVerdict.Write] {
        activePlans(but: id).map { plan in
            var document = plan.document
            document.isActive = false
            return .init(place: plan.path, bytes: Array(PlanJSON.text(of: document).utf8), replacing: plan.bytes)
        }
    }

    /// The other plans that are marked, as their files say now. One that is a link or is gone does not count: it cannot be changed.
    private func activePlans(but id: String) -> [(path: String, bytes: [UInt8], document: PlanDocument)] {
        store.library.plans.compactMap { entry in
            guard entry.id != id, case .bytes(let bytes)? = documents[StorePath(entry.path)],
                let document = PlanJSON.read(bytes, fileName: entry.path, fallbackID: "").document, document.isActive
            else { return nil }
            return (entry.path, bytes, document)
        }
    }
}

extension JSON {
    fileprivate var wholeNumber: Int? { if case .number(let written) = kind { DecimalNumber.whole(written) } else { nil } }
}
