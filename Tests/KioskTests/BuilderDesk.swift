import Foundation
import Library
import Playback
import Ports
import Stage
import TestSupport
import Words
import Workouts

@testable import Kiosk

/// A kiosk whose presses are counted, over a store of files that answers at once unless it is told to keep quiet.
final class BuilderDesk {
    private(set) var kiosk: Kiosk
    private(set) var now: Instant
    /// Every time a key went down, whatever for how long.
    private(set) var presses = 0
    var files: [String: [UInt8]]
    private(set) var commands: [StoreCommand] = []
    /// Instead of writing.
    var fails: StoreAnswer.Fault?
    /// Instead of reading.
    var failsReading: StoreAnswer.Fault?
    var isQuiet = false
    private var made = 0

    /// - Parameters:
    ///   - clock: Thursday 2026-05-28 07:00 UTC at the desk's zero; nil: not known.
    init(
        files: [String: String] = [:], clock: WallTime? = WallTime(zeroNanoseconds: 1_779_951_600_000_000_000, isKnown: true),
        at now: Instant = seconds(0)
    ) {
        self.now = now
        self.files = files.mapValues { Array($0.utf8) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        var settings = KioskSettings(bootID: "boot", leavesAfterSummary: false, filesSessions: true, soundSettling: .zero)
        settings.personal.hasSeenWelcome = true
        kiosk = Kiosk(settings: settings, words: english, calendar: calendar, seed: 7)
        if let clock { answer(kiosk.handle(.clock(clock), at: now)) }
        readStore()
    }

    /// What is in the files by now becomes the library.
    func readStore() {
        let entries = files.keys.sorted().compactMap { path -> RoutineEntry? in
            let name = String(path.split(separator: "/").last!)
            let reading = RoutineFile.read(files[path]!, fileName: name, fallbackID: path, catalog: gallery)
            return reading.routine.map {
                RoutineEntry(path: path, routine: $0, updated: reading.document?.updated, starter: nil, digest: 0, notes: [])
            }
        }
        answer(kiosk.handle(.library(Library(status: .ready, catalog: gallery, routines: entries)), at: now))
    }

    func entry(_ path: String) -> RoutineEntry { kiosk.facts.library!.routines.first { $0.path == path }! }

    func open(_ places: any Place...) { answer(kiosk.carry(out: places.map { .open($0) }, at: now)) }

    /// As Home's "New routine" does.
    func openNew() { open(Builder(new: kiosk.facts), Picker(kiosk.facts)) }

    func openEditing(_ path: String) { open(Builder(editing: entry(path), kiosk.facts)) }

    // MARK: The store

    private func answer(_ effects: [Effect]) {
        for case .store(let command) in effects {
            commands.append(command)
            if !isQuiet { answer(command) }
        }
    }

    private func answer(_ command: StoreCommand) {
        switch command {
        case .read(let path, let ticket):
            if let failsReading { return hear(.failed(failsReading, ticket: ticket)) }
            hear(.contents(files[path], ticket: ticket))
        case .edit(let edit, let ticket):
            if let fails { return hear(.failed(fails, ticket: ticket)) }
            let path: String
            switch edit.place {
            case .existing(let existing): path = existing
            case .new(let folder, let ending):
                made += 1
                path = "\(folder.rawValue)/made-\(made).\(ending)"
            }
            if let expected = edit.expecting, files[path] != expected { return hear(.conflict(with: files[path], ticket: ticket)) }
            files[path] = edit.bytes
            hear(.written(path: path, ticket: ticket))
        case .file, .find, .restoreStarters, .keep: break
        }
    }

    func hear(_ event: StoreAnswer) { answer(kiosk.handle(.answer(event), at: now)) }

    // MARK: Fingers

    func tap(_ key: Key, times: Int = 1) { for _ in 0..<times { hold(key, for: .milliseconds(80)) } }

    /// Long enough for what holding means, questions included.
    func hold(_ key: Key) { hold(key, for: .milliseconds(1300)) }

    func hold(_ key: Key, for duration: Duration) {
        presses += 1
        answer(kiosk.handle(.key(KeyEvent(key, .down, at: now)), at: now))
        let up = now + duration
        while let next = kiosk.nextChange(after: now), next <= up {
            now = next
            answer(kiosk.advance(to: now))
        }
        now = up
        answer(kiosk.handle(.key(KeyEvent(key, .up, at: now)), at: now))
        now = now + .milliseconds(150)
        answer(kiosk.advance(to: now))
    }

    func type(_ text: String) { for character in text { answer(kiosk.handle(.typed(character, else: nil), at: now)) } }

    // MARK: What shows

    var picture: Picture { kiosk.picture(at: now) }
    var builder: BuilderPicture? { if case .builder(let picture) = picture { picture } else { nil } }
    var picker: PickerPicture? { if case .picker(let picture) = picture { picture } else { nil } }
    var stepper: StepperPicture? { if case .stepper(let picture) = picture { picture } else { nil } }
    var options: OptionsPicture? { if case .options(let picture) = picture { picture } else { nil } }
    var list: ListPicture? { if case .list(let picture) = picture { picture } else { nil } }
    var question: QuestionPicture? { if case .question(let picture) = picture { picture } else { nil } }
    var isAtHome: Bool { if case .home = picture { true } else { false } }

    var legend: Legend? {
        switch picture {
        case .builder(let picture): picture.legend
        case .picker(let picture): picture.legend
        case .stepper(let picture): picture.legend
        case .options(let picture): picture.legend
        case .list(let picture): picture.legend
        default: nil
        }
    }

    /// "Bridge 30 s × 3, 10 s between", "Rest 15 s", "Save".
    var script: [String] {
        builder?.script.rows.map { row in
            switch row {
            case .step(let step): step.name + " " + step.timing
            case .rest(let text), .note(let text), .action(let text): text
            }
        } ?? []
    }

    /// The names of the steps, in order.
    var stepNames: [String] { builder?.script.rows.compactMap { if case .step(let step) = $0 { step.name } else { nil } } ?? [] }

    /// What the amber band is on.
    var focused: String? {
        if let builder { return script[builder.focus.index - builder.script.first] }
        if let picker, case .workout(let name, _, _)? = picker.rows[picker.focus.index] { return name }
        if let options { return options.rows[options.focus.index] }
        if let list { return list.rows[list.focus.index]?.title }
        return nil
    }

    /// Presses SKIP until the band is on a row, as a person does who looks at the screen.
    func walk(to name: String) throws {
        for _ in 0..<400 where focused != name { tap(.skip) }
        if focused != name { throw NotThere(name: name) }
    }

    func pick(_ name: String) throws {
        try walk(to: name)
        tap(.pause)
    }

    struct NotThere: Error { var name: String }
}
