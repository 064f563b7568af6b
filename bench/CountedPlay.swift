import Canvas
import Display
import Foundation
import Kiosk
import Library
import Linux
import Playback
import Ports
import Sound
import Stage
import Store
import Words
import Workouts

/// Work of a known amount, for a process whose instructions or allocations are counted from outside: the same host as in live play, on a
/// clock that jumps from one deadline to the next, so that nothing depends on how busy the machine is.
///
/// `bench counted frames N`: the sample with sets of 59 seconds, the first N seconds of five of them. `sample N`: the sample's first N
/// seconds, with the sound of it. `steps N`: a routine of N steps, read and compiled. `home`: the home screen of a small store. `play`: the
/// same, and PLAY let go until the routine's first picture. What one of them costs is the difference of two runs. `start`: everything up to
/// a routine's first picture, as `stepback play` does it. Those that show pictures print `damage N`, the pixels that they changed.
enum CountedPlay {
    static func run(_ arguments: [String]) throws {
        let count = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 0
        switch arguments.first {
        case "frames": try frames(count, plants: arguments.contains("plant"))
        case "sample": try sample(count)
        case "steps": try steps(count)
        case "session": try CountedSession.run(Array(arguments.dropFirst()))
        case "start": try start(plants: arguments.contains("plant"))
        case "home": try press(plays: false)
        case "play": try press(plays: true)
        default: say("bench counted: frames N, sample N, steps N, session, start, home or play")
        }
    }

    private static func start(plants: Bool) throws {
        let strings = [UInt8](try Data(contentsOf: benchResource("Localizable.xcstrings")))
        for _ in 0..<(plants ? 3 : 0) { _ = try Words(catalog: strings, locale: Locale(identifier: "de")) }
        let words = try Words(catalog: strings, locale: Locale(identifier: "en"), everyLanguageOf: ["workout.", "category."])
        let catalog = try Catalog(parsing: [UInt8](try Data(contentsOf: benchResource("catalog.json"))))
            .named(by: { words($0) }, everywhere: { words.inEveryLanguage($0) }).knowingForeignNames()
        let bytes = [UInt8](try Data(contentsOf: benchResource("routines/morning-core.routine")))
        guard let routine = RoutineFile.read(bytes, fileName: "morning-core.routine", catalog: catalog).routine else {
            throw SystemError(action: "read the sample", code: EINVAL)
        }
        let size = PixelSize(width: 1920, height: 1080)
        let glass = PretendScreen()
        let host = KioskHost(
            kiosk: Kiosk(routine: routine, settings: KioskSettings(), words: words), screen: glass, speaker: SilentSpeaker(),
            style: StageStyle(size: size), words: words, typesetter: Typesetter())
        let zero = Instant(nanoseconds: 1_000_000_000)
        host.start(at: zero)
        _ = host.turn(zero)
        guard glass.shown == 1 else { throw SystemError(action: "show the first picture", code: EINVAL) }
        print("damage \(glass.damage)")
    }

    private static func frames(_ seconds: Int, plants: Bool) throws {
        var planted: [String] = []
        let glass = try SetsOfDigits().play(seconds) { _, turn in
            turn()
            // What a careless line in a frame's way costs: a few hundred sentences put together and dropped.
            if plants { planted = (0..<400).map { "a sentence that is too long to be kept in place: \($0 + planted.count)" } }
        }
        if plants { say("\(planted.count) sentences were planted") }
        print("frames \(glass.shown)")
        print("damage \(glass.damage)")
    }

    fileprivate static func press(_ key: Key, _ host: KioskHost, at now: Instant) {
        for action in [KeyEvent.Action.down, .up] {
            host.handle(.key(KeyEvent(key, action, at: now)), at: now)
            _ = host.turn(now)
        }
    }

    private static func sample(_ seconds: Int) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("stepback-counted-\(getpid()).wav").path
        defer { unlink(path) }
        let zero = Instant(nanoseconds: 1_000_000_000)
        var answers: [PanelEvent] = []
        let speaker = try FileSpeaker(path: path, zero: zero) { answers.append($0) }
        let glass = PretendScreen()
        let host = try host(Kiosk(routine: benchSample(), settings: KioskSettings(), words: benchWords()), glass, speaker)
        host.start(at: zero, settling: .zero)
        _ = roll(host, from: zero, to: zero + .seconds(seconds)) {
            defer { answers = [] }
            return answers
        }
        try speaker.finish()
        print("damage \(glass.damage)")
    }

    /// A routine of so many steps, read and compiled; prints the most memory that it took, in MB.
    private static func steps(_ count: Int) throws {
        let catalog = try Catalog(parsing: [UInt8](try Data(contentsOf: benchResource("catalog.json"))))
        let lines = (0..<count).map { "\(catalog.workouts[$0 % catalog.workouts.count].name) 20s x2, rest 5s, ~12 reps\nthen 5s rest\n" }
        let reading = RoutineFile.read(Array(("Big\n\n" + lines.joined()).utf8), fileName: "a.routine", catalog: catalog)
        guard let routine = reading.routine else { throw SystemError(action: "read \(count) steps", code: EINVAL) }
        let timeline = Timeline(routine, getReadySeconds: 5)
        guard timeline.segments.count >= count else { throw SystemError(action: "compile \(count) steps", code: EINVAL) }
        print(peakMegabytes() ?? 0)
    }

    private static func press(plays: Bool) throws {
        let home = try Home()
        let shown = home.glass.shown
        if plays { home.play() }
        if plays, home.glass.shown == shown { throw SystemError(action: "see that PLAY changed anything", code: EINVAL) }
        print("damage \(home.glass.damage)")
    }

    /// A kiosk over a store of one routine, at its home screen.
    final class Home {
        let glass = PretendScreen()
        let port = CatchingStore()
        let host: KioskHost
        var now = Instant(nanoseconds: 1_000_000_000)

        init(journal: Journal? = nil) throws {
            let words = try benchWords()
            let catalog = try Catalog(parsing: [UInt8](try Data(contentsOf: benchResource("catalog.json")))).named(by: { words($0) })
            var routine = try benchSample()
            routine.id = "routines/morning-core.routine"
            let entry = RoutineEntry(path: routine.id, routine: routine, updated: nil, starter: nil, notes: [])
            let library = Library(status: .ready, catalog: catalog, routines: [entry])
            var settings = KioskSettings(leavesAfterSummary: false, filesSessions: true)
            settings.personal.hasSeenWelcome = true
            settings.bootID = "b"
            var kiosk = Kiosk(settings: settings, words: words, calendar: Calendar(identifier: .gregorian), seed: 7)
            _ = kiosk.handle(.clock(WallTime(zeroNanoseconds: 1_779_951_600_000_000_000, isKnown: true)), at: now)
            _ = kiosk.handle(.library(library), at: now)
            let size = PixelSize(width: 1920, height: 1080)
            host = KioskHost(
                kiosk: kiosk, screen: glass, speaker: SilentSpeaker(), journal: journal, store: port, style: StageStyle(size: size),
                words: words, typesetter: Typesetter())
            now = roll(host, from: now, to: now + .seconds(2))
        }

        func play() {
            press(.pause, host, at: now)
        }

        /// To the end of what is played, which is returned; nil when it does not come.
        func playOut(_ seconds: Int) -> FinishedSession? {
            now = roll(host, from: now, to: now + .seconds(seconds))
            return port.finished
        }
    }

    /// Keeps what is to be filed.
    final class CatchingStore: StorePort {
        private(set) var finished: FinishedSession?
        func perform(_ command: StoreCommand) { if case .file(let session) = command { finished = session } }
        func hold(_ session: FinishedSession) {}
    }

    fileprivate static func host(_ kiosk: Kiosk, _ screen: Screen, _ speaker: Speaker) throws -> KioskHost {
        let size = PixelSize(width: 1920, height: 1080)
        return KioskHost(
            kiosk: kiosk, screen: screen, speaker: speaker, style: StageStyle(size: size), words: try benchWords(), typesetter: Typesetter()
        )
    }

    /// Turns at every deadline up to the end.
    fileprivate static func roll(
        _ host: KioskHost, from start: Instant, to end: Instant, answers: () -> [PanelEvent] = { [] }
    ) -> Instant {
        var now = start
        while true {
            var next = host.turn(now)
            let events = answers()
            for event in events { host.handle(event, at: now) }
            if !events.isEmpty { next = host.turn(now) }
            guard let next, next <= end else { return end }
            now = next
        }
    }
}

/// The sample's own pictures, but that its sets take 59 seconds: of five of them the first so many, which are left by SKIP, as the rests
/// between are at once. Two plays of this differ by nothing but the digits that the longer one saw.
struct SetsOfDigits {
    static let count = 5

    /// - Parameter second: is given the second of its set, from 0, and the turn that shows its end's digit and draws the next one.
    /// - Returns: the screen that it was shown on.
    func play(_ seconds: Int, second: (Int, () -> Void) -> Void) throws -> PretendScreen {
        var routine = try benchSample()
        for index in routine.steps.indices { routine.steps[index].workSeconds = 59 }
        let glass = PretendScreen()
        let speaker = AnsweringSpeaker()
        let host = try CountedPlay.host(Kiosk(routine: routine, settings: KioskSettings(), words: benchWords()), glass, speaker)
        let zero = Instant(nanoseconds: 1_000_000_000)
        host.start(at: zero, settling: .zero)
        var now = CountedPlay.roll(host, from: zero, to: zero + .seconds(5)) { speaker.take() }
        var left = SetsOfDigits.count
        while left > 0 {
            guard let run = host.kiosk.run, run.isRunning else {
                throw SystemError(action: "play \(SetsOfDigits.count) sets", code: EINVAL)
            }
            if run.timeline.segments[run.segment(at: now)].kind == .work {
                for number in 0..<seconds {
                    second(number) { now = CountedPlay.roll(host, from: now, to: now + .seconds(1)) { speaker.take() } }
                }
                left -= 1
            }
            CountedPlay.press(.skip, host, at: now)
        }
        return glass
    }
}

/// Takes pictures over as a display does, into ordinary memory.
final class PretendScreen: Screen {
    private let glass = PretendGlass(PixelSize(width: 1920, height: 1080), .none)
    private(set) var shown = 0
    /// Pixels that were taken over, of all pictures together.
    private(set) var damage = 0
    var size: PixelSize? { glass.size }
    func prepare(_ pixels: Pixels, damage: [PixelRect]) {
        for part in damage {
            glass.take(pixels, part)
            self.damage += part.width * part.height
        }
    }
    func present(due: Instant) { shown += 1 }
    func blank(_ isBlank: Bool) {}
}

/// Says of every utterance that it takes two seconds.
private final class AnsweringSpeaker: Speaker {
    private var answers: [PanelEvent] = []
    func prepare() {}
    func open() {}
    func close() {}
    func synthesise(_ utterances: [Utterance]) { answers += utterances.map { .voice($0, .seconds(2)) } }
    func schedule(_ cues: [TimedCue]) {}
    func withdraw(at instant: Instant) {}
    func setVolume(_ percent: Int) {}
    func take() -> [PanelEvent] {
        defer { answers = [] }
        return answers
    }
}

final class SilentSpeaker: Speaker {
    func prepare() {}
    func open() {}
    func close() {}
    func synthesise(_ utterances: [Utterance]) {}
    func schedule(_ cues: [TimedCue]) {}
    func withdraw(at instant: Instant) {}
    func setVolume(_ percent: Int) {}
}

func benchWords() throws -> Words {
    try Words(catalog: Data(contentsOf: benchResource("Localizable.xcstrings")), locale: Locale(identifier: "en"))
}

/// The sample that every player plays.
func benchSample() throws -> Routine {
    let catalog = try Catalog(parsing: [UInt8](try Data(contentsOf: benchResource("catalog.json"))))
    let bytes = [UInt8](try Data(contentsOf: benchResource("routines/morning-core.routine")))
    guard let routine = RoutineFile.read(bytes, fileName: "morning-core.routine", catalog: catalog).routine else {
        throw SystemError(action: "read the sample", code: EINVAL)
    }
    return routine
}
