import Foundation
import Playback
import Ports
import Testing

@testable import Preview

/// A picture made of a rule, lent as the kiosk lends its own.
struct Painting {
    var size: PixelSize
    var words: [UInt32]
    var stride: Int

    init(_ width: Int, _ height: Int, padding: Int = 0, _ rule: (Int, Int) -> UInt32) {
        size = PixelSize(width: width, height: height)
        stride = width + padding
        words = Array(repeating: 0xDEAD_BEEF, count: stride * height)
        for y in 0..<height {
            for x in 0..<width { words[y * stride + x] = rule(x, y) }
        }
    }

    func lend<Result>(_ body: (Pixels) throws -> Result) rethrows -> Result {
        try words.withUnsafeBytes { try body(Pixels(base: $0.baseAddress!, size: size, stride: stride * 4)) }
    }

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }
}

/// A folder that goes with the test.
final class Scratch {
    let path: String
    init() {
        path = NSTemporaryDirectory() + "stepback-\(UUID().uuidString)"
        try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    var names: [String] { try! FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    func write(_ text: String, _ name: String) { _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(text.utf8)) }
    func read(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: "\(path)/\(name)").map { Array($0) } }
}
