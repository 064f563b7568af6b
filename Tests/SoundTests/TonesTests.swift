import Playback
import Testing

@testable import Sound

@Test(arguments: Tone.allCases) func aToneIsExactlyAsLongAsItsDuration(_ tone: Tone) {
    #expect(Tones.clip(tone).duration == tone.duration)
    #expect(Tones.clip(tone).count == Int(tone.duration.wholeMilliseconds) * 48)
}

@Test(arguments: Tone.allCases) func aToneBeginsAtItsFirstSampleAndEndsQuietly(_ tone: Tone) {
    let samples = Tones.clip(tone).samples
    #expect(samples[0] != 0)
    #expect(abs(Int(samples.last!)) < 100)
}

@Test(arguments: Tone.allCases) func aToneIsLoudButNeverClips(_ tone: Tone) {
    let peak = Tones.clip(tone).samples.map { abs(Int($0)) }.max()!
    #expect(peak > 20_000 && peak <= 26_000)
}

@Test(arguments: Tone.allCases) func noToneClicks(_ tone: Tone) {
    // The steepest step of its own highest overtone at full loudness, twice over: what is steeper is a click.
    let samples = Tones.clip(tone).samples.map(Int.init)
    let steps = zip(samples, samples.dropFirst()).map { abs($1 - $0) }
    #expect(abs(samples[0]) < 400)
    #expect(steps.max()! < 9_500)
}

/// Rising zero crossings a second, of a stretch in the middle.
private func pitch(_ samples: ArraySlice<Int16>) -> Double {
    let crossings = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    return Double(crossings) * 48_000 / Double(samples.count)
}

@Test func workIsHigherThanTheBeepAndRestIsLower() {
    let middle = 960..<3_840
    let work = pitch(Tones.clip(.workStart).samples[middle])
    let beep = pitch(Tones.clip(.countdown).samples[middle])
    let rest = pitch(Tones.clip(.restStart).samples[middle])
    #expect(work > beep * 1.3)
    #expect(beep > rest * 1.3)
}

@Test func doneClimbsThreeNotes() {
    let samples = Tones.clip(.done).samples
    let notes = [0..<7_200, 7_200..<14_400, 14_400..<28_800].map { pitch(samples[$0.lowerBound + 1_000..<$0.upperBound - 2_000]) }
    #expect(notes == notes.sorted() && Set(notes).count == 3)
}
