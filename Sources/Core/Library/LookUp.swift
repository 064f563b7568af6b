import Foundation
import Workouts

/// What a person meant by a routine's name, typed on a command line.
public enum LookUp: Hashable, Sendable {
    case one(RoutineEntry)
    /// In byte order of their paths.
    case several([RoutineEntry])
    /// `near` is what was probably meant.
    case none(near: String?)
}

extension Library {
    /// Finds a routine by id, by path (with or without "routines/" and its ending) or by name, without regard to case and diacritics.
    /// Something exact comes before something alike; what is merely near is named and not taken.
    public func lookUp(_ text: String) -> LookUp {
        if let entry = routine(id: text) { return .one(entry) }
        let paths = [text, "routines/" + text].flatMap { [$0, $0 + ".routine", $0 + ".json"] }
        // By canonical equivalence, so that either spelling of "ü" finds it.
        if let entry = routines.first(where: { paths.contains($0.path) }) { return .one(entry) }
        for key in [{ $0 }, Self.folded] {
            let named = routines.filter { key($0.routine.name) == key(text) }
            if named.count == 1 { return .one(named[0]) }
            if named.count > 1 { return .several(named) }
        }
        return .none(near: nearest(to: Self.folded(text)))
    }

    /// The file below routines/ that a person means by its path (with or without "routines/" and its ending) or its name without folder and
    /// ending, or by what it says it is called, and that cannot be used; nil when there is none. Without regard to case and diacritics;
    /// the first in byte order.
    /// - Parameter title: what the file at a path below the store says it is called.
    public func unusable(_ text: String, title: (String) -> String?) -> Attention? {
        let typed = Self.folded(text)
        let paths = [typed, "routines/" + typed].flatMap { [$0, $0 + ".routine", $0 + ".json"] }
        let unusable = attention.filter { $0.path.hasPrefix("routines/") && $0.problems.haveErrors }
        let found = unusable.first { file in
            let path = Self.folded(file.path)
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return paths.contains(path) || name == typed || Name.withoutEnding(name) == typed
        }
        return found ?? unusable.first { file in title(file.path).map(Self.folded) == typed }
    }

    /// A name that is a typing error away (about one letter in three, three at most), or the only one that begins so.
    private func nearest(to text: String) -> String? {
        let typed = Array(text.unicodeScalars)
        guard (2...100).contains(typed.count) else { return nil }
        let limit = min(3, max(1, typed.count / 3))
        var best: (distance: Int, name: String)?
        var begun: Set<String> = []
        for entry in routines {
            let name = Self.folded(entry.routine.name)
            if name.hasPrefix(text) { begun.insert(entry.routine.name) }
            let distance = EditDistance.between(typed, Array(name.unicodeScalars), atMost: limit)
            if distance <= limit, distance < best?.distance ?? .max { best = (distance, entry.routine.name) }
        }
        return best?.name ?? (begun.count == 1 ? begun.first : nil)
    }

    private static func folded(_ text: String) -> String { text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }
}
