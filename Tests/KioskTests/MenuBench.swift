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

/// The sample as its owner writes it.
let sampleText = """
    Morning core
    Bridge 30s x3, 10s between, then 15s rest
    Squats 30s x2, then 15s rest
    Russian twist 30s, then 20s rest
    Bicycle crunch 30s ~20 reps, then 20s rest
    Mountain climbers 30s
    """

/// A kiosk with its menus, over a store in memory: what it writes is read back, decided by the same rules as on a disk.
final class MenuBench {
    private(set) var kiosk: Kiosk
    private(set) var now = seconds(0)
    private(set) var files: [String: [UInt8]]
    private(set) var edits: [StoreEdit] = []
    private(set) var sessions: [SessionFact] = []
    /// What the store answers to every edit, in the place of doing it.
    var fault: StoreAnswer.Fault?
    /// Commands wait for `deliver()`.
    var isSlow = false
    private var waiting: [StoreCommand] = []
    /// Done once, before the next edit is looked at: another player, or somebody at a share.
    var meanwhile: ((inout [String: [UInt8]]) -> Void)?

    /// Monday 2 March 2026, 07:00 UTC, where the week begins on Monday.
    init(_ files: [String: String] = [:], isClockKnown: Bool = true, firstWeekday: Int = 2) {
        self.files = files.mapValues { Array($0.utf8) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0)!
        calendar.firstWeekday = firstWeekday
        var settings = KioskSettings(leavesAfterSummary: false, filesSessions: true, soundSettling: .zero)
        settings.personal.hasSeenWelcome = true
        kiosk = Kiosk(
            settings: settings, words: english,
            calendar: calendar, seed: 7)
        send(.clock(WallTime(zeroNanoseconds: 1_772_434_800_000_000_000, isKnown: isClockKnown)))
        publish()
    }

    func open(_ place: (Facts) -> any Place) { perform(kiosk.carry(out: [.open(place(kiosk.facts))], at: now)) }

    // MARK: Fingers

    func tap(_ key: Key, times: Int = 1) { for _ in 0..<times { hold(key, for: .milliseconds(80)) } }

    func hold(_ key: Key, for duration: Duration = .milliseconds(900)) {
        send(.key(KeyEvent(key, .down, at: now)))
        run(to: now + duration)
        send(.key(KeyEvent(key, .up, at: now)))
        run(to: now + .milliseconds(200))
    }

    func type(_ text: String) { for character in text { send(.typed(character, else: nil)) } }

    func run(to end: Instant) {
        while let next = kiosk.nextChange(after: now), next <= end {
            now = next
            perform(kiosk.advance(to: now))
        }
        now = end
        perform(kiosk.advance(to: now))
    }

    func send(_ event: PanelEvent) { perform(kiosk.handle(event, at: now)) }

    // MARK: The store

    func change(_ path: String, _ text: String?) {
        files[path] = text.map { Array($0.utf8) }
        publish()
    }

    func text(_ path: String) -> String? { files[path].map { String(decoding: $0, as: UTF8.self) } }
    func paths(_ folder: String) -> [String] { files.keys.filter { $0.hasPrefix(folder + "/") }.sorted() }

    private func perform(_ effects: [Effect]) {
        for case .store(let command) in effects { if isSlow { waiting.append(command) } else { perform(command) } }
    }

    /// The store gets round to what it was asked, and to what it is asked then.
    func deliver() {
        while !waiting.isEmpty {
            perform(waiting.removeFirst())
        }
    }

    private func perform(_ command: StoreCommand) {
        switch command {
        case .read(let path, let ticket): answer(.contents(files[path], ticket: ticket))
        case .edit(let edit, let ticket):
            edits.append(edit)
            meanwhile?(&files)
            meanwhile = nil
            if let fault { return answer(.failed(fault, ticket: ticket)) }
            let path: String
            switch edit.place {
            case .existing(let existing): path = existing
            case .new(let folder, let ending): path = "\(folder.rawValue)/made-\(edits.count).\(ending)"
            }
            if let expecting = edit.expecting, files[path] != expecting { return answer(.conflict(with: files[path], ticket: ticket)) }
            files[path] = edit.bytes
            answer(.written(path: edit.bytes == nil ? nil : path, ticket: ticket))
            publish()
        case .file(let finished):
            var session = finished.session
            session.id = finished.random
            sessions.append(SessionFact(session))
            answer(.filed(random: finished.random, .inStore))
            publish()
        case .restoreStarters, .keep, .find: break
        }
    }

    func answer(_ answer: StoreAnswer) { perform(kiosk.handle(.answer(answer), at: now)) }
    private func publish() { perform(kiosk.handle(.library(library), at: now)) }

    private var library: Library { Library(files: files, sessions: sessions) }

    // MARK: What is seen

    var picture: Picture { kiosk.picture(at: now) }
    var galleryPicture: GalleryPicture? { if case .gallery(let picture) = picture { picture } else { nil } }
    var workouts: WorkoutListPicture? { if case .workouts(let picture) = picture { picture } else { nil } }
    var workout: WorkoutPicture? { if case .workout(let picture) = picture { picture } else { nil } }
    var list: ListPicture? { if case .list(let picture) = picture { picture } else { nil } }
    var sheet: OptionsPicture? { if case .options(let picture) = picture { picture } else { nil } }
    var week: WeekPicture? { if case .week(let picture) = picture { picture } else { nil } }
    var attention: AttentionPicture? { if case .attention(let picture) = picture { picture } else { nil } }
    var question: QuestionPicture? { if case .question(let picture) = picture { picture } else { nil } }
    var player: PlayerPicture? { if case .player(let picture) = picture { picture } else { nil } }
    var isHome: Bool { kiosk.places.count == 1 }

    /// Goes down until the focused row is this one.
    func go(to title: String) {
        for _ in 0..<300 where focusedTitle != title { tap(.skip) }
        precondition(focusedTitle == title, "there is no row \(title)")
    }

    var focusedTitle: String? {
        switch picture {
        case .gallery(let picture): picture.cells[picture.focus.index].name
        case .workouts(let picture): picture.rows[picture.focus.index]?.name
        case .workout(let picture): picture.actions.isEmpty ? nil : picture.actions[picture.focus.index]
        case .list(let picture): picture.rows[picture.focus.index]?.title
        case .options(let picture): picture.rows[picture.focus.index]
        case .week(let picture): picture.days[picture.focus.index].name
        case .attention(let picture): picture.blocks[picture.focus.index]?.file
        default: nil
        }
    }

    var legend: Legend? {
        switch picture {
        case .gallery(let picture): picture.legend
        case .workouts(let picture): picture.legend
        case .workout(let picture): picture.legend
        case .list(let picture): picture.legend
        case .options(let picture): picture.legend
        case .week(let picture): picture.legend
        case .attention(let picture): picture.legend
        case .home(let picture): picture.legend
        case .builder(let picture): picture.legend
        case .picker(let picture): picture.legend
        case .stepper(let picture): picture.legend
        default: nil
        }
    }
}
