import Playback
import Ports

/// One lit connector: its pipe, the pictures on their way to it, and the flip that is under way. Never two at once.
final class Output {
    /// A flip event that has not come by then is not waited for: some drivers lose one across a hotplug.
    static let patience = Duration.milliseconds(500)
    /// When the kernel is still busy, it is asked again after this.
    static let busyPause = Duration.milliseconds(10)

    /// What the glass shows before a mode set.
    enum Before { case lit, dark }

    let card: any ModeSettingCard
    let placement: Placement
    var choice: Selection
    /// The mode in use.
    let mode: Mode
    /// Called when a flip fails for good, never within a call from outside.
    var onFailure: (DisplayError) -> Void = { _ in }
    /// Called when a picture had no buffer to go to and a whole one is due.
    var onPictureWanted: () -> Void = {}

    /// A flip has landed since it was made.
    private(set) var hasFlipped = false

    private let pipe: any Pipe
    private let format: PixelFormat
    private let seat: any LoopSeat
    private var chain: BufferChain
    /// Takes effect with the next `blank` or `light`.
    var isBlank: Bool
    private var isBlackShown = false
    private var isPictureOwed = false
    private var serial: UInt64 = 0
    private var timeout: Ending?
    private var pauseBeforeNext: Ending?

    init(
        _ choice: Selection, mode: Mode, card: any ModeSettingCard, pipe: any Pipe, format: PixelFormat, placement: Placement,
        chain: BufferChain,
        seat: any LoopSeat, isBlank: Bool
    ) {
        self.choice = choice
        self.mode = mode
        self.card = card
        self.pipe = pipe
        self.format = format
        self.placement = placement
        self.chain = chain
        self.seat = seat
        self.isBlank = isBlank
    }

    /// `HDMI-A-1 of /dev/dri/card1, 1920x1080@60, atomic, XRGB8888`
    var summary: String {
        "\(choice.connector.name) of \(card.path), \(mode.name), \(pipe.name), \(format == .xrgb8888 ? "XRGB8888" : "RGB565")"
    }

    // MARK: Pictures

    func prepare(_ pixels: Pixels, damage: [PixelRect]) {
        // Drawn for another size: the news of the change is still on its way to the one who draws.
        guard pixels.size == placement.picture else { return }
        let damage = isPictureOwed ? [pixels.size.bounds] : damage
        isPictureOwed = !chain.prepare(pixels, damage: damage)
    }

    func present() {
        chain.present()
        send()
    }

    func blank(_ isBlank: Bool) {
        guard isBlank != self.isBlank else { return }
        self.isBlank = isBlank
        send()
    }

    /// Sends what is due, unless a flip is under way: then it is called again when that has landed.
    private func send() {
        guard chain.flying == nil, pauseBeforeNext == nil else { return }
        let slot: Int
        if isBlank {
            guard !isBlackShown, let black = chain.black() else { return }
            slot = black
        } else {
            guard let waiting = chain.waiting else { return }
            slot = waiting
            if isBlackShown { chain.sendWhole(slot) }
        }
        serial += 1
        do throws(DisplayError) {
            let willTell = try pipe.flip(chain.buffer(slot), clips: chain.clips(slot), serial: serial)
            if isBlank && !isBlackShown { chain.keepShown() }
            isBlackShown = isBlank
            chain.sent(slot)
            if willTell {
                timeout = seat.wake(at: seat.now + Output.patience) { [weak self] in self?.land() }
            } else {
                land()
            }
        } catch {
            if error.isBusy { pause() } else { fail(error) }
        }
    }

    private func pause() {
        pauseBeforeNext = seat.wake(at: seat.now + Output.busyPause) { [weak self] in
            self?.pauseBeforeNext = nil
            self?.send()
        }
    }

    /// Told in a turn of its own: whoever called `present` has returned by then.
    private func fail(_ error: DisplayError) {
        pauseBeforeNext = seat.wake(at: seat.now) { [weak self] in
            self?.pauseBeforeNext = nil
            self?.onFailure(error)
        }
    }

    func readEvents() throws(DisplayError) {
        // An event that comes after its patience ended is of an older flip, and says nothing about this one.
        if try card.readEvents().contains(serial), chain.flying != nil { land() }
    }

    private func land() {
        timeout?.end()
        timeout = nil
        hasFlipped = true
        chain.landed()
        send()
        if isPictureOwed, chain.flying == nil { onPictureWanted() }
    }

    // MARK: The mode

    /// Sets the mode, showing the newest picture that was presented. From `.dark` it is switched off first, because the kernel takes
    /// setting the same mode again for nothing to do, and a television that was off needs the signal to begin anew.
    func light(from before: Before) throws(DisplayError) {
        suspend()
        if before == .dark { pipe.off() }
        let black = !isBlank ? nil : isBlackShown ? chain.shown : chain.black()
        let slot = black ?? chain.waiting ?? chain.shown
        try pipe.set(chain.buffer(slot))
        if black != nil && !isBlackShown { chain.keepShown() }
        isBlackShown = black != nil
        chain.lit(slot)
    }

    /// No flip is waited for any more.
    func suspend() {
        timeout?.end()
        timeout = nil
        pauseBeforeNext?.end()
        pauseBeforeNext = nil
        chain.landed()
    }

    /// Goes dark and frees the buffers at once: the next output needs the memory. The last call.
    func close() {
        suspend()
        pipe.off()
        chain.free()
    }

    /// Why the mode must be set again, though connector and mode are as they should be; nil when it need not.
    func reasonToSetAgain(_ seen: Selection, _ facts: CardFacts) -> String? {
        if seen.connector.isLinkBad { return "the driver reports a bad link" }
        if seen.connector.modes != choice.connector.modes { return "\(seen.connector.name) offers other modes" }
        guard let crtc = facts.crtcs.first(where: { $0.id == pipe.crtc }) else { return "the CRTC is gone" }
        guard let current = crtc.mode else { return "\(seen.connector.name) was switched off" }
        if !current.hasTimings(of: mode) { return "\(seen.connector.name) has another mode" }
        if !chain.holds(crtc.frameBuffer) { return "\(seen.connector.name) shows another program's picture" }
        return nil
    }
}
