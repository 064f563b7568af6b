import Canvas
import Foundation
import Ports
import TestSupport
import Testing

@Test func lettersFramesAndPathsLookAsTheyDid() throws {
    let size = PixelSize(width: 640, height: 400)
    var items: [Item] = [
        text("4806", Font(.display, weight: 800, size: 190, tabular: true), x: 16, baseline: 150, hollow: 8),
        text("−5:30", Font(.text, weight: 600, size: 34, tabular: true), x: 280, baseline: 350),
        text("Rumänische Kreuzheben", Font(.display, weight: 800, size: 40, tracking: -0.016), x: 16, baseline: 210),
        text("Боковая планка", Font(.display, weight: 700, size: 40), x: 16, baseline: 256),
        text("Bulgarian split squats with a pause", Font(.text, weight: 500, size: 24), x: 16, baseline: 290, width: 330),
        text("72 % of ink, 12 px", Font(.text, weight: 500, size: 12), x: 16, baseline: 312, color: ink.opacity(0.72)),
        .text(
            TextItem(
                [Span("Next ", Font(.display, weight: 300, size: 32)), Span("Squats", Font(.display, weight: 800, size: 32))],
                color: ink, x: 16, baseline: 350, width: 400)),
        .fill(Rect(x: 16, y: 368, width: 200.5, height: 16), ink), .fill(Rect(x: 216.5, y: 368, width: 250, height: 16), ink.opacity(0.28)),
        .frame(Rect(x: 560.25, y: 20, width: 60, height: 24), thickness: 5.4, ink),
        .filled(Path([.move(x: 565, y: 60), .line(x: 615, y: 85), .line(x: 565, y: 110), .close]), Color(0xFFAE2B)),
        .stroked(Path([.arc(centerX: 590, centerY: 150, radius: 25, from: -Double.pi / 2, to: 2)]), width: 6, join: .miter, ink),
    ]
    for weight in 1...9 {
        items.append(text("Weight", Font(.display, weight: weight * 100, size: 22), x: 500, baseline: 190 + Double(weight) * 20))
    }
    let golden = Project.root.appendingPathComponent("Tests/CanvasTests/Golden/canvas.png").path
    if let complaint = try Pictures.complaint(about: painted(scene(size, items)), golden: golden) {
        Issue.record(Comment(rawValue: complaint))
    }
}

@Test func aPictureThatDiffersIsNamedWithHowMuch() throws {
    let folder = NSTemporaryDirectory() + "stepback-pictures-\(UUID().uuidString)"
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let picture = painted(scene(PixelSize(width: 40, height: 30), [.fill(Rect(x: 3, y: 4, width: 5, height: 6), ink)]))
    let path = folder + "/a picture.png"
    try Pictures.write(picture, to: path)
    #expect(try Pictures.read(path) == picture)
    var other = picture
    for place in 0..<300 { other.pixels[place] ^= 0x60 }
    #expect(other.difference(from: picture) == (300, 96))
    #expect(other.difference(from: picture, above: 96) == (0, 96))
    if ProcessInfo.processInfo.environment["STEPBACK_RECORD"] == nil {
        #expect(try Pictures.complaint(about: picture, golden: path) == nil)
        let complaint = try #require(try Pictures.complaint(about: other, golden: path))
        #expect(complaint.hasPrefix("a picture.png: 300 pixels differ, by up to 96; look at "))
        let missing = try #require(try Pictures.complaint(about: other, golden: folder + "/none.png"))
        #expect(missing.contains("there is no such golden picture"))
    }
    #expect(throws: PictureError.self) { try Pictures.read(folder + "/none.png") }
}

@Test func anotherFontIsNearlyTheSamePictureAndAMissingDigitIsNot() {
    let size = PixelSize(width: 400, height: 240)
    func picture(_ digits: String, weight: Int = 800, field: Color = Color(0xFFAE2B)) -> Raster {
        painted(
            scene(
                size,
                [
                    .fill(Rect(x: 0, y: 0, width: 400, height: 240), field),
                    text(digits, Font(.display, weight: weight, size: 240, tabular: true), x: 40, baseline: 205),
                ]))
    }
    let usual = picture("15")
    #expect(usual.isNearly(usual))
    #expect(picture("15", weight: 700).isNearly(usual))
    #expect(!picture("1").isNearly(usual))
    #expect(!picture("18", weight: 300).isNearly(usual))
    #expect(!picture("15", field: Color(0x1F5BFF)).isNearly(usual))
}
