import Testing

@testable import bench

private func parse(_ arguments: String...) throws(Refusal) -> Request {
    try Request.parse(arguments, inTable: ["players", "store", "store-watch"], byName: ["kills"])
}

private func refusal(_ arguments: String...) -> String? {
    do throws(Refusal) {
        _ = try Request.parse(arguments, inTable: ["players", "store", "store-watch"], byName: ["kills"])
        return nil
    } catch { return error.sentence }
}

@Test func benchesAreAskedForByName() throws {
    #expect(try parse() == .benches(["players", "store", "store-watch"], isJSON: false, isWritten: false))
    #expect(try parse("store", "--json") == .benches(["store", "store-watch"], isJSON: true, isWritten: false))
    #expect(try parse("kills", "players") == .benches(["players", "kills"], isJSON: false, isWritten: false))
    #expect(try parse("--write") == .benches(["players", "store", "store-watch"], isJSON: false, isWritten: true))
    #expect(try parse("guard") == .comparison(isRecording: false))
    #expect(try parse("--record", "guard") == .comparison(isRecording: true))
}

@Test func theTableOfTheReadmeIsOnlyWrittenWhole() {
    #expect(
        refusal("--write", "store") == "bench: --write puts the whole table into the README, so it takes no names: deploy/bench --write")
}

@Test func whatIsNotKnownIsRefusedBeforeAnythingRuns() {
    #expect(refusal("plyers") == "bench: there is no bench named plyers; there are: players, store, store-watch, kills, guard")
    #expect(refusal("--recrod") == "bench: there is no --recrod; there are --json and --write, and guard --record")
    #expect(refusal("--record") == "bench: there is no --record; there are --json and --write, and guard --record")
    #expect(refusal("guard", "--recrod") == "bench: guard knows no --recrod; there is --record")
    #expect(refusal("guard", "--json") == "bench: guard knows no --json; there is --record")
    #expect(refusal("guard", "store") == "bench: guard stands alone, without the name of a bench")
    #expect(refusal("-h") == "bench: there is no -h; there are --json and --write, and guard --record")
}
