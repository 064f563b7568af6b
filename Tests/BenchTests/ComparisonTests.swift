import Testing

@testable import bench

private let here = "Swift version 6.3.1 debian 12 x86_64"
private let counts = Counts(
    instructionsPerDigitFrame: 1000, instructionsToFirstFrame: 2000, allocationsPerDigitFrame: 37, systemCallsPerSecond: 80,
    bytesPerSession: 500)

private func worse(_ comparison: Comparison?, _ change: (inout Counts) -> Void) throws -> [String] {
    var changed = counts
    change(&changed)
    return try #require(comparison).lines(changed).filter(\.isWorse).map(\.name)
}

@Test func theSameToolsMayBeATenthWorse() throws {
    let comparison = Recorded(counts: [here: counts]).comparison(for: here)
    #expect(try worse(comparison) { _ in } == [])
    #expect(try worse(comparison) { $0.instructionsPerDigitFrame = 1100 } == [])
    #expect(try worse(comparison) { $0.instructionsPerDigitFrame = 1101 } == ["instructions for a digit frame"])
    #expect(try worse(comparison) { $0.bytesPerSession = 551 } == ["bytes written for a session"])
    #expect(comparison?.isSame == true)
}

@Test(arguments: ["Swift version 6.0.3 debian 13 x86_64", "Swift version 6.3.1 debian 12 aarch64", ""])
func otherToolsAreComparedTooWithMoreRoomForInstructions(tools: String) throws {
    let comparison = Recorded(counts: [here: counts]).comparison(for: tools)
    #expect(try worse(comparison) { $0.instructionsToFirstFrame = 2500 } == [])
    #expect(try worse(comparison) { $0.instructionsToFirstFrame = 2501 } == ["instructions from the start to the first frame"])
    #expect(try worse(comparison) { $0.allocationsPerDigitFrame = 41 } == ["allocations for a digit frame"])
    #expect(try worse(comparison) { $0.systemCallsPerSecond = 89 } == ["system calls a second of play"])
    #expect(try #require(comparison).sentence(for: tools).contains("instructions may be a quarter more, all else a tenth"))
}

@Test func withoutACountThereIsNoComparison() {
    let comparison = Recorded(counts: [here: counts]).comparison(for: here)
    #expect(throws: Refusal(sentence: "guard: system calls a second of play: not counted or not recorded, so nothing is known of it")) {
        var changed = counts
        changed.systemCallsPerSecond = nil
        _ = try comparison?.lines(changed)
    }
    #expect(Recorded(counts: [:]).comparison(for: here) == nil)
    #expect(Recorded(counts: ["": counts]).comparison(for: "")?.isSame == false)
}

@Test func theNearestToolsAreThoseOfTheSameProcessorAndSystem() {
    let recorded = Recorded(counts: [
        here: counts, "Swift version 6.0.3 debian 13 aarch64": counts, "Swift version 6.0.3 debian 13 x86_64": counts,
    ])
    #expect(recorded.comparison(for: "Swift version 6.4 debian 12 x86_64")?.tools == here)
    #expect(recorded.comparison(for: "Swift version 6.0.3 debian 12 aarch64")?.tools == "Swift version 6.0.3 debian 13 aarch64")
}

@Test func noRegressionOfNothingIsLessThanOneInTenFrames() throws {
    var none = counts
    none.allocationsPerDigitFrame = 0
    let comparison = Recorded(counts: [here: none]).comparison(for: here)
    #expect(try worse(comparison) { $0.allocationsPerDigitFrame = 0.1 } == [])
    #expect(try worse(comparison) { $0.allocationsPerDigitFrame = 0.2 } == ["allocations for a digit frame"])
}

@Test func lessThanHalfIsNotPassedOverEither() throws {
    var half = counts
    half.allocationsPerDigitFrame = 18.4
    half.bytesPerSession = 250
    let lines = try #require(Recorded(counts: [here: counts]).comparison(for: here)).lines(half)
    #expect(lines.filter(\.isStale).map(\.name) == ["allocations for a digit frame"])
}

@Test func onlyWhatIsWrittenBelowTheFolderCounts() {
    let log = """
        7 write(1</dev/pts/0>, ""..., 9) = 9
        7 write(11</tmp/a/store/x.tmp>, ""..., 100) = 100
        8 write(12</tmp/a/state/y>, ""..., 30 <unfinished ...>
        7 write(3</tmp/ab/z>, ""..., 5 <unfinished ...>
        8 <... write resumed>) = 20
        7 <... write resumed>) = 5
        8 pwrite64(12</tmp/a/state/y>, ""..., 30, 0) = -1 ENOSPC (No space left on device)
        """
    #expect(WrittenBytes(below: "/tmp/a", log: log).count == 120)
}
