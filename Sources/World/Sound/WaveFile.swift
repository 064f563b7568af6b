import Glibc
import Linux

/// A WAV file of 48 kHz, 16 bit, mono that is written in any order: what was never written is silence, and takes no room on a
/// file system with holes. Format: Microsoft's RIFF WAVE, PCM.
struct WaveFile: ~Copyable {
    /// A RIFF counts its bytes with 32 bits.
    static let maximumSeconds = Int64((UInt32.max - 36) / UInt32(sampleRate * 2))
    private static let headerSize = 44

    let path: String
    private let descriptor: Descriptor

    /// Creates the file, or empties it.
    init(path: String) throws(SoundError) {
        // Nothing is set before the last thing that can fail: Swift 6.0.3 cannot take a half-made noncopyable value apart.
        let raw = try WaveFile.call("create", path) { open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        self.path = path
        descriptor = Descriptor(owning: raw)
    }

    /// Adds samples to what is there. Not `over` anything, they are only written.
    func add(_ samples: [Int16], at position: Int64, over hasSound: Bool) throws(SoundError) {
        guard (position + Int64(samples.count)) / Int64(sampleRate) < WaveFile.maximumSeconds else {
            throw .tooLong(path: path, seconds: (position + Int64(samples.count)) / Int64(sampleRate))
        }
        var sum = samples
        if hasSound {
            let below = try read(at: position, count: samples.count)
            for index in samples.indices { sum[index] = Int16(clamping: Int32(below[index]) + Int32(samples[index])) }
        }
        // As it is in memory: every machine that this is built for is little-endian, as the format is.
        try write(sum, at: WaveFile.headerSize + Int(position) * 2)
    }

    /// Silence beyond the end.
    func read(at position: Int64, count: Int) throws(SoundError) -> [Int16] {
        var samples = [Int16](repeating: 0, count: count)
        var done = 0
        while done < count * 2 {
            let offset = WaveFile.headerSize + Int(position) * 2 + done
            let got = try WaveFile.call("read back", path) {
                samples.withUnsafeMutableBytes { pread(descriptor.raw, $0.baseAddress! + done, $0.count - done, offset) }
            }
            if got == 0 { break }
            done += got
        }
        return samples
    }

    /// Ends the sound here: nothing follows.
    func cut(at position: Int64) throws(SoundError) {
        try WaveFile.call("shorten", path) { ftruncate(descriptor.raw, WaveFile.headerSize + Int(position) * 2) }
    }

    /// Writes the header of a file that ends here.
    func finish(at end: Int64) throws(SoundError) {
        try cut(at: end)
        let size = UInt32(end * 2)
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
        var header = Array("RIFF".utf8) + bytes(size + 36) + Array("WAVEfmt ".utf8)
        header += bytes(16 as UInt32) + bytes(1 as UInt16) + bytes(1 as UInt16)
        header += bytes(UInt32(sampleRate)) + bytes(UInt32(sampleRate * 2)) + bytes(2 as UInt16) + bytes(16 as UInt16)
        header += Array("data".utf8) + bytes(size)
        try write(header, at: 0)
    }

    private func write<Element>(_ elements: [Element], at offset: Int) throws(SoundError) {
        let size = elements.count * MemoryLayout<Element>.size
        var done = 0
        while done < size {
            done += try WaveFile.call("write", path) {
                elements.withUnsafeBytes { pwrite(descriptor.raw, $0.baseAddress! + done, size - done, offset + done) }
            }
        }
    }

    @discardableResult
    private static func call<Result: FixedWidthInteger>(_ action: String, _ path: String, _ body: () -> Result) throws(SoundError) -> Result
    {
        do throws(SystemError) { return try systemCall("\(action) \(path)", body) } catch {
            throw .file(path: path, reason: String(cString: strerror(error.code)))
        }
    }
}
