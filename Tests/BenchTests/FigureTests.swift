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

@Test func theSmallestMachineIsReckonedAndNotGuessed() {
    let zero = ZeroTwo(frame: 1e6, second: 10e6, play: 50e6, start: 250e6)
    // 1920 x 1080 x 4 / 5 bytes, three times, at a byte a nanosecond; two nanoseconds an instruction.
    #expect(abs(zero.memoryMilliseconds - 4.976_64) < 1e-9)
    #expect(abs(zero.frameMilliseconds - 6.976_64) < 1e-9)
    for part in ["(1.7 MB) painted, read and copied, 5.0 ms; together 7.0 ms", "20 million cycles, 2.0 % of one core", "0.10 s of the 0.3"]
    {
        #expect(zero.text.contains(part), "\(part)")
    }
}
