import CDRM
import Glibc
import Ports

/// A dumb buffer with its framebuffer and its mapping.
final class DRMBuffer: PixelBuffer {
    private let dumb: DumbBuffer
    private let frame: FrameBuffer
    private let mapping: Mapping

    var id: UInt32 { frame.id }
    var memory: UnsafeMutableRawPointer { mapping.start }
    var stride: Int { dumb.stride }

    init(_ card: DRMCard, _ size: PixelSize, _ format: PixelFormat) throws(DisplayError) {
        dumb = try DumbBuffer(card, size, format)
        frame = try FrameBuffer(card, dumb, size, format)
        mapping = try Mapping(card, dumb)
    }
}

/// Owns memory that the card can read. The kernel fills it with zeros.
private struct DumbBuffer: ~Copyable {
    let handle: UInt32
    let stride: Int
    let bytes: Int
    private let card: DRMCard

    init(_ card: DRMCard, _ size: PixelSize, _ format: PixelFormat) throws(DisplayError) {
        var (handle, pitch, bytes) = (UInt32(0), UInt32(0), UInt64(0))
        try check(
            drmModeCreateDumbBuffer(
                card.descriptor, UInt32(size.width), UInt32(size.height), UInt32(format.bytesPerPixel * 8), 0, &handle, &pitch, &bytes),
            "make a buffer of \(size.width)x\(size.height) on \(card.path)")
        self.handle = handle
        self.stride = Int(pitch)
        self.bytes = Int(bytes)
        self.card = card
    }

    // Fails only for a card that is gone, and the buffer with it.
    deinit { _ = drmModeDestroyDumbBuffer(card.descriptor, handle) }
}

/// Owns the kernel's framebuffer over a dumb buffer. Removing one that is shown switches its CRTC off.
private struct FrameBuffer: ~Copyable {
    let id: UInt32
    private let card: DRMCard

    init(_ card: DRMCard, _ dumb: borrowing DumbBuffer, _ size: PixelSize, _ format: PixelFormat) throws(DisplayError) {
        var id: UInt32 = 0
        try check(
            drmModeAddFB2(
                card.descriptor, UInt32(size.width), UInt32(size.height), format.fourcc, [dumb.handle, 0, 0, 0],
                [UInt32(dumb.stride), 0, 0, 0], [0, 0, 0, 0], &id, 0),
            "make a framebuffer of \(size.width)x\(size.height) on \(card.path)")
        self.id = id
        self.card = card
    }

    // Fails only for a card that is gone, and the framebuffer with it.
    deinit { _ = drmModeRmFB(card.descriptor, id) }
}

/// Owns the mapping of a dumb buffer.
private struct Mapping: ~Copyable {
    let start: UnsafeMutableRawPointer
    private let bytes: Int

    init(_ card: DRMCard, _ dumb: borrowing DumbBuffer) throws(DisplayError) {
        var offset: UInt64 = 0
        try check(drmModeMapDumbBuffer(card.descriptor, dumb.handle, &offset), "map a buffer of \(card.path)")
        let address = mmap(nil, dumb.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, card.descriptor, Int(offset))
        // MAP_FAILED is a macro with a cast, which Swift does not see.
        guard let address, Int(bitPattern: address) != -1 else { throw DisplayError("map a buffer of \(card.path)", code: errno) }
        start = address
        bytes = dumb.bytes
    }

    // Unmapping what was mapped cannot fail.
    deinit { _ = munmap(start, bytes) }
}

extension Mode {
    init(_ info: drmModeModeInfo) {
        self.init(
            clockKilohertz: info.clock,
            horizontal: Timing(
                display: info.hdisplay, syncStart: info.hsync_start, syncEnd: info.hsync_end, total: info.htotal, extra: info.hskew),
            vertical: Timing(
                display: info.vdisplay, syncStart: info.vsync_start, syncEnd: info.vsync_end, total: info.vtotal, extra: info.vscan),
            flags: info.flags, type: info.type, refreshHertz: info.vrefresh,
            text: withUnsafeBytes(of: info.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
}

extension drmModeModeInfo {
    init(_ mode: Mode) {
        self.init()
        clock = mode.clockKilohertz
        (hdisplay, hsync_start, hsync_end) = (mode.horizontal.display, mode.horizontal.syncStart, mode.horizontal.syncEnd)
        (htotal, hskew) = (mode.horizontal.total, mode.horizontal.extra)
        (vdisplay, vsync_start, vsync_end) = (mode.vertical.display, mode.vertical.syncStart, mode.vertical.syncEnd)
        (vtotal, vscan) = (mode.vertical.total, mode.vertical.extra)
        vrefresh = mode.refreshHertz
        flags = mode.flags
        type = mode.type
        withUnsafeMutableBytes(of: &name) { $0.copyBytes(from: mode.text.utf8.prefix($0.count - 1)) }
    }
}
