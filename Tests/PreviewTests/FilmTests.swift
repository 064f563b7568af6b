import CZlib
import Foundation
import Playback
import Ports
import Testing

@testable import Preview

/// Reads a PNG by the book: every checksum, every filter. Nil when anything is wrong.
func decodePNG(_ file: [UInt8]) -> (size: PixelSize, words: [UInt32])? {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    var offset = 8
    var kinds: [String] = []
    var header: [UInt8] = []
    var data: [UInt8] = []
    func number(_ at: Int) -> Int { file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    while offset < file.count {
        let length = number(offset)
        let body = Array(file[offset + 8..<offset + 8 + length])
        let checked = Array(file[offset + 4..<offset + 8 + length])
        guard crc32(0, checked, UInt32(checked.count)) == UInt(number(offset + 8 + length)) else { return nil }
        let kind = String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)
        kinds.append(kind)
        if kind == "IHDR" { header = body }
        if kind == "IDAT" { data += body }
        offset += 12 + length
    }
    guard kinds.first == "IHDR", kinds.last == "IEND", header.count == 13, Array(header[8...]) == [8, 2, 0, 0, 0] else { return nil }
    let width = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
    let height = header[4..<8].reduce(0) { $0 << 8 | Int($1) }
    let row = 1 + width * 3
    var raw = [UInt8](repeating: 0, count: row * height)
    var length = UInt(raw.count)
    // Checks the stream's own checksum too.
    guard uncompress(&raw, &length, data, UInt(data.count)) == Z_OK, length == UInt(raw.count) else { return nil }
    var words: [UInt32] = []
    for y in 0..<height {
        if raw[y * row] == 2 { for x in 1..<row { raw[y * row + x] &+= raw[(y - 1) * row + x] } } else if raw[y * row] != 0 { return nil }
        for x in 0..<width {
            let at = y * row + 1 + x * 3
            words.append(UInt32(raw[at]) << 16 | UInt32(raw[at + 1]) << 8 | UInt32(raw[at + 2]))
        }
    }
    return (PixelSize(width: width, height: height), words)
}

private func noise(_ x: Int, _ y: Int) -> UInt32 { UInt32(truncatingIfNeeded: (x &* 7919 &+ y &* 104_729) &* 2_654_435_761 >> 5) }

@Suite struct PNGTests {
    @Test(arguments: [(1, 1), (3, 31), (31, 32), (65, 33), (480, 320)])
    func everyPixelComesBack(width: Int, height: Int) throws {
        let painting = Painting(width, height, padding: 5, noise)
        let file = painting.lend { PNGEncoder(size: painting.size).encode($0) }
        let picture = try #require(decodePNG(file))
        #expect(picture.size == painting.size)
        let expected = (0..<height).flatMap { y in (0..<width).map { x in noise(x, y) & 0xFF_FFFF } }
        #expect(picture.words == expected)
    }

    @Test func aFrameThatReusesItsUnchangedBandsHasTheBytesOfAFreshOne() throws {
        let before = Painting(200, 200) { x, y in noise(x / 9, y / 9) }
        let after = Painting(200, 200) { x, y in (40..<80).contains(y) && x > 100 ? 0xFF_8800 : noise(x / 9, y / 9) }
        let encoder = PNGEncoder(size: before.size)
        let first = before.lend { encoder.encode($0) }
        encoder.invalidate(PixelRect(x: 101, y: 40, width: 99, height: 40))
        let second = after.lend { encoder.encode($0) }
        #expect(second == after.lend { PNGEncoder(size: after.size).encode($0) })
        #expect(first != second)
        let colour = try #require(decodePNG(second)).words[50 * 200 + 150]
        #expect(colour == 0xFF_8800)
    }

    @Test func damageOutsideThePictureIsCut() {
        let painting = Painting(10, 10, noise)
        let encoder = PNGEncoder(size: painting.size)
        let first = painting.lend { encoder.encode($0) }
        encoder.invalidate(PixelRect(x: -5, y: -5, width: 100, height: 100))
        encoder.invalidate(PixelRect(x: 20, y: 20, width: 5, height: 5))
        #expect(painting.lend { encoder.encode($0) } == first)
    }
}

@Suite struct FilmTests {
    private let scratch = Scratch()
    private var zero: Instant { Instant(nanoseconds: 77_000_000_000) }

    private func film(folder: String? = nil) throws -> FilmScreen {
        try FilmScreen(folder: folder ?? scratch.path, size: PixelSize(width: 8, height: 4), zero: zero)
    }

    private func show(_ film: FilmScreen, _ colour: UInt32, at time: Duration, damage: PixelRect? = nil) {
        let painting = Painting(8, 4) { _, _ in colour }
        painting.lend { film.prepare($0, damage: [damage ?? painting.bounds]) }
        film.present(due: zero + time)
    }

    @Test func everyPresentedPictureIsAFileNamedByItsMilliseconds() throws {
        let film = try film()
        show(film, 0x112233, at: .zero)
        show(film, 0x445566, at: .milliseconds(5033))
        show(film, 0x778899, at: .seconds(36_000) + .microseconds(999))
        try film.finish()
        #expect(scratch.names == ["0.png", "36000000.png", "5033.png"])
        #expect(film.count == 3)
        let words = try #require(decodePNG(scratch.read("5033.png")!)).words
        #expect(words == Array(repeating: 0x445566, count: 32))
    }

    @Test func onlyTheDamageChanges() throws {
        let film = try film()
        show(film, 0x111111, at: .zero)
        show(film, 0x222222, at: .seconds(1), damage: PixelRect(x: 2, y: 1, width: 3, height: 2))
        let words = try #require(decodePNG(scratch.read("1000.png")!)).words
        #expect(words.count { $0 == 0x222222 } == 6)
        #expect(words[8 + 2] == 0x222222 && words[0] == 0x111111)
    }

    @Test func presentingWithoutAChangeWritesNothing() throws {
        let film = try film()
        film.present(due: zero)
        show(film, 0, at: .seconds(1), damage: PixelRect(x: 0, y: 0, width: 0, height: 0))
        #expect(scratch.names == [])
    }

    @Test func framesOfAnEarlierFilmGo() throws {
        scratch.write("old", "0.png")
        scratch.write("old", "123456.png")
        scratch.write("half", ".frame.tmp")
        let film = try film()
        #expect(scratch.names == [])
        show(film, 1, at: .seconds(1))
        #expect(scratch.names == ["1000.png"])
    }

    @Test(arguments: ["holiday.png", "1.png.txt", "１.png", ".png", "notes", "-1.png"])
    func aFolderWithAnythingElseIsLeftAlone(other: String) throws {
        scratch.write("mine", "0.png")
        scratch.write("mine", other)
        #expect(throws: PreviewError.folderInUse(path: scratch.path, example: other)) { try film() }
        #expect(scratch.names == ["0.png", other].sorted())
        #expect(
            PreviewError.folderInUse(path: "out/frames", example: "notes").description
                == "out/frames holds files that are no frames (notes): empty it, or name another folder")
    }

    @Test func theFolderIsMadeWithThoseAboveIt() throws {
        let film = try film(folder: scratch.path + "/a/b/frames")
        show(film, 1, at: .zero)
        #expect(FileManager.default.fileExists(atPath: scratch.path + "/a/b/frames/0.png"))
    }

    @Test func aFileInTheWayIsASentence() {
        scratch.write("x", "frames")
        #expect(throws: PreviewError.self) { try film(folder: scratch.path + "/frames") }
        #expect(throws: PreviewError.self) { try film(folder: scratch.path + "/frames/below") }
    }

    @Test func theFirstPictureThatCannotBeWrittenIsTheErrorAndTheRestIsNotTried() throws {
        let film = try film()
        show(film, 1, at: .zero)
        try FileManager.default.removeItem(atPath: scratch.path)
        show(film, 2, at: .seconds(1))
        show(film, 3, at: .seconds(2))
        #expect(film.count == 1)
        #expect(
            film.failure?.description
                == "\(scratch.path)/1000.png was not written: could not make it: No such file or directory; name another folder")
        #expect(throws: PreviewError.self) { try film.finish() }
    }
}
