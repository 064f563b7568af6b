import Glibc
import Linux
import Playback
import Ports

/// A panel in a terminal: the real frames as half-block cells, and its keys. Works over SSH.
///
/// Nothing here waits for the terminal. While a slow line still takes a picture, newer ones replace each other, and the newest follows.
public final class TerminalPanel: Screen {
    /// The signals that `handle` answers; a `SignalSource`, made before any thread starts, passes them on.
    public static let signals = [SIGTERM, SIGINT, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT]

    private let loop: EventLoop
    private let terminal: Terminal
    private let deliver: (PanelEvent) -> Void
    private let wantedSize: PixelSize?
    private var input = TerminalInput()
    private var writer: CellWriter
    private var frame: PixelSize
    /// The picture that was prepared, as cells: the picture itself is not kept.
    private var prepared: CellGrid?
    /// The one that was presented, or black.
    private var grid: CellGrid?
    private var isBlank = false
    private var isHidden = false
    private var output: ArraySlice<UInt8> = []
    /// The cells changed while the output was still being taken.
    private var isBehind = false
    private var isGone = false
    /// Replaced by tests.
    var stopProcess: () -> Void = { raise(SIGSTOP) }
    private var inputWatch: EventLoop.Token?
    private var outputWatch: EventLoop.Token?
    private var escapeAlarm: EventLoop.Token?

    /// Takes the terminal behind the descriptor and switches to its alternate screen, until `close()`.
    /// - Parameters:
    ///   - descriptor: standard output, or any descriptor of a terminal.
    ///   - size: what to draw; nil takes a size that suits the window and follows it.
    ///   - isDirectColour: whether it knows 24-bit colours; else the 256 of xterm.
    ///   - deliver: called on the loop's thread, within a turn.
    public init(
        loop: EventLoop, descriptor: Int32 = STDOUT_FILENO, size: PixelSize?, isDirectColour: Bool, deliver: @escaping (PanelEvent) -> Void
    ) throws(PreviewError) {
        self.loop = loop
        self.deliver = deliver
        wantedSize = size
        writer = CellWriter(colours: isDirectColour ? .direct : .indexed)
        terminal = try Terminal(behind: descriptor)
        let window = terminal.window
        frame = size ?? (window ?? TerminalWindow(columns: 80, rows: 24)).frameSize
        prepared = window.map { CellGrid(window: $0, frame: frame) }
        grid = prepared
        try terminal.enter()
        inputWatch = loop.watch(terminal.descriptor, for: .read) { [unowned self] _ in readInput() }
    }

    deinit { close() }

    /// Whether a terminal says that it knows 24-bit colours, by the COLORTERM that it sets.
    public static func isDirectColour(colorTerm: String?) -> Bool { colorTerm == "truecolor" || colorTerm == "24bit" }

    /// Gives the terminal back as it was found. Nothing is shown or delivered afterwards.
    public func close() {
        for token in [inputWatch, escapeAlarm].compactMap({ $0 }) { loop.end(token) }
        (inputWatch, escapeAlarm) = (nil, nil)
        endOutput()
        isGone = true
        terminal.leave()
    }

    // MARK: Screen

    public var size: PixelSize? { isHidden ? nil : frame }

    public func prepare(_ pixels: Pixels, damage rectangles: [PixelRect]) {
        precondition(pixels.size == frame, "a picture of \(pixels.size.width) x \(pixels.size.height) for \(frame.width) x \(frame.height)")
        for rectangle in rectangles { prepared?.update(from: pixels, damage: rectangle) }
    }

    public func present(due: Instant) {
        if !isBlank, let prepared { grid?.take(prepared) }
        send()
    }

    public func blank(_ isBlank: Bool) {
        guard isBlank != self.isBlank else { return }
        self.isBlank = isBlank
        if isBlank { grid = prepared.map { CellGrid(window: $0.window, frame: frame) } } else if let prepared { grid?.take(prepared) }
        send()
    }

    // MARK: Signals

    /// Answers a signal: the ends stop, a new window is drawn in, and Ctrl-Z gives the terminal to the shell until it is resumed.
    public func handle(_ signal: Int32) {
        switch signal {
        case SIGTERM, SIGINT, SIGHUP: deliver(.stop)
        case SIGWINCH: fitWindow()
        case SIGTSTP: suspend()
        case SIGCONT: resume()
        default: break
        }
    }

    private func fitWindow() {
        guard let window = terminal.window, window != grid?.window else { return }
        frame = wantedSize ?? window.frameSize
        prepared = CellGrid(window: window, frame: frame)
        grid = prepared
        deliver(.screen(.changed))
    }

    private func suspend() {
        isHidden = true
        deliver(.screen(.hidden))
        endOutput()
        terminal.leave()
        // Stops here. SIGCONT is blocked, and so becomes an event of a later turn.
        stopProcess()
    }

    private func resume() {
        do throws(PreviewError) { try terminal.enter() } catch { return vanish() }
        endOutput()
        writer.forget()
        if isHidden {
            isHidden = false
            deliver(.screen(.shown))
        }
        fitWindow()
        send()
    }

    // MARK: Keys

    private func readInput() {
        guard let bytes = terminal.read() else { return vanish() }
        take(input.feed(bytes, at: loop.now))
    }

    private func take(_ keys: [TerminalInput.Key]) {
        if let escapeAlarm { loop.end(escapeAlarm) }
        escapeAlarm = input.nextDeadline.map { deadline in
            loop.at(deadline) { [unowned self] in take(input.advance(to: loop.now)) }
        }
        for key in keys {
            switch key {
            case .press(let key, let action): deliver(.key(KeyEvent(key, action, at: loop.now)))
            case .letter(let letter, .press(let key, let action)):
                deliver(.typed(letter, else: .key(KeyEvent(key, action, at: loop.now))))
            case .letter(let letter, .stop): deliver(.typed(letter, else: .stop))
            case .letter(let letter, .nothing): deliver(.typed(letter, else: nil))
            case .suspend: suspend()
            case .stop: deliver(.stop)
            }
        }
    }

    /// The terminal was closed, or its line hung up.
    private func vanish() {
        if isGone { return }
        isGone = true
        if let inputWatch { loop.end(inputWatch) }
        inputWatch = nil
        endOutput()
        deliver(.stop)
    }

    // MARK: Output

    private func send() {
        if isGone || isHidden { return }
        guard output.isEmpty else {
            isBehind = true
            return
        }
        guard let grid else { return }
        output = writer.update(to: grid)[...]
        flush()
    }

    private func flush() {
        while !output.isEmpty {
            guard let count = terminal.write(output) else { return vanish() }
            output = output.dropFirst(count)
            if count == 0 { break }
        }
        if !output.isEmpty {
            if outputWatch == nil { outputWatch = loop.watch(terminal.descriptor, for: .write) { [unowned self] _ in flush() } }
            return
        }
        if let outputWatch { loop.end(outputWatch) }
        outputWatch = nil
        if isBehind {
            isBehind = false
            send()
        }
    }

    private func endOutput() {
        if let outputWatch { loop.end(outputWatch) }
        outputWatch = nil
        output = []
        isBehind = false
    }
}
