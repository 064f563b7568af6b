// Display: the screen behind DRM/KMS. Finds the card and connector, keeps a picture on the glass through unplugging, other modes and
// VT switches, and says so as `PanelEvent.screen`.
// Imports Ports, Linux, CLinux and CDRM. Belongs to the loop's thread; only the look at the cards runs beside it (DRMKernel).
//
// From here to the glass: Display decides what is lit (Selection), an Output keeps its pictures in order (BufferChain, PictureCopy) and
// sends them through a Pipe (AtomicPipe, LegacyPipe) to a ModeSettingCard, which is the kernel (DRMCard) or a test's script.
import Linux
import Playback
import Ports

/// The screen of a Pi. It starts without a display, and takes it when there is one.
///
/// Use on the loop's thread. `tell` gets `.screen` events there, never within a call from the kiosk but `close`.
public final class Display: Screen {
    /// How often the cards are looked at, in case a hotplug event is never sent.
    static let lookInterval = Duration.seconds(3)
    /// The same while there is nothing to show on.
    static let searchInterval = Duration.seconds(1)

    private let seat: any LoopSeat
    private let kernel: any ModeSettingKernel
    private let console: (any Console)?
    private let settings: ScreenSettings
    private let log: (String) -> Void
    private let tell: (PanelEvent) -> Void

    private var output: Output?
    private var isBlank = false
    private var isClosed = false
    /// The VT is another's.
    private var isHidden = false
    private var cardWatch: Ending?
    private var hotplugWatch: Ending?
    private var nextLook: Ending?
    private var isLooking = false
    private var mustLookAgain = false
    /// Counts every change of what is lit, so that a look that began before one is not believed.
    private var epoch = 0
    /// Said since a screen was last lit: each is logged once, not at every look.
    private var complaints: Set<String> = []
    /// Cards whose atomic interface does not do what it should.
    private var withoutAtomic: Set<String> = []

    init(
        seat: any LoopSeat, kernel: any ModeSettingKernel, console: (any Console)?, settings: ScreenSettings,
        log: @escaping (String) -> Void, tell: @escaping (PanelEvent) -> Void
    ) {
        self.seat = seat
        self.kernel = kernel
        self.console = console
        self.settings = settings
        self.log = log
        self.tell = tell
    }

    /// Takes the VT, if there is one, and begins to look for a screen. Returns at once.
    func start() {
        hotplugWatch = kernel.watchHotplug { [weak self] in self?.look() }
        if let console {
            do throws(DisplayError) {
                isHidden = try !console.take(onRelease: { [weak self] in self?.hide() }, onAcquire: { [weak self] in self?.reappear() })
            } catch {
                log(error.description)
            }
        }
        if isHidden {
            _ = seat.wake(at: seat.now) { [tell] in tell(.screen(.hidden)) }
        } else {
            look()
        }
    }

    /// Gives the screen and the VT back. Nothing is told afterwards.
    public func close() {
        isClosed = true
        nextLook?.end()
        hotplugWatch?.end()
        dropOutput()
        kernel.release(except: nil)
        console?.giveBack()
    }

    // MARK: Screen

    public var size: PixelSize? { isHidden ? nil : output?.placement.picture }

    public func prepare(_ pixels: Pixels, damage: [PixelRect]) {
        guard !isHidden, let output else { return }
        output.prepare(pixels, damage: damage)
    }

    public func present(due: Instant) {
        guard !isHidden, let output else { return }
        output.present()
    }

    public func blank(_ isBlank: Bool) {
        self.isBlank = isBlank
        guard !isHidden, let output else { return }
        output.blank(isBlank)
    }

    // MARK: Looking

    private func look() {
        guard !isClosed, !isHidden else { return }
        if isLooking {
            mustLookAgain = true
            return
        }
        isLooking = true
        mustLookAgain = false
        nextLook?.end()
        let begun = epoch
        // When what is lit is what is wanted, the other cards are left alone.
        let only = output.flatMap { $0.choice.isAsConfigured ? $0.card : nil }
        kernel.look(only: only) { [weak self] seen in self?.answer(seen, begun: begun) }
    }

    private func answer(_ look: Look, begun: Int) {
        isLooking = false
        guard !isClosed, !isHidden else {
            // It opened cards, and may be their master.
            kernel.release(except: output?.card)
            return
        }
        if begun == epoch {
            for trouble in look.troubles { complain(trouble.description) }
            if let output { check(output, look) } else { search(look) }
        } else {
            mustLookAgain = true
        }
        if mustLookAgain { self.look() } else { lookLater() }
    }

    private func lookLater() {
        guard !isClosed, !isHidden, !isLooking else { return }
        nextLook?.end()
        nextLook = seat.wake(at: seat.now + (output == nil ? Display.searchInterval : Display.lookInterval)) { [weak self] in self?.look() }
    }

    private func complain(_ trouble: String) {
        if complaints.insert(trouble).inserted { log(trouble) }
    }

    // MARK: What is lit

    private func search(_ look: Look) {
        guard let choice = Selection.best(of: look.cards.map(\.facts), settings, current: nil) else {
            if look.troubles.isEmpty { complain(whatIsMissing(look)) }
            return
        }
        if light(choice, look) { tell(.screen(.changed)) }
    }

    /// Why nothing can be lit although nothing went wrong.
    private func whatIsMissing(_ look: Look) -> String {
        guard !look.cards.isEmpty else {
            return "there is no card with a display's sockets in /dev/dri yet; StepBack waits for one"
                + " (on a Raspberry Pi, dtoverlay=vc4-kms-v3d in /boot/firmware/config.txt makes it)"
        }
        return "no display is plugged in (looked at \(look.cards.map(\.facts.path).joined(separator: ", "))); StepBack waits for one"
    }

    /// Is what is lit still lit, and still what is wanted?
    private func check(_ output: Output, _ look: Look) {
        guard let facts = look.cards.first(where: { $0.card === output.card })?.facts else {
            lose("\(output.card.path) is gone")
            mustLookAgain = true
            return
        }
        let current = (card: facts.path, connector: output.choice.connector.name)
        let choice = Selection.best(of: look.cards.map(\.facts), settings, current: current)
        guard let choice else {
            lose("\(output.choice.connector.name) of \(facts.path) was unplugged")
            // Perhaps another card has something.
            mustLookAgain = true
            return
        }
        if choice.card != current.card || choice.connector.name != current.connector || !choice.mode.hasTimings(of: output.choice.mode) {
            dropOutput()
            tell(.screen(light(choice, look) ? .changed : .lost))
        } else if let reason = output.reasonToSetAgain(choice, facts) {
            log("setting the mode again: \(reason)")
            epoch += 1
            output.choice = choice
            act { () throws(DisplayError) in try output.light(from: .dark) }
        }
    }

    /// Lights the first of the choice's modes and CRTCs that the kernel takes.
    private func light(_ choice: Selection, _ look: Look) -> Bool {
        guard let (card, facts) = look.cards.first(where: { $0.facts.path == choice.card }) else { return false }
        epoch += 1
        do throws(DisplayError) {
            try card.becomeMaster()
            let output = try Output.lit(
                choice, on: card, facts, settings, usesAtomic: card.isAtomic && !withoutAtomic.contains(card.path), seat: seat,
                isBlank: isBlank, log: complain)
            output.onFailure = { [weak self] error in self?.failed(error) }
            output.onPictureWanted = { [weak self] in self?.tell(.screen(.changed)) }
            self.output = output
        } catch {
            complain(error.description)
            return false
        }
        kernel.release(except: card)
        cardWatch = seat.watch(card.descriptor) { [weak self] isBroken in self?.cardSpoke(isBroken) }
        complaints = []
        if let output { log("showing on \(output.summary)") }
        return true
    }

    private func cardSpoke(_ isBroken: Bool) {
        guard let output else { return }
        if isBroken {
            lose("\(output.card.path) is gone")
            look()
        } else {
            act { () throws(DisplayError) in try output.readEvents() }
        }
    }

    private func failed(_ error: DisplayError) {
        guard let output, !isHidden else { return }
        if !error.isGone && !error.isForbidden && output.hasFlipped {
            log(error.description)
            // It worked before, so someone else has changed the mode: ours is set once more.
            act { () throws(DisplayError) in try output.light(from: .dark) }
            return
        }
        // A driver that takes an atomic mode set but no flip is tried by the other interface next time.
        if !output.hasFlipped && !error.isForbidden { withoutAtomic.insert(output.card.path) }
        lose(error.description)
    }

    private func act(_ work: () throws(DisplayError) -> Void) {
        do throws(DisplayError) { try work() } catch { lose(error.description) }
    }

    private func lose(_ why: String) {
        guard output != nil else { return }
        complain(why)
        dropOutput()
        lookLater()
        tell(.screen(.lost))
    }

    private func dropOutput() {
        epoch += 1
        cardWatch?.end()
        cardWatch = nil
        output?.close()
        output = nil
    }

    // MARK: The VT

    /// Asks the kernel for the nth virtual terminal, from 1: when it has it, `.screen(.hidden)` is told. Nothing while another one is
    /// shown, or when the program has none. Why it cannot be done goes to the log.
    public func showTerminal(_ number: Int) {
        guard !isClosed, !isHidden, let console else { return }
        do throws(DisplayError) { try console.show(number) } catch { log(error.description) }
    }

    private func hide() {
        isHidden = true
        epoch += 1
        nextLook?.end()
        output?.suspend()
        if let output { output.card.dropMaster() } else { kernel.release(except: nil) }
        console?.allowRelease()
        tell(.screen(.hidden))
    }

    private func reappear() {
        // It may have been taken away again since, and that may have been told first.
        guard isHidden, console?.isShown ?? true else { return }
        console?.confirmAcquire()
        isHidden = false
        epoch += 1
        tell(.screen(.shown))
        if let output {
            do throws(DisplayError) {
                try output.card.becomeMaster()
                output.isBlank = isBlank
                try output.light(from: .lit)
                tell(.screen(.changed))
            } catch {
                lose(error.description)
            }
        }
        look()
    }
}
