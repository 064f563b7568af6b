import CLinux
import Foundation
import Linux
import Playback
import Ports
import Testing

@testable import Buttons

private let everything: Set<UInt16> = Set(0...UInt16(KEY_MAX))

/// Keyboards that come and go in a real folder, on a loop whose time is moved by hand.
final class KeyBench {
    let folder = NSTemporaryDirectory() + "stepback-input-\(UUID().uuidString)"
    let loop = try! EventLoop(start: at(0))
    let input = FakeInput()
    var log: [String] = []
    var notes: [ButtonsError] = []
    var keys: EvdevKeys!

    init(grabs: Bool = false, hasFolder: Bool = true, _ setUp: (KeyBench) -> Void = { _ in }) throws {
        if hasFolder { makeFolder() }
        setUp(self)
        keys = try EvdevKeys(
            folder: folder, source: input, loop: loop, grabs: grabs,
            letters: { ConsoleKeymap { _, _ in nil }.letter($0, isShifted: $1) },
            showConsole: { [unowned self] in log.append("console \($0)@\(loop.now.nanoseconds / 1_000_000)") },
            deliver: { [unowned self] event in
                switch event {
                case .key(let key), .typed(_, else: .key(let key)?):
                    log.append("\(key.key) \(key.action)@\(key.at.nanoseconds / 1_000_000)")
                case .typed(let letter, else: nil): log.append("letter \(letter)")
                default: log.append("\(event)")
                }
            }, note: { [unowned self] in notes.append($0) })
        keys.start()
    }

    // Nothing else is in there; what cannot be removed is the system's to clean.
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func makeFolder() { try! FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    @discardableResult
    func plug(_ name: String, codes: Set<UInt16> = everything) -> FakeInput.Keyboard {
        let keyboard = FakeInput.Keyboard("\(folder)/\(name)", name: "Keyboard \(name)", codes: codes)
        input.keyboards[keyboard.path] = keyboard
        #expect(FileManager.default.createFile(atPath: keyboard.path, contents: nil))
        return keyboard
    }

    func run(to milliseconds: Double) throws { try loop.advance(to: at(milliseconds)) }

    func send(_ keyboard: FakeInput.Keyboard, _ kinds: InputEvent.Kind...) throws {
        keyboard.events += kinds.map { InputEvent($0, at: loop.now) }
        keyboard.bell.isRinging = true
        try run(to: Double(loop.now.nanoseconds) / 1_000_000)
    }

    func key(_ keyboard: FakeInput.Keyboard, _ code: Int32, _ value: Int32) throws {
        try send(keyboard, .key(code: UInt16(code), value: value), .report)
    }

    func news() -> [String] {
        defer { log = [] }
        return log
    }
}

@Suite struct EvdevKeysTests {
    /// It comes back under the same name while the loop is busy: its new file is seen first, while the old device is still held.
    @Test func aKeyboardThatIsReplacedWithinATurnIsTakenBack() throws {
        let bench = try KeyBench { $0.plug("event0") }
        let old = try #require(bench.input.keyboards.values.first)
        try bench.run(to: 100)
        old.isGone = true
        old.bell.isRinging = true
        try FileManager.default.removeItem(atPath: old.path)
        let new = bench.plug("event0")
        try bench.run(to: 200)
        #expect(bench.keys.names.count == 1)
        try bench.key(new, KEY_SPACE, 1)
        #expect(bench.news().last == "pause down@200")
    }

    @Test(arguments: [
        (KEY_SPACE, "pause"), (KEY_ENTER, "pause"), (KEY_KPENTER, "pause"), (KEY_PLAYPAUSE, "pause"), (KEY_OK, "pause"),
        (KEY_RIGHT, "skip"),
        (KEY_NEXTSONG, "skip"), (KEY_LEFT, "back"), (KEY_PREVIOUSSONG, "back"), (KEY_UP, "up"), (KEY_DOWN, "down"), (KEY_HOME, "home"),
    ])
    func keysGoDownAndUpWithTheirStamps(code: Int32, key: String) throws {
        let bench = try KeyBench { $0.plug("event0") }
        let keyboard = bench.input.keyboards.values.first!
        try bench.run(to: 100)
        try bench.key(keyboard, code, 1)
        try bench.run(to: 300)
        try bench.key(keyboard, code, 0)
        #expect(bench.news() == ["\(key) down@100", "\(key) up@300"])
    }

    @Test(arguments: [KEY_ESC, KEY_BACK, KEY_EXIT])
    func escapeIsAWholePressOfItsOwn(code: Int32) throws {
        let bench = try KeyBench { $0.plug("event0") }
        let keyboard = bench.input.keyboards.values.first!
        try bench.key(keyboard, code, 1)
        try bench.key(keyboard, code, 2)
        try bench.key(keyboard, code, 0)
        #expect(bench.news() == ["back escape@0"])
    }

    @Test func theKeyboardsOwnRepetitionIsNotOurs() throws {
        let bench = try KeyBench { $0.plug("event0") }
        let keyboard = bench.input.keyboards.values.first!
        try bench.key(keyboard, KEY_RIGHT, 1)
        for _ in 0..<50 { try bench.key(keyboard, KEY_RIGHT, 2) }
        try bench.key(keyboard, KEY_RIGHT, 0)
        #expect(bench.news() == ["skip down@0", "skip up@0"])
    }

    @Test(arguments: [KEY_F1, KEY_LEFTSHIFT, KEY_VOLUMEUP, KEY_POWER, BTN_LEFT])
    func otherKeysAreNothing(code: Int32) throws {
        let bench = try KeyBench { $0.plug("event0") }
        let keyboard = bench.input.keyboards.values.first!
        try bench.key(keyboard, code, 1)
        try bench.key(keyboard, code, 0)
        #expect(bench.news() == [])
    }

    @Test func withCtrlAltOrTheLogoKeyItIsSomebodyElses() throws {
        let bench = try KeyBench { $0.plug("event0") }
        let keyboard = bench.input.keyboards.values.first!
        for modifier in [KEY_LEFTCTRL, KEY_RIGHTALT, KEY_LEFTMETA] {
            try bench.key(keyboard, modifier, 1)
            try bench.key(keyboard, KEY_RIGHT, 1)
            try bench.key(keyboard, KEY_RIGHT, 0)
            try bench.key(keyboard, KEY_ESC, 1)
            try bench.key(keyboard, modifier, 0)
        }
        #expect(bench.news() == [])
        try bench.key(keyboard, KEY_RIGHT, 1)
        // A key that is down goes up whatever else is held.
        try bench.key(keyboard, KEY_LEFTALT, 1)
        try bench.key(keyboard, KEY_RIGHT, 0)
        #expect(bench.news() == ["skip down@0", "skip up@0"])
    }

    @Test func twoKeysOfOneMeaningAreOneKey() throws {
        let bench = try KeyBench {
            $0.plug("event0")
            $0.plug("event1")
        }
        let first = bench.input.keyboards["\(bench.folder)/event0"]!
        let second = bench.input.keyboards["\(bench.folder)/event1"]!
        try bench.key(first, KEY_SPACE, 1)
        try bench.key(second, KEY_ENTER, 1)
        try bench.key(first, KEY_SPACE, 0)
        #expect(bench.news() == ["pause down@0"])
        try bench.key(second, KEY_ENTER, 0)
        #expect(bench.news() == ["pause up@0"])
    }

    @Test func aKeyboardThatIsUnpluggedLetsItsKeysGo() throws {
        let bench = try KeyBench { $0.plug("event3") }
        let keyboard = bench.input.keyboards.values.first!
        try bench.key(keyboard, KEY_SPACE, 1)
        try bench.key(keyboard, KEY_LEFT, 1)
        try bench.run(to: 500)
        keyboard.isGone = true
        keyboard.bell.isRinging = true
        try bench.run(to: 500)
        #expect(bench.news() == ["pause down@0", "back down@0", "back up@500", "pause up@500"])
        #expect(bench.keys.names == [:])
        #expect(bench.notes == [.inputVanished(path: keyboard.path)])
    }

    @Test func aKeyboardThatIsPluggedInWorks() throws {
        let bench = try KeyBench()
        #expect(bench.keys.names == [:])
        let keyboard = bench.plug("event7")
        bench.plug("mouse0")
        bench.plug("event8", codes: [UInt16(BTN_LEFT), UInt16(KEY_POWER)])
        try bench.run(to: 100)
        #expect(bench.keys.names == [keyboard.path: "Keyboard event7"], "a mouse has no key of ours")
        try bench.key(keyboard, KEY_SPACE, 1)
        #expect(bench.news() == ["pause down@100"])
    }

    @Test func aKeyboardThatComesBackUnderItsNameWorks() throws {
        let bench = try KeyBench { $0.plug("event0") }
        let old = bench.input.keyboards.values.first!
        old.isGone = true
        old.bell.isRinging = true
        try bench.run(to: 10)
        try FileManager.default.removeItem(atPath: old.path)
        let new = bench.plug("event0")
        try bench.run(to: 20)
        try bench.key(new, KEY_SPACE, 1)
        #expect(bench.news() == ["pause down@20"])
    }

    @Test func aKeyboardThatMayNotBeReadIsPassedOverAndTakenWhenItMay() throws {
        let bench = try KeyBench { bench in
            let keyboard = bench.plug("event0")
            bench.input.refusals[keyboard.path] = EACCES
        }
        #expect(bench.notes == [], "silent")
        let path = "\(bench.folder)/event0"
        bench.input.refusals[path] = nil
        // udev gives the group its rights.
        try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: path)
        try bench.run(to: 100)
        #expect(bench.keys.names == [path: "Keyboard event0"])
    }

    @Test func anotherRefusalIsNoted() throws {
        let bench = try KeyBench { bench in
            let keyboard = bench.plug("event0")
            bench.input.refusals[keyboard.path] = EIO
        }
        #expect(bench.notes.count == 1)
    }

    @Test func aFolderThatComesLaterIsFound() throws {
        let bench = try KeyBench(hasFolder: false)
        try bench.run(to: 20_000)
        bench.makeFolder()
        let keyboard = bench.plug("event0")
        try bench.run(to: 25_000)
        #expect(bench.keys.names == [keyboard.path: "Keyboard event0"])
        let second = bench.plug("event1")
        try bench.run(to: 25_010)
        #expect(bench.keys.names[second.path] != nil, "and is watched")
    }

    @Test func aFolderThatGoesAndComesBackIsWatchedAgain() throws {
        let bench = try KeyBench()
        try FileManager.default.removeItem(atPath: bench.folder)
        try bench.run(to: 10_000)
        bench.makeFolder()
        try bench.run(to: 20_000)
        let keyboard = bench.plug("event0")
        try bench.run(to: 20_010)
        #expect(bench.keys.names[keyboard.path] != nil)
    }

    @Test func afterLostEventsTheKeysAreAskedFor() throws {
        let bench = try KeyBench { $0.plug("event0") }
        let keyboard = bench.input.keyboards.values.first!
        try bench.key(keyboard, KEY_SPACE, 1)
        try bench.key(keyboard, KEY_RIGHT, 1)
        keyboard.held = [UInt16(KEY_RIGHT)]
        try bench.send(keyboard, .dropped, .key(code: UInt16(KEY_LEFT), value: 1), .report)
        #expect(bench.news() == ["pause down@0", "skip down@0", "pause up@0"])
        try bench.key(keyboard, KEY_RIGHT, 0)
        #expect(bench.news() == ["skip up@0"])
    }

    @Test func whileTheScreenIsAnotherProgramsSoAreTheKeys() throws {
        let bench = try KeyBench(grabs: true) { $0.plug("event0") }
        let keyboard = bench.input.keyboards.values.first!
        #expect(keyboard.isGrabbed)
        try bench.key(keyboard, KEY_SPACE, 1)
        bench.keys.setActive(false)
        #expect(!keyboard.isGrabbed)
        #expect(bench.news() == ["pause down@0", "pause up@0"])
        try bench.key(keyboard, KEY_RIGHT, 1)
        let later = bench.plug("event1")
        try bench.run(to: 10)
        #expect(!later.isGrabbed)
        #expect(bench.news() == [])
        bench.keys.setActive(true)
        #expect(keyboard.isGrabbed && later.isGrabbed)
        try bench.key(keyboard, KEY_RIGHT, 0)
        #expect(bench.news() == [], "its down was not ours")
    }

    @Test func withoutGrabbingNothingIsGrabbed() throws {
        let bench = try KeyBench { $0.plug("event0") }
        bench.keys.setActive(false)
        bench.keys.setActive(true)
        #expect(bench.input.keyboards.values.allSatisfy { !$0.isGrabbed })
    }

    @Test func afterClosingNothingComes() throws {
        let bench = try KeyBench { $0.plug("event0") }
        bench.keys.close()
        try bench.key(bench.input.keyboards.values.first!, KEY_SPACE, 1)
        bench.plug("event1")
        try bench.run(to: 60_000)
        #expect(bench.news() == [] && bench.keys.names == [:])
    }

    @Test func recordsThatAreCutDoNotTrap() {
        let record: [UInt8] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0] + Array("event12".utf8) + Array(repeating: 0, count: 9)
        #expect(EvdevKeys.changes((record + record)[...]).map(\.name) == ["event12", "event12"])
        for length in 0..<record.count { #expect(EvdevKeys.changes(record[..<length]).count == (length < 16 ? 0 : 1)) }
    }

    @Test func aRealFileThatIsNoDeviceIsRefused() {
        #expect(throws: ButtonsError.self) { _ = try KernelInput().open("/dev/null") }
        #expect(throws: ButtonsError.inputRefused(path: "/proc/nonexistent", code: ENOENT, reason: "No such file or directory")) {
            _ = try KernelInput().open("/proc/nonexistent")
        }
    }
}

@Suite struct ButtonsReportTests {
    @Test func aReportSaysWhatWorksAndWhatDoesNot() throws {
        let bench = try KeyBench { bench in
            bench.plug("event0")
            bench.plug("event1", codes: [UInt16(BTN_LEFT)])
            bench.plug("event10")
            bench.input.refusals["\(bench.folder)/event10"] = EACCES
        }
        let lines = FakeLines()
        lines.wire("GPIO17").isDown = true
        lines.wire("GPIO27").holder = "stepback"
        let wirings = [Wiring(.back, .name("GPIO17")), Wiring(.pause, .name("GPIO27")), Wiring(.skip, .name("GPIO99"))]
        let report = ButtonsReport(wirings, lines: lines, chips: [], inputFolder: bench.folder, inputSource: bench.input)
        #expect(report.buttons.map(\.key) == ["back", "pause", "skip"])
        #expect(report.buttons.map(\.fault) == [nil, "taken", "missing"])
        #expect(report.buttons.map(\.isDown) == [true, nil, nil])
        #expect(report.buttons.map(\.takenBy) == [nil, "stepback", nil])
        #expect(report.inputs.map(\.name) == ["Keyboard event0", nil])
        #expect(report.inputs.map(\.errorCode) == [nil, EACCES])
        #expect(!lines.wire("GPIO17").isHeld, "nothing is held afterwards")
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(ButtonsReport.self, from: data) == report)
    }
}

@Suite struct TypingTests {
    private func typed(_ keys: [(code: Int32, value: Int32)]) throws -> [String] {
        let bench = try KeyBench()
        let keyboard = bench.plug("event0")
        try bench.run(to: 10)
        for key in keys { try bench.key(keyboard, key.code, key.value) }
        return bench.log
    }

    @Test func lettersAreTypedAndRepeatAndShiftMakesThemCapital() throws {
        #expect(try typed([(KEY_A, 1), (KEY_A, 2), (KEY_A, 0), (KEY_7, 1), (KEY_7, 0)]) == ["letter a", "letter a", "letter 7"])
        #expect(
            try typed([(KEY_RIGHTSHIFT, 1), (KEY_A, 1), (KEY_A, 0), (KEY_RIGHTSHIFT, 0), (KEY_B, 1)]) == ["letter A", "letter b"])
        #expect(try typed([(KEY_BACKSPACE, 1)]) == ["letter \u{8}"])
    }

    @Test func aLetterWithControlIsSomebodyElses() throws {
        #expect(try typed([(KEY_LEFTCTRL, 1), (KEY_C, 1), (KEY_C, 0), (KEY_LEFTCTRL, 0), (KEY_F1, 1)]) == [])
    }

    @Test func theSpaceBarIsAKeyAndASpace() throws {
        #expect(try typed([(KEY_SPACE, 1), (KEY_SPACE, 0)]) == ["pause down@10", "pause up@10"])
    }

    @Test func theConsolesSymbolsAreLatinOrUnicode() {
        #expect(ConsoleKeymap.character(0x0B61) == "a")
        #expect(ConsoleKeymap.character(0x00E4) == "ä")
        #expect(ConsoleKeymap.character(0xF000 ^ 0x0444) == "ф")
        // Enter, a dead key, a control code.
        #expect([0x0201, 0x0400, 0x0003].map { ConsoleKeymap.character($0) } == [nil, nil, nil])
        #expect(ConsoleKeymap { table, _ in table == 1 ? 0x0BC4 : 0x0BE4 }.letter(UInt16(KEY_APOSTROPHE), isShifted: true) == "Ä")
    }
}
