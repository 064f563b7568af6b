import CLinux
import Testing

@testable import Buttons

/// Ctrl, Alt and a function key while our terminal is in front, and what is left of them when it is not.
@Suite struct ConsoleKeysTests {
    private let bench: KeyBench
    private let keyboard: FakeInput.Keyboard

    init() throws {
        bench = try KeyBench(grabs: true) { $0.plug("event0") }
        keyboard = bench.input.keyboards.values.first!
    }

    private func press(_ codes: Int32...) throws {
        for code in codes {
            try bench.key(keyboard, code, 1)
            keyboard.held.insert(UInt16(code))
        }
    }

    private func letGo(_ codes: Int32...) throws {
        for code in codes {
            keyboard.held.remove(UInt16(code))
            try bench.key(keyboard, code, 0)
        }
    }

    @Test(arguments: [
        (KEY_F1, 1), (KEY_F2, 2), (KEY_F3, 3), (KEY_F4, 4), (KEY_F5, 5), (KEY_F6, 6), (KEY_F7, 7), (KEY_F8, 8), (KEY_F9, 9), (KEY_F10, 10),
        (KEY_F11, 11), (KEY_F12, 12),
    ])
    func ctrlAltAndAFunctionKeyAskForTheirConsole(code: Int32, console: Int) throws {
        for (control, alt) in [(KEY_LEFTCTRL, KEY_LEFTALT), (KEY_RIGHTCTRL, KEY_RIGHTALT), (KEY_LEFTCTRL, KEY_RIGHTALT)] {
            try press(control, alt, code)
            try letGo(code, alt, control)
            try press(alt, control, code)
            try letGo(control, code, alt)
        }
        #expect(bench.news() == Array(repeating: "console \(console)@0", count: 6))
    }

    @Test func itIsAskedForWhenItsKeyComesUpSoThatNoRepetitionIsTypedAtTheLogin() throws {
        try press(KEY_LEFTCTRL, KEY_LEFTALT, KEY_F2)
        try bench.key(keyboard, KEY_F2, 2)
        try bench.run(to: 900)
        #expect(bench.news() == [])
        try letGo(KEY_F2)
        #expect(bench.news() == ["console 2@900"])
    }

    @Test func withoutBothOrTooLateItIsNothing() throws {
        try press(KEY_F2)
        try letGo(KEY_F2)
        for modifiers in [
            [KEY_LEFTCTRL], [KEY_RIGHTALT], [KEY_LEFTCTRL, KEY_RIGHTCTRL], [KEY_LEFTMETA, KEY_LEFTALT], [KEY_LEFTCTRL, KEY_LEFTSHIFT],
        ] {
            for code in modifiers { try press(code) }
            try press(KEY_F2)
            try letGo(KEY_F2)
            for code in modifiers { try letGo(code) }
        }
        // Down first, and only then the two.
        try press(KEY_F2, KEY_LEFTCTRL, KEY_LEFTALT)
        try letGo(KEY_F2, KEY_LEFTCTRL, KEY_LEFTALT)
        #expect(bench.news() == [])
    }

    @Test func otherKeysWithTheTwoAreNothing() throws {
        try press(KEY_LEFTCTRL, KEY_LEFTALT)
        for code in [KEY_DELETE, KEY_LEFT, KEY_RIGHT, KEY_SPACE, KEY_ESC, KEY_A, KEY_F13] {
            try press(code)
            try letGo(code)
        }
        try letGo(KEY_LEFTCTRL)
        try press(KEY_LEFT)
        try letGo(KEY_LEFT, KEY_LEFTALT)
        #expect(bench.news() == [])
    }

    @Test func whenTheTerminalIsLeftNothingOfTheChordStaysHeld() throws {
        try press(KEY_LEFTCTRL, KEY_LEFTALT, KEY_F2)
        try letGo(KEY_F2)
        #expect(bench.news() == ["console 2@0"])
        bench.keys.setActive(false)
        #expect(!keyboard.isGrabbed)
        // Come up at the login, where they are not for us.
        keyboard.held = []
        try bench.run(to: 5000)
        bench.keys.setActive(true)
        #expect(keyboard.isGrabbed)
        try press(KEY_SPACE)
        try letGo(KEY_SPACE)
        try press(KEY_F3)
        try letGo(KEY_F3)
        #expect(bench.news() == ["pause down@5000", "pause up@5000"])
    }

    @Test func aChordThatIsCutOffByTheSwitchIsForgotten() throws {
        try press(KEY_LEFTCTRL, KEY_LEFTALT, KEY_F2)
        bench.keys.setActive(false)
        keyboard.held = []
        bench.keys.setActive(true)
        try letGo(KEY_F2)
        #expect(bench.news() == [])
    }

    @Test func theChordThatBringsUsBackEndsAtTheConsoleBeforeTheKeysAreGrabbed() throws {
        bench.keys.setActive(false)
        try press(KEY_LEFTCTRL, KEY_LEFTALT, KEY_F1)
        bench.keys.setActive(true)
        #expect(!keyboard.isGrabbed, "it would never hear that they come up")
        try letGo(KEY_F1, KEY_LEFTCTRL)
        #expect(!keyboard.isGrabbed)
        try press(KEY_RIGHT)
        try letGo(KEY_RIGHT)
        #expect(bench.news() == [], "Alt is held")
        try letGo(KEY_LEFTALT)
        #expect(keyboard.isGrabbed)
        try press(KEY_RIGHT)
        try letGo(KEY_RIGHT)
        #expect(bench.news() == ["skip down@0", "skip up@0"])
    }

    @Test func theTwoThatAreStillHeldAfterComingBackAskForTheNextConsole() throws {
        bench.keys.setActive(false)
        try press(KEY_LEFTCTRL, KEY_LEFTALT, KEY_F1)
        bench.keys.setActive(true)
        try letGo(KEY_F1)
        try press(KEY_F3)
        try letGo(KEY_F3)
        #expect(bench.news() == ["console 3@0"])
    }

    @Test func aKeyboardThatIsPluggedInWithAModifierDownIsGrabbedOnceThatIsUp() throws {
        let other = bench.plug("event1")
        other.held = [UInt16(KEY_LEFTSHIFT)]
        try bench.run(to: 10)
        #expect(!other.isGrabbed)
        try bench.key(other, KEY_A, 1)
        try bench.key(other, KEY_LEFTSHIFT, 0)
        #expect(other.isGrabbed && bench.news() == ["letter A"])
    }

    @Test func afterLostEventsAConsoleIsNotAskedFor() throws {
        try press(KEY_LEFTCTRL, KEY_LEFTALT, KEY_F2)
        keyboard.held = []
        try bench.send(keyboard, .dropped, .report)
        try letGo(KEY_F2)
        try press(KEY_SPACE)
        #expect(bench.news() == ["pause down@0"])
    }
}
