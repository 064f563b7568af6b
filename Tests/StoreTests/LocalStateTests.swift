import Foundation
import Glibc
import Testing

@testable import Store

/// Where this machine keeps its own things.
@Suite struct LocalStateTests {
    private let folder = ScratchFolder()
    private func state(_ variables: [String: String], readOnly: Set<String> = []) -> LocalState {
        LocalState(variables, players: folder.path + "/players") { path in
            access(path, W_OK) == 0 && !readOnly.contains { path == folder.path + "/" + $0 }
        }
    }

    @Test func whereTheServiceManagerNamesTheFolderNoOtherCounts() {
        let variables = ["STATE_DIRECTORY": folder.path + "/service", "HOME": folder.path + "/home"]
        #expect(state(variables).folder == folder.path + "/service")
        folder.put("", "players/store/x")
        // Root may write anywhere, and the player's files are not this one's.
        let locked = state(variables, readOnly: ["service"])
        #expect(locked.folder == nil && locked.usualStore == folder.path + "/service/store")
        #expect(LocalState.existing(variables, players: folder.path + "/players") { !$0.hasSuffix("/service") } == nil)
    }

    @Test func aServiceHasAStoreToLookForWhateverIsWrong() {
        // A file in the way: no folder can be made there, by root neither.
        folder.put("", "service")
        let state = state(["STATE_DIRECTORY": folder.path + "/service/stepback"])
        #expect(state.folder == nil && state.usualStore == folder.path + "/service/stepback/store")
    }

    @Test func whereNothingCanBeKeptTheStoreIsWhereThereIsOne() {
        folder.put("", "home/.local/state/stepback/store/x")
        let variables = ["HOME": folder.path + "/home"]
        let own = folder.path + "/home/.local/state/stepback"
        #expect(state(variables, readOnly: ["players"]).folder == own)
        let locked: Set = ["players", "home/.local/state/stepback"]
        #expect(state(variables, readOnly: locked).folder == nil)
        #expect(state(variables, readOnly: locked).usualStore == own + "/store")
        folder.put("", "players/store/x")
        #expect(state(variables, readOnly: locked).usualStore == folder.path + "/players/store")
    }

    @Test func nobodyWithoutAFolderHasAStore() {
        folder.put("", "players")
        #expect(state([:]).folder == nil && state([:]).usualStore == nil)
    }
}
