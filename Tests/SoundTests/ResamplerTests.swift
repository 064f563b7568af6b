import Foundation
import Testing

@testable import Sound

private func sine(_ hertz: Double, rate: Double, count: Int, amplitude: Double = 20_000) -> [Int16] {
    (0..<count).map { Int16((amplitude * sin(2 * .pi * hertz * Double($0) / rate)).rounded()) }
}

private func level(_ samples: some Collection<Double>) -> Double {
    (samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)).squareRoot()
}

@Test(arguments: [100.0, 440, 1_000, 3_000, 6_000, 9_000]) func aSpokenFrequencyPassesInPhase(_ hertz: Double) {
    let output = Resampler().resample(sine(hertz, rate: 22_050, count: 22_050))
    let wanted = sine(hertz, rate: 48_000, count: 48_000)
    #expect(output.count == 48_000)
    let middle = 1_000..<47_000
    let error = level(middle.map { Double(output[$0]) - Double(wanted[$0]) })
    // 60 dB below the tone.
    #expect(error < 14.2, "\(hertz) Hz is off by \(error)")
}

@Test func theMirrorOfSpeechIsNotHeard() {
    // 8 kHz sampled at 22,050 Hz has its mirror at 14,050 Hz: nothing may be left of it.
    let output = Resampler().resample(sine(8_000, rate: 22_050, count: 22_050))
    let mirror = (1_000..<47_000).reduce((0.0, 0.0)) { sum, index in
        let phase = 2 * .pi * 14_050 * Double(index) / 48_000
        return (sum.0 + Double(output[index]) * cos(phase), sum.1 + Double(output[index]) * sin(phase))
    }
    #expect((mirror.0 * mirror.0 + mirror.1 * mirror.1).squareRoot() / 23_000 < 3)
}

@Test func silenceAndNothingStaySo() {
    #expect(Resampler().resample([]) == [])
    #expect(Resampler().resample([Int16](repeating: 0, count: 147)) == [Int16](repeating: 0, count: 320))
}

@Test func fullScaleDoesNotWrapRound() {
    let square = (0..<2_205).map { $0 / 20 % 2 == 0 ? Int16.max : Int16.min }
    let output = Resampler().resample(square)
    let wrong = zip(output, output.dropFirst()).filter { abs(Int($0) - Int($1)) > 45_000 }
    #expect(wrong.isEmpty)
}

@Test func aPhraseIsCutToItsSound() throws {
    let silence = [Int16](repeating: 0, count: 10_000)
    let sound = sine(440, rate: 48_000, count: 4_800, amplitude: 10_000)
    let clip = try #require(Trimming.trimmed(silence + sound + silence))
    #expect(clip.count % 48 == 0)
    #expect((4_800...4_800 + 192 + 576 + 48).contains(clip.count))
    #expect(clip.samples.map { abs(Int($0)) }.max()! > 28_000)
    #expect(Trimming.trimmed(silence) == nil)
    #expect(Trimming.trimmed([]) == nil)
}
