import CLinux
import Glibc
import Linux
import Playback
import Ports
import Testing

@testable import Preview

/// TIOCSPTLCK and TIOCGPTN (asm-generic/ioctls.h): macros that Swift cannot read.
private let unlockRequest: UInt = 0x4004_5431
private let numberRequest: UInt = 0x8004_5430

/// A real pseudo-terminal: the panel has one end, the test looks at the other through an emulator.
private final class Desk {
    let loop = try! EventLoop()
    private(set) var master: Int32
    let slave: Int32
    var screen: Emulator
    var events: [PanelEvent] = []
    private var masterWatch: EventLoop.Token?
    var panel: TerminalPanel!

    init(columns: Int = 40, rows: Int = 12, size: PixelSize? = PixelSize(width: 96, height: 64), isReading: Bool = true) throws {
        master = try systemCall("make a terminal") { open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }
        let master = self.master
        var (lock, number): (Int32, Int32) = (0, 0)
        try systemCall("unlock it") { ioctl(master, unlockRequest, &lock) }
        try systemCall("find it") { ioctl(master, numberRequest, &number) }
        slave = try systemCall("open it") { open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC) }
        screen = Emulator(columns: columns, rows: rows)
        resize(columns, rows)
        if isReading { read() }
        panel = try TerminalPanel(loop: loop, descriptor: slave, size: size, isDirectColour: true) { [unowned self] in events.append($0) }
    }

    deinit {
        panel = nil
        close(slave)
        hangUp()
    }

    func resize(_ columns: Int, _ rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        #expect(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
        screen.columns = columns
        screen.rows = rows
        screen.cells = Array(repeating: 0xBAD, count: columns * rows)
    }

    /// From now on what the panel writes is taken.
    func read() {
        masterWatch = loop.watch(master, for: .read) { [unowned self] _ in
            var bytes = [UInt8](repeating: 0, count: 65536)
            let count = Glibc.read(master, &bytes, bytes.count)
            if count > 0 { screen.take(bytes[..<count]) }
        }
    }

    func hangUp() {
        if let masterWatch { loop.end(masterWatch) }
        masterWatch = nil
        if master >= 0 { close(master) }
        master = -1
    }

    func type(_ text: String) { #expect(write(master, text, text.utf8.count) == text.utf8.count) }

    func show(_ picture: Painting) {
        picture.lend { panel.prepare($0, damage: [picture.bounds]) }
        panel.present(due: loop.now)
    }

    func expectedCells(_ picture: Painting) -> [UInt64] {
        var grid = CellGrid(window: TerminalWindow(columns: screen.columns, rows: screen.rows), frame: picture.size)
        picture.lend { grid.update(from: $0, damage: picture.bounds) }
        return grid.cells
    }

    /// Turns until it is so. The bound only keeps a broken panel from hanging the run.
    func run(until isSo: @escaping () -> Bool, _ location: SourceLocation = #_sourceLocation) throws {
        let bound = loop.at(EventLoop.clock() + .seconds(30)) { [loop] in
            Issue.record("it never became so", sourceLocation: location)
            loop.stop()
        }
        try loop.run { [loop] _ in
            if isSo() { loop.stop() }
            return nil
        }
        loop.end(bound)
    }

    var keys: [String] {
        events.compactMap { event in
            switch event {
            case .key(let key), .typed(_, else: .key(let key)): "\(key.key) \(key.action)"
            default: nil
            }
        }
    }
}

private func picture(_ width: Int = 96, _ height: Int = 64, seed: Int) -> Painting {
    Painting(width, height) { x, y in
        UInt32(truncatingIfNeeded: (x / 3 &* 7919 &+ y / 5 &* 104_729 &+ seed &* 31) &* 2_654_435_761 >> 7) & 0xFFFFFF
    }
}

private func modes(_ descriptor: Int32) -> [UInt32] {
    var attributes = termios()
    tcgetattr(descriptor, &attributes)
    return [attributes.c_iflag, attributes.c_oflag, attributes.c_lflag, attributes.c_cflag]
}

@Suite struct TerminalPanelTests {
    @Test func thePresentedPictureIsOnTheTerminal() throws {
        let desk = try Desk()
        let picture = picture(seed: 1)
        desk.show(picture)
        try desk.run { desk.screen.cells == desk.expectedCells(picture) }
        #expect(desk.screen.isAlternate && !desk.screen.isCursorVisible && !desk.screen.wraps)
        #expect(desk.screen.errors == [])
        #expect(desk.panel.size == PixelSize(width: 96, height: 64))
    }

    @Test func whatIsOnlyPreparedIsNotSeen() throws {
        let desk = try Desk()
        let (first, second, third) = (picture(seed: 1), picture(seed: 2), picture(seed: 3))
        desk.show(first)
        second.lend { desk.panel.prepare($0, damage: [second.bounds]) }
        try desk.run { desk.screen.cells == desk.expectedCells(first) }
        // Prepared again before it is presented: both damages count.
        var mixed = second
        for y in 0..<10 { for x in 0..<10 { mixed.words[y * mixed.stride + x] = third.words[y * third.stride + x] } }
        mixed.lend { desk.panel.prepare($0, damage: [PixelRect(x: 0, y: 0, width: 10, height: 10)]) }
        desk.panel.present(due: desk.loop.now)
        try desk.run { desk.screen.cells == desk.expectedCells(mixed) }
    }

    @Test func aSlowLineHoldsNothingUpAndEndsOnTheNewestPicture() throws {
        let desk = try Desk(columns: 160, rows: 50, isReading: false)
        var last = picture(seed: 0)
        // Nobody reads: each of these would need hundreds of kilobytes.
        for seed in 1...100 {
            last = picture(seed: seed)
            desk.show(last)
            try desk.loop.advance(to: EventLoop.clock())
        }
        desk.read()
        try desk.run { desk.screen.cells == desk.expectedCells(last) }
        #expect(desk.screen.updates < 10, "\(desk.screen.updates) pictures were sent")
        #expect(desk.screen.errors == [])
    }

    @Test func keysBecomeEvents() throws {
        let desk = try Desk()
        desk.type("b S\u{1B}[C\u{1B}")
        try desk.run { desk.keys.count == 5 }
        #expect(desk.keys == ["back tap", "pause tap", "skip hold", "skip tap", "back escape"])
    }

    @Test(arguments: ["q", "\u{3}"])
    func stopKeysStop(key: String) throws {
        let desk = try Desk()
        desk.type(key)
        try desk.run { desk.events == (key == "q" ? [.typed("q", else: .stop)] : [.stop]) }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func stopSignalsStop(signal: Int32) throws {
        let desk = try Desk()
        desk.panel.handle(signal)
        #expect(desk.events == [.stop])
    }

    @Test func aHangUpStopsOnceAndDoesNotSpin() throws {
        let desk = try Desk()
        desk.hangUp()
        try desk.run { !desk.events.isEmpty }
        desk.show(picture(seed: 1))
        for _ in 0..<50 { try desk.loop.advance(to: EventLoop.clock()) }
        #expect(desk.events == [.stop])
    }

    @Test func closingGivesTheTerminalBackAsItWasFound() throws {
        let desk = try Desk()
        let attached = modes(desk.slave)
        desk.show(picture(seed: 1))
        desk.panel.close()
        try desk.run { !desk.screen.isAlternate && desk.screen.isCursorVisible && desk.screen.wraps }
        #expect(modes(desk.slave) != attached)
        #expect(modes(desk.slave)[2] & UInt32(ICANON | ECHO | ISIG) == UInt32(ICANON | ECHO | ISIG))
        #expect(fcntl(desk.slave, F_GETFL) & O_NONBLOCK == 0, "the shell's own descriptor was never touched")
        #expect(desk.screen.errors == [])
        desk.type("b")
        try desk.loop.advance(to: EventLoop.clock())
        #expect(desk.events == [])
    }

    @Test func closingInTheMiddleOfAPictureLeavesACleanTerminal() throws {
        let desk = try Desk(columns: 160, rows: 50, isReading: false)
        for seed in 1...5 { desk.show(picture(seed: seed)) }
        desk.panel.close()
        desk.read()
        try desk.run { !desk.screen.isAlternate && desk.screen.isCursorVisible }
    }

    @Test func aNewWindowAsksForThePictureAnew() throws {
        let desk = try Desk()
        let picture = picture(seed: 1)
        desk.show(picture)
        try desk.run { desk.screen.cells == desk.expectedCells(picture) }
        desk.resize(71, 33)
        desk.panel.handle(SIGWINCH)
        #expect(desk.events == [.screen(.changed)])
        #expect(desk.panel.size == picture.size, "the picture's size was given")
        desk.show(picture)
        try desk.run { desk.screen.cells == desk.expectedCells(picture) }
    }

    @Test func aWindowThatChangesWhileAPictureIsPreparedAsksForThePresentOne() throws {
        let desk = try Desk()
        let (now, later) = (picture(seed: 1), picture(seed: 2))
        desk.show(now)
        later.lend { desk.panel.prepare($0, damage: [later.bounds]) }
        desk.resize(30, 20)
        desk.panel.handle(SIGWINCH)
        #expect(desk.events == [.screen(.changed)])
        desk.show(now)
        try desk.run { desk.screen.cells == desk.expectedCells(now) }
    }

    @Test func withoutAGivenSizeThePictureFollowsTheWindow() throws {
        let desk = try Desk(columns: 80, rows: 24, size: nil)
        #expect(desk.panel.size == TerminalWindow(columns: 80, rows: 24).frameSize)
        desk.resize(60, 70)
        desk.panel.handle(SIGWINCH)
        #expect(desk.events == [.screen(.changed)])
        let size = TerminalWindow(columns: 60, rows: 70).frameSize
        #expect(desk.panel.size == size)
        let portrait = picture(size.width, size.height, seed: 3)
        desk.show(portrait)
        try desk.run { desk.screen.cells == desk.expectedCells(portrait) }
    }

    @Test func aWindowSignalWithoutAChangeDoesNothing() throws {
        let desk = try Desk(size: nil)
        desk.panel.handle(SIGWINCH)
        #expect(desk.events == [])
    }

    @Test(arguments: [true, false])
    func ctrlZHidesGivesTheTerminalToTheShellAndComesBack(byKey: Bool) throws {
        let desk = try Desk()
        let picture = picture(seed: 1)
        desk.show(picture)
        var modesWhileStopped: [UInt32] = []
        desk.panel.stopProcess = {
            modesWhileStopped = modes(desk.slave)
            #expect(desk.events == [.screen(.hidden)], "told before it stops")
            #expect(desk.panel.size == nil)
        }
        let raw = modes(desk.slave)
        if byKey {
            desk.type("\u{1A}")
            try desk.run { !modesWhileStopped.isEmpty }
        } else {
            desk.panel.handle(SIGTSTP)
        }
        #expect(modesWhileStopped != raw && !modesWhileStopped.isEmpty)
        try desk.run { !desk.screen.isAlternate }
        desk.panel.handle(SIGCONT)
        #expect(desk.events == [.screen(.hidden), .screen(.shown)])
        #expect(modes(desk.slave) == raw)
        // The kiosk draws anew on `shown`.
        desk.show(picture)
        try desk.run { desk.screen.isAlternate && desk.screen.cells == desk.expectedCells(picture) }
    }

    @Test func blankIsBlackUntilItIsNot() throws {
        let desk = try Desk()
        let (first, second) = (picture(seed: 1), picture(seed: 2))
        desk.show(first)
        desk.panel.blank(true)
        desk.show(second)
        try desk.run { desk.screen.cells.allSatisfy { $0 == 0 } }
        desk.panel.blank(false)
        try desk.run { desk.screen.cells == desk.expectedCells(second) }
    }

    @Test func whatIsNoTerminalIsRefused() throws {
        let loop = try EventLoop()
        let null = try Descriptor(opening: "/dev/null", O_RDWR)
        let raw = null.raw
        #expect(throws: PreviewError.noTerminal) {
            _ = try TerminalPanel(loop: loop, descriptor: raw, size: nil, isDirectColour: true) { _ in }
        }
        #expect(PreviewError.noTerminal.description == "there is no terminal to draw in: run this in one, or render to files")
    }

    @Test func directColourIsWhatTheTerminalSays() {
        #expect(TerminalPanel.isDirectColour(colorTerm: "truecolor") && TerminalPanel.isDirectColour(colorTerm: "24bit"))
        #expect(!TerminalPanel.isDirectColour(colorTerm: nil) && !TerminalPanel.isDirectColour(colorTerm: ""))
    }
}
