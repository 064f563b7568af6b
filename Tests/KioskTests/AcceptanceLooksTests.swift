import Canvas
import Playback
import Ports
import Stage
import Testing
import Words
import Workouts

@testable import Kiosk

/// The whole way, from building a routine to its end, in a dark room, with big text, by keyboard, and on a panel whose size changes.
@Suite struct AcceptanceLooksTests {
    /// Builds the sample and plays it; `look` sees every picture once.
    private func buildAndPlay(_ wall: Wall, look: @escaping (Picture) -> Void) throws {
        var seen: Set<Picture> = []
        wall.look = { wall in if seen.insert(wall.picture).inserted { look(wall.picture) } }
        try wall.options(of: "Morning core")
        try wall.choose("Delete")
        wall.tap(.skip)
        try AcceptanceTests.buildSample(wall)
        try wall.walk(to: "Morning core")
        wall.tap(.pause)
        for _ in 0..<48 {
            wall.run(for: .seconds(7))
            wall.look(wall)
        }
        #expect(wall.summary?.isComplete == true)
        #expect(seen.count > 80)
    }

    private func checkEverything(_ eyes: Eyes, _ wall: Wall) throws {
        var found: Set<String> = []
        try buildAndPlay(wall) { picture in
            for complaint in eyes.complaints(picture) { found.insert("\(picture.screen): \(complaint)") }
            for (text, ratio) in eyes.contrasts(picture) where ratio < 4.5 {
                found.insert("\(picture.screen): \(text) stands out by \(ratio)")
            }
        }
        #expect(found.isEmpty, "\(found.sorted().joined(separator: "\n"))")
    }

    @Test func theWholeWayInADarkRoom() throws {
        let wall = try AcceptanceTests.started { $0.personal.light = .dark }
        #expect(wall.kiosk.light(at: wall.now) == .dark)
        try checkEverything(Eyes(StageStyle(size: PixelSize(width: 800, height: 480), light: .dark)), wall)
    }

    @Test(arguments: StageStyle.Light.allCases) func theWholeWayWithBigText(_ light: StageStyle.Light) throws {
        let wall = try AcceptanceTests.started { $0.personal.hasBigText = true }
        var style = StageStyle(size: PixelSize(width: 800, height: 480), light: light)
        style.hasBigText = true
        try checkEverything(Eyes(style), wall)
    }

    /// A proper stage at any size, not a stretched one: what is seen at one size is seen at the others.
    @Test func theWholeWayOnAPanelThatIsResized() throws {
        let sizes = [(480, 320), (800, 480), (1280, 720), (1920, 1080), (1080, 1920), (720, 720)].map {
            PixelSize(width: $0.0, height: $0.1)
        }
        let eyes = sizes.map { Eyes(StageStyle(size: $0)) }
        var turn = 0
        var found: Set<String> = []
        try buildAndPlay(AcceptanceTests.started()) { picture in
            turn += 1
            let eye = eyes[turn % eyes.count]
            for complaint in eye.complaints(picture) {
                found.insert("\(picture.screen) \(eye.style.size.width)x\(eye.style.size.height): \(complaint)")
            }
        }
        #expect(found.isEmpty, "\(found.sorted().joined(separator: "\n"))")
    }

    @Test func aPanelThatIsResizedMidSetGoesOnWithoutMissingASecond() {
        let bench = Bench(size: PixelSize(width: 800, height: 480))
        for (index, size) in [(480, 320), (1080, 1920), (1920, 1080)].enumerated() {
            bench.run(to: seconds(20.5 + Double(index)))
            bench.screen.size = PixelSize(width: size.0, height: size.1)
            let before = bench.screen.presents.count
            bench.send(.screen(.changed))
            #expect(bench.screen.presents.count == before + 1, "the new panel has its picture at once")
            #expect(bench.player?.secondsLeft == 15 - index && bench.player?.mode == .running)
        }
    }

    /// Letters, arrows, enter, escape and the space bar, as a keyboard's own events.
    @Test func aKeyboardBrowsesBuildsAndPlays() throws {
        let wall = try Wall(SharedFolder())
        func space() {
            wall.send(.typed(" ", else: .key(KeyEvent(.pause, .down, at: wall.now))))
            wall.run(for: .milliseconds(80))
            wall.send(.key(KeyEvent(.pause, .up, at: wall.now)))
            wall.run(for: .milliseconds(200))
        }
        func escape() { wall.send(.key(KeyEvent(.back, .hold, at: wall.now))) }
        space()
        #expect(wall.home != nil, "past the welcome")
        // Browse: the gallery by its first letters.
        for _ in 0..<9 where wall.picture.focused != "Gallery" { wall.tap(.down) }
        space()
        wall.type("squats")
        #expect(wall.picture.focused == "Squats")
        escape()
        escape()
        #expect(wall.home != nil)
        // Build: searched, picked and named by typing.
        for _ in 0..<9 where wall.picture.focused != "New routine" { wall.tap(.down) }
        space()
        for name in ["bridge", "plank"] {
            wall.type(name)
            wall.tap(.pause)
        }
        wall.hold(.pause)
        #expect(wall.builder?.facts.total == "1:15")
        for _ in 0..<9 where wall.picture.focused != "Save" { wall.tap(.down) }
        space()
        wall.type("Push day")
        #expect(wall.picture.typed == "Push day")
        wall.tap(.pause)
        #expect(wall.home != nil && wall.folder.files("routines").values.contains { $0.hasPrefix("Push day") })
        // Play: letters jump to it, space pauses, arrows skip and go back.
        wall.tap(.home)
        wall.type("p")
        #expect(wall.picture.focused == "Push day")
        space()
        wall.run(for: .seconds(10))
        space()
        #expect(wall.player?.mode == .paused)
        space()
        wall.run(for: .seconds(4))
        #expect(wall.player?.mode == .running)
        wall.tap(.skip)
        #expect(wall.player.map { $0.timeline.segments[$0.segment].kind } == .rest)
        wall.tap(.back)
        wall.tap(.back)
        #expect(wall.player.map { $0.timeline.segments[$0.segment].kind } == .work)
        wall.run(for: .seconds(80))
        #expect(wall.summary?.isComplete == true)
        space()
        #expect(wall.home != nil)
    }
}
