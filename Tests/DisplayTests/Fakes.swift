import Glibc
import Playback
import Ports

@testable import Display

/// The loop, with time moved by hand.
final class FakeSeat: LoopSeat {
    private(set) var now = Instant(nanoseconds: 0)
    private var alarms: [Int: (at: Instant, handler: () -> Void)] = [:]
    private var watches: [Int: (descriptor: Int32, handler: (Bool) -> Void)] = [:]
    private var last = 0

    func wake(at instant: Instant, _ handler: @escaping () -> Void) -> Ending {
        last += 1
        let number = last
        alarms[number] = (instant, handler)
        return Ending { [weak self] in self?.alarms[number] = nil }
    }

    func watch(_ descriptor: Int32, _ handler: @escaping (Bool) -> Void) -> Ending {
        last += 1
        let number = last
        watches[number] = (descriptor, handler)
        return Ending { [weak self] in self?.watches[number] = nil }
    }

    /// Moves time on, alarm by alarm.
    func pass(_ duration: Duration) {
        let end = now + duration
        while let next = alarms.filter({ $0.value.at <= end }).min(by: { ($0.value.at, $0.key) < ($1.value.at, $1.key) }) {
            now = max(now, next.value.at)
            alarms[next.key] = nil
            next.value.handler()
        }
        now = end
    }

    func speak(_ descriptor: Int32, isBroken: Bool = false) {
        for watch in watches.values where watch.descriptor == descriptor { watch.handler(isBroken) }
    }

    var watchCount: Int { watches.count }
}

/// Memory for the picture, and the card's own copy of it, which only what is sent updates.
final class FakeBuffer: PixelBuffer {
    let id: UInt32
    let size: PixelSize
    let format: PixelFormat
    let memory: UnsafeMutableRawPointer
    let stride: Int
    let uploaded: UnsafeMutableRawPointer
    private let onEnd: () -> Void

    init(id: UInt32, _ size: PixelSize, _ format: PixelFormat, onEnd: @escaping () -> Void) {
        self.id = id
        self.size = size
        self.format = format
        self.onEnd = onEnd
        // Rows are longer than the picture, as on real cards.
        stride = size.width * format.bytesPerPixel + 64
        memory = .allocate(byteCount: stride * size.height, alignment: 64)
        uploaded = .allocate(byteCount: stride * size.height, alignment: 64)
        memset(memory, 0, stride * size.height)
        memset(uploaded, 0x77, stride * size.height)
    }

    deinit {
        memory.deallocate()
        uploaded.deallocate()
        onEnd()
    }

    func upload(_ clips: [PixelRect], to target: UnsafeMutableRawPointer) {
        for clip in clips {
            precondition(clip.intersection(size.bounds) == clip, "a clip outside of the glass: \(clip)")
            for row in clip.y..<clip.maxY {
                let offset = row * stride + clip.x * format.bytesPerPixel
                memcpy(target + offset, memory + offset, clip.width * format.bytesPerPixel)
            }
        }
    }
}

/// A card that does what it is told and writes it down.
final class FakeCard: ModeSettingCard {
    let path: String
    let descriptor: Int32
    var facts: CardFacts
    var planeList: [Plane] = []
    var hasDamageClips = true
    /// What a call answers instead of doing anything, by its first word: "master", "buffer", "set", "flip", "dirty", "look".
    var failures: [String: Int32] = [:]
    /// Formats that a framebuffer may have.
    var acceptedFormats: Set<PixelFormat> = [.xrgb8888, .rgb565]
    /// Sizes, as "64x40", that the card does not take.
    var refusedModes: Set<String> = []
    /// What the last flip said had changed.
    private(set) var lastClips: [PixelRect] = []
    private(set) var record: [String] = []
    private(set) var isMaster = false
    private(set) var liveBuffers: [UInt32: WeakBuffer] = [:]
    private(set) var blobs: [UInt32: BlobContent] = [:]
    /// Like a panel that gets only the changed parts of each frame over a slow bus.
    private(set) var panel: UnsafeMutableRawPointer?
    private(set) var onGlass: UInt32?
    private(set) var flightSerial: UInt64?
    private var flightTarget: UInt32?
    private var landedSerials: [UInt64] = []
    private var lastID: UInt32 = 100
    private var lastBlob: UInt32 = 5000

    struct WeakBuffer { weak var buffer: FakeBuffer? }

    init(_ path: String, _ connectors: [Connector], isAtomic: Bool = true, descriptor: Int32 = 50) {
        self.path = path
        self.descriptor = descriptor
        facts = CardFacts(
            path: path, driver: "fake", isAtomic: isAtomic, hasDumbBuffers: true, connectors: connectors,
            crtcs: [CRTC(id: 40, mode: nil, frameBuffer: 0), CRTC(id: 41, mode: nil, frameBuffer: 0)], isMaster: false)
        for index in 0..<2 {
            for kind in [Plane.Kind.overlay, .cursor, .primary] {
                let id = 60 + UInt32(index) * 10 + UInt32(kind.rawValue)
                planeList.append(
                    Plane(id: id, kind: kind, possibleCRTCs: 1 << UInt32(index), crtc: 0, formats: PixelFormat.allCases.map(\.fourcc)))
            }
        }
    }

    deinit { panel?.deallocate() }

    var isAtomic: Bool { facts.isAtomic }
    var buffers: [FakeBuffer] { liveBuffers.keys.sorted().compactMap { liveBuffers[$0]?.buffer } }
    func takeRecord() -> [String] {
        defer { record = [] }
        return record
    }

    private func attempt(_ call: String, _ line: String) throws(DisplayError) {
        if let code = failures[call] {
            record.append("\(line) refused")
            throw DisplayError(line, code: code)
        }
        record.append(line)
    }

    func becomeMaster() throws(DisplayError) {
        if isMaster { return }
        try attempt("master", "master")
        isMaster = true
    }

    func dropMaster() {
        isMaster = false
        record.append("drop master")
    }

    func planes() throws(DisplayError) -> [Plane] { planeList }

    private static let names = [
        "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "rotation", "MODE_ID", "ACTIVE",
        "link-status", "FB_DAMAGE_CLIPS",
    ]

    func properties(of object: UInt32, _ kind: ObjectKind) throws(DisplayError) -> [String: Property] {
        var found: [String: Property] = [:]
        for (index, name) in FakeCard.names.enumerated() where name != "FB_DAMAGE_CLIPS" || hasDamageClips {
            found[name] = Property(id: UInt32(index + 1), value: 0)
        }
        return found
    }

    func makeBuffer(_ size: PixelSize, _ format: PixelFormat) throws(DisplayError) -> any PixelBuffer {
        let line = "buffer \(size.width)x\(size.height)\(format == .rgb565 ? " rgb565" : "")"
        try attempt("buffer", line)
        if !acceptedFormats.contains(format) { throw DisplayError(line, code: EINVAL) }
        lastID += 1
        let id = lastID
        let buffer = FakeBuffer(id: id, size, format) { [weak self] in self?.bufferEnded(id) }
        liveBuffers[id] = WeakBuffer(buffer: buffer)
        return buffer
    }

    private func bufferEnded(_ id: UInt32) {
        liveBuffers[id] = nil
        record.append("free \(id)")
        if onGlass == id { onGlass = nil }
    }

    func makeBlob(_ content: BlobContent) throws(DisplayError) -> UInt32 {
        lastBlob += 1
        blobs[lastBlob] = content
        return lastBlob
    }

    func dropBlob(_ id: UInt32) { precondition(blobs.removeValue(forKey: id) != nil) }

    func commit(_ changes: [PropertyChange], _ manner: CommitManner) throws(DisplayError) {
        func value(_ name: String, of object: (UInt32) -> Bool) -> UInt64? {
            let property = UInt32(FakeCard.names.firstIndex(of: name)! + 1)
            return changes.last { $0.property == property && object($0.object) }?.value
        }
        let frame = UInt32(value("FB_ID") { id in self.planeList.contains { $0.kind == .primary && $0.id == id } } ?? 0)
        switch manner {
        case .modeSet:
            let crtc = changes.first { (40...41).contains($0.object) }!.object
            if value("ACTIVE", of: { $0 == crtc }) == 0 {
                try attempt("off", "off")
                turnOff(crtc)
                return
            }
            guard case .mode(let mode)? = blobs[UInt32(value("MODE_ID") { $0 == crtc }!)] else { preconditionFailure("no mode") }
            if refusedModes.contains(mode.text) { throw DisplayError("commit", code: EINVAL) }
            try attempt("set", "set \(mode.name) crtc \(crtc) buffer \(frame)")
            modeSet(crtc, mode, frame)
        case .flip(let serial):
            if flightSerial != nil { throw DisplayError("flip", code: EBUSY) }
            var clips: [PixelRect]?
            if let blob = value("FB_DAMAGE_CLIPS", of: { _ in true }), case .clips(let found)? = blobs[UInt32(blob)] { clips = found }
            try attempt("flip", "flip \(frame)")
            send(frame, clips, serial)
        }
    }

    private func turnOff(_ crtc: UInt32) {
        for index in facts.crtcs.indices where facts.crtcs[index].id == crtc {
            facts.crtcs[index].mode = nil
            facts.crtcs[index].frameBuffer = 0
        }
        onGlass = nil
    }

    private func modeSet(_ crtc: UInt32, _ mode: Mode, _ frame: UInt32) {
        for index in facts.crtcs.indices where facts.crtcs[index].id == crtc {
            facts.crtcs[index].mode = mode
            facts.crtcs[index].frameBuffer = frame
        }
        let buffer = liveBuffers[frame]!.buffer!
        precondition(buffer.size == mode.size)
        buffer.upload([buffer.size.bounds], to: buffer.uploaded)
        panel?.deallocate()
        panel = .allocate(byteCount: buffer.stride * buffer.size.height, alignment: 64)
        buffer.upload([buffer.size.bounds], to: panel!)
        onGlass = frame
        flightSerial = nil
    }

    private func send(_ frame: UInt32, _ clips: [PixelRect]?, _ serial: UInt64) {
        let buffer = liveBuffers[frame]!.buffer!
        precondition(frame != onGlass, "the buffer on the glass is sent again")
        lastClips = clips ?? [buffer.size.bounds]
        buffer.upload(lastClips, to: buffer.uploaded)
        buffer.upload(lastClips, to: panel!)
        flightSerial = serial
        flightTarget = frame
    }

    func setCRTC(_ crtc: UInt32, connector: UInt32, mode: Mode?, frameBuffer: UInt32) throws(DisplayError) {
        guard let mode else {
            try attempt("off", "off")
            turnOff(crtc)
            return
        }
        if refusedModes.contains(mode.text) { throw DisplayError("set", code: EINVAL) }
        try attempt("set", "set \(mode.name) crtc \(crtc) buffer \(frameBuffer)")
        modeSet(crtc, mode, frameBuffer)
    }

    func flip(_ crtc: UInt32, frameBuffer: UInt32, serial: UInt64) throws(DisplayError) {
        if flightSerial != nil { throw DisplayError("flip", code: EBUSY) }
        try attempt("flip", "flip \(frameBuffer)")
        send(frameBuffer, nil, serial)
    }

    func markDirty(_ frameBuffer: UInt32, _ clips: [PixelRect]) throws(DisplayError) {
        try attempt("dirty", "dirty \(frameBuffer)")
    }

    func readEvents() throws(DisplayError) -> [UInt64] {
        defer { landedSerials = [] }
        return landedSerials
    }

    /// The vertical blank: what flies is on the glass.
    func verticalBlank(_ seat: FakeSeat) {
        guard let serial = flightSerial, let target = flightTarget else { return }
        onGlass = target
        if let index = facts.crtcs.firstIndex(where: { $0.mode != nil }) { facts.crtcs[index].frameBuffer = target }
        flightSerial = nil
        landedSerials.append(serial)
        seat.speak(descriptor)
    }

    /// The kernel forgets to say that the flip has landed.
    func loseFlip() { flightSerial = nil }

    /// An event of a flip that is long over.
    func sayLanded(_ serial: UInt64, _ seat: FakeSeat) {
        landedSerials.append(serial)
        seat.speak(descriptor)
    }

    /// A pixel as a driver that uploads each buffer by its own clips shows it, and as one that sends only changes does.
    func glassPixel(_ x: Int, _ y: Int) -> UInt32 { pixel(buffers.first { $0.id == onGlass }!.uploaded, x, y) }
    func panelPixel(_ x: Int, _ y: Int) -> UInt32 { pixel(panel!, x, y) }
    private func pixel(_ memory: UnsafeMutableRawPointer, _ x: Int, _ y: Int) -> UInt32 {
        let buffer = buffers.first { $0.id == onGlass }!
        return (memory + y * buffer.stride + x * 4).load(as: UInt32.self)
    }
}

final class FakeKernel: ModeSettingKernel {
    var cards: [FakeCard]
    private(set) var looks: [String] = []
    private var answer: (() -> Void)?
    private(set) var hotplug: () -> Void = {}

    init(_ cards: [FakeCard]) { self.cards = cards }

    var isLooking: Bool { answer != nil }

    func look(only card: (any ModeSettingCard)?, _ answer: @escaping (Look) -> Void) {
        precondition(!isLooking)
        looks.append(card?.path ?? "all")
        self.answer = { [unowned self] in
            var look = Look(cards: [], troubles: [])
            for seen in cards where card == nil || card === seen {
                if let code = seen.failures["look"] {
                    look.troubles.append(DisplayError("look at \(seen.path)", code: code))
                } else {
                    look.cards.append((seen, seen.facts))
                }
            }
            answer(look)
        }
    }

    /// The look is over; the answer is what there is now.
    func finishLook() {
        let answer = self.answer
        self.answer = nil
        answer?()
    }

    func release(except card: (any ModeSettingCard)?) {}

    func watchHotplug(_ handler: @escaping () -> Void) -> Ending {
        hotplug = handler
        return Ending { [unowned self] in hotplug = {} }
    }
}

extension Mode {
    /// Timings of a made-up but whole mode.
    init(_ width: Int, _ height: Int, _ hertz: Int = 60, isPreferred: Bool = false, isInterlaced: Bool = false) {
        let total = (width + 100) * (height + 50)
        self.init(
            clockKilohertz: UInt32(total * hertz / (isInterlaced ? 2000 : 1000)),
            horizontal: Timing(
                display: UInt16(width), syncStart: UInt16(width + 20), syncEnd: UInt16(width + 40), total: UInt16(width + 100), extra: 0),
            vertical: Timing(
                display: UInt16(height), syncStart: UInt16(height + 10), syncEnd: UInt16(height + 20), total: UInt16(height + 50),
                extra: 0),
            flags: isInterlaced ? 0x10 : 0, type: isPreferred ? 0x48 : 0x40, refreshHertz: UInt32(hertz), text: "\(width)x\(height)")
    }
}

extension Connector {
    init(_ name: String, _ modes: [Mode], _ status: ScreenReport.Status = .connected, id: UInt32 = 30) {
        self.init(id: id, name: name, status: status, modes: modes, possibleCRTCs: 0b11, crtc: 0)
    }
}
