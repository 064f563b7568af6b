import Bridge
import Foundation
import Store
import Words

/// What the player keeps in its two folders. Files that came from another Pi, or back from a copy with sudo, may be closed to it though
/// the folders are open.
struct PlayersPlaces {
    /// The player's own folder.
    var state: String
    /// The routines'.
    var store: String

    /// More are not named, one remedy being for all.
    private static let most = 3

    private static let ownFiles = ["device", "settings.json", "journal.json", "store.json", "clock.json", "index"]
    private static let folders = [
        "routines", "workouts", "plans", BridgePlaces.folder, BridgePlaces.inbox, BridgePlaces.outcomes, BridgePlaces.done,
    ]

    /// At most one of each folder.
    func findings(_ service: PlayersService) -> [Finding] {
        let user = Words.Argument.text(service.user)
        func sentence(_ places: [String], _ folder: String) -> Sentence {
            let named = places.prefix(PlayersPlaces.most).joined(separator: ", ") + (places.count > PlayersPlaces.most ? " …" : "")
            return Sentence("doctor.storage.closed", .text(named), user, .text(folder))
        }
        let own = closedOfItsOwn(to: service)
        let shared = closedInTheStore(to: service)
        if !own.isEmpty, store.hasPrefix(state + "/") { return [.doubtful(.storage, sentence(own + shared, state))] }
        var findings: [Finding] = own.isEmpty ? [] : [.doubtful(.storage, sentence(own, state))]
        if !shared.isEmpty {
            // People's files stay theirs there.
            let remedy = Sentence("doctor.storage.players.fix", .text(store), user)
            findings.append(Finding(area: .storage, state: .doubtful, what: sentence(shared, store), remedy: remedy))
        }
        return findings
    }

    /// Files are written anew beside the old one, and so only read.
    private func closedOfItsOwn(to service: PlayersService) -> [String] {
        let outbox = state + "/outbox"
        let files = PlayersPlaces.ownFiles.map { "\(state)/\($0)" } + names(in: outbox).map { "\(outbox)/\($0)" }
        return closed(folders: [outbox], files: files, to: service)
    }

    private func closedInTheStore(to service: PlayersService) -> [String] {
        let folders = PlayersPlaces.folders.map { "\(store)/\($0)" } + sessions
        return closed(folders: folders, files: ["\(store)/\(StoreKeeper.markerName)"], to: service)
    }

    /// With its years and their months.
    private var sessions: [String] {
        let root = store + "/sessions"
        let years = numbers(in: root)
        return [root] + years + years.flatMap(numbers)
    }

    private func numbers(in folder: String) -> [String] {
        names(in: folder).filter { !$0.isEmpty && $0.allSatisfy(\.isNumber) }.map { "\(folder)/\($0)" }
    }

    /// None where there is no such folder, or it is closed to who asks.
    private func names(in folder: String) -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    /// What the service may not use; what is below such a folder is not named again.
    private func closed(folders: [String], files: [String], to service: PlayersService) -> [String] {
        let places = folders.map { (path: $0, rights: PlayersService.everything) } + files.map { (path: $0, rights: PlayersService.read) }
        return places.reduce(into: []) { closed, place in
            if closed.contains(where: { place.path.hasPrefix($0 + "/") }) { return }
            if service.has(place.rights, to: place.path) == false { closed.append(place.path) }
        }
    }
}
