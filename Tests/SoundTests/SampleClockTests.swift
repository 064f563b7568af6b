import Playback
import Testing

@testable import Sound

/// A card with a crystal that is off, and stamps that jitter. Deterministic.
private struct Card {
    var partsPerMillion: Double
    /// The pointer moves in steps of so many samples.
    var step: Int64 = 1
    /// A stamp is late by up to so many nanoseconds.
    var jitter: Int64 = 0
    var began = Instant(nanoseconds: 5_000_000_000_000)
    private var seed: UInt64 = 1

    init(_ partsPerMillion: Double, step: Int64 = 1, jitter: Int64 = 0) {
        self.partsPerMillion = partsPerMillion
        self.step = step
        self.jitter = jitter
    }

    /// What is really heard then.
    func heard(at instant: Instant) -> Double {
        Double(instant.nanoseconds - began.nanoseconds) * SampleClock.nominalRate * (1 + partsPerMillion / 1e6)
    }

    mutating func random(_ limit: Int64) -> Int64 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return limit == 0 ? 0 : Int64(seed >> 33) % limit
    }

    mutating func observe(_ clock: inout SampleClock, at instant: Instant) {
        let position = Int64(heard(at: instant))
        clock.observe(position - position % step, at: instant + .nanoseconds(random(jitter)))
    }
}

/// The worst error in milliseconds after `warmUp` seconds, with a cue 60 ms ahead placed in every turn.
private func worst(_ card: Card, seconds: Int64, warmUp: Int64, turn: Int64 = 30_000_000) -> Double {
    var card = card
    var clock = SampleClock(0, at: card.began)
    var now = card.began
    var worst = 0.0
    let end = card.began + .seconds(seconds)
    while now < end {
        now = now + .nanoseconds(turn + card.random(turn / 4))
        card.observe(&clock, at: now)
        if now - card.began > .seconds(warmUp) {
            let ahead = now + .milliseconds(60)
            worst = max(worst, abs(Double(clock.position(at: ahead)) - card.heard(at: ahead)) / 48)
        }
    }
    return worst
}

@Test(arguments: [200.0, -200, 0, 37]) func aCueIsPlacedToTheMillisecondForTenHours(_ partsPerMillion: Double) {
    #expect(worst(Card(partsPerMillion, jitter: 200_000), seconds: 36_000, warmUp: 3) < 0.5)
}

@Test func jitterOfMillisecondsIsAveragedAway() {
    // Late by up to 4 ms, so 2 on average; no clock can know of that half.
    #expect(worst(Card(200, jitter: 4_000_000), seconds: 3_600, warmUp: 30) < 2.0 + 1.0)
    #expect(worst(Card(-200, step: 48, jitter: 1_000_000), seconds: 3_600, warmUp: 10) < 0.5 + 0.5 + 0.5)
}

@Test func theFirstSecondIsGoodAlready() {
    #expect(worst(Card(200, jitter: 500_000), seconds: 30, warmUp: 0) < 1)
}

@Test func positionsAndInstantsAreEachOthersInverse() {
    var card = Card(120, jitter: 10_000)
    var clock = SampleClock(0, at: card.began)
    for turn in 1...1_000 { card.observe(&clock, at: card.began + .milliseconds(30 * turn)) }
    for position in [0, 1_000_000, 1_728_000_000] as [Int64] { #expect(clock.position(at: clock.instant(of: position)) == position) }
    #expect(abs(clock.deviation - 120) < 20)
}

@Test func oneWildStampMovesNothingAndThreeMoveTheLine() {
    var card = Card(0)
    var clock = SampleClock(0, at: card.began)
    for turn in 1...100 { card.observe(&clock, at: card.began + .milliseconds(30 * turn)) }
    let later = card.began + .seconds(10)
    let before = clock.position(at: later)
    clock.observe(before + 50_000, at: card.began + .milliseconds(3_030))
    #expect(clock.position(at: later) == before)
    // The machine slept: the stream lags by a second from now on.
    for turn in 102...104 {
        let instant = card.began + .milliseconds(30 * turn)
        clock.observe(Int64(card.heard(at: instant)) - 48_000, at: instant)
    }
    #expect(abs(clock.position(at: later) - (before - 48_000)) < 10)
}

@Test func aStreamThatStopsGoesOnWithTheSameCrystal() {
    var card = Card(-150)
    var clock = SampleClock(0, at: card.began)
    for turn in 1...3_000 { card.observe(&clock, at: card.began + .milliseconds(30 * turn)) }
    let deviation = clock.deviation
    clock.restart(1_000, at: card.began + .seconds(100))
    #expect(clock.deviation == deviation)
    #expect(clock.position(at: card.began + .seconds(100)) == 1_000)
    #expect(abs(clock.position(at: card.began + .seconds(200)) - (1_000 + 4_800_000 - 720)) < 30)
}
