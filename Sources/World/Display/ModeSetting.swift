import Ports

/// The kernel, as far as a screen needs it. DRMKernel is the real one; the tests script theirs.
protocol ModeSettingKernel: AnyObject {
    /// Looks at one card, or at all that have connectors, and probes the connectors (which may take as long as reading an EDID, and longer
    /// on a bad cable: never on the loop). The answer comes on the loop's thread, after this call has returned.
    func look(only card: (any ModeSettingCard)?, _ answer: @escaping (Look) -> Void)
    /// Lets go of the cards that the last look opened.
    func release(except card: (any ModeSettingCard)?)
    /// Calls when the kernel says that a card or connector came, went or changed.
    func watchHotplug(_ handler: @escaping () -> Void) -> Ending
}

/// What a look saw.
struct Look {
    var cards: [(card: any ModeSettingCard, facts: CardFacts)]
    var troubles: [DisplayError]
}

/// An open card. Every call but `makeBuffer` and a mode set returns at once.
protocol ModeSettingCard: AnyObject {
    /// `/dev/dri/card1`
    var path: String { get }
    /// Readable when a flip has landed.
    var descriptor: Int32 { get }
    var isAtomic: Bool { get }

    func becomeMaster() throws(DisplayError)
    func dropMaster()
    func planes() throws(DisplayError) -> [Plane]
    /// By name.
    func properties(of object: UInt32, _ kind: ObjectKind) throws(DisplayError) -> [String: Property]

    /// A buffer of zeros, mapped, that the CRTC can read.
    func makeBuffer(_ size: PixelSize, _ format: PixelFormat) throws(DisplayError) -> any PixelBuffer
    func makeBlob(_ content: BlobContent) throws(DisplayError) -> UInt32
    func dropBlob(_ id: UInt32)

    /// One atomic commit.
    func commit(_ changes: [PropertyChange], _ manner: CommitManner) throws(DisplayError)
    /// The legacy calls.
    func setCRTC(_ crtc: UInt32, connector: UInt32, mode: Mode?, frameBuffer: UInt32) throws(DisplayError)
    func flip(_ crtc: UInt32, frameBuffer: UInt32, serial: UInt64) throws(DisplayError)
    func markDirty(_ frameBuffer: UInt32, _ clips: [PixelRect]) throws(DisplayError)

    /// The serials of the flips that have landed since the last call.
    func readEvents() throws(DisplayError) -> [UInt64]
}

/// A buffer that both the kernel and the program see; it goes when its last owner lets go.
protocol PixelBuffer: AnyObject {
    /// The kernel's framebuffer.
    var id: UInt32 { get }
    /// Write-combined on most cards: reading it takes a hundred times as long as writing.
    var memory: UnsafeMutableRawPointer { get }
    /// Bytes from row to row.
    var stride: Int { get }
}

enum ObjectKind: Hashable, Sendable { case connector, crtc, plane }

struct Property: Hashable, Sendable {
    var id: UInt32
    var value: UInt64
}

struct PropertyChange: Hashable, Sendable {
    var object: UInt32
    var property: UInt32
    var value: UInt64
}

enum BlobContent: Hashable, Sendable {
    case mode(Mode)
    case clips([PixelRect])
}

enum CommitManner: Hashable, Sendable {
    /// May change the mode; returns when it is done.
    case modeSet
    /// Returns at once; the serial comes back in `readEvents`.
    case flip(serial: UInt64)
}

enum PixelFormat: Hashable, Sendable, CaseIterable {
    case xrgb8888, rgb565

    /// DRM_FORMAT_XRGB8888 and DRM_FORMAT_RGB565 of drm_fourcc.h: "XR24" and "RG16".
    var fourcc: UInt32 { self == .xrgb8888 ? 0x3432_5258 : 0x3631_4752 }
    var bytesPerPixel: Int { self == .xrgb8888 ? 4 : 2 }
}

/// Owns a blob of the kernel's.
struct Blob: ~Copyable {
    let id: UInt32
    private let card: any ModeSettingCard

    init(_ content: BlobContent, on card: any ModeSettingCard) throws(DisplayError) {
        id = try card.makeBlob(content)
        self.card = card
    }

    deinit { card.dropBlob(id) }
}

/// The VT under the screen. VirtualTerminal is the real one.
protocol Console: AnyObject {
    /// Puts it in graphics mode and takes part in switching. True if it is the one on the screen.
    func take(onRelease: @escaping () -> Void, onAcquire: @escaping () -> Void) throws(DisplayError) -> Bool
    /// Asks for the nth VT: `onRelease` follows, unless it is this one.
    func show(_ number: Int) throws(DisplayError)
    /// Lets the switch away that was asked for happen.
    func allowRelease()
    /// Whether it is the one on the screen, now: what the kernel told may be past.
    var isShown: Bool { get }
    func confirmAcquire()
    /// Text mode, keyboard and switching as they were.
    func giveBack()
}
