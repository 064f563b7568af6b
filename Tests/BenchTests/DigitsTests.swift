import Testing

@testable import bench

private func frame(_ second: Int64, late milliseconds: Int64) -> [Int64] {
    [1_000 + second * 1_000_000_000, 1_000 + second * 1_000_000_000 + milliseconds * 1_000_000]
}

@Test func aDigitIsAsLateAsItWasShownAfterItsBoundaryHoweverItWasDrawn() {
    let digits = Digits(frames: [frame(0, late: -400), frame(1, late: 1), frame(2, late: 950), frame(3, late: 2)], seconds: 4)
    #expect(digits.lateness == [1, 950, 2] && digits.missing == 0)
}

@Test func aDigitThatWasNeverShownIsMissed() {
    #expect(Digits(frames: [frame(0, late: 0), frame(1, late: 0), frame(3, late: 0)], seconds: 5).missing == 2)
    #expect(Digits(frames: [], seconds: 5).missing == 4)
    #expect(Digits(frames: [], seconds: 0).missing == 0)
    // What comes after the time that is measured is nobody's.
    #expect(Digits(frames: [frame(0, late: 0), frame(1, late: 0), frame(2, late: 0)], seconds: 2).lateness.count == 1)
}

@Test func aPagesBoundariesAreRounded() {
    #expect(Digits(frames: [[0, 1], [1_000_000_400, 1_008_000_400]], seconds: 2).lateness == [8])
}
