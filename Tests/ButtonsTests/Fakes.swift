import CLinux
import Glibc
import Linux
import Playback
import Ports

@testable import Buttons

/// Readable on demand, as a device's descriptor.
final class Bell {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

    var isRinging = false {
        didSet {
            var count: UInt64 = isRinging ? 1 : 0
            if isRinging == oldValue { return }
            _ = isRinging ? write(descriptor, &count, 8) : read(descriptor, &count, 8)
        }
    }

    deinit { close(descriptor) }
}

/// A line that a test presses, bounces, steals and unplugs.
final class FakeLines: LineSource {
    final class Wire {
        var isDown = false
        var edges: [LineEdge] = []
        var holder: String?
        var isMissing = false
        /// The chip is gone: what is held polls ready for ever.
        var isGone = false
        var isSilent = false
        let bell = Bell()
        var takes = 0
        var reads = 0
        var isHeld = false

        func ring() { bell.isRinging = !edges.isEmpty || isGone || isSilent }
    }

    private final class FakeLine: Line {
        let wire: Wire
        let address: LineAddress
        var descriptor: Int32 { wire.bell.descriptor }
        init(_ wire: Wire, _ address: LineAddress) {
            self.wire = wire
            self.address = address
            wire.isHeld = true
        }
        deinit { wire.isHeld = false }

        func readEdges() throws(ButtonsError) -> [LineEdge] {
            wire.reads += 1
            if wire.isGone { throw .chipVanished(address) }
            let edges = Array(wire.edges.prefix(16))
            wire.edges.removeFirst(edges.count)
            wire.ring()
            return edges
        }

        func isDown() throws(ButtonsError) -> Bool {
            if wire.isGone { throw .chipVanished(address) }
            return wire.isDown
        }
    }

    var wires: [LineAddress: Wire] = [:]

    func wire(_ name: String) -> Wire {
        if let wire = wires[.name(name)] { return wire }
        let wire = Wire()
        wires[.name(name)] = wire
        return wire
    }

    func take(_ wiring: Wiring) throws(ButtonsError) -> any Line {
        guard let wire = wires[wiring.address], !wire.isMissing, !wire.isGone else { throw .noLine(wiring.address) }
        wire.takes += 1
        if let holder = wire.holder { throw .lineTaken(wiring.address, by: holder) }
        precondition(!wire.isHeld, "taken twice")
        return FakeLine(wire, wiring.address)
    }
}

/// Three buttons on a loop whose time is moved by hand.
final class ButtonBench {
    let loop = try! EventLoop(start: at(0))
    let lines = FakeLines()
    var log: [String] = []
    var notes: [String] = []
    var buttons: GPIOButtons!

    init(_ setUp: (FakeLines) -> Void = { _ in }) {
        for name in ["GPIO17", "GPIO27", "GPIO22"] { _ = lines.wire(name) }
        setUp(lines)
        let keys: [(Key, String)] = [(.back, "GPIO17"), (.pause, "GPIO27"), (.skip, "GPIO22")]
        buttons = GPIOButtons(
            keys.map { Wiring($0.0, .name($0.1)) }, lines: lines, loop: loop,
            deliver: { [unowned self] event in
                switch event {
                case .key(let key): log.append("\(key.key) \(key.action)@\(key.at.nanoseconds / 1_000_000)")
                case .button(let key, let fault): log.append("\(key) \(fault?.rawValue ?? "works")")
                default: log.append("\(event)")
                }
            }, note: { [unowned self] in notes.append($0.description) })
        buttons.start()
    }

    func run(to milliseconds: Double) throws { try loop.advance(to: at(milliseconds)) }

    /// The level changes; the edge can be read a millisecond later.
    func edge(_ name: String, _ isDown: Bool, _ milliseconds: Double) throws {
        try run(to: milliseconds)
        let wire = lines.wire(name)
        wire.isDown = isDown
        wire.edges.append(LineEdge(isDown: isDown, at: at(milliseconds)))
        wire.ring()
        try run(to: milliseconds + 0.01)
    }

    func press(_ name: String, _ from: Double, _ to: Double) throws {
        try edge(name, true, from)
        try edge(name, false, to)
    }

    /// What happened since it was last asked.
    func news() -> [String] {
        defer { log = [] }
        return log
    }
}

/// A keyboard that a test types on.
final class FakeInput: InputSource {
    final class Keyboard: InputDevice {
        let name: String
        let codes: Set<UInt16>
        let bell = Bell()
        var descriptor: Int32 { bell.descriptor }
        var events: [InputEvent] = []
        var held: Set<UInt16> = []
        var isGrabbed = false
        var isGone = false
        let path: String

        init(_ path: String, name: String, codes: Set<UInt16>) {
            (self.path, self.name, self.codes) = (path, name, codes)
        }

        func readEvents() throws(ButtonsError) -> [InputEvent] {
            if isGone { throw .inputVanished(path: path) }
            defer {
                events = []
                bell.isRinging = false
            }
            return events
        }

        func heldCodes() throws(ButtonsError) -> Set<UInt16> {
            if isGone { throw .inputVanished(path: path) }
            return held
        }

        func setGrabbed(_ isGrabbed: Bool) { self.isGrabbed = isGrabbed }
    }

    var keyboards: [String: Keyboard] = [:]
    var refusals: [String: Int32] = [:]

    func open(_ path: String) throws(ButtonsError) -> any InputDevice {
        if let code = refusals[path] { throw .inputRefused(path: path, code: code, reason: String(cString: strerror(code))) }
        guard let keyboard = keyboards[path], !keyboard.isGone else {
            throw .inputRefused(path: path, code: ENODEV, reason: "No such device")
        }
        return keyboard
    }
}
