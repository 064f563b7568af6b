import Foundation
import Testing

@testable import bench

private func figure(_ value: Double?, goal: Double? = nil, _ peers: [PeerFigure] = [], fault: String? = nil) -> Figure {
    Figure(what: "start", value: value, unit: .milliseconds, goal: goal, peers: peers, fault: fault)
}

@Test func aGoalIsMetOnlyByWhatWasMeasured() {
    #expect(figure(5, goal: 5).verdict == .yes)
    #expect(figure(5.1, goal: 5).verdict == .no)
    #expect(figure(nil, goal: 5).verdict == .notMeasured)
    #expect(figure(5).verdict == nil && figure(nil).verdict == nil)
    #expect(figure(nil).isLacking && !figure(5).isLacking)
}

@Test func aGoalAgainstAPeerThatIsNotHereIsNotMet() {
    let absent = PeerFigure(name: "pygame", value: nil, mostTimes: 0.5)
    let present = PeerFigure(name: "Chromium", value: 100, mostTimes: 0.1)
    #expect(figure(9, goal: 1000, [present]).verdict == .yes)
    #expect(figure(9, goal: 1000, [absent, present]).verdict == .notMeasured)
    #expect(figure(9, goal: 1000, [absent, present]).isLacking)
    // A goal that is missed stays so.
    #expect(figure(11, goal: 1000, [absent, present]).verdict == .no)
    #expect(figure(1001, goal: 1000, [absent]).verdict == .no)
    // One that is only shown beside it decides nothing, but the table is not whole.
    let shown = figure(9, goal: 1000, [PeerFigure(name: "pygame", value: nil)])
    #expect(shown.verdict == .yes && shown.isLacking)
}

@Test func whatWasLostMissesTheGoalHoweverGoodTheRestIs() {
    #expect(figure(0.1, goal: 2, fault: "1 lost").verdict == .no)
    #expect(figure(nil, goal: 2, fault: "12 lost").verdict == .no)
    #expect(figure(0.1, goal: 2, fault: "1 lost").figureText == "0.10 ms, 1 lost")
}

@Test func theTableSaysWhatIsNotMeasuredAndOfHowManyThePeersAre() {
    let rows = [
        figure(69.5, goal: 1000, [PeerFigure(name: "pygame", value: 139, mostTimes: 0.5, note: "p50 of 5"), PeerFigure(name: "Chromium")]),
        figure(nil, goal: 2),
    ]
    #expect(
        table(rows, foot: ["a | b"]) == """
            | what | figure | goal, at most | met | pygame | Chromium |
            |---|---|---|---|---|---|
            | start | 69.5 ms | 1,000 ms, 0.50x pygame | yes | 139 ms (p50 of 5): 0.50x | not measured |
            | start | not measured | 2.00 ms | not measured |  |  |

            - a | b
            """)
}

@Test func aPercentileOfFewIsCalledTheirWorst() {
    #expect([Double].name(of: 0.999, in: 58) == "worst")
    #expect([Double].name(of: 0.999, in: 999) == "worst")
    #expect([Double].name(of: 0.999, in: 1000) == "p99.9")
    #expect([Double].name(of: 0.99, in: 99) == "worst")
    #expect([Double].name(of: 0.99, in: 200) == "p99")
    #expect([Double].name(of: 0.5, in: 1) == "p50")
    let hundred = (1...200).map(Double.init)
    #expect(hundred.percentile(0.99) == 198 && hundred.percentile(0.999) == 200 && hundred.median == 100)
}

@Test func aProgramReadsWhatIsNotMeasuredAsNotMet() throws {
    let row = figure(9, goal: 1000, [PeerFigure(name: "pygame", value: nil, mostTimes: 0.5)])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
        String(decoding: try encoder.encode(FigureInJSON(row)), as: UTF8.self)
            == #"{"goal":1000,"isMet":false,"peers":[{"goalRatio":0.5,"name":"pygame"}],"unit":"ms","value":9,"#
            + #""verdict":"not measured","what":"start"}"#)
}

private let readme = """
    | power on | service start to first picture, 1920x1080 | 1.05 s | 2 s |
    | power on | PLAY let go to the routine's first picture, 1920x1080 | 95.8 ms | 150 ms |
    | soak | processor seconds a minute, at a billion instructions a second | 0.600 s |  |
    """

@Test func theSmallestMachineIsReckonedAndNotGuessed() throws {
    let zero = ZeroTwo(
        frame: .init(instructions: 1e6, pixels: 250_000), second: .init(instructions: 8e6, pixels: 500_000),
        play: .init(instructions: 50e6, pixels: 2e6), start: .init(instructions: 250e6, pixels: 2e6),
        measured: try VirtualPi(readme: readme))
    // Two nanoseconds an instruction; four bytes a pixel, three times, at a byte a nanosecond.
    #expect(abs(zero.milliseconds(1e6) - 2) < 1e-9 && abs(zero.milliseconds(pixels: 250_000) - 3) < 1e-9)
    #expect(abs(zero.frameMilliseconds - 5) < 1e-9)
    let text = zero.sentences.joined(separator: " ")
    for part in [
        "1.00 million / 0.5, 2.0 ms, and 1.0 MB of picture painted, read and copied, 3.0 ms: 5.0 ms of the 16.7",
        "10.0 million / 0.5 and the same memory, 26.0 ms: 2.6 % of one core", "0.096 s it is at most 0.22 s of the 0.3",
        "1.05 s from the service's start it is at most 2.1 s",
    ] {
        #expect(text.contains(part), "\(part)")
    }
}

@Test func aFigureOfTheVirtualPiThatIsNotThereIsAskedFor() {
    #expect(throws: Refusal(sentence: "README.md has no figure of the virtual Pi's for: service start to first picture, 1920x1080")) {
        try VirtualPi(readme: readme.replacing("service start to first picture, 1920x1080 | 1.05 s", with: "service start | 1.05 s"))
    }
}

@Test func theReadmeHasWhatTheSmallestMachineIsReckonedBy() throws {
    let file = benchFolder.deletingLastPathComponent().appendingPathComponent("README.md")
    let pi = try VirtualPi(readme: String(contentsOf: file, encoding: .utf8))
    #expect(pi.processorSecondsAMinute > 0.01 && pi.playSeconds > 0.001 && pi.startSeconds > pi.playSeconds)
}
