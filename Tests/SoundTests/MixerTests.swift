import Playback
import Testing

@testable import Sound

private func clip(_ count: Int, _ value: Int16 = 1_000) -> Clip { Clip([Int16](repeating: value, count: count)) }

extension Mixer {
    fileprivate func rendered(from position: Int64, count: Int) -> [Int16] {
        var samples = [Int16](repeating: 7, count: count)
        samples.withUnsafeMutableBufferPointer { render(from: position, into: $0) }
        return samples
    }
}

@Test func aClipSoundsAtExactlyItsSamples() {
    var mixer = Mixer()
    mixer.place(Clip([1, 2, 3]), at: 1_000_000_007)
    #expect(mixer.rendered(from: 1_000_000_005, count: 7) == [0, 0, 1, 2, 3, 0, 0])
    #expect(mixer.end == 1_000_000_010)
}

@Test func piecesOfAnySizeMakeTheSameStream() {
    var mixer = Mixer()
    mixer.place(Tones.clip(.done), at: 100)
    mixer.place(Tones.clip(.countdown), at: 20_000)
    mixer.setVolume(60, at: 500)
    mixer.withdraw(at: 21_000)
    let whole = mixer.rendered(from: 0, count: 30_000)
    for size in [1_000, 480, 7] {
        var pieces: [Int16] = []
        while pieces.count < whole.count {
            pieces += mixer.rendered(from: Int64(pieces.count), count: min(size, whole.count - pieces.count))
        }
        #expect(pieces == whole)
    }
}

@Test func withdrawingFadesWhatSoundsAndDropsWhatWouldCome() {
    var mixer = Mixer()
    mixer.place(clip(48_000), at: 0)
    mixer.place(clip(48_000), at: 30_000)
    mixer.withdraw(at: 10_000)
    let samples = mixer.rendered(from: 0, count: 48_000)
    #expect(samples[..<10_001].allSatisfy { $0 == 1_000 })
    let fade = samples[10_000..<10_960]
    #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 10 })
    // Over within 20 ms.
    #expect(samples[10_960...].allSatisfy { $0 == 0 })
}

@Test func whatIsPlacedAfterAWithdrawalSounds() {
    var mixer = Mixer()
    mixer.place(clip(48_000), at: 0)
    mixer.withdraw(at: 1_000)
    mixer.place(clip(10), at: 2_000)
    #expect(mixer.rendered(from: 2_000, count: 10) == [Int16](repeating: 1_000, count: 10))
    mixer.withdraw(at: 2_005)
    #expect(mixer.end == 2_010)
}

@Test func aSecondWithdrawalDoesNotRaiseTheFirst() {
    var mixer = Mixer()
    mixer.place(clip(48_000), at: 0)
    mixer.withdraw(at: 1_000)
    let once = mixer.rendered(from: 0, count: 3_000)
    mixer.withdraw(at: 1_200)
    #expect(mixer.rendered(from: 0, count: 3_000) == once)
}

@Test func volumeGlidesAndFollowsTheEar() {
    var mixer = Mixer()
    mixer.place(clip(10_000, 10_000), at: 0)
    mixer.setVolume(50, at: 1_000)
    let samples = mixer.rendered(from: 0, count: 10_000)
    #expect(samples[1_000] == 10_000)
    #expect(samples[1_480...].allSatisfy { $0 == 2_500 })
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 30 })
    mixer.setVolume(0, at: 5_000)
    #expect(mixer.rendered(from: 6_000, count: 10).allSatisfy { $0 == 0 })
    mixer.setVolume(400, at: 7_000)
    #expect(mixer.rendered(from: 8_000, count: 10).allSatisfy { $0 == 10_000 })
}

@Test func tooMuchAtOnceIsCutOffAndNeverWrapsRound() {
    var mixer = Mixer()
    for _ in 0..<3 { mixer.place(clip(10, 30_000), at: 0) }
    #expect(mixer.rendered(from: 0, count: 10).allSatisfy { $0 == .max })
    mixer.removeAll()
    for _ in 0..<3 { mixer.place(clip(10, -30_000), at: 0) }
    #expect(mixer.rendered(from: 0, count: 10).allSatisfy { $0 == .min })
}

@Test func silenceIsKnownWithoutLookingAtSamples() {
    var mixer = Mixer()
    let name = mixer.place(clip(100), at: 1_000)
    #expect(mixer.isSilent(from: 0, count: 1_000))
    #expect(!mixer.isSilent(from: 0, count: 1_001))
    #expect(!mixer.isSilent(from: 1_099, count: 1))
    #expect(mixer.isSilent(from: 1_100, count: 1))
    mixer.forget(before: 1_099)
    #expect(mixer.end == 1_100)
    mixer.take(back: name)
    #expect(mixer.end == nil)
}

@Test func samplesAndTimeConvertExactly() {
    #expect(Duration.milliseconds(36_000_001).samples == 1_728_000_048)
    #expect(Duration.nanoseconds(20_833).samples == 1)
    #expect(Duration.nanoseconds(-20_833).samples == -1)
    #expect((Duration.zero - .seconds(5)).samples == -240_000)
    #expect(Duration.seconds(10 * 365 * 86_400).samples == 48_000 * 10 * 365 * 86_400)
    #expect(Duration(samples: 48) == .milliseconds(1))
    #expect(Duration(samples: 1) == .nanoseconds(20_834))
    for samples in [1, 7, 47, 48_001, 1_728_000_047] as [Int64] { #expect(Duration(samples: samples).samples == samples) }
}
