import Playback
import Ports
import Testing

@testable import Buttons

func at(_ milliseconds: Double) -> Instant { Instant(nanoseconds: Int64(milliseconds * 1_000_000)) }

/// Plays a line's life against a debouncer: the clock stops at every deadline, as the loop would.
struct Bench {
    var debouncer: Debouncer
    var level: Bool
    var log: [String] = []

    init(isDown: Bool = false, settle: Duration = .milliseconds(20), hold: Duration = .seconds(30)) {
        debouncer = Debouncer(isDown: isDown, at: at(0), settleTime: settle, holdLimit: hold)
        level = isDown
    }

    mutating func note(_ outputs: [Debouncer.Output]) {
        for output in outputs {
            switch output {
            case .edge(let edge): log.append("\(edge.isDown ? "down" : "up")@\(Double(edge.at.nanoseconds) / 1_000_000)")
            case .health(let health): log.append("\(health)")
            }
        }
    }

    /// Deadlines up to the instant.
    mutating func run(to milliseconds: Double) {
        while let deadline = debouncer.nextDeadline, deadline <= at(milliseconds) { note(debouncer.advance(to: deadline, isDown: level)) }
    }

    mutating func edge(_ isDown: Bool, _ milliseconds: Double) {
        run(to: milliseconds)
        level = isDown
        note(debouncer.edge(isDown: isDown, at: at(milliseconds)))
    }

    /// The level changes and no edge tells it.
    mutating func silently(_ isDown: Bool, _ milliseconds: Double) {
        run(to: milliseconds)
        level = isDown
    }
}

@Suite struct DebouncerTests {
    @Test func aCleanPressIsOneDownAndOneUpWithTheirOwnStamps() {
        var bench = Bench()
        bench.edge(true, 100)
        bench.edge(false, 250)
        bench.run(to: 1000)
        #expect(bench.log == ["down@100.0", "up@250.0"])
    }

    @Test func aPressIsKnownOneSettleTimeAfterItBegan() {
        var bench = Bench()
        bench.edge(true, 100)
        #expect(bench.debouncer.nextDeadline == at(120))
        #expect(bench.debouncer.advance(to: at(119.9), isDown: true) == [])
        #expect(bench.debouncer.advance(to: at(120), isDown: true) == [.edge(.init(isDown: true, at: at(100)))])
    }

    @Test func ghostSpikesVanish() {
        var bench = Bench()
        for start in stride(from: 0.0, to: 5000, by: 500) {
            bench.edge(true, start)
            bench.edge(false, start + 19.9)
        }
        bench.run(to: 10_000)
        #expect(bench.log == [])
    }

    @Test func aSpikeInAHeldKeyDoesNotReleaseIt() {
        var bench = Bench()
        bench.edge(true, 0)
        bench.edge(false, 300)
        bench.edge(true, 301)
        bench.edge(false, 700)
        bench.run(to: 1000)
        #expect(bench.log == ["down@0.0", "up@700.0"])
    }

    @Test(arguments: [0.2, 1, 4.9, 19])
    func twentyEdgesOfBounceAreOnePress(gap: Double) {
        var bench = Bench()
        for index in 0..<21 { bench.edge(index % 2 == 0, Double(index) * gap) }
        let end = 500 + 20 * gap
        for index in 0..<21 { bench.edge(index % 2 != 0, end + Double(index) * gap) }
        bench.run(to: 5000)
        #expect(bench.log == ["down@\(20 * gap)", "up@\(Double(at(end + 20 * gap).nanoseconds) / 1_000_000)"])
    }

    @Test func aWholePressThatWaitedWhileTheLoopWasBusyIsStillAPress() {
        var bench = Bench()
        // Both edges are read late, in one turn, and no deadline was seen between them.
        bench.note(bench.debouncer.edge(isDown: true, at: at(10)))
        bench.note(bench.debouncer.edge(isDown: false, at: at(90)))
        bench.run(to: 1000)
        #expect(bench.log == ["down@10.0", "up@90.0"])
    }

    @Test func aLostReleaseIsFoundByReadingTheLevel() {
        var bench = Bench()
        bench.edge(true, 0)
        bench.edge(false, 5)
        bench.edge(true, 6)
        bench.silently(false, 7)
        bench.run(to: 1000)
        #expect(bench.log == [], "the press cannot be proven")
        #expect(bench.debouncer.nextDeadline == nil)
    }

    @Test func aLostPressEdgeIsFoundByReadingTheLevel() {
        var bench = Bench()
        bench.edge(true, 0)
        bench.edge(false, 5)
        bench.silently(true, 6)
        bench.run(to: 1000)
        // Since when is not known: from the reading on.
        #expect(bench.log == ["down@25.0"])
    }

    @Test func twoEdgesToTheSameLevelBeginItAnew() {
        var bench = Bench()
        bench.edge(true, 0)
        bench.edge(true, 15)
        #expect(bench.debouncer.nextDeadline == at(35))
        bench.run(to: 100)
        #expect(bench.log == ["down@15.0"])
    }

    @Test func stampsThatRunBackwardsDoNotMakeTimeRunBackwards() {
        var bench = Bench()
        bench.edge(true, 100)
        bench.note(bench.debouncer.edge(isDown: false, at: at(40)))
        bench.level = false
        bench.run(to: 1000)
        #expect(bench.log == [])
    }

    @Test func aKeyHeldForThirtySecondsIsStuckAndIsIgnoredUntilReleased() {
        var bench = Bench()
        bench.edge(true, 0)
        bench.run(to: 100_000)
        #expect(bench.log == ["down@0.0", "heldTooLong", "up@30000.0"])
        #expect(bench.debouncer.nextDeadline == nil, "a stuck key costs nothing")
        bench.edge(false, 200_000)
        bench.edge(true, 201_000)
        bench.run(to: 202_000)
        #expect(bench.log.dropFirst(3) == ["good", "down@201000.0"])
    }

    @Test func aSpikeDoesNotFreeAStuckKey() {
        var bench = Bench(hold: .seconds(1))
        bench.edge(true, 0)
        bench.run(to: 2000)
        bench.edge(false, 3000)
        bench.edge(true, 3010)
        bench.run(to: 9000)
        #expect(bench.log == ["down@0.0", "heldTooLong", "up@1000.0"])
    }

    @Test func aKeyThatIsDownFromTheStartIsNoPressAndBecomesStuck() {
        var bench = Bench(isDown: true)
        bench.run(to: 60_000)
        #expect(bench.log == ["heldTooLong"])
        bench.edge(false, 70_000)
        bench.run(to: 71_000)
        #expect(bench.log == ["heldTooLong", "good"])
    }

    @Test func aKeyThatIsDownFromTheStartAndReleasedSoonSaysNothing() {
        var bench = Bench(isDown: true)
        bench.edge(false, 900)
        bench.run(to: 60_000)
        #expect(bench.log == [])
        bench.edge(true, 61_000)
        bench.run(to: 62_000)
        #expect(bench.log == ["down@61000.0"])
    }

    @Test(arguments: [0.1, 1, 5, 10])
    func chatterWithoutEndIsToldOnceAndNeverPresses(gap: Double) {
        var bench = Bench()
        var time = 0.0
        var isDown = true
        while time < 5000 {
            bench.edge(isDown, time)
            isDown.toggle()
            time += gap
        }
        #expect(bench.log == ["chattering"])
    }

    @Test func chatterThatBeginsInAHeldKeyLetsItGo() {
        var bench = Bench()
        bench.edge(true, 0)
        for index in 0..<2000 { bench.edge(index % 2 != 0, 1000 + Double(index)) }
        #expect(bench.log.prefix(2) == ["down@0.0", "chattering"])
        #expect(bench.log.count == 3 && bench.log[2].hasPrefix("up@"))
    }

    @Test func theFastestHumanTappingOnABadSwitchIsNoChatter() {
        var bench = Bench()
        var time = 0.0
        // Ten presses a second for ten seconds, nine edges of bounce on each edge.
        for _ in 0..<100 {
            for index in 0..<9 { bench.edge(index % 2 == 0, time + Double(index)) }
            for index in 0..<9 { bench.edge(index % 2 != 0, time + 50 + Double(index)) }
            time += 100
        }
        bench.run(to: time + 1000)
        #expect(bench.log.count == 200)
        #expect(!bench.log.contains("chattering"))
    }

    @Test func givingTheLineUpLetsTheKeyGo() {
        var bench = Bench()
        bench.edge(true, 0)
        bench.run(to: 100)
        bench.note(bench.debouncer.end(at: at(150)))
        bench.note(bench.debouncer.end(at: at(160)))
        #expect(bench.log == ["down@0.0", "up@150.0"])
    }

    /// Whatever the edges are: downs and ups alternate, each holds for the settle time, stamps never run backwards.
    @Test(arguments: 0..<200)
    func anyEdgesGiveAlternatingLevelsThatHeld(seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ bound: UInt64) -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state % bound
        }
        var debouncer = Debouncer(isDown: false, at: at(0))
        var level = false
        var time = 0.0
        var edges: [Debouncer.Edge] = []
        func take(_ outputs: [Debouncer.Output]) {
            for case .edge(let edge) in outputs { edges.append(edge) }
        }
        for _ in 0..<300 {
            time += Double(random(60_000)) / 1000
            while let deadline = debouncer.nextDeadline, deadline <= at(time) { take(debouncer.advance(to: deadline, isDown: level)) }
            level.toggle()
            if random(8) > 0 { take(debouncer.edge(isDown: level, at: at(time))) }
        }
        for (index, edge) in edges.enumerated() {
            #expect(edge.isDown == (index % 2 == 0))
            if index > 0 { #expect(edge.at - edges[index - 1].at >= .milliseconds(20)) }
        }
        #expect(edges.count > 5)
    }
}
