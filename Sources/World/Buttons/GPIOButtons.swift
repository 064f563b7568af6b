import Linux
import Playback
import Ports

/// Buttons on GPIO lines. A line that is missing, taken, gone or chattering is told as `.button(key, fault)` and tried again every few
/// seconds; the others go on working. `.button(key, nil)` says that it works again.
///
/// A fault is told before the `up` that ends a press which it cut short: such an up is no tap.
public final class GPIOButtons {
    /// Long enough to cost nothing, short enough for someone who has just plugged the wire in.
    public static let retryInterval = Duration.seconds(3)

    private let buttons: [Button]

    /// Does nothing before `start()`.
    /// - Parameters:
    ///   - deliver: called on the loop's thread.
    ///   - note: what went wrong, for the log; once for each change.
    public init(
        _ wirings: [Wiring], lines: LineSource, loop: EventLoop, deliver: @escaping (PanelEvent) -> Void,
        note: @escaping (ButtonsError) -> Void = { _ in }
    ) {
        buttons = wirings.map { Button($0, lines: lines, loop: loop, deliver: deliver, note: note) }
    }

    deinit { close() }

    /// Takes the lines.
    public func start() { for button in buttons { button.take() } }

    /// Gives the lines back. Nothing is delivered afterwards.
    public func close() { for button in buttons { button.close() } }
}

/// One line and what it is worth.
private final class Button {
    /// Readings of 16 edges before the level is looked at: twice what the kernel keeps. A line that still has more is not at rest.
    private static let readsBeforeLevel = 2
    /// A descriptor that says it is readable this often without giving anything is broken.
    private static let emptyReadLimit = 16

    private let wiring: Wiring
    private let lines: LineSource
    private let loop: EventLoop
    private let deliver: (PanelEvent) -> Void
    private let note: (ButtonsError) -> Void
    private var held: (line: any Line, watch: EventLoop.Token)?
    private var debouncer: Debouncer
    private var alarm: EventLoop.Token?
    private var fault: PanelEvent.ButtonFault?
    private var noted: ButtonsError?
    private var emptyReads = 0
    /// After a chatter the line has to be quiet until then to be good again.
    private var provenAt: Instant?

    init(
        _ wiring: Wiring, lines: LineSource, loop: EventLoop, deliver: @escaping (PanelEvent) -> Void,
        note: @escaping (ButtonsError) -> Void
    ) {
        self.wiring = wiring
        self.lines = lines
        self.loop = loop
        self.deliver = deliver
        self.note = note
        debouncer = Debouncer(isDown: false, at: loop.now, settleTime: wiring.debounce)
    }

    func take() {
        do throws(ButtonsError) {
            let line = try lines.take(wiring)
            debouncer = Debouncer(isDown: try line.isDown(), at: loop.now, settleTime: wiring.debounce)
            let watch = loop.watch(line.descriptor, for: .read) { [unowned self] events in ready(events) }
            held = (line, watch)
            emptyReads = 0
            noted = nil
            if fault == .stuck { provenAt = loop.now + Debouncer.chatterWindow } else { tell(nil) }
            setAlarm()
        } catch {
            refuse(error)
        }
    }

    func close() {
        if let alarm { loop.end(alarm) }
        alarm = nil
        dropLine()
    }

    private func ready(_ events: EventLoop.Interest) {
        do throws(ButtonsError) {
            // The chip is gone: the descriptor then says so for ever.
            if !events.isDisjoint(with: .failed) { throw .chipVanished(wiring.address) }
            // One reading a turn: if more wait, the loop comes back after the others.
            let isEmpty = try drain(reads: 1)
            emptyReads = isEmpty ? emptyReads + 1 : 0
            if emptyReads >= Button.emptyReadLimit { throw .chipVanished(wiring.address) }
            setAlarm()
        } catch { vanish(error) }
    }

    /// Takes edges that wait. True: there were none.
    private func drain(reads: Int) throws(ButtonsError) -> Bool {
        for count in 0..<reads {
            guard let line = held?.line else { return false }
            let edges = try line.readEdges()
            if edges.isEmpty { return count == 0 }
            for edge in edges where held != nil { take(debouncer.edge(isDown: edge.isDown, at: edge.at)) }
        }
        return false
    }

    /// A level has held for its time, or a key is held for too long.
    private func due() {
        alarm = nil
        do throws(ButtonsError) {
            guard let line = held?.line else { return take() }
            _ = try drain(reads: Button.readsBeforeLevel)
            let isDown = try line.isDown()
            // An edge that came between these two is read first, with its own stamp.
            _ = try drain(reads: 1)
            guard held != nil else { return }
            if let deadline = debouncer.nextDeadline, deadline <= loop.now { take(debouncer.advance(to: loop.now, isDown: isDown)) }
            if held != nil, let provenAt, provenAt <= loop.now {
                self.provenAt = nil
                if debouncer.health == .good { tell(nil) }
            }
            setAlarm()
        } catch { vanish(error) }
    }

    private func take(_ outputs: [Debouncer.Output]) {
        for output in outputs {
            switch output {
            case .edge(let edge): deliver(.key(KeyEvent(wiring.key, edge.isDown ? .down : .up, at: edge.at)))
            case .health(.good): if provenAt == nil { tell(nil) }
            case .health(.heldTooLong): tell(.stuck)
            case .health(.chattering):
                tell(.stuck)
                // Given back, it costs nothing at all, not even in the kernel.
                dropLine()
                retry()
            }
        }
    }

    private func vanish(_ error: ButtonsError) {
        refuse(error)
        dropLine()
        take(debouncer.end(at: loop.now))
    }

    private func refuse(_ error: ButtonsError) {
        if noted != error { note(error) }
        noted = error
        provenAt = nil
        // While it is away it is missing too, but that is not the news.
        if fault != .vanished || error.fault != .missing { tell(error.fault) }
        retry()
    }

    private func dropLine() {
        if let held { loop.end(held.watch) }
        held = nil
    }

    private func retry() { setAlarm(at: loop.now + GPIOButtons.retryInterval) }

    private func setAlarm() {
        guard held != nil else { return }
        setAlarm(at: [debouncer.nextDeadline, provenAt].compactMap { $0 }.min())
    }

    private func setAlarm(at instant: Instant?) {
        if let alarm { loop.end(alarm) }
        alarm = instant.map { loop.at($0) { [unowned self] in due() } }
    }

    private func tell(_ fault: PanelEvent.ButtonFault?) {
        if fault == self.fault { return }
        self.fault = fault
        deliver(.button(wiring.key, fault))
    }
}
