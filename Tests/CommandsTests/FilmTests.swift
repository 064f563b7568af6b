import Foundation
import TestSupport
import Testing

@testable import Commands

/// `stepback render` from the command line to the samples.
@Suite struct FilmTests {
    private struct Timeline: Decodable {
        struct Segment: Decodable {
            var kind: String
            var startMilliseconds: Int
            var seconds: Int
        }
        struct Cue: Decodable {
            var id: String
            var kind: String
            var atMilliseconds: Int
            var milliseconds: Int
            var text: String?
        }
        var totalSeconds: Int
        var segments: [Segment]
        var cues: [Cue]
    }

    private final class Folder {
        let path = NSTemporaryDirectory() + "stepback-film-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }
        func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")) }
        /// The WAV's samples, behind its header of 44 bytes.
        func samples() throws -> [Int16] {
            let bytes = [UInt8](try data("sound.wav").dropFirst(44))
            return stride(from: 0, to: bytes.count - 1, by: 2).map { Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8) }
        }
    }

    private let folder = Folder()

    private func render(_ file: String, _ options: String...) -> (code: Int32, complaint: String) { render(file, options) }

    private func render(_ file: String, _ options: [String]) -> (code: Int32, complaint: String) {
        var complaint = ""
        let code = Commands.run(
            Surroundings(
                arguments: ["render", file, "--out", folder.path] + options, variables: [:],
                executable: Project.root.appendingPathComponent("stepback").path, write: { _ in }, complain: { complaint += $0 }))
        return (code, complaint)
    }

    private var sample: String { Project.resources.appendingPathComponent("routines/morning-core.routine").path }

    private func routine(_ text: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let path = folder.path + "/test.routine"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func theSamplesSoundIsWhereItsTimelineSaysToTheSample() throws {
        #expect(render(sample, "--no-frames").code == 0)
        let timeline = try JSONDecoder().decode(Timeline.self, from: folder.data("timeline.json"))
        #expect(timeline.totalSeconds == 330)
        #expect(timeline.segments.count == 15)
        #expect(timeline.segments.last.map { $0.startMilliseconds + $0.seconds * 1000 } == 335_000)
        let samples = try folder.samples()
        var end = 0
        for cue in timeline.cues {
            let start = cue.atMilliseconds * 48
            #expect(start >= end, "\(cue.id) begins before the sound before it ends")
            #expect(samples[max(0, start - 480)..<start].allSatisfy { $0 == 0 }, "\(cue.id) is early")
            if cue.kind == "tone" { #expect(samples[start] != 0, "\(cue.id) is late") }
            // A voice's length is given in whole milliseconds.
            end = start + (cue.milliseconds + (cue.kind == "voice" ? 1 : 0)) * 48
            #expect(samples[start..<min(end, samples.count)].contains { abs(Int($0)) > 3000 }, "\(cue.id) cannot be heard")
        }
        #expect(abs(samples.count - end) <= 48, "the file ends with its last cue")
    }

    @Test func aFilmWithoutAVoiceSaysHowToGetOne() throws {
        let file = try routine("name: Short\n\nBridge 5s\n")
        let settings = folder.path + "/silent.conf"
        try "sound.voice-language = qaa\n".write(toFile: settings, atomically: true, encoding: .utf8)
        let silent = render(file, "--no-frames", "--config", settings)
        #expect(silent.code == 0)
        #expect(
            silent.complaint
                == "✗ Voice: there is no voice for qaa\n    Install the voices (sudo apt install libespeak-ng1 espeak-ng-data), "
                + "or set sound.voice-language to a language that is there.\n")
        #expect(render(file, "--no-frames").complaint == "")
    }

    @Test func theSameFilmHasTheSameBytes() throws {
        #expect(render(sample, "--no-frames").code == 0)
        let first = (try folder.data("sound.wav"), try folder.data("timeline.json"))
        #expect(render(sample, "--no-frames").code == 0)
        #expect(try folder.data("sound.wav") == first.0)
        #expect(try folder.data("timeline.json") == first.1)
    }

    @Test func tenHoursAreExactToTheSampleAtTheirEnd() throws {
        let steps = [String](repeating: "Bridge 90 s\nthen 30 s rest", count: 300)
        let file = try routine("Ten hours\n" + steps.joined(separator: "\n"))
        #expect(render(file, "--no-frames").code == 0)
        let timeline = try JSONDecoder().decode(Timeline.self, from: folder.data("timeline.json"))
        #expect(timeline.totalSeconds == 35_970)
        let done = try #require(timeline.cues.first { $0.id.hasSuffix("done-tone") })
        #expect(done.atMilliseconds == (timeline.totalSeconds + 5) * 1000)
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path + "/sound.wav"))
        try handle.seek(toOffset: 44 + UInt64(done.atMilliseconds * 48 - 1) * 2)
        let around = [UInt8](try handle.read(upToCount: 4) ?? Data())
        #expect(around.prefix(2) == [0, 0])
        #expect(around.suffix(2) != [0, 0])
    }

    @Test func aFilmPastFourGigabytesIsRefusedAndNothingIsWritten() throws {
        let long = try routine("Too long\nBridge 720 min\nSquats 60 min")
        let (code, complaint) = render(long, "--no-frames")
        #expect(code == 1)
        #expect(complaint.contains("sound.wav"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/sound.wav"))
    }

    @Test func onePictureIsDrawnAtItsTime() throws {
        #expect(render(sample, "--at", "23", "--size", "480x320").code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/frames") == ["23000.png"])
    }

    @Test func aTimeBehindTheEndIsRefusedWithTheFilmsLength() throws {
        let file = try routine("Short\nSquats 39s")
        #expect(render(file, "--at", "44", "--size", "480x320").code == 0)
        try FileManager.default.removeItem(atPath: folder.path + "/frames")
        for time in ["44.001", "999"] {
            let (code, complaint) = render(file, "--at", time, "--size", "480x320")
            #expect(code == 64)
            #expect(complaint.hasPrefix("stepback render: --at is behind the end of the film, which is 0:44 long\n"), "\(complaint)")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/frames"))
        }
    }

    @Test(arguments: [[], ["--at", "1"]]) func aRefusedFolderKeepsItsSound(_ options: [String]) throws {
        let file = try routine("Squats 5s")
        let frames = folder.path + "/frames"
        try FileManager.default.createDirectory(atPath: frames, withIntermediateDirectories: true)
        try "a holiday".write(toFile: frames + "/holiday.jpg", atomically: true, encoding: .utf8)
        try "a song".write(toFile: folder.path + "/sound.wav", atomically: true, encoding: .utf8)
        #expect(render(file, options).code == 1)
        #expect(try folder.data("sound.wav") == Data("a song".utf8))
    }

    @Test(arguments: [[], ["--at", "1"], ["--no-frames"]]) func aFileInPlaceOfTheFolderIsSaidInASentence(_ options: [String]) throws {
        try "text".write(toFile: folder.path, atomically: true, encoding: .utf8)
        let (code, complaint) = render(sample, options)
        #expect(code == 1)
        #expect(complaint.contains("Not a directory") && !complaint.contains("NS"), "\(complaint)")
        #expect(try String(contentsOfFile: folder.path, encoding: .utf8) == "text")
    }
}
