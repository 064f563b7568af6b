import Foundation
import Glibc
import TestSupport
import Testing

@testable import Commands

private let sample = Project.resources.appendingPathComponent("routines/morning-core.routine").path

@Test func aGoodRoutineIsOneLineWithItsTotal() {
    let shell = Shell("check", sample)
    #expect(shell.code == 0 && shell.errors == "" && shell.output == "\(sample): Morning core, 5 steps, 5:30\n")
}

@Test func problemsAreToldLineByLineWithTheirRemedyAndAnErrorFails() throws {
    let scratch = try Scratch()
    let path = try scratch.file("a.routine", "Legs\nSquatts 30s\nBridge 30s x0\n")
    let shell = Shell("check", path, sample)
    let lines = shell.output.split(separator: "\n").map(String.init)
    #expect(shell.code == 1 && shell.errors == "")
    #expect(lines.count == 3 && lines[0].hasPrefix("\(path):2: note: The gallery has no workout called “Squatts”; did you mean"))
    #expect(lines[1].hasPrefix("\(path):3: ") && !lines[1].contains("note: ") && lines[1].contains("; "))
    // One bad file does not keep the others from being looked at.
    #expect(lines[2] == "\(sample): Morning core, 5 steps, 5:30")
}

@Test func aNoteDoesNotFail() throws {
    let scratch = try Scratch()
    #expect(Shell("check", try scratch.file("a.routine", "Legs\nSquatts 30s")).code == 0)
}

@Test func theCanonicalFormIsAllOfStandardOutputAndReadsBack() throws {
    let scratch = try Scratch()
    let path = try scratch.file("a.routine", "Legs; 3 x 30s squatts with 10 seconds rest between sets")
    let shell = Shell("check", "--print", path)
    #expect(shell.code == 0 && shell.errors.contains(":1: note: "))
    #expect(shell.output.hasPrefix("Legs\n") && shell.output.contains("30s x3, rest 10s"))
    let again = try scratch.file("b.routine", shell.output)
    #expect(Shell("check", "--print", again).output == shell.output)
    #expect(Shell("check", "--print", scratch.path("none")).output == "")
}

@Test func jsonHoldsTheSameAsData() throws {
    let scratch = try Scratch()
    let path = try scratch.file("a.json", #"{"name": "Legs", "steps": [{"workoutName": "Squat", "workSeconds": 0}]}"#)
    let shell = Shell("check", "--json", path, sample, scratch.path("none"))
    let root = try #require(try JSONSerialization.jsonObject(with: Data(shell.output.utf8)) as? [String: Any])
    let files = try #require(root["files"] as? [[String: Any]])
    #expect(shell.code == 1 && root["playable"] as? Bool == false && files.count == 3)
    let problem = try #require((files[0]["problems"] as? [[String: Any]])?.first { $0["severity"] as? String == "error" })
    #expect(problem["path"] as? String == "$.steps[0].workSeconds" && problem["line"] as? Int == 1)
    #expect(["what", "remedy"].allSatisfy { (problem[$0] as? String)?.isEmpty == false })
    #expect(files[1]["totalSeconds"] as? Int == 330 && files[1]["playable"] as? Bool == true && files[1]["steps"] as? Int == 5)
    #expect(((files[2]["problems"] as? [[String: Any]])?.first?["what"] as? String) == "There is no such file")
}

/// What each hostile file is refused with, and that nothing waits for it.
@Test func whatIsNoReadableFileIsRefusedInASentence() throws {
    let scratch = try Scratch()
    let pipe = scratch.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let huge = scratch.path("huge.routine")
    let descriptor = open(huge, O_CREAT | O_WRONLY, 0o600)
    // A sparse file: two gigabytes that take no room, and would take long to read.
    #expect(ftruncate(descriptor, 2 << 30) == 0 && close(descriptor) == 0)
    let loop = scratch.path("loop")
    #expect(symlink("loop", loop) == 0)
    let long = scratch.path(String(repeating: "n", count: 300))
    let expected = [
        scratch.path("none"): "There is no such file; check its name and folder",
        scratch.url.path: "This folder is no store, since there is no routines/ in it; name the files in it, or the store itself",
        pipe: "This is a device or a pipe, not a file; save the text to a file first",
        "/dev/null": "This is a device or a pipe, not a file; save the text to a file first",
        huge: "This is larger than any routine or configuration, which ends at 1,024 KiB; check that it is the right file",
        loop: "Its links lead round in a circle; name the file itself", long: "The name is too long to exist; check it",
        sample + "/x": "There is no such file; check its name and folder",
    ]
    for (path, sentence) in expected {
        let shell = Shell("check", path)
        #expect(shell.code == 1 && shell.output == "\(path): \(sentence)\n")
    }
}

@Test func oneByteMoreThanTheMostIsRefusedAndTheMostIsRead() throws {
    let scratch = try Scratch()
    let most = "Legs\nSquats 30s\n#" + String(repeating: "x", count: 1_048_576 - 17)
    #expect(Shell("check", try scratch.file("most.routine", most)).code == 0)
    #expect(Shell("check", try scratch.file("more.routine", most + "x")).output.contains("larger than any routine"))
}

@Test func namesThatHoldEscapesOrMarkupAreShownPlainly() throws {
    let scratch = try Scratch()
    let path = try scratch.file("a.routine", "name: %s <b>%1$@\u{1B}[31m\nSquats 30s\n")
    #expect(Shell("check", path).output == "\(path): %s <b>%1$@[31m, 1 step, 0:30\n")
}

@Test func aFolderThatIsNoStoreSaysWhatAStoreHas() throws {
    let scratch = try Scratch()
    _ = try scratch.file("legs.routine", "Legs\nSquats 30s\n")
    let shell = Shell("check", scratch.url.path)
    #expect(
        shell.output
            == "\(scratch.url.path): This folder is no store, since there is no routines/ in it; name the files in it, or the store itself\n"
    )
    let data = try #require(
        try JSONSerialization.jsonObject(with: Data(Shell("check", "--json", scratch.url.path).output.utf8)) as? [String: Any])
    let problem = ((data["files"] as? [[String: Any]])?.first?["problems"] as? [[String: Any]])?.first
    #expect(problem?["remedy"] as? String == "name the files in it, or the store itself")
    // What is to be played is one file.
    #expect(Shell("play", scratch.url.path).errors.hasSuffix(": This is a folder; name the files in it\n"))
}

@Test func aLongListOfNotesEndsWithOneThatSaysSo() throws {
    let scratch = try Scratch()
    let steps = (0..<200).map { "Zq\(String(repeating: "w", count: $0 % 9))vx\($0 + 100)kj 30s, then 10s rest" }
    let path = try scratch.file("a.routine", "Legs\n" + steps.joined(separator: "\n\n"))
    let lines = Shell("check", path).output.split(separator: "\n")
    #expect(lines.count == 102)
    #expect(
        lines[100].hasSuffix("note: More than 100 things are to be said about this file, and the others are not listed; mend these first"))
}
