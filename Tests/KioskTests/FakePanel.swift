import Canvas
import Foundation
import Kiosk
import Library
import Playback
import Ports
import Stage
import TestSupport
import Words
import Workouts

func seconds(_ value: Double) -> Instant { Instant(nanoseconds: Int64((value * 1_000_000_000).rounded())) }

let english: Words = {
    let catalog = try! Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
    return try! Words(catalog: catalog, locale: Locale(identifier: "en"))
}()

/// The product owner's sample (PRD section 5.4).
let sample = Routine(
    id: "morning-core", name: "Morning core",
    steps: [
        Step(name: "Bridge", category: .legsGlutes, workSeconds: 30, sets: 3, setRestSeconds: 10, restAfterSeconds: 15),
        Step(name: "Squats", category: .legsGlutes, workSeconds: 30, sets: 2, restAfterSeconds: 15),
        Step(name: "Russian twist", category: .core, workSeconds: 30, restAfterSeconds: 20),
        Step(name: "Bicycle crunch", category: .core, workSeconds: 30, restAfterSeconds: 20, repGuidance: 20),
        Step(name: "Mountain climbers", category: .cardio, workSeconds: 30),
    ])

/// A screen that notes what was shown when.
final class FakeScreen: Screen {
    var size: PixelSize?
    private(set) var presents: [Instant] = []

    init(size: PixelSize?) { self.size = size }
    func prepare(_ pixels: Pixels, damage: [PixelRect]) {}
    func present(due: Instant) { presents.append(due) }
    private(set) var isBlank = false
    func blank(_ isBlank: Bool) { self.isBlank = isBlank }
}

/// A speaker that answers in a turn of its own, and notes what was handed to it.
final class FakeSpeaker: Speaker {
    var isLost = false
    private(set) var handed: [TimedCue] = []
    private(set) var log: [String] = []
    private var answers: [PanelEvent] = []
    private(set) var isOpen = false
    private(set) var preparations = 0
    /// How long an utterance sounds.
    var length: (Utterance) -> Duration? = { .milliseconds(60 * $0.text.count) }

    func prepare() { preparations += 1 }
    func open() { isOpen = true }
    func close() { isOpen = false }
    func synthesise(_ utterances: [Utterance]) { answers += utterances.map { .voice($0, length($0)) } }
    func schedule(_ cues: [TimedCue]) {
        if isLost { answers.append(.sound(.missed(cues.map(\.id)))) }
        handed += cues
        log += cues.map { "\($0.id)" }
    }
    func withdraw(at instant: Instant) {
        handed.removeAll { $0.start > instant }
        log.append("withdraw")
    }
    func setVolume(_ percent: Int) {}
    func takeAnswers() -> [PanelEvent] {
        defer { answers = [] }
        return answers
    }
}

/// A store that notes what it was asked, and answers when it is told to.
final class FakeStore: StorePort {
    private(set) var commands: [StoreCommand] = []
    var sessions: [FinishedSession] {
        commands.compactMap { if case .file(let session) = $0 { session } else { nil } }
    }
    private(set) var held: [FinishedSession] = []
    func perform(_ command: StoreCommand) { commands.append(command) }
    func hold(_ session: FinishedSession) { held.append(session) }
}

/// A kiosk with a fake panel and a clock that is moved by hand.
final class Bench {
    let screen: FakeScreen
    let speaker = FakeSpeaker()
    let store = FakeStore()
    let host: KioskHost
    private(set) var now: Instant
    private var deadline: Instant?

    init(
        _ routine: Routine = sample, getReady: Int = 5, size: PixelSize? = nil, at now: Instant = seconds(0), journal: Journal? = nil,
        bootID: String? = nil, filesSessions: Bool = false, resuming entry: [UInt8]? = nil, offering leftover: [UInt8]? = nil,
        isDoubtful: Bool = false
    ) {
        self.now = now
        screen = FakeScreen(size: size)
        var preferences = Preferences()
        preferences.getReadySeconds = getReady
        var settings = KioskSettings(preferences, bootID: bootID, filesSessions: filesSessions, soundSettling: .zero)
        settings.leavesAfterSummary = leftover == nil
        settings.personal.hasSeenWelcome = true
        let kiosk =
            leftover == nil
            ? Kiosk(routine: routine, settings: settings, words: english)
            : Kiosk(settings: settings, words: english, calendar: Calendar(identifier: .gregorian), seed: 7)
        host = KioskHost(
            kiosk: kiosk, screen: screen, speaker: speaker, journal: journal, store: store,
            style: StageStyle(size: PixelSize(width: 1, height: 1)),
            words: english,
            typesetter: Typesetter())
        if let leftover = leftover.flatMap(JournalEntry.init) {
            if isDoubtful { host.offerUnlessFiled(leftover, at: now) } else { host.offer(leftover, at: now) }
        } else if let entry = entry.flatMap(JournalEntry.init), let bootID {
            precondition(host.resume(entry, bootID: bootID, at: now))
        } else {
            host.start(at: now, settling: .zero)
        }
        turn()
    }

    /// A kiosk with its menus, as `run` starts it.
    init(
        menus library: Library?, at now: Instant = seconds(0), clock: WallTime? = nil, spoken: Words? = nil,
        change: (inout KioskSettings) -> Void = { _ in }
    ) {
        self.now = now
        screen = FakeScreen(size: nil)
        var settings = KioskSettings(bootID: "boot", leavesAfterSummary: false, filesSessions: true, soundSettling: .zero)
        settings.personal.hasSeenWelcome = true
        change(&settings)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        calendar.firstWeekday = 2
        host = KioskHost(
            kiosk: Kiosk(settings: settings, words: english, spoken: spoken, calendar: calendar, seed: 7), screen: screen,
            speaker: speaker, store: store, style: StageStyle(size: PixelSize(width: 1, height: 1)), words: english,
            typesetter: Typesetter(), speak: { tongue($0) })
        if let clock { send(.clock(clock)) }
        if let library { send(.library(library)) }
        turn()
    }

    private func turn() {
        deadline = host.turn(now)
        while true {
            let answers = speaker.takeAnswers()
            if answers.isEmpty { return }
            for answer in answers { host.handle(answer, at: now) }
            deadline = host.turn(now)
        }
    }

    /// Lets time pass as the loop would: waking at every deadline.
    func run(to end: Instant) {
        while let next = deadline, next <= end, host.leaving == nil {
            precondition(next > now, "a deadline that does not lie ahead would spin")
            now = next
            turn()
        }
        now = end
        turn()
    }

    /// The process does not run at all until then.
    func stall(to instant: Instant) {
        now = instant
        turn()
    }

    func send(_ event: PanelEvent) {
        host.handle(event, at: now)
        turn()
    }

    func send(_ event: StoreEvent) {
        host.handle(event, at: now)
        turn()
    }

    func tap(_ key: Key) { hold(key, for: .milliseconds(80)) }

    func hold(_ key: Key, for duration: Duration) {
        send(.key(KeyEvent(key, .down, at: now)))
        run(to: now + duration)
        send(.key(KeyEvent(key, .up, at: now)))
    }

    var picture: Picture { host.kiosk.picture(at: now) }
    var home: HomePicture? { if case .home(let picture) = picture { picture } else { nil } }
    var detail: DetailPicture? { if case .detail(let picture) = picture { picture } else { nil } }
    var options: OptionsPicture? { if case .options(let picture) = picture { picture } else { nil } }
    var list: ListPicture? { if case .list(let picture) = picture { picture } else { nil } }
    var stepper: StepperPicture? { if case .stepper(let picture) = picture { picture } else { nil } }
    var idle: IdlePicture? { if case .idle(let picture) = picture { picture } else { nil } }
    var player: PlayerPicture? { if case .player(let picture) = host.kiosk.picture(at: now) { picture } else { nil } }
    var question: QuestionPicture? { if case .question(let picture) = host.kiosk.picture(at: now) { picture } else { nil } }
    var summary: SummaryPicture? { if case .summary(let picture) = host.kiosk.picture(at: now) { picture } else { nil } }
}
