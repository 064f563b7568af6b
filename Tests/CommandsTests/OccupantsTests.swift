import Foundation
import TestSupport
import Testing

@testable import Commands

/// A machine in a folder: /proc, the terminal in front, the display manager.
private struct Machine {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        for process in [("1", "systemd", "0::/init.scope"), ("90", "lightdm", "0::/system.slice/lightdm.service")] {
            try self.process(process.0, process.1, group: process.2)
        }
        try show("tty1")
    }

    private func write(_ path: String, _ text: String) throws {
        let url = scratch.url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// - Parameters:
    ///   - terminal: the device number of its terminal: 1025 is tty1, 34816 pts/0, 0 none.
    ///   - files: nil: they cannot be seen.
    func process(
        _ number: String, _ name: String, group: String = "0::/user.slice/user-1000.slice/session-3.scope", terminal: Int = 0,
        files: [String]? = nil
    ) throws {
        try write("proc/\(number)/comm", name + "\n")
        try write("proc/\(number)/cgroup", group + "\n")
        // A name may hold blanks and brackets.
        try write("proc/\(number)/stat", "\(number) (a) b \(name)) S 1 \(number) \(number) \(terminal) \(number) 4194560 1\n")
        guard let files else { return }
        let folder = scratch.path("proc/\(number)/fd")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (index, file) in files.enumerated() {
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(index)", withDestinationPath: file)
        }
    }

    /// A thread of a process, which has a card open to play on.
    func sound(thread: Int, of process: Int, name: String = "card0/pcm0p/sub0") throws {
        try write("proc/asound/\(name)/status", "state: RUNNING\nowner_pid   : \(thread)\ntrigger_time: 1.2\n")
        try write("proc/asound/card0/pcm0p/sub1/status", "closed\n")
        try write("proc/\(thread)/status", "Name:\tmixer\nTgid:\t\(process)\nPid:\t\(thread)\n")
    }

    func show(_ terminal: String) throws { try write("active", terminal + "\n") }

    func installDesktop() throws {
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("display-manager.service"), withDestinationPath: "/usr/lib/systemd/system/lightdm.service")
    }

    func look(exceptFor own: Int32 = 999) -> Occupants {
        Occupants.look(
            Processes(folder: scratch.path("proc")), shown: scratch.path("active"), desktop: scratch.path("display-manager.service"),
            exceptFor: own)
    }
}

private let card = "/dev/dri/card1"
private let service = "0::/system.slice/stepback.service"

@Test func aPlayerHasTheScreenThatIsSeenOnItsOwnTerminal() throws {
    let machine = try Machine()
    try machine.process("300", "stepback", group: service, terminal: 1025)
    #expect(machine.look().holder(of: card) == .player)
    #expect(machine.look(exceptFor: 300).holder(of: card) == .another)
    // Who sees its files takes them for more than its name.
    try machine.process("300", "stepback", group: service, terminal: 1025, files: ["/dev/null", "/dev/dri/card0"])
    #expect(machine.look().holder(of: card) == .another)
    let open = try Machine()
    try open.process("300", "stepback", group: service, terminal: 1025, files: ["socket:[8]", card])
    #expect(open.look().holder(of: card) == .player && open.look().holder(of: "/dev/dri/card0") == .another)
    // A person plays on the second console.
    try open.show("tty2")
    #expect(open.look().holder(of: card) == .behind(own: 1, front: 2))
    try open.process("400", "stepback", terminal: 1026, files: [card])
    #expect(open.look().holder(of: card) == .player)
}

@Test func whatIsOnlyCalledStepBackHasNoScreen() throws {
    let machine = try Machine()
    // `bridge watch` in the terminal in front, and over SSH.
    try machine.process("300", "stepback", terminal: 1025, files: ["/dev/tty1"])
    try machine.process("301", "stepback", terminal: 34816)
    #expect(machine.look().players.count == 2 && machine.look().holder(of: card) == .another && !machine.look().soundIsOurs)
    #expect(Occupants.look(Processes(folder: "/nowhere"), shown: "/nowhere", desktop: "/nowhere") == Occupants())
}

@Test func aDesktopInFrontOfThePlayerHasTheScreen() throws {
    let machine = try Machine()
    try machine.process("300", "stepback", group: service, terminal: 1025, files: [card])
    try machine.show("tty7")
    #expect(machine.look().holder(of: card) == .behind(own: 1, front: 7))
    try machine.installDesktop()
    #expect(machine.look().holder(of: card) == .desktop)
    // Behind the player it has nothing.
    try machine.show("tty1")
    #expect(machine.look().holder(of: card) == .player)
    // A display manager that took the player's own terminal.
    try machine.process("300", "stepback", group: service, terminal: 0)
    #expect(machine.look().holder(of: card) == .desktop)
    // One that is there and does not run.
    try machine.process("90", "cron", group: "0::/system.slice/cron.service")
    #expect(machine.look().holder(of: card) == .another)
}

@Test func aPlayerWithoutATerminalHasTheScreenUnlessADesktopRuns() throws {
    let machine = try Machine()
    try machine.process("300", "stepback", terminal: 34816, files: [card])
    #expect(machine.look().holder(of: card) == .player)
    try machine.installDesktop()
    #expect(machine.look().holder(of: card) == .desktop)
}

@Test func aPlayerHasTheSoundCardThatOneOfItsThreadsOpened() throws {
    let machine = try Machine()
    try machine.process("300", "stepback", group: service, terminal: 1025)
    #expect(!machine.look().soundIsOurs)
    try machine.process("500", "pipewire")
    try machine.sound(thread: 501, of: 500)
    #expect(!machine.look().soundIsOurs && machine.look().soundOwners == [500])
    try machine.sound(thread: 304, of: 300)
    #expect(machine.look().soundIsOurs)
    // What records plays nothing.
    let other = try Machine()
    try other.process("300", "stepback")
    try other.sound(thread: 304, of: 300, name: "card0/pcm0c/sub0")
    #expect(!other.look().soundIsOurs)
    try other.process("300", "stepback", files: ["/dev/snd/controlC0", "/dev/snd/pcmC0D0p"])
    #expect(other.look().soundIsOurs)
}
