import CZlib
import Ports

/// Pixels to PNG (8-bit RGB; the format is W3C's PNG specification, third edition). The same pixels give the same bytes.
///
/// The picture is compressed in bands of rows, each an IDAT chunk of its own that refers to no other, so a frame of a film compresses only
/// the bands that changed since the one before.
public final class PNGEncoder {
    public let size: PixelSize
    static let bandHeight = 32
    private let rowBytes: Int
    private var bands: [Band]
    private let stream: UnsafeMutablePointer<z_stream>
    private var filtered: [UInt8]
    private var compressed: [UInt8]

    private struct Band {
        /// The whole chunk; empty when the pixels changed since.
        var chunk: [UInt8] = []
        var adler: UInt = 1
        var filteredLength = 0
    }

    /// A size of 1 x 1 or more.
    public init(size: PixelSize) {
        precondition(size.width > 0 && size.height > 0, "a picture has pixels")
        self.size = size
        rowBytes = 1 + size.width * 3
        bands = Array(repeating: Band(), count: (size.height + PNGEncoder.bandHeight - 1) / PNGEncoder.bandHeight)
        filtered = Array(repeating: 0, count: rowBytes * PNGEncoder.bandHeight)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Raw deflate: the header and the checksum belong to the whole picture, not to a band. Level 1 takes a third of the usual
        // level's time, and flat fields need no more. Fails only when there is no memory or the library is another one than compiled for.
        let result = deflateInit2_(
            stream, 1, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(result == Z_OK, "zlib could not start")
        compressed = Array(repeating: 0, count: Int(deflateBound(stream, UInt(filtered.count))) + 16)
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// These pixels will differ from those of the last `encode`.
    public func invalidate(_ damage: PixelRect) {
        let damage = damage.intersection(PixelRect(x: 0, y: 0, width: size.width, height: size.height))
        if damage.isEmpty { return }
        for band in damage.y / PNGEncoder.bandHeight...(damage.maxY - 1) / PNGEncoder.bandHeight { bands[band].chunk = [] }
    }

    /// The PNG file. The pixels have the encoder's size, and are those of the last call where `invalidate` did not name them.
    public func encode(_ pixels: Pixels) -> [UInt8] {
        precondition(pixels.size == size, "the picture has another size")
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Width, height, 8 bits, RGB, deflate, adaptive filters, not interlaced.
        append(chunk: "IHDR", bytes(size.width) + bytes(size.height) + [8, 2, 0, 0, 0], to: &file)
        append(chunk: "IDAT", [0x78, 0x01], to: &file)
        var adler: UInt = 1
        for index in bands.indices {
            if bands[index].chunk.isEmpty { compress(index, pixels) }
            file += bands[index].chunk
            adler = adler32_combine(adler, bands[index].adler, bands[index].filteredLength)
        }
        // An empty last block ends the stream.
        append(chunk: "IDAT", [0x03, 0x00] + bytes(Int(adler)), to: &file)
        append(chunk: "IEND", [], to: &file)
        return file
    }

    private func compress(_ index: Int, _ pixels: Pixels) {
        let first = index * PNGEncoder.bandHeight
        let last = min(first + PNGEncoder.bandHeight, size.height)
        let length = (last - first) * rowBytes
        for row in first..<last { filter(row, below: row > first, pixels, to: (row - first) * rowBytes) }
        deflateReset(stream)
        let written = filtered.withUnsafeMutableBufferPointer { input in
            compressed.withUnsafeMutableBufferPointer { output in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(length)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                deflate(stream, Z_SYNC_FLUSH)
                precondition(stream.pointee.avail_in == 0 && stream.pointee.avail_out > 0, "deflateBound bounds")
                return output.count - Int(stream.pointee.avail_out)
            }
        }
        bands[index].adler = filtered.withUnsafeBufferPointer { adler32(1, $0.baseAddress, UInt32(length)) }
        bands[index].filteredLength = length
        append(chunk: "IDAT", compressed[..<written], to: &bands[index].chunk)
    }

    /// Filter "up" where there is a row above in the band (equal rows become zeros), else none.
    private func filter(_ row: Int, below: Bool, _ pixels: Pixels, to offset: Int) {
        let source = (pixels.base + row * pixels.stride).assumingMemoryBound(to: UInt32.self)
        let width = size.width
        filtered.withUnsafeMutableBufferPointer { buffer in
            var target = buffer.baseAddress! + offset
            target[0] = below ? 2 : 0
            target += 1
            guard below else {
                for x in 0..<width {
                    let pixel = source[x]
                    target[0] = UInt8(truncatingIfNeeded: pixel >> 16)
                    target[1] = UInt8(truncatingIfNeeded: pixel >> 8)
                    target[2] = UInt8(truncatingIfNeeded: pixel)
                    target += 3
                }
                return
            }
            let above = (pixels.base + (row - 1) * pixels.stride).assumingMemoryBound(to: UInt32.self)
            for x in 0..<width {
                let pixel = source[x]
                let before = above[x]
                target[0] = UInt8(truncatingIfNeeded: (pixel >> 16) &- (before >> 16))
                target[1] = UInt8(truncatingIfNeeded: (pixel >> 8) &- (before >> 8))
                target[2] = UInt8(truncatingIfNeeded: pixel &- before)
                target += 3
            }
        }
    }

    private func bytes(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

    private func append(chunk kind: String, _ data: some Collection<UInt8>, to file: inout [UInt8]) {
        file += bytes(data.count)
        let start = file.count
        file += kind.utf8
        file += data
        let checksum = file.withUnsafeBufferPointer { crc32(0, $0.baseAddress! + start, UInt32($0.count - start)) }
        file += bytes(Int(checksum))
    }
}
