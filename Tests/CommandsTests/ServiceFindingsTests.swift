import Foundation
import TestSupport
import Testing

@testable import Commands

private func text(_ findings: [Finding]) -> [String] {
    findings.map { finding in
        [finding.state.rawValue, finding.what.text(english), finding.remedy?.text(english)].compactMap { $0 }.joined(separator: " | ")
    }
}

/// A machine with the service installed, neither enabled nor running.
private struct Machine {
    let scratch = try? Scratch()

    var root: URL { scratch?.url ?? URL(fileURLWithPath: "/nowhere") }

    init() throws {
        for folder in ["etc/multi-user.target.wants", "usr", "proc/300", "proc/self"] {
            try FileManager.default.createDirectory(at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
        try write("usr/stepback.service", "[Service]\nUser=nobody\n")
    }

    func write(_ path: String, _ text: String) throws { try Data(text.utf8).write(to: root.appendingPathComponent(path)) }

    func link(_ path: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: root.appendingPathComponent(path).path, withDestinationPath: destination)
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: root.appendingPathComponent(path)) }

    func run(in group: String) throws { try write("proc/300/cgroup", "0::/system.slice/\(group)\n") }

    var said: [String] {
        let folders = ["etc", "usr"].map { root.appendingPathComponent($0).path }
        let processes = Processes(folder: root.appendingPathComponent("proc").path)
        return text(ServiceFindings.examine(.ofThisMachine(unitFolders: folders, processes)))
    }
}

private let works = "works | the player runs, and starts with the machine"
private let masked =
    "broken | the player’s service is masked, so nothing can start it | Allow it and start it: sudo systemctl unmask stepback && "
    + "sudo systemctl enable --now stepback"
private let disabled =
    "broken | the player does not start with the machine | Let it start, now and always: sudo systemctl enable --now stepback"
private let stopped =
    "broken | the player’s service does not run | Start it: sudo systemctl start stepback. If it does not stay, journalctl -u stepback "
    + "says why."

@Test func aPlayerThatDoesNotStartWithTheMachineIsNoWellMachine() throws {
    let machine = try Machine()
    #expect(machine.said == [disabled])
    // It runs now, and will not after the next start.
    try machine.run(in: "stepback.service")
    #expect(machine.said == [disabled])
    try machine.link("etc/multi-user.target.wants/stepback.service", to: "/usr/lib/systemd/system/stepback.service")
    #expect(machine.said == [works])
    // Under a name of the owner's own.
    try machine.remove("etc/multi-user.target.wants/stepback.service")
    try machine.link("etc/multi-user.target.wants/kiosk.service", to: "../stepback.service")
    #expect(machine.said == [works])
}

@Test func aPlayerThatDoesNotRunIsNamedWithItsLog() throws {
    let machine = try Machine()
    try machine.link("etc/multi-user.target.wants/stepback.service", to: "/usr/lib/systemd/system/stepback.service")
    #expect(machine.said == [stopped])
    // Another service's process, and a person who plays by hand.
    try machine.run(in: "not-stepback.service")
    #expect(machine.said == [stopped])
    try machine.run(in: "session-1.scope")
    #expect(machine.said == [stopped])
    try machine.run(in: "stepback.service")
    #expect(machine.said == [works])
}

@Test func aMaskedPlayerIsNamedWhateverElseIsRight() throws {
    let machine = try Machine()
    try machine.link("etc/multi-user.target.wants/stepback.service", to: "/usr/lib/systemd/system/stepback.service")
    try machine.run(in: "stepback.service")
    try machine.link("etc/stepback.service", to: "/dev/null")
    #expect(machine.said == [masked])
    // An empty file is the same; the owner's own unit is not.
    try machine.remove("etc/stepback.service")
    try machine.write("etc/stepback.service", "")
    #expect(machine.said == [masked])
    try machine.write("etc/stepback.service", "[Service]\nUser=nobody\n")
    #expect(machine.said == [works])
}

@Test func withoutTheServiceNothingIsSaidOfIt() throws {
    let machine = try Machine()
    try machine.remove("usr/stepback.service")
    #expect(machine.said == [])
    // What a removed package leaves behind.
    try machine.link("etc/stepback.service", to: "/dev/null")
    #expect(machine.said == [])
}
