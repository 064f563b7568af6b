import Foundation
import Library
import Linux
import Playback
import Ports
import Stage
import TestSupport
import Words
import Workouts

@testable import Kiosk
@testable import Store

/// A store's folder, as several players share it; gone when the test is over.
final class SharedFolder {
    let path: String

    init() throws {
        // In memory where there is such a place.
        let parent = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        path = parent + "/stepback-wall-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The store's files of a folder, by their paths below the store.
    func files(_ folder: String) -> [String: String] {
        var files: [String: String] = [:]
        let root = path + "/store"
        for case let name as String in FileManager.default.enumerator(atPath: root + "/" + folder) ?? .init() {
            guard let bytes = FileManager.default.contents(atPath: "\(root)/\(folder)/\(name)"), !name.hasSuffix(".tmp") else { continue }
            files["\(folder)/\(name)"] = String(decoding: bytes, as: UTF8.self)
        }
        return files
    }

    /// The sessions' documents, oldest first.
    func sessions() throws -> [Session] {
        try files("sessions").sorted { $0.key < $1.key }.map { path, text in
            guard let session = SessionJSON.parse(text, fallbackID: path).session else { throw Wall.NotThere(what: path) }
            return session
        }
    }
}

/// A player from its first start on: the kiosk, the store's clerk over a real folder, a speaker that notes, three buttons. Time is moved by
/// hand; the disk is real.
final class Wall {
    struct NotThere: Error { var what: String }

    let folder: SharedFolder
    private(set) var kiosk: Kiosk
    private(set) var now: Instant
    /// Every time a key went down, for however long.
    private(set) var presses = 0
    /// What sounds or has sounded.
    private(set) var handed: [TimedCue] = []
    private(set) var commands: [StoreCommand] = []
    private(set) var isSoundOpen = false
    private(set) var isBlank = false
    /// Looked at after every press.
    var look: (Wall) -> Void = { _ in }
    private let loop: EventLoop
    private var clerk: StoreClerk!
    private var told: [StoreEvent] = []
    private(set) var logged: [String] = []

    /// - Parameters:
    ///   - clock: Thursday 2026-05-28, 07:00 UTC at zero.
    ///   - hasSeenWelcome: not the first start.
    init(
        _ folder: SharedFolder, device: String = "0a1b2c3d", at now: Instant = seconds(0), words: Words = english, seed: UInt64 = 7,
        clock: WallTime = WallTime(zeroNanoseconds: 1_779_951_600_000_000_000, isKnown: true), hasSeenWelcome: Bool = false,
        change: (inout KioskSettings) -> Void = { _ in }
    ) throws {
        self.folder = folder
        self.now = now
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        calendar.firstWeekday = 2
        var settings = KioskSettings(bootID: "boot-" + device, leavesAfterSummary: false, filesSessions: true, soundSettling: .zero)
        if hasSeenWelcome { settings.personal.hasSeenWelcome = true }
        change(&settings)
        kiosk = Kiosk(settings: settings, words: words, calendar: calendar, seed: seed)
        loop = try EventLoop(start: now)
        let local = folder.path + "/local-" + device
        try FileManager.default.createDirectory(atPath: local, withIntermediateDirectories: true)
        let place = StoreThread.Place(
            path: folder.path + "/store", isUsual: true, state: LocalState(["STATE_DIRECTORY": local]), device: device,
            bootID: "boot-" + device, starters: try Wall.starters(), gallery: try Wall.gallery(words), english: english, edition: "1")
        clerk = StoreClerk(place, loop: loop, log: { [unowned self] in logged.append($0) }, tell: { [unowned self] in told.append($0) })
        clerk.start()
        send(.clock(clock))
    }

    /// The same player, started again on the next morning.
    func nextDay() throws -> Wall {
        try Wall(folder, clock: WallTime(zeroNanoseconds: 1_780_038_000_000_000_000, isKnown: true), hasSeenWelcome: true)
    }

    private static func gallery(_ words: Words) throws -> Catalog {
        let data = try Data(contentsOf: Project.resources.appendingPathComponent("catalog.json"))
        return try Catalog(parsing: [UInt8](data)).named(by: { words($0) })
    }

    private static func starters() throws -> [Starter] {
        let names = ["morning-core", "full-body", "strength-and-stretch"].map { $0 + ".routine" }
        return try names.compactMap { name in
            let data = try Data(contentsOf: Project.resources.appendingPathComponent("routines/" + name))
            return Starter(fileName: name, bytes: [UInt8](data), catalog: KioskTests.gallery)
        }
    }

    // MARK: Fingers

    func tap(_ key: Key, times: Int = 1) { for _ in 0..<times { hold(key, for: .milliseconds(80)) } }

    /// Long enough for whatever holding means.
    func hold(_ key: Key, for duration: Duration = .milliseconds(1300)) {
        presses += 1
        send(.key(KeyEvent(key, .down, at: now)))
        run(for: duration)
        send(.key(KeyEvent(key, .up, at: now)))
        run(for: .milliseconds(200))
        look(self)
    }

    func type(_ text: String) { for character in text { send(.typed(character, else: nil)) } }

    /// Presses SKIP until the band is on a row, or BACK when it is seen above, as a person does who looks at the screen.
    func walk(to name: String) throws {
        // In the picker a held SKIP goes on to the next category.
        for _ in 0..<12 where picker != nil && distance(to: name) == nil { hold(.skip) }
        let key = (distance(to: name) ?? 1) < 0 ? Key.back : .skip
        for _ in 0..<400 where picture.focused != name { tap(key) }
        if picture.focused != name { throw NotThere(what: "\(name) on \(picture.screen)") }
    }

    /// Of the nearest row with a name that is in sight; nil when none is.
    private func distance(to name: String) -> Int? {
        picture.rowsInSight.filter { $0.title == name }.map(\.distance).min { abs($0) < abs($1) }
    }

    func choose(_ name: String) throws {
        try walk(to: name)
        tap(.pause)
    }

    /// Holds PLAY on a row.
    func options(of name: String) throws {
        try walk(to: name)
        hold(.pause)
    }

    func goHome() { for _ in 0..<20 where home == nil { hold(.back) } }

    // MARK: Time

    func run(for duration: Duration) { run(to: now + duration) }

    func run(to end: Instant) {
        while let next = kiosk.nextChange(after: now), next <= end {
            now = next
            turn()
        }
        now = end
        turn()
    }

    func send(_ event: PanelEvent) {
        if case .clock(let clock) = event { clerk.perform(.clock(clock, now)) }
        perform(kiosk.handle(event, at: now))
        turn()
    }

    private func turn() {
        do { try loop.advance(to: now) } catch { preconditionFailure("\(error)") }
        perform(kiosk.advance(to: now))
        while !told.isEmpty { perform(kiosk.handle(told.removeFirst(), at: now)) }
    }

    private func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .store(let command):
                commands.append(command)
                clerk.perform(.command(command))
            case .synthesise(let utterances):
                for utterance in utterances { perform(kiosk.handle(.voice(utterance, .milliseconds(60 * utterance.text.count)), at: now)) }
            case .schedule(let cues): handed += cues
            case .withdraw(let instant): handed.removeAll { $0.start > instant }
            case .openSound: isSoundOpen = true
            case .closeSound: isSoundOpen = false
            case .blank(let isBlank): self.isBlank = isBlank
            case .speak(let language): perform(kiosk.speak(tongue(language), at: now))
            case .journal, .forgetJournal, .hold, .apply, .leave: break
            }
        }
        while !told.isEmpty { perform(kiosk.handle(told.removeFirst(), at: now)) }
    }

    // MARK: What is seen and heard

    var picture: Picture { kiosk.picture(at: now) }
    var home: HomePicture? { if case .home(let picture) = picture { picture } else { nil } }
    var detail: DetailPicture? { if case .detail(let picture) = picture { picture } else { nil } }
    var builder: BuilderPicture? { if case .builder(let picture) = picture { picture } else { nil } }
    var picker: PickerPicture? { if case .picker(let picture) = picture { picture } else { nil } }
    var player: PlayerPicture? { if case .player(let picture) = picture { picture } else { nil } }
    var summary: SummaryPicture? { if case .summary(let picture) = picture { picture } else { nil } }
    var week: WeekPicture? { if case .week(let picture) = picture { picture } else { nil } }
    var list: ListPicture? { if case .list(let picture) = picture { picture } else { nil } }
    var question: QuestionPicture? { if case .question(let picture) = picture { picture } else { nil } }

    var routines: [HomePicture.Routine] {
        home?.rows.rows.compactMap { if case .routine(let routine) = $0 { routine } else { nil } } ?? []
    }

    func routine(_ name: String) -> HomePicture.Routine? { routines.first { $0.name == name } }

    /// What was said, in order.
    var spoken: [String] {
        handed.filter { $0.start <= now }.sorted { $0.start < $1.start }.compactMap {
            if case .voice(let utterance) = $0.sound { utterance.text } else { nil }
        }
    }

    func forgetSounds() { handed = [] }
}
