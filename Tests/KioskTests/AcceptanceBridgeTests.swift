import Foundation
import Library
import Playback
import Testing

@testable import Kiosk

@Test func aCommandDuringPlayIsDoneAtOnceAndChangesNothingThatPlays() throws {
    let wall = try AcceptanceTests.started()
    try wall.choose("Morning core")
    wall.run(for: .seconds(10))
    let before = try #require(wall.player?.timeline)
    let spoken = wall.spoken.count
    let text = try #require(wall.folder.files("routines")["routines/morning-core.routine"])
    let command = """
        {"schemaVersion": 1, "commandId": "during", "command": "updateRoutine", "issuedAt": "2026-05-28T07:00:00Z",
         "id": "morning-core.routine", "revision": "\(Revision(of: Array(text.utf8)))",
         "routine": {"name": "Short core", "steps": [{"workoutID": "bridge", "workSeconds": 20}]}}
        """
    let inbox = wall.folder.path + "/store/bridge/inbox"
    try Data(command.utf8).write(to: URL(fileURLWithPath: inbox + "/during.json"))
    wall.run(for: .seconds(1))
    #expect(wall.folder.files("bridge")["bridge/outcomes/during.json"]?.contains(#""status": "accepted""#) == true)
    #expect(wall.folder.files("routines")["routines/morning-core.routine"]?.contains("Short core") == true)
    // The play goes on as it began, to its end.
    #expect(wall.player?.timeline == before)
    wall.run(for: .seconds(330))
    #expect(wall.summary?.isComplete == true && wall.summary?.figures.first?.value == "5:30" && wall.spoken.count > spoken)
    #expect(try wall.folder.sessions().first?.routineName == "Morning core")
    wall.tap(.pause)
    // From the next play on it is the new one.
    try wall.choose("Short core")
    #expect(wall.player?.timeline.totalSeconds == 20)
    #expect(wall.logged == [])
}
