import Library
import Ports
import Words
import Workouts

/// Makes a plan My Week: it is marked first, with a newer date than the others have, and then the mark is taken from those. Every file is
/// read before, changed in that alone, and written only while it still holds what was read. Whatever fails in between, one plan is
/// followed: of several that are marked the one updated last counts.
struct Activation: Sendable {
    private struct Target: Sendable {
        var path: String
        var isActive: Bool
        /// As it was known when the person chose.
        var updated: String?
    }

    private let ticket: Int
    /// Nil while the clock is not known: then the files keep their dates.
    private let updated: String?
    private var targets: [Target]

    init(of plan: PlanEntry, among plans: [PlanEntry], updated: String?, _ ticket: Int) {
        self.ticket = ticket
        self.updated = updated
        targets = [Target(path: plan.path, isActive: true, updated: plan.plan.updated)]
        for other in plans where other.id != plan.id && other.plan.isActive {
            targets.append(Target(path: other.path, isActive: false, updated: other.plan.updated))
        }
    }

    func begin() -> [Move] { targets.first.map { [.store(.read(path: $0.path, ticket: ticket))] } ?? [] }

    mutating func hear(_ answer: StoreAnswer, _ words: Words) -> [Move] {
        guard let target = targets.first else { return [] }
        switch answer {
        case .contents(let bytes, ticket), .conflict(let bytes, ticket):
            guard let bytes, let document = PlanJSON.read(bytes, fileName: target.path, fallbackID: "").document else {
                // Gone or broken meanwhile: nothing to mark, and nothing to take the mark from.
                guard target.isActive else { return goOn() }
                targets = []
                return [.open(Question.unreadable(words))]
            }
            guard let marked = marked(document, target) else { return goOn() }
            let edit = StoreEdit(path: target.path, bytes: Array(PlanJSON.text(of: marked).utf8), expecting: bytes)
            return [.store(.edit(edit, ticket: ticket))]
        case .written(_, ticket): return goOn()
        case .failed(let fault, ticket):
            targets = []
            return [.open(Question.notDone(fault, words))]
        default: return []
        }
    }

    private mutating func goOn() -> [Move] {
        targets.removeFirst()
        return begin()
    }

    /// Nil: it is as it should be, or somebody has chosen it elsewhere since, later than this.
    private func marked(_ document: PlanDocument, _ target: Target) -> PlanDocument? {
        var document = document
        if !target.isActive {
            guard document.isActive else { return nil }
            if document.updated != target.updated, Timestamp.isLater(document.updated, than: updated) { return nil }
        }
        document.isActive = target.isActive
        if let updated { document.updated = updated }
        return document
    }
}
