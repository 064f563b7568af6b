import Display
import Foundation
import Ports

/// What taking a picture over into a screen's buffer costs, turned each way, beside copying the same bytes. In ordinary memory: a Pi's
/// write-combined memory is slower for both.
func benchDisplay() {
    let glass = PixelSize(width: 1920, height: 1080)
    for rotation in Rotation.allCases {
        let target = PretendGlass(glass, rotation)
        let bytes = glass.width * glass.height * 4
        let source = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 4096)
        let plain = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 4096)
        defer {
            source.deallocate()
            plain.deallocate()
        }
        memset(source, 1, bytes)
        memset(plain, 1, bytes)
        let picture = Pixels(base: source, size: target.size, stride: target.size.width * 4)
        let whole = PixelRect(x: 0, y: 0, width: target.size.width, height: target.size.height)
        let copying = fastest(of: 201) { memcpy(plain, source, bytes) }
        let taking = fastest(of: 201) { target.take(picture, whole) }
        // What a digit of the player covers, about: a quarter of the picture.
        let (width, height) = (target.size.width, target.size.height)
        let digit = PixelRect(x: width / 40, y: height / 5, width: width / 2, height: height / 2)
        let takingDigit = fastest(of: 201) { target.take(picture, digit) }
        report(
            "screen copy 1920x1080, turned \(rotation.rawValue)",
            "\(taking.text), \(String(format: "%.2f", taking.milliseconds / copying.milliseconds)) x memcpy; a digit \(takingDigit.text)",
            goal: rotation == .none ? "1.1 x" : "4 x")
    }
}

/// Both sides of the ratio live in the caches, which other programs empty: the fastest run is the one that was left alone.
private func fastest(of runs: Int, _ body: () -> Void) -> Duration {
    let clock = ContinuousClock()
    return (0..<runs).map { _ in clock.measure(body) }.min()!
}
