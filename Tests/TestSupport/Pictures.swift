import CCairo
import Foundation
import Ports

/// A picture held by a test: 0xRRGGBB, row after row from the top.
public struct Raster: Equatable {
    public var size: PixelSize
    public var pixels: [UInt32]

    public init(size: PixelSize, pixels: [UInt32]) {
        self.size = size
        self.pixels = pixels
    }

    public init(_ lent: Pixels) {
        size = lent.size
        pixels = []
        pixels.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            let row = (lent.base + y * lent.stride).assumingMemoryBound(to: UInt32.self)
            for x in 0..<size.width { pixels.append(row[x] & 0xFF_FFFF) }
        }
    }

    public subscript(x: Int, y: Int) -> UInt32 { pixels[y * size.width + x] }

    /// How many pixels differ, and by how much the worst channel of the worst pixel does (0 to 255); all of them when the sizes differ.
    public func difference(from other: Raster, above tolerance: Int = 0) -> (pixels: Int, largest: Int) {
        guard size == other.size else { return (max(pixels.count, other.pixels.count), 255) }
        if pixels == other.pixels { return (0, 0) }
        var count = 0
        var largest = 0
        for (one, two) in zip(pixels, other.pixels) where one != two {
            var worst = 0
            for shift in stride(from: UInt32(0), through: 16, by: 8) {
                worst = max(worst, abs(Int(one >> shift & 255) - Int(two >> shift & 255)))
            }
            if worst > tolerance { count += 1 }
            largest = max(largest, worst)
        }
        return (count, largest)
    }
}

extension Raster {
    /// Whether this is the same picture with another edition of its fonts: at most 15 % of its pixels differ by more than 48, and none of
    /// its parts (a quarter of the short side, squared) by more than 80 in a channel's average. Inter 4.1 gives the big 1 a foot and makes
    /// digits a little wider, which changes edges by the thousand and parts hardly; a missing digit or another field's colour does both.
    public func isNearly(_ other: Raster) -> Bool {
        guard size == other.size, difference(from: other, above: 48).pixels <= pixels.count * 15 / 100 else { return false }
        let side = max(1, min(size.width, size.height) / 4)
        for top in stride(from: 0, to: size.height, by: side) {
            for left in stride(from: 0, to: size.width, by: side) {
                let (mine, theirs) = (sums(left, top, side), other.sums(left, top, side))
                if zip(mine.channels, theirs.channels).contains(where: { abs($0 - $1) > 80 * mine.count }) { return false }
            }
        }
        return true
    }

    /// Red, green and blue of a part added up, and how many pixels it has.
    private func sums(_ left: Int, _ top: Int, _ side: Int) -> (channels: [Int], count: Int) {
        var (red, green, blue, count) = (0, 0, 0, 0)
        for y in top..<min(top + side, size.height) {
            for x in left..<min(left + side, size.width) {
                let pixel = pixels[y * size.width + x]
                red += Int(pixel >> 16 & 255)
                green += Int(pixel >> 8 & 255)
                blue += Int(pixel & 255)
                count += 1
            }
        }
        return ([red, green, blue], count)
    }
}

extension Raster: CustomStringConvertible, CustomReflectable {
    /// Its size only: a failed comparison must not print two million pixels.
    public var description: String { "a raster of \(size.width) × \(size.height)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// PNG files, and golden pictures that tests compare with.
public enum Pictures {
    /// Writes a PNG; the folder is made.
    public static func write(_ raster: Raster, to path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(raster.size.width), Int32(raster.size.height)) else {
            throw PictureError(description: "\(path): Cairo gave no surface of \(raster.size)")
        }
        defer { cairo_surface_destroy(surface) }
        guard let data = cairo_image_surface_get_data(surface) else {
            throw PictureError(description: "\(path): Cairo gave no pixels of \(raster.size)")
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        for y in 0..<raster.size.height {
            let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
            for x in 0..<raster.size.width { row[x] = raster[x, y] }
        }
        cairo_surface_mark_dirty(surface)
        let status = cairo_surface_write_to_png(surface, path)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw PictureError(description: "\(path): not written, \(String(cString: cairo_status_to_string(status)))")
        }
    }

    /// Reads a PNG.
    public static func read(_ path: String) throws -> Raster {
        guard let surface = cairo_image_surface_create_from_png(path) else { throw PictureError(description: "\(path): not read") }
        defer { cairo_surface_destroy(surface) }
        let status = cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
            throw PictureError(description: "\(path): not read, \(String(cString: cairo_status_to_string(status)))")
        }
        let size = PixelSize(
            width: Int(cairo_image_surface_get_width(surface)), height: Int(cairo_image_surface_get_height(surface)))
        return Raster(Pixels(base: data, size: size, stride: Int(cairo_image_surface_get_stride(surface))))
    }

    /// Debian 12 with its Inter 4.0 beta, on the processors that the golden pictures are recorded on: elsewhere Inter has other edges, and
    /// Cairo's compiler may round a curve's last bit otherwise.
    public static var isRecordingRelease: Bool {
        #if arch(x86_64)
            // A system without that file is another one.
            let release = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)
            return release?.contains("VERSION_CODENAME=bookworm") ?? false
        #else
            return false
        #endif
    }

    /// Once a run.
    private static let sayTolerant: Void = FileHandle.standardError.write(
        Data("NOTE: not the system that the golden pictures were recorded on: they are compared with a tolerance.\n".utf8))

    /// Where pictures that differ are left: beside the build, or with a read-only project in the folder for temporary files.
    private static var seenFolder: String {
        let build = Project.root.appendingPathComponent(".build").path
        return FileManager.default.isWritableFile(atPath: build) ? build + "/pictures" : NSTemporaryDirectory() + "stepback-pictures-seen"
    }

    /// nil when the picture equals the golden one: exactly on the release that it was recorded on, nearly elsewhere. Otherwise a
    /// sentence, and the picture is left to look at, in `.build/pictures` if that can be written. With STEPBACK_RECORD=1 a golden picture
    /// that is absent or differs is written, and the sentence says so.
    public static func complaint(about raster: Raster, golden path: String) throws -> String? {
        let name = URL(fileURLWithPath: path).lastPathComponent
        if ProcessInfo.processInfo.environment["STEPBACK_RECORD"] == "1" {
            if FileManager.default.fileExists(atPath: path), try read(path) == raster { return nil }
            try write(raster, to: path)
            return "\(name): recorded, run again without STEPBACK_RECORD"
        }
        let seen = "\(seenFolder)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else {
            try write(raster, to: seen)
            return "\(path): there is no such golden picture; look at \(seen) and record it with STEPBACK_RECORD=1"
        }
        let golden = try read(path)
        if isRecordingRelease {
            if raster == golden { return nil }
        } else {
            _ = sayTolerant
            if raster.size == golden.size, raster.isNearly(golden) { return nil }
        }
        let difference = raster.difference(from: golden, above: isRecordingRelease ? 0 : 48)
        try write(raster, to: seen)
        return "\(name): \(difference.pixels) pixels differ, by up to \(difference.largest); look at \(seen)"
    }
}

/// A picture that could not be read or written: which, and why.
public struct PictureError: Error, CustomStringConvertible {
    public let description: String
}
