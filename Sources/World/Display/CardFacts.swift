import Ports

/// A mode line, as the kernel has it (`struct drm_mode_modeinfo`).
struct Mode: Hashable, Sendable {
    /// One direction's timing: pixels or lines.
    struct Timing: Hashable, Sendable {
        var display: UInt16
        var syncStart: UInt16
        var syncEnd: UInt16
        var total: UInt16
        /// hskew or vscan.
        var extra: UInt16
    }

    var clockKilohertz: UInt32
    var horizontal: Timing
    var vertical: Timing
    /// DRM_MODE_FLAG_*
    var flags: UInt32
    /// DRM_MODE_TYPE_*
    var type: UInt32
    /// The kernel's own, rounded.
    var refreshHertz: UInt32
    var text: String

    var size: PixelSize { PixelSize(width: Int(horizontal.display), height: Int(vertical.display)) }
    /// DRM_MODE_TYPE_PREFERRED
    var isPreferred: Bool { type & 8 != 0 }
    /// DRM_MODE_FLAG_INTERLACE
    var isInterlaced: Bool { flags & 0x10 != 0 }

    /// As drm_mode_vrefresh counts it: fields of an interlaced mode, halves of a doublescan one.
    var refreshMillihertz: Int {
        let scans = Int(vertical.extra) > 1 ? Int(vertical.extra) : 1
        let pixels = Int(horizontal.total) * Int(vertical.total) * scans
        guard pixels > 0 else { return Int(refreshHertz) * 1000 }
        let millihertz = (Int(clockKilohertz) * 1_000_000 * (isInterlaced ? 2 : 1) + pixels / 2) / pixels
        return flags & 0x20 != 0 ? millihertz / 2 : millihertz
    }

    var name: ModeName {
        let hertz = (refreshMillihertz + 500) / 1000
        return ModeName(size: size, isInterlaced: isInterlaced, refreshMillihertz: hertz * 1000)
    }

    /// The same picture on the cable. Name, type and the aspect bits (19 and up) are left out: a CRTC reads back without them.
    func hasTimings(of other: Mode) -> Bool {
        clockKilohertz == other.clockKilohertz && horizontal == other.horizontal && vertical == other.vertical
            && (flags ^ other.flags) & 0x7FFFF == 0
    }

    /// Whether a person who wrote this name means this mode: whole hertz by rounding, with decimals to a hundredth.
    func matches(_ wanted: ModeName) -> Bool {
        guard wanted.size == size, wanted.isInterlaced == isInterlaced else { return false }
        guard let refresh = wanted.refreshMillihertz else { return true }
        return refresh % 1000 == 0 ? abs(refreshMillihertz - refresh) <= 500 : abs(refreshMillihertz - refresh) <= 10
    }
}

/// Where a cable goes in, or what is soldered to it.
struct Connector: Hashable, Sendable {
    var id: UInt32
    /// `HDMI-A-1`
    var name: String
    var status: ScreenReport.Status
    /// In the kernel's order: the preferred one first, as a rule.
    var modes: [Mode]
    /// Bit n: the card's nth CRTC can drive it.
    var possibleCRTCs: UInt32
    /// What drives it now. 0 is usual until a mode is set.
    var crtc: UInt32
    /// The driver gave up on the link and waits for the mode to be set again (the link-status property).
    var isLinkBad = false
}

/// What reads a buffer out, line by line.
struct CRTC: Hashable, Sendable {
    var id: UInt32
    /// nil: off.
    var mode: Mode?
    var frameBuffer: UInt32
}

/// A plane of a CRTC, with what it can read.
struct Plane: Hashable, Sendable {
    enum Kind: UInt64, Hashable, Sendable { case overlay, primary, cursor }

    var id: UInt32
    var kind: Kind
    var possibleCRTCs: UInt32
    /// What shows it now; 0: nothing.
    var crtc: UInt32
    /// DRM fourcc codes.
    var formats: [UInt32]
}

/// All that a look at a card tells.
struct CardFacts: Hashable, Sendable {
    /// `/dev/dri/card1`
    var path: String
    /// `vc4`
    var driver: String
    var isAtomic: Bool
    /// Without dumb buffers there is nothing to draw into.
    var hasDumbBuffers: Bool
    var connectors: [Connector]
    var crtcs: [CRTC]
    /// Whether this program is master now.
    var isMaster: Bool
}
