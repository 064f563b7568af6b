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
/// `bench counted frames N`: N digit frames in the middle of one long segment. `sample N`: the sample's first N seconds, with the sound
/// of it. `steps N`: a routine of N steps, read and compiled. `home`: the home screen of a small store. `play`: the same, and PLAY let go
/// until the routine's first picture. What one of them costs is the difference of two runs. `start`: everything up to a routine's first
/// picture, as `stepback play` does it.
enum CountedPlay {
    static func run(_ arguments: [String]) throws {
        let count = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 0
        switch arguments.first {
        case "frames": try frames(count, plants: arguments.contains("plant"))
        case "sample": try sample(count)
        case "steps": try steps(count)
        case "session": try session(plants: arguments.contains("plant"))
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
    }

    /// Digits from 5,000 down: all have four figures and the same layout.
    private static func frames(_ count: Int, plants: Bool) throws {
        let routine = Routine(id: "long", name: "Long", steps: [Step(name: "Bridge", category: .legsGlutes, workSeconds: 9_999)])
        let glass = PretendScreen()
        let speaker = AnsweringSpeaker()
        let host = try host(Kiosk(routine: routine, settings: KioskSettings(), words: benchWords()), glass, speaker)
        let zero = Instant(nanoseconds: 1_000_000_000)
        host.start(at: zero, settling: .zero)
        // Get ready, its end, and some digits: what they leave behind is there once and for all.
        var planted: [String] = []
        var now = roll(host, from: zero, to: zero + .seconds(30)) { speaker.take() }
        let settled = glass.shown
        while glass.shown < settled + count {
            now = roll(host, from: now, to: now + .seconds(1))
            // What a careless line in a frame's way costs: a few hundred sentences put together and dropped.
            if plants { planted = (0..<400).map { "a sentence that is too long to be kept in place: \($0 + glass.shown)" } }
        }
        if plants { say("\(planted.count) sentences were planted") }
    }

    private static func sample(_ seconds: Int) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("stepback-counted-\(getpid()).wav").path
        defer { unlink(path) }
        let zero = Instant(nanoseconds: 1_000_000_000)
        var answers: [PanelEvent] = []
        let speaker = try FileSpeaker(path: path, zero: zero) { answers.append($0) }
        let host = try host(Kiosk(routine: benchSample(), settings: KioskSettings(), words: benchWords()), PretendScreen(), speaker)
        host.start(at: zero, settling: .zero)
        _ = roll(host, from: zero, to: zero + .seconds(seconds)) {
            defer { answers = [] }
            return answers
        }
        try speaker.finish()
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
        if plays, home.glass.shown == shown { say("bench counted: PLAY changed nothing") }
    }

    /// The sample from home to its summary: prints `bytes N`, the journal's and the session's together.
    private static func session(plants: Bool) throws {
        let folder = NSTemporaryDirectory() + "stepback-counted-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder + "/store/sessions", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let home = try Home()
        home.play()
        home.now = roll(home.host, from: home.now, to: home.now + .seconds(400))
        guard let finished = home.port.finished else { throw SystemError(action: "play the sample to its end", code: EINVAL) }
        let store = KeptFolder(path: folder + "/store", owner: "0a1b2c3d")
        _ = try SessionFiler(local: nil, device: "0a1b2c3d", bootID: "b").file(finished, into: store)
        var bytes = home.journal.bytes * (plants ? 2 : 1)
        let files = FileManager.default.enumerator(atPath: folder)
        while let name = files?.nextObject() as? String {
            let facts = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
            if facts[.type] as? FileAttributeType == .typeRegular { bytes += facts[.size] as? Int ?? 0 }
        }
        print("journal entries \(home.journal.entries)")
        print("bytes \(bytes)")
    }

    /// A kiosk over a store of one routine, at its home screen.
    private final class Home {
        let glass = PretendScreen()
        let journal = CountingJournal()
        let port = CatchingStore()
        let host: KioskHost
        var now = Instant(nanoseconds: 1_000_000_000)

        init() throws {
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
            for action in [KeyEvent.Action.down, .up] {
                host.handle(.key(KeyEvent(.pause, action, at: now)), at: now)
                _ = host.turn(now)
            }
        }
    }

    private final class CountingJournal: Journal {
        private(set) var bytes = 0
        private(set) var entries = 0
        func keep(_ entry: @escaping @Sendable () -> [UInt8]) {
            bytes += entry().count
            entries += 1
        }
        func clear() {}
    }

    private final class CatchingStore: StorePort {
        private(set) var finished: FinishedSession?
        func perform(_ command: StoreCommand) { if case .file(let session) = command { finished = session } }
    }

    private static func host(_ kiosk: Kiosk, _ screen: Screen, _ speaker: Speaker) throws -> KioskHost {
        let size = PixelSize(width: 1920, height: 1080)
        return KioskHost(
            kiosk: kiosk, screen: screen, speaker: speaker, style: StageStyle(size: size), words: try benchWords(), typesetter: Typesetter()
        )
    }

    /// Turns at every deadline up to the end.
    private static func roll(_ host: KioskHost, from start: Instant, to end: Instant, answers: () -> [PanelEvent] = { [] }) -> Instant {
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

/// Takes pictures over as a display does, into ordinary memory.
final class PretendScreen: Screen {
    private let glass = PretendGlass(PixelSize(width: 1920, height: 1080), .none)
    private(set) var shown = 0
    var size: PixelSize? { glass.size }
    func prepare(_ pixels: Pixels, damage: [PixelRect]) { for part in damage { glass.take(pixels, part) } }
    func present(due: Instant) { shown += 1 }
    func blank(_ isBlank: Bool) {}
}

/// Says of every utterance that it takes two seconds.
private final class AnsweringSpeaker: Speaker {
    private var answers: [PanelEvent] = []
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
