import CDRM
import CLinux
import Glibc
import Linux
import Ports
import Synchronization

/// A card of the kernel's. Its descriptor lives as long as the last owner, so that a look in another thread never meets a reused number;
/// that thread only calls `facts()`, and DRM ioctls may be made from any thread.
final class DRMCard: ModeSettingCard, Sendable {
    let path: String
    let isAtomic: Bool
    private let file: Descriptor
    /// Names of properties by id. They are the card's, not the object's, and never change.
    private let propertyNames = Mutex<[UInt32: String]>([:])

    var descriptor: Int32 { file.raw }

    /// Opens a card. The first to open one is its master.
    init(path: String, isLegacyOnly: Bool) throws(DisplayError) {
        self.path = path
        do throws(SystemError) {
            file = try Descriptor(opening: path, O_RDWR | O_NONBLOCK)
        } catch {
            throw DisplayError(error.action, code: error.code)
        }
        // Implies universal planes. Refused by drivers that know no atomic commits.
        isAtomic = !isLegacyOnly && drmSetClientCap(file.raw, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
    }

    /// 0 for a render-only card, which is not ours to use.
    var connectorCount: Int {
        guard let resources = drmModeGetResources(file.raw) else { return 0 }
        defer { drmModeFreeResources(resources) }
        return Int(resources.pointee.count_connectors)
    }

    private func failure(_ action: String) -> DisplayError { DisplayError("\(action) of \(path)", code: errno) }

    // MARK: Master

    func becomeMaster() throws(DisplayError) {
        if drmIsMaster(file.raw) != 0 { return }
        try check(drmSetMaster(file.raw), "become master of \(path)")
    }

    func dropMaster() {
        // Fails only when we are not master, which is what is wanted.
        _ = drmDropMaster(file.raw)
    }

    // MARK: What there is

    /// All that there is, with the connectors probed. Any thread. May take long: a probe reads the display's EDID.
    func facts() throws(DisplayError) -> CardFacts {
        guard let resources = drmModeGetResources(file.raw) else { throw failure("look at the connectors") }
        defer { drmModeFreeResources(resources) }
        let crtcIDs = Array(UnsafeBufferPointer(start: resources.pointee.crtcs, count: Int(resources.pointee.count_crtcs)))
        var connectors: [Connector] = []
        for id in UnsafeBufferPointer(start: resources.pointee.connectors, count: Int(resources.pointee.count_connectors)) {
            // One that went between the two calls (a DisplayPort hub's) is no trouble.
            if let connector = connector(id) { connectors.append(connector) }
        }
        var crtcs: [CRTC] = []
        for id in crtcIDs {
            guard let crtc = drmModeGetCrtc(file.raw, id) else { throw failure("look at CRTC \(id)") }
            defer { drmModeFreeCrtc(crtc) }
            crtcs.append(
                CRTC(id: id, mode: crtc.pointee.mode_valid != 0 ? Mode(crtc.pointee.mode) : nil, frameBuffer: crtc.pointee.buffer_id))
        }
        var dumb: UInt64 = 0
        let hasDumb = drmGetCap(file.raw, UInt64(DRM_CAP_DUMB_BUFFER), &dumb) == 0 && dumb != 0
        return CardFacts(
            path: path, driver: driver, isAtomic: isAtomic, hasDumbBuffers: hasDumb, connectors: connectors, crtcs: crtcs,
            isMaster: drmIsMaster(file.raw) != 0)
    }

    private var driver: String {
        guard let version = drmGetVersion(file.raw) else { return "" }
        defer { drmFreeVersion(version) }
        return version.pointee.name.map { String(cString: $0) } ?? ""
    }

    private func connector(_ id: UInt32) -> Connector? {
        guard let pointer = drmModeGetConnector(file.raw, id) else { return nil }
        defer { drmModeFreeConnector(pointer) }
        let found = pointer.pointee
        let type = drmModeGetConnectorTypeName(found.connector_type).map { String(cString: $0) } ?? "Unknown"
        var possible: UInt32 = 0
        var current: UInt32 = 0
        for encoder in UnsafeBufferPointer(start: found.encoders, count: Int(found.count_encoders)) {
            guard let encoderPointer = drmModeGetEncoder(file.raw, encoder) else { continue }
            defer { drmModeFreeEncoder(encoderPointer) }
            possible |= encoderPointer.pointee.possible_crtcs
            if encoder == found.encoder_id { current = encoderPointer.pointee.crtc_id }
        }
        var isLinkBad = false
        for index in 0..<Int(found.count_props) where name(ofProperty: found.props[index]) == "link-status" {
            isLinkBad = found.prop_values[index] == UInt64(DRM_MODE_LINK_STATUS_BAD)
        }
        let status: ScreenReport.Status =
            found.connection == DRM_MODE_CONNECTED ? .connected : found.connection == DRM_MODE_DISCONNECTED ? .disconnected : .unknown
        return Connector(
            id: id, name: "\(type)-\(found.connector_type_id)", status: status,
            modes: UnsafeBufferPointer(start: found.modes, count: Int(found.count_modes)).map { Mode($0) }, possibleCRTCs: possible,
            crtc: current, isLinkBad: isLinkBad)
    }

    func planes() throws(DisplayError) -> [Plane] {
        guard let list = drmModeGetPlaneResources(file.raw) else { throw failure("look at the planes") }
        defer { drmModeFreePlaneResources(list) }
        var planes: [Plane] = []
        for id in UnsafeBufferPointer(start: list.pointee.planes, count: Int(list.pointee.count_planes)) {
            guard let pointer = drmModeGetPlane(file.raw, id) else { throw failure("look at plane \(id)") }
            defer { drmModeFreePlane(pointer) }
            let plane = pointer.pointee
            let kind = try properties(of: id, .plane)["type"].flatMap { Plane.Kind(rawValue: $0.value) } ?? .overlay
            let formats = Array(UnsafeBufferPointer(start: plane.formats, count: Int(plane.count_formats)))
            planes.append(Plane(id: id, kind: kind, possibleCRTCs: plane.possible_crtcs, crtc: plane.crtc_id, formats: formats))
        }
        return planes
    }

    func properties(of object: UInt32, _ kind: ObjectKind) throws(DisplayError) -> [String: Property] {
        let type =
            switch kind {
            case .connector: UInt32(DRM_MODE_OBJECT_CONNECTOR)
            case .crtc: UInt32(DRM_MODE_OBJECT_CRTC)
            case .plane: UInt32(DRM_MODE_OBJECT_PLANE)
            }
        guard let list = drmModeObjectGetProperties(file.raw, object, type) else { throw failure("look at object \(object)") }
        defer { drmModeFreeObjectProperties(list) }
        var found: [String: Property] = [:]
        for index in 0..<Int(list.pointee.count_props) {
            let id = list.pointee.props[index]
            if let name = name(ofProperty: id) { found[name] = Property(id: id, value: list.pointee.prop_values[index]) }
        }
        return found
    }

    private func name(ofProperty id: UInt32) -> String? {
        if let known = propertyNames.withLock({ $0[id] }) { return known }
        guard let property = drmModeGetProperty(file.raw, id) else { return nil }
        defer { drmModeFreeProperty(property) }
        let name = withUnsafeBytes(of: property.pointee.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        propertyNames.withLock { $0[id] = name }
        return name
    }

    // MARK: Doing

    func makeBuffer(_ size: PixelSize, _ format: PixelFormat) throws(DisplayError) -> any PixelBuffer {
        try DRMBuffer(self, size, format)
    }

    func makeBlob(_ content: BlobContent) throws(DisplayError) -> UInt32 {
        var id: UInt32 = 0
        let result: Int32
        switch content {
        case .mode(let mode):
            var info = drmModeModeInfo(mode)
            // The kernel's struct drm_mode_modeinfo has the same layout.
            result = drmModeCreatePropertyBlob(file.raw, &info, MemoryLayout<drmModeModeInfo>.size, &id)
        case .clips(let clips):
            // struct drm_mode_rect: left, top, right, bottom; the last two not included.
            let numbers = clips.flatMap { [Int32($0.x), Int32($0.y), Int32($0.maxX), Int32($0.maxY)] }
            result = drmModeCreatePropertyBlob(file.raw, numbers, numbers.count * 4, &id)
        }
        try check(result, "make a blob on \(path)")
        return id
    }

    func dropBlob(_ id: UInt32) {
        // Fails only for a card that is gone, and the blob with it.
        _ = drmModeDestroyPropertyBlob(file.raw, id)
    }

    func commit(_ changes: [PropertyChange], _ manner: CommitManner) throws(DisplayError) {
        let request = try AtomicRequest()
        try request.add(changes)
        switch manner {
        case .modeSet:
            try check(request.commit(file.raw, UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET), 0), "commit to \(path)")
        case .flip(let serial):
            let flags = UInt32(DRM_MODE_ATOMIC_NONBLOCK) | UInt32(DRM_MODE_PAGE_FLIP_EVENT)
            try check(request.commit(file.raw, flags, serial), "commit to \(path)")
        }
    }

    func setCRTC(_ crtc: UInt32, connector: UInt32, mode: Mode?, frameBuffer: UInt32) throws(DisplayError) {
        var connectors = [connector]
        let result: Int32
        if let mode {
            var info = drmModeModeInfo(mode)
            result = drmModeSetCrtc(file.raw, crtc, frameBuffer, 0, 0, &connectors, 1, &info)
        } else {
            result = drmModeSetCrtc(file.raw, crtc, 0, 0, 0, nil, 0, nil)
        }
        try check(result, "set CRTC \(crtc) of \(path)")
    }

    func flip(_ crtc: UInt32, frameBuffer: UInt32, serial: UInt64) throws(DisplayError) {
        let flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
        try check(drmModePageFlip(file.raw, crtc, frameBuffer, flags, .init(bitPattern: UInt(serial))), "flip CRTC \(crtc) of \(path)")
    }

    func markDirty(_ frameBuffer: UInt32, _ clips: [PixelRect]) throws(DisplayError) {
        var corners = clips.map {
            drmModeClip(
                x1: UInt16(clamping: $0.x), y1: UInt16(clamping: $0.y), x2: UInt16(clamping: $0.maxX), y2: UInt16(clamping: $0.maxY))
        }
        try check(drmModeDirtyFB(file.raw, frameBuffer, &corners, UInt32(corners.count)), "mark a picture dirty on \(path)")
    }

    func readEvents() throws(DisplayError) -> [UInt64] {
        var serials: [UInt64] = []
        // The kernel gives whole events only (drm_read).
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1024, alignment: 8)
        defer { bytes.deallocate() }
        while true {
            let count = read(file.raw, bytes.baseAddress, bytes.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { return serials }
            if count < 0 { throw failure("read the events") }
            if count == 0 { return serials }
            var offset = 0
            while offset + MemoryLayout<drm_event>.size <= count {
                let head = bytes.loadUnaligned(fromByteOffset: offset, as: drm_event.self)
                guard head.length >= MemoryLayout<drm_event>.size, offset + Int(head.length) <= count else { break }
                if head.type == UInt32(DRM_EVENT_FLIP_COMPLETE), Int(head.length) >= MemoryLayout<drm_event_vblank>.size {
                    serials.append(bytes.loadUnaligned(fromByteOffset: offset, as: drm_event_vblank.self).user_data)
                }
                offset += Int(head.length)
            }
        }
    }
}

/// Owns a list of property changes of libdrm's.
private struct AtomicRequest: ~Copyable {
    private let pointer: drmModeAtomicReqPtr

    init() throws(DisplayError) {
        guard let pointer = drmModeAtomicAlloc() else { throw DisplayError("prepare a commit", code: ENOMEM) }
        self.pointer = pointer
    }

    deinit { drmModeAtomicFree(pointer) }

    func add(_ changes: [PropertyChange]) throws(DisplayError) {
        for change in changes where drmModeAtomicAddProperty(pointer, change.object, change.property, change.value) < 0 {
            throw DisplayError("prepare a commit", code: ENOMEM)
        }
    }

    func commit(_ descriptor: Int32, _ flags: UInt32, _ serial: UInt64) -> Int32 {
        drmModeAtomicCommit(descriptor, pointer, flags, .init(bitPattern: UInt(serial)))
    }
}
