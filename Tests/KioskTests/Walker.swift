import Foundation
import Library
import Playback
import Ports
import Records
import Stage
import TestSupport
import Words
import Workouts

@testable import Kiosk

/// Presses whatever comes, over a store in memory that answers when and how it likes. A value: a copy of it can try what would happen.
struct Walker {
    /// What a step found to be wrong.
    struct Fault: Error, CustomStringConvertible { var description: String }

    var kiosk: Kiosk
    var now: Instant
    var dice: Seeded
    var files: [String: [UInt8]]
    var sessions: [SessionFact] = []
    var status = StoreStatus.ready
    /// Commands that the store has not got round to.
    var waiting: [StoreCommand] = []
    /// From 0, it does all at once and well, to 3, it never answers.
    var sloth = 1
    var held: Set<Key> = []
    /// What was done last, to play it again by hand.
    var trail: [String] = []
    var made = 0
    var effectCount = 0
    /// Where the timeline's zero was when the present stretch of playing began.
    var anchor: Instant?
    private(set) var presses = 0
    /// Is shown what a person would see, after each thing that happened and while a key is down.
    var look: ((Picture) -> Void)?
    private let gallery: Workouts.Catalog

    init(seed: UInt64, words: Words = english) {
        gallery = words.language == "en" ? KioskTests.gallery : KioskTests.gallery(in: words)
        var dice = Seeded(seed)
        now = Instant(nanoseconds: Int64(dice.next() % 1_000_000_000_000))
        files = Walker.crowd.mapValues { Array($0.utf8) }
        if seed % 7 == 3 { files = [:] }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 3600)!
        calendar.firstWeekday = Int(dice.next() % 7) + 1
        var settings = KioskSettings(
            reducedMotion: seed % 4 == 1, bootID: "boot", leavesAfterSummary: false, filesSessions: true, soundSettling: .milliseconds(500))
        settings.personal.hasSeenWelcome = seed % 5 == 2 ? nil : true
        settings.languages = Languages([
            .init("en", name: "English", voice: "en"), .init("ar-XB", name: "hsilgnE", voice: "en", isPartial: true),
        ])
        settings.personal.readsAloud = seed % 3 == 1
        settings.personal.idleMinutes = Int(dice.next() % 3)
        settings.personal.offMinutes = Int(dice.next() % 5)
        kiosk = Kiosk(settings: settings, words: words, calendar: calendar, seed: seed)
        self.dice = dice
    }

    /// A store as people have it: routines, one broken, one with a mistake, a workout of one's own, two plans, one with a hole.
    static let crowd: [String: String] = [
        "routines/core.routine": AcceptanceTests.sampleText, "routines/legs.routine": "Legs\nsquatt 40s x2\nLedge sit 30s each side",
        "routines/short.routine": "Short\nPlank 6s\nthen 4s rest\nBurpees 5s", "routines/bad.json": "{\"name\": 3}",
        "routines/a.json": #"{"id": "a", "name": "Ärger", "note": "kept", "steps": [{"name": "Squats", "workSeconds": 20, "x": 1}]}"#,
        "routines/long.routine": "Long\n" + (1...40).map { "Squats \($0)s" }.joined(separator: "\n"),
        "workouts/ledge.json": #"{"id": "w", "name": "Ledge sit", "category": "legs-glutes", "notes": "low"}"#,
        "plans/a.json": #"{"id": "pa", "name": "A", "isActive": true, "slots": [{"weekdayLabelIndex": 2, "routineID": "core.routine"}, "#
            + #"{"weekdayLabelIndex": 2, "routineID": "short.routine"}, {"weekdayLabelIndex": 5, "routineName": "Gone"}]}"#,
        "plans/b.json": #"{"id": "pb", "name": "B", "slots": []}"#,
    ]

    // MARK: Chance

    mutating func chance(_ count: Int) -> Int { Int(dice.next() % UInt64(count)) }
    mutating func pick<T>(_ all: [T]) -> T { all[chance(all.count)] }
    mutating func note(_ what: String) {
        trail.append(what)
        if trail.count > 24 { trail.removeFirst() }
    }

    // MARK: Running

    mutating func begin(on screen: ScreenName? = nil) throws {
        try send(.clock(WallTime(zeroNanoseconds: 1_779_951_600_000_000_000, isKnown: chance(4) > 0)))
        if chance(6) == 0 {
            var run = Run(Timeline(sample, getReadySeconds: 5), zero: now)
            run.advance(to: now + .seconds(chance(300)))
            kiosk.offer(
                JournalEntry(
                    bootID: "another", written: now + .seconds(chance(300)), clock: nil,
                    origin: PlayOrigin(random: "01234567", started: now, planID: nil, planName: nil), routine: sample, getReadySeconds: 5,
                    run: run.snapshot))
        }
        try publish()
        if let screen = screen ?? (chance(3) > 0 ? Optional(pick(ScreenName.allCases)) : nil), kiosk.show(screen, at: now) {
            note("show \(screen)")
        }
    }

    mutating func send(_ event: PanelEvent) throws { try perform(kiosk.handle(event, at: now)) }

    mutating func publish() throws {
        try perform(kiosk.handle(.library(Library(files: files, sessions: sessions, status: status, gallery: gallery)), at: now))
    }

    /// As the loop would: waking at every deadline.
    mutating func run(for length: Duration) throws {
        let end = now + length
        while let next = kiosk.nextChange(after: now), next <= end {
            guard next > now else { throw Fault(description: "a deadline that does not lie ahead would spin") }
            now = next
            try perform(kiosk.advance(to: now))
            try checkPlay()
        }
        now = end
        try perform(kiosk.advance(to: now))
        try checkPlay()
    }

    /// The process does not run meanwhile.
    mutating func stall(for length: Duration) throws {
        now = now + length
        try perform(kiosk.advance(to: now))
        try checkPlay()
    }

    // MARK: Play on time

    /// While it runs the digit is the timeline's, counted from where the stretch began; nobody but a press or a lost screen moves that.
    mutating func checkPlay() throws {
        guard case .player(let player) = kiosk.top, case .running(let zero) = player.run.motion else {
            anchor = nil
            return
        }
        if let anchor, anchor != zero { throw Fault(description: "the timeline moved by \(zero - anchor) without a press") }
        anchor = zero
        guard case .player(let picture) = kiosk.picture(at: now) else { return }
        let position = max(0, now.nanoseconds - zero.nanoseconds)
        var start = 0
        for (index, segment) in picture.timeline.segments.enumerated() {
            let end = start + segment.seconds
            if position < Int64(end) * 1_000_000_000 {
                let left = Int((Int64(end) * 1_000_000_000 - position + 999_999_999) / 1_000_000_000)
                guard picture.segment == index, picture.secondsLeft == left else {
                    throw Fault(description: "shows \(picture.segment):\(picture.secondsLeft), due is \(index):\(left)")
                }
                return
            }
            start = end
        }
        throw Fault(description: "it plays beyond its end")
    }

    // MARK: The store

    mutating func perform(_ effects: [Effect]) throws {
        for effect in effects {
            switch effect {
            case .store(let command):
                effectCount += 1
                if sloth == 3 || sloth > 0 && chance(4) == 0 { waiting.append(command) } else { try answer(command) }
            case .synthesise(let utterances):
                for utterance in utterances where sloth == 0 || chance(3) > 0 {
                    try send(.voice(utterance, chance(8) == 0 ? nil : .milliseconds(60 * utterance.text.count)))
                }
            case .hold(let session): if chance(2) == 0 { try hear(.filed(random: session.random, .locally)) }
            case .apply: effectCount += 1
            case .speak(let language):
                effectCount += 1
                try perform(kiosk.speak(tongue(language), at: now))
            case .schedule, .withdraw, .journal, .forgetJournal, .openSound, .closeSound, .blank, .leave: break
            }
        }
    }

    mutating func deliver() throws {
        guard !waiting.isEmpty else { return }
        note("late answer")
        try answer(waiting.removeFirst())
    }

    private mutating func answer(_ command: StoreCommand) throws {
        let luck = sloth == 0 ? 9 : chance(10)
        switch command {
        case .file(let finished):
            if luck == 0 { return try hear(.filed(random: finished.random, pick([.nowhere, .locally]))) }
            var session = finished.session
            session.id = finished.random
            sessions.append(SessionFact(session))
            try hear(.filed(random: finished.random, .inStore))
            try publish()
        case .read(let path, let ticket):
            if luck == 0 { return try hear(.failed(pick([.missing, .other("I/O")]), ticket: ticket)) }
            try hear(.contents(files[path], ticket: ticket))
        case .edit(let edit, let ticket):
            if luck == 0 { return try hear(.failed(pick([.missing, .readOnly, .full, .other("I/O")]), ticket: ticket)) }
            let path: String
            switch edit.place {
            case .existing(let existing): path = existing
            case .new(let folder, let ending):
                made += 1
                path = "\(folder.rawValue)/made-\(made).\(ending)"
            }
            if luck == 1, edit.bytes != nil, case .existing = edit.place { change(path) }
            if let expecting = edit.expecting, files[path] != expecting { return try hear(.conflict(with: files[path], ticket: ticket)) }
            files[path] = edit.bytes
            try hear(.written(path: edit.bytes == nil ? nil : path, ticket: ticket))
            if sloth == 0 || chance(6) > 0 { try publish() }
        case .restoreStarters(let ticket):
            if luck == 0 { return try hear(.failed(.full, ticket: ticket)) }
            for (path, text) in Walker.crowd where path.hasPrefix("routines/") { files[path] = Array(text.utf8) }
            try hear(.written(path: nil, ticket: ticket))
            try publish()
        case .find(let finished): try hear(.found(random: finished.random, isFiled: luck == 0))
        case .keep: if luck == 0 { try hear(.failed(.full, ticket: 0)) }
        }
    }

    private mutating func hear(_ answer: StoreAnswer) throws { try perform(kiosk.handle(.answer(answer), at: now)) }

    /// Somebody at a share.
    mutating func change(_ path: String? = nil) {
        let path = path ?? pick(Array(Walker.crowd.keys.sorted() + files.keys.sorted()))
        switch chance(5) {
        case 0: files[path] = nil
        case 1: files[path] = Array("{".utf8)
        case 2: files[path] = Walker.crowd[path].map { Array($0.utf8) }
        case 3:
            // A rename.
            let text = files[path].map { String(decoding: $0, as: UTF8.self) } ?? ""
            files[path] = Array(
                text.replacingOccurrences(of: "Short", with: "Renamed").replacingOccurrences(of: "Legs", with: "Calves").utf8)
        default: files["routines/new-\(chance(4)).routine"] = Array("New \(chance(9))\nPlank \(5 + chance(30))s".utf8)
        }
        note("change \(path)")
    }

    // MARK: Fingers

    mutating func down(_ key: Key) throws {
        presses += 1
        anchor = nil
        held.insert(key)
        try send(.key(KeyEvent(key, .down, at: now)))
    }

    mutating func up(_ key: Key) throws {
        anchor = nil
        held.remove(key)
        try send(.key(KeyEvent(key, .up, at: now)))
        anchor = nil
    }

    mutating func hold(_ key: Key, for length: Duration) throws {
        try down(key)
        look?(kiosk.picture(at: now))
        let start = now
        // A hold that acts moves the timeline: the stretch begins anew.
        while let next = kiosk.nextChange(after: now), next <= start + length {
            now = next
            anchor = nil
            try perform(kiosk.advance(to: now))
            try checkPlay()
        }
        now = start + length
        try up(key)
    }
}
