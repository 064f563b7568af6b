import Canvas
import Playback
import Ports
import Stage
import Words

/// Runs a kiosk against a panel. Owns the canvas; belongs to the loop's thread. The same host is driven by the poll loop, by a film's
/// virtual clock and by a test's hand.
///
/// Each turn shows the picture that is due, and draws the next one before it is: at its boundary only a flip is left to do.
public final class KioskHost {
    /// How late frames were shown after the instant they are of; and how many.
    public struct Lateness: Hashable, Sendable {
        public var frames = 0
        /// One entry a frame, only when asked for.
        public var samples: [Duration] = []
    }

    public private(set) var kiosk: Kiosk
    public private(set) var leaving: Leaving?
    public private(set) var lateness = Lateness()
    public var recordsLateness = false

    private let screen: Screen
    private let speaker: Speaker
    private let journal: Journal?
    private let store: StorePort?
    private var words: Words
    private let speak: ((String) -> Words?)?
    private let typesetter: Typesetter
    private var style: StageStyle
    /// The sound is to be closed, once the picture is shown.
    private var isSilent = false
    /// The voice's library and data are on their way.
    private var hasPreparedVoice = false
    private var stage: Stage?
    private var canvas: Canvas?
    /// On the glass, and drawn ahead.
    private var shown: Picture?
    private var prepared: (picture: Picture, due: Instant)?

    /// - Parameters:
    ///   - style: its size is replaced by the screen's.
    ///   - speak: finds the words of a language that was chosen; nil when they cannot be had, and then those there are stay.
    public init(
        kiosk: Kiosk, screen: Screen, speaker: Speaker, journal: Journal? = nil, store: StorePort? = nil, style: StageStyle, words: Words,
        typesetter: Typesetter, speak: ((String) -> Words?)? = nil
    ) {
        self.speak = speak
        self.journal = journal
        self.store = store
        self.kiosk = kiosk
        self.screen = screen
        self.speaker = speaker
        self.style = style
        self.words = words
        self.typesetter = typesetter
        apply(kiosk.settings.preferences)
    }

    /// Opens the sound and starts the routine, once a sink that swallows the beginning of what it is sent has settled.
    public func start(at now: Instant, settling: Duration? = nil) {
        openSound()
        perform(kiosk.start(zero: now + (settling ?? kiosk.settings.soundSettling)), at: now)
    }

    /// Goes on from what an earlier process left in the journal, if it left in this boot and not long ago. False: nothing was started.
    public func resume(_ entry: JournalEntry, bootID: String, at now: Instant) -> Bool {
        guard entry.resumesByItself(bootID: bootID, at: now), let effects = kiosk.resume(entry, at: now) else { return false }
        openSound()
        perform(effects, at: now)
        return true
    }

    /// Asks what is to become of what an earlier process left behind.
    public func offer(_ entry: JournalEntry, at now: Instant) { kiosk.offer(entry) }

    /// The same unless the store has it already, which it is asked; as `Kiosk.offerUnlessFiled`.
    public func offerUnlessFiled(_ entry: JournalEntry, at now: Instant) { perform(kiosk.offerUnlessFiled(entry, at: now), at: now) }

    /// As `Kiosk.show`. The next turn draws it.
    public func show(_ screen: ScreenName, at now: Instant) -> Bool { kiosk.show(screen, at: now) }

    public func handle(_ event: PanelEvent, at now: Instant) {
        if case .screen(let change) = event {
            switch change {
            case .changed: forgetCanvas()
            case .lost, .hidden: forgetCanvas()
            case .shown: break
            }
        }
        perform(kiosk.handle(event, at: now), at: now)
    }

    public func handle(_ event: StoreEvent, at now: Instant) { perform(kiosk.handle(event, at: now), at: now) }

    /// Shows what is due and prepares what comes next. Returns when to be called again at the latest; nil: only an event changes anything.
    public func turn(_ now: Instant) -> Instant? {
        perform(kiosk.advance(to: now), at: now)
        guard leaving == nil else { return nil }
        let next = kiosk.nextChange(after: now)
        if let light = kiosk.light(at: now), light != style.light {
            var style = style
            style.light = light
            dress(style)
        }
        guard let size = screen.size else {
            closeSound()
            return next
        }
        fit(size)
        show(kiosk.picture(at: now), at: now)
        if let next { prepare(kiosk.picture(at: next), due: next) }
        // After the picture: closing waits for the card.
        closeSound()
        prepareVoice()
        return next
    }

    /// Once something is on the glass, and long before a routine is played: reading a voice from a card takes time, and PLAY has none.
    private func prepareVoice() {
        let preferences = kiosk.settings.preferences
        guard !hasPreparedVoice, shown != nil, preferences.hasVoice || preferences.readsAloud else { return }
        hasPreparedVoice = true
        speaker.prepare()
    }

    /// Ends the sound. Called once, after the last turn.
    public func close() { speaker.close() }

    private func show(_ picture: Picture, at now: Instant) {
        guard picture != shown else { return }
        let due: Instant
        if let prepared, prepared.picture == picture, prepared.due <= now {
            due = prepared.due
        } else {
            draw(picture)
            due = now
        }
        screen.present(due: due)
        shown = picture
        prepared = nil
        lateness.frames += 1
        if recordsLateness { lateness.samples.append(now - due) }
    }

    private func prepare(_ picture: Picture, due: Instant) {
        guard picture != shown else {
            prepared = nil
            return
        }
        if prepared?.picture != picture { draw(picture) }
        prepared = (picture, due)
    }

    private func draw(_ picture: Picture) {
        guard let canvas, let stage else { return }
        let damage = canvas.draw(stage.scene(picture))
        guard !damage.isEmpty else { return }
        canvas.withPixels { screen.prepare($0, damage: damage) }
    }

    private func fit(_ size: PixelSize) {
        guard canvas?.size != size else { return }
        style.size = size
        stage = Stage(style: style, words: words, typesetter: typesetter)
        canvas = Canvas(size: size, typesetter: typesetter)
    }

    /// The screen's buffers are new or gone: everything has to be drawn again.
    private func forgetCanvas() {
        canvas = nil
        shown = nil
        prepared = nil
    }

    private func openSound() {
        // One that was only looking for its card begins anew.
        if isSilent { speaker.close() }
        isSilent = false
        if kiosk.settings.preferences.usesSound { speaker.open() }
    }

    /// Only an open sound finds out that its card is back: it stays open for as long as the home says that the card is missing.
    private func closeSound() {
        guard isSilent, !kiosk.notices.isCardLost else { return }
        isSilent = false
        speaker.close()
    }

    /// What a person set applies at once.
    private func apply(_ preferences: Preferences) {
        speaker.setVolume(preferences.volume)
        var style = style
        style.insetPercent = preferences.insetPercent
        style.legendPlace = preferences.legendSide == .below ? .below : .trailing
        style.hasBigText = preferences.hasBigText
        dress(style)
    }

    private func change(to language: String, at now: Instant) {
        guard let words = speak?(language) else { return }
        self.words = words
        forgetCanvas()
        perform(kiosk.speak(words, at: now), at: now)
    }

    private func dress(_ style: StageStyle) {
        guard style != self.style else { return }
        self.style = style
        forgetCanvas()
    }

    private func perform(_ effects: [Effect], at now: Instant) {
        for effect in effects {
            switch effect {
            case .synthesise(let utterances): speaker.synthesise(utterances)
            case .schedule(let cues): speaker.schedule(cues)
            case .withdraw(let instant): speaker.withdraw(at: instant)
            case .journal:
                if let journal, let entry = kiosk.journalEntry(at: now) { journal.keep { entry.bytes } }
            case .forgetJournal: journal?.clear()
            case .store(let command): store?.perform(command)
            case .hold(let session): store?.hold(session)
            case .openSound: openSound()
            case .closeSound: isSilent = true
            case .apply(let preferences): apply(preferences)
            case .speak(let language): change(to: language, at: now)
            case .blank(let isBlank): screen.blank(isBlank)
            case .leave(let reason): leaving = reason
            }
        }
    }
}
