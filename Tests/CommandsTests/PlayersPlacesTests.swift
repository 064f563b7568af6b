import Foundation
import Glibc
import TestSupport
import Testing

@testable import Commands

private func text(_ findings: [Finding]) -> [String] {
    findings.map { finding in
        [finding.state.rawValue, finding.what.text(english), finding.remedy?.text(english)].compactMap { $0 }.joined(separator: " | ")
    }
}

/// Of a user and a group that own nothing here: what it may is what everybody may.
private let stranger = PlayersService(user: "stepback", userID: 4321, groupIDs: [5432])

/// A player's folders that everybody may use, with a month of sessions and a session in the outbox.
private struct Folders {
    let scratch: Scratch
    let state: String
    let store: String

    init(store name: String = "state/store") throws {
        scratch = try Scratch()
        state = scratch.path("state")
        store = scratch.path(name)
        for folder in ["state/outbox", "\(name)/plans", "\(name)/bridge/outcomes", "\(name)/sessions/2026/11"] {
            try FileManager.default.createDirectory(at: scratch.url.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
        for name in ["device", "settings.json", "outbox/a.json"] { _ = try scratch.file("state/\(name)", "") }
        for path in try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path) { close(path, 0o777) }
    }

    func close(_ path: String, _ mode: mode_t) { #expect(chmod(scratch.path(path), mode) == 0) }

    /// What is found beyond the two folders.
    func findings(_ service: PlayersService = stranger, isRoot: Bool = true, access: @escaping (String) -> Int32 = { _ in 0 }) -> [String] {
        let asker = StorageFindings.Asker(isRoot: isRoot, playersFolder: state, access: { path, _ in access(path) })
        return text(StorageFindings.examine(state: state, store: store, service: service, asker: asker))
    }
}

@Test func filesThatCameFromAnotherMachineAreNamedWithTheCommandThatGivesThemToThePlayer() throws {
    let folders = try Folders()
    let (state, store) = (folders.state, folders.store)
    #expect(folders.findings().count == 2)
    folders.close("state/device", 0o600)
    folders.close("state/outbox/a.json", 0o600)
    folders.close("state/store/sessions", 0o755)
    #expect(
        folders.findings().dropFirst(2) == [
            "doubtful | the player, as the user stepback, may not read or write \(state)/device, \(state)/outbox/a.json, \(store)/sessions | "
                + "Give all of it to the player: sudo chown -R stepback: \(state) && sudo chmod -R u+rwX \(state)"
        ])
    // No more than three are named, and nothing of what is in a folder that is closed itself.
    folders.close("state/outbox", 0o700)
    folders.close("state/settings.json", 0o600)
    folders.close("state/store/plans", 0o755)
    let named = "\(state)/outbox, \(state)/device, \(state)/settings.json …"
    #expect(folders.findings().dropFirst(2).map { $0.contains("may not read or write \(named) |") } == [true])
    // Nor anything, when the player's own folder is.
    folders.close("state", 0o755)
    let whole =
        "doubtful | the player, as the user stepback, may not write to \(state) | Give all of it to the player: sudo chown -R "
        + "stepback: \(state) && sudo chmod -R u+rwX \(state)"
    #expect(folders.findings().count == 2 && folders.findings().first == whole)
    // Who may do everything may do it to theirs.
    var owner = stranger
    owner.userID = geteuid()
    #expect(folders.findings(owner).count == 2)
}

@Test func foldersThatRootMadeInTheStoreAreGivenToTheGroup() throws {
    for name in ["state/store", "stick"] {
        let folders = try Folders(store: name)
        let store = folders.store
        folders.close("\(name)/plans", 0o755)
        folders.close("\(name)/bridge/outcomes", 0o755)
        folders.close("\(name)/sessions/2026/11", 0o755)
        #expect(
            folders.findings().dropFirst(2) == [
                "doubtful | the player, as the user stepback, may not read or write \(store)/plans, \(store)/bridge/outcomes, "
                    + "\(store)/sessions/2026/11 | Give the folder to its group: sudo chgrp -R stepback \(store) && sudo chmod -R g+rwX "
                    + "\(store). Every folder above has to let it pass, too."
            ])
        // One remedy for all that is in it, when the folder itself is closed.
        folders.close(name, 0o755)
        #expect(folders.findings().count == 2)
    }
    // Each has its own where the store is elsewhere.
    let apart = try Folders(store: "stick")
    apart.close("stick/plans", 0o755)
    apart.close("state/device", 0o600)
    let remedies = apart.findings().dropFirst(2).map { $0.contains("chown -R stepback: \(apart.state) ") }
    #expect(remedies == [true, false])
}

@Test func aPersonWhoMayNotLookIsToldNoMoreThanIsKnown() throws {
    let folders = try Folders()
    let (state, store) = (folders.state, folders.store)
    let closed = { (path: String) in EACCES }
    // They may see that the player may, and in the store it is they who may not.
    let seen = folders.findings(isRoot: false, access: closed)
    #expect(seen[0].hasPrefix("works | the player may write to \(state), and what it writes is kept (") || seen[0].contains("in memory"))
    #expect(seen[1].hasPrefix("doubtful | this user may not write to \(store): Permission denied | The player itself may."))
    // They may see that it may not.
    folders.close("state/store", 0o755)
    let barred = folders.findings(isRoot: false, access: closed)
    #expect(barred[1].hasPrefix("doubtful | the player, as the user stepback, may not write to \(store) | "))
    // Without a service nothing is known of it.
    let asker = StorageFindings.Asker(isRoot: false, playersFolder: state, access: { _, _ in EACCES })
    let alone = text(StorageFindings.examine(state: state, store: store, asker: asker))
    #expect(
        alone[0].hasPrefix("doubtful | this user cannot see whether the player may write to \(state) | Ask as root: sudo stepback doctor."))
    #expect(alone.count == 2)
}

@Test func aPersonsOwnStoreIsNotJudgedByThePlayersRights() throws {
    let folders = try Folders(store: "mine")
    folders.close("mine", 0o755)
    folders.close("mine/plans", 0o755)
    #expect(folders.findings(isRoot: false).filter { $0.contains("may not") } == [])
    #expect(folders.findings(isRoot: true).filter { $0.contains("may not") }.count == 1)
}

@Test func aConfigurationThatOnlyRootReadsIsNotReadByThePlayer() throws {
    let scratch = try Scratch()
    let path = try scratch.file("stepback.conf", "stage = dark\n")
    let folder = scratch.url.path
    #expect(chmod(folder, 0o755) == 0 && chmod(path, 0o644) == 0 && stranger.closedConfiguration(path) == nil)
    #expect(chmod(path, 0o600) == 0)
    #expect(
        text([try #require(stranger.closedConfiguration(path))]) == [
            "doubtful | the player, as the user stepback, may not read \(path), so every default is used | Let everybody read it: sudo chmod "
                + "a+rX \(folder) \(path)"
        ])
    #expect(chmod(path, 0o644) == 0 && chmod(folder, 0o700) == 0 && stranger.closedConfiguration(path) != nil)
}
