import Playback
import Ports
import Testing

@testable import Sound

private func cue(_ tone: Tone, _ start: Instant, _ kind: String = "tone") -> TimedCue {
    TimedCue(id: CueID(segment: 1, kind: kind), sound: .tone(tone), start: start)
}

private let noCard = OutputFault.lost(.noCard, .device(action: "open", name: "default", code: -2, reason: "No such file or directory"))
private let busy = OutputFault.lost(.busy, .device(action: "open", name: "default", code: -16, reason: "Device or resource busy"))
private let removed = OutputFault.lost(.removed, .device(action: "play on", name: "default", code: -19, reason: "No such device"))

private func milliseconds(_ duration: Duration) -> Double { Double(duration.wholeNanoseconds) / 1e6 }

@Test func theStreamIsOpenFromTheStartAndCarriesSilence() {
    let rig = Rig()
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(60))
    #expect(rig.reports == [.opened])
    #expect(rig.output.streams.count == 1)
    #expect(rig.output.heard.allSatisfy { $0 == 0 })
    // Fourteen turns a second, each of four calls at most.
    #expect(rig.turns < 60 * 14)
    #expect(rig.output.calls < rig.turns * 4 + 4)
}

@Test func aLargeBufferIsFilledSeldomOnceTheDeviceIsKnown() {
    let rig = Rig { $0.capacity = 24_000 }
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(3))
    let before = rig.turns
    rig.run(for: .seconds(60))
    // Every 375 ms; and sounds half a second away are already in what is written, where a press takes them back.
    #expect(rig.turns - before <= 161)
    let (start, pressed) = (rig.now + .milliseconds(300), rig.now + .milliseconds(250))
    rig.tell { playout, now in playout.schedule([cue(.countdown, start), cue(.done, start + .milliseconds(400))], now: now) }
    rig.run(for: .milliseconds(250))
    rig.tell { playout, now in
        playout.withdraw(at: now, now: now)
        playout.schedule([cue(.workStart, now)], now: now)
    }
    rig.run(for: .seconds(2))
    #expect(rig.output.onsets().count == 1)
    #expect(milliseconds(rig.output.onsets()[0] - pressed) < 9)
    #expect(rig.reports == [.opened])
}

@Test func whereNothingCanBeTakenBackSilenceIsWrittenFurtherAheadThanSound() {
    let rig = Rig {
        $0.capacity = 24_000
        $0.canTakeBack = false
    }
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(3))
    let before = rig.turns
    rig.run(for: .seconds(60))
    #expect(rig.turns - before <= 60 * 14)
    // A tone of a fifth of a second or more, and a press somewhere in it: it is over in 60 ms and a fade.
    for offset in stride(from: 5, to: 100, by: 7) {
        rig.tell { playout, now in playout.schedule([cue(.done, now + .milliseconds(150))], now: now) }
        rig.run(for: .milliseconds(150 + offset))
        let pressed = rig.now
        rig.tell { playout, now in playout.withdraw(at: now, now: now) }
        rig.run(for: .seconds(1))
        let stream = rig.output.streams[0]
        let ended = stream.began + Duration(samples: Int64(stream.samples.lastIndex { $0 != 0 }!))
        #expect(milliseconds(ended - pressed) < 72.1)
    }
    #expect(rig.reports == [.opened])
}

@Test(arguments: [0.0, 200, -200]) func aCueIsHeardAtItsInstantWhateverTheCrystal(_ partsPerMillion: Double) {
    let rig = Rig {
        $0.partsPerMillion = partsPerMillion
        $0.latency = 700
    }
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(20))
    let starts = (1...10).map { rig.now + .milliseconds(1_000 * $0) }
    for start in starts {
        rig.tell { playout, now in playout.schedule([cue(.countdown, start)], now: now) }
        rig.run(for: .seconds(1))
    }
    rig.run(for: .seconds(1))
    #expect(rig.output.onsets().count == 10)
    for (onset, start) in zip(rig.output.onsets(), starts) { #expect(abs(milliseconds(onset - start)) < 0.3) }
    #expect(rig.reports == [.opened])
}

@Test func theFirstCuesOfAStreamAreOnTimeAlready() {
    let rig = Rig {
        $0.partsPerMillion = 200
        $0.latency = 1_900
    }
    let start = rig.now + .milliseconds(700)
    rig.tell { $0.open(now: $1) }
    rig.tell { playout, now in playout.schedule((0...4).map { cue(.countdown, start + .milliseconds(500 * $0)) }, now: now) }
    rig.run(for: .seconds(4))
    for (index, onset) in rig.output.onsets().enumerated() { #expect(abs(milliseconds(onset - (start + .milliseconds(500 * index)))) < 1) }
    #expect(rig.output.onsets().count == 5)
}

@Test func whatIsHeardIsTheToneWhole() {
    let rig = Rig()
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(5))
    rig.tell { playout, now in playout.schedule([cue(.done, now + .milliseconds(500))], now: now) }
    rig.run(for: .seconds(2))
    let heard = rig.output.heard
    let first = heard.firstIndex { $0 != 0 }!
    #expect(Array(heard[first..<first + Tones.clip(.done).count]) == Tones.clip(.done).samples)
    #expect(heard[(first + Tones.clip(.done).count)...].allSatisfy { $0 == 0 })
}

@Test func aCueOfThisInstantIsHeardInMilliseconds() {
    let rig = Rig()
    rig.tell { $0.open(now: $1) }
    rig.run(for: .milliseconds(3_011))
    let now = rig.now
    rig.tell { playout, now in playout.schedule([cue(.workStart, now)], now: now) }
    rig.run(for: .seconds(1))
    #expect(milliseconds(rig.output.onsets()[0] - now) < 9)
    // A device that gives nothing back has to play what it holds.
    let stubborn = Rig { $0.canTakeBack = false }
    stubborn.tell { $0.open(now: $1) }
    stubborn.run(for: .milliseconds(3_011))
    let then = stubborn.now
    stubborn.tell { playout, now in playout.schedule([cue(.workStart, now)], now: now) }
    stubborn.run(for: .seconds(1))
    #expect(milliseconds(stubborn.output.onsets()[0] - then) < 101)
}

@Test(arguments: [true, false]) func aWithdrawalFadesWhatSoundsAndDropsTheRest(_ canTakeBack: Bool) {
    let rig = Rig { $0.canTakeBack = canTakeBack }
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(2))
    let start = rig.now + .milliseconds(100)
    rig.tell { playout, now in playout.schedule([cue(.done, start), cue(.countdown, start + .seconds(1))], now: now) }
    rig.run(for: .milliseconds(300))
    let pressed = rig.now
    rig.tell { playout, now in playout.withdraw(at: now, now: now) }
    rig.run(for: .seconds(3))
    #expect(rig.output.onsets().count == 1)
    let last = rig.output.heard.lastIndex { $0 != 0 }!
    let ended = rig.output.streams[0].began + Duration(samples: Int64(last))
    #expect(milliseconds(ended - pressed) < (canTakeBack ? 20.1 : 72.1))
    #expect(rig.reports == [.opened])
}

@Test func whatIsScheduledAfterAWithdrawalSounds() {
    let rig = Rig()
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(2))
    rig.tell { playout, now in playout.schedule([cue(.done, now + .milliseconds(30)), cue(.countdown, now + .milliseconds(900))], now: now)
    }
    rig.run(for: .milliseconds(200))
    let next = rig.now + .milliseconds(100)
    rig.tell { playout, now in
        playout.withdraw(at: now, now: now)
        playout.schedule([cue(.restStart, next)], now: now)
    }
    rig.run(for: .seconds(3))
    #expect(rig.output.onsets().count == 2)
    #expect(abs(milliseconds(rig.output.onsets()[1] - next)) < 0.1)
}

@Test func aCueAlreadyWrittenButNotHeardIsWithdrawnWhole() {
    let rig = Rig()
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(2))
    rig.tell { playout, now in playout.schedule([cue(.countdown, now + .milliseconds(40))], now: now) }
    rig.tell { playout, now in playout.withdraw(at: now, now: now) }
    rig.run(for: .seconds(1))
    #expect(rig.output.heard.allSatisfy { $0 == 0 })
}

@Test func aLateCueIsPlayedWithinATenthOfASecondAndMissedAfterIt() {
    let rig = Rig()
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(2))
    rig.tell { playout, now in
        playout.schedule([cue(.countdown, now - .milliseconds(99), "late"), cue(.done, now - .milliseconds(101), "lost")], now: now)
    }
    rig.run(for: .seconds(1))
    #expect(rig.reports == [.opened, .missed([CueID(segment: 1, kind: "lost")])])
    #expect(rig.output.onsets().count == 1)
}

@Test func aPhraseThatIsNotMadeYetIsWaitedForAndThenMissed() {
    let rig = Rig()
    let bridge = Utterance(text: "Bridge", language: "en", wordsPerMinute: 165)
    let squats = Utterance(text: "Squats", language: "en", wordsPerMinute: 165)
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(2))
    let start = rig.now + .milliseconds(20)
    rig.tell { playout, now in
        playout.schedule(
            [
                TimedCue(id: CueID(segment: 1, kind: "bridge"), sound: .voice(bridge), start: start),
                TimedCue(id: CueID(segment: 1, kind: "squats"), sound: .voice(squats), start: start),
            ], now: now)
    }
    rig.run(for: .milliseconds(60))
    rig.clips[bridge] = Clip([Int16](repeating: 900, count: 4_800))
    rig.run(for: .seconds(1))
    #expect(rig.reports == [.opened, .missed([CueID(segment: 1, kind: "squats")])])
    #expect(rig.output.heard.filter { $0 == 900 }.count == 4_800)
    #expect(milliseconds(rig.output.onsets()[0] - start) < 80)
}

@Test func withoutACardNothingStopsAndItIsTakenWhenItComes() {
    let rig = Rig { $0.refusals = Array(repeating: noCard, count: 5) }
    rig.tell { $0.open(now: $1) }
    let start = rig.now + .seconds(1)
    rig.tell { playout, now in
        playout.schedule([cue(.countdown, start, "first"), cue(.countdown, start + .seconds(30), "second")], now: now)
    }
    rig.run(for: .seconds(20))
    #expect(
        rig.reports == [
            .lost(.noCard, .device(action: "open", name: "default", code: -2, reason: "No such file or directory")),
            .missed([CueID(segment: 1, kind: "first")]), .opened,
        ])
    #expect(rig.output.opens == 6)
    rig.run(for: .seconds(20))
    #expect(abs(milliseconds(rig.output.onsets()[0] - (start + .seconds(30)))) < 0.1)
}

@Test func aBusyCardIsTriedAgainEveryTwoSecondsAndReportedOnce() {
    let rig = Rig { $0.refusals = Array(repeating: busy, count: 1_000) }
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(600))
    #expect(rig.reports.count == 1)
    #expect((295...305).contains(rig.output.opens))
    #expect(rig.turns < 320)
}

@Test func aCardPulledOutInTheMiddleIsLostAndComesBack() {
    let rig = Rig()
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(5))
    let start = rig.now
    rig.tell { playout, now in
        playout.schedule((1...9).map { cue(.countdown, now + .seconds($0), "\($0)") }, now: now)
    }
    rig.run(for: .milliseconds(1_050))
    rig.output.fault = removed
    rig.run(for: .milliseconds(3_000))
    #expect(
        rig.reports == [
            .opened, .lost(.removed, .device(action: "play on", name: "default", code: -19, reason: "No such device")),
            .missed([CueID(segment: 1, kind: "2")]), .missed([CueID(segment: 1, kind: "3")]),
        ])
    rig.output.fault = nil
    rig.run(for: .seconds(10))
    #expect(rig.reports.dropFirst(4) == [.missed([CueID(segment: 1, kind: "4")]), .opened])
    // One, cut off in the middle, and from the fifth on each at its instant again.
    let onsets = rig.output.onsets()
    #expect(onsets.count == 6)
    for (onset, second) in zip(onsets.dropFirst(), 5...9) { #expect(abs(milliseconds(onset - (start + .seconds(second)))) < 1) }
}

@Test func aStreamThatRanDryGoesOnAndTheNextCueIsOnTime() {
    let rig = Rig { $0.partsPerMillion = 150 }
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(30))
    rig.stall(for: .milliseconds(400))
    let start = rig.now + .milliseconds(500)
    rig.tell { playout, now in playout.schedule([cue(.countdown, start)], now: now) }
    rig.run(for: .seconds(2))
    #expect(rig.reports == [.opened])
    #expect(rig.output.streams.count == 2)
    #expect(abs(milliseconds(rig.output.onsets()[0] - start)) < 0.2)
}

@Test func aStreamThatStopsAgainAndAgainIsLost() {
    let rig = Rig()
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(1))
    rig.output.fault = .stopped
    rig.run(for: .seconds(1))
    #expect(rig.reports.count == 2)
    rig.output.fault = nil
    rig.run(for: .seconds(5))
    #expect(rig.reports.last == .opened)
}

@Test func aStallOfFiveMinutesMissesWhatLayInItAndNothingElse() {
    let rig = Rig()
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(2))
    let start = rig.now
    rig.tell { playout, now in
        playout.schedule([cue(.countdown, now + .seconds(1), "during"), cue(.countdown, now + .seconds(301), "after")], now: now)
    }
    rig.stall(for: .seconds(300))
    rig.run(for: .seconds(3))
    #expect(rig.reports == [.opened, .missed([CueID(segment: 1, kind: "during")])])
    #expect(rig.output.onsets().count == 1)
    #expect(abs(milliseconds(rig.output.onsets()[0] - (start + .seconds(301)))) < 0.2)
}

@Test func lateTurnsDoNotMoveCues() {
    let rig = Rig { $0.partsPerMillion = -80 }
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(10), late: .milliseconds(17))
    let start = rig.now + .milliseconds(1_234)
    rig.tell { playout, now in playout.schedule([cue(.countdown, start)], now: now) }
    rig.run(for: .seconds(3), late: .milliseconds(23))
    #expect(abs(milliseconds(rig.output.onsets()[0] - start)) < 0.1)
    #expect(rig.output.streams.count == 1)
}

@Test func aSinkWithoutAClockIsPacedByOurs() {
    let rig = Rig { $0.isUnclocked = true }
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(10))
    rig.tell { playout, now in playout.schedule((1...3).map { cue(.countdown, now + .seconds($0)) }, now: now) }
    rig.run(for: .seconds(5))
    let samples = rig.output.heard
    // Fifteen seconds, not fifteen minutes, and the beeps a second apart to the sample.
    #expect((15 * 48_000...15 * 48_000 + 12_000).contains(samples.count))
    let onsets = rig.output.onsets()
    #expect(onsets.count == 3)
    #expect(abs(milliseconds(onsets[2] - onsets[0]) - 2_000) < 0.03)
    #expect(rig.turns < 15 * 60)
}

@Test func closingLetsTheFadeBeHeard() {
    let rig = Rig()
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(2))
    rig.tell { playout, now in playout.schedule([cue(.done, now + .milliseconds(100))], now: now) }
    rig.run(for: .milliseconds(300))
    rig.tell { playout, now in playout.withdraw(at: now, now: now) }
    let quiet = rig.playout.quietAt!
    #expect(milliseconds(quiet - rig.now) < 21)
    rig.run(for: quiet - rig.now)
    rig.playout.close()
    // The last sample heard is the end of the fade, not a cut.
    #expect(abs(Int(rig.output.heard.last { $0 != 0 }!)) < 200)
}
