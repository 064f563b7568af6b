import Foundation
import Kiosk
import Ports
import Store
import Words
import Workouts

/// What a kiosk remembers, and where: the store, and what belongs to this machine alone.
struct Memory {
    let place: StoreThread.Place
    /// Where the play in flight is journalled; nil: nowhere, since nothing can be kept on this machine.
    var journalPath: String? { place.state.folder.map { "\($0)/journal.json" } }

    /// Whether local state has the play's session already. The store is not touched: it may hang, and this is before the first picture.
    func holds(_ entry: JournalEntry) -> Bool {
        guard let session = entry.session else { return false }
        let filer = SessionFiler(local: place.state.kept, device: place.device, bootID: place.bootID)
        // Where it cannot be known, the store is asked, and then the person.
        return (try? filer.contains(session, in: nil)) ?? false
    }
}

extension Invocation {
    /// Where the kiosk remembers.
    func memory() throws(CommandError) -> Memory {
        let state = LocalState(surroundings.variables)
        var device: String?
        if let kept = state.kept {
            do throws(StoreError) { device = try DeviceID.of(kept) } catch { surroundings.warn("stepback: \(error)") }
        }
        guard let path = configuration.store ?? state.usualStore else { throw .failed([Sentence("memory.nowhere")]) }
        let gallery = try readGallery()
        let place = StoreThread.Place(
            path: path, isUsual: configuration.store == nil, state: state, device: device ?? HexDigits.random(), bootID: state.bootID,
            starters: try starters(gallery), gallery: gallery, english: try english(), edition: Commands.version)
        return Memory(place: place)
    }

    /// PROBLEMS.txt is in English, whatever the kiosk's language: several players share it.
    func english() throws(CommandError) -> Words {
        if language == "en" { return words }
        return try readWords(resources.bytes(of: "Localizable.xcstrings"), "en")
    }
}

extension Settings {
    /// Without what the command line says: its word counts more.
    func without(_ arguments: Arguments) -> Settings {
        var settings = self
        if arguments.has(.mute) { (settings.hasVoice, settings.hasTones) = (nil, nil) }
        if arguments.has(.stage) { settings.light = nil }
        return settings
    }
}
