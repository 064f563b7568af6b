import Ports

/// What a person may say about the screen. Everything is optional: by itself the first connected display is found.
public struct ScreenSettings: Hashable, Sendable {
    /// Its driver (`vc4`), `card1` or `/dev/dri/card1`; nil: any card. Numbers change from boot to boot, the driver does not.
    public var card: String?
    /// The kernel's name, as `HDMI-A-1`; nil: any connector.
    public var connector: String?
    /// nil: the display's preferred mode.
    public var mode: ModeName?
    /// How the panel is mounted.
    public var rotation: Rotation
    /// Kept black at the edges, in pixels of the upright picture, for televisions that crop.
    public var margins: Margins
    /// `/dev/tty1`; nil: standard input, if that is a virtual terminal.
    public var terminal: String?
    /// Does without atomic mode setting, for drivers that have it but have it wrong.
    public var isLegacyOnly: Bool

    public init(
        card: String? = nil, connector: String? = nil, mode: ModeName? = nil, rotation: Rotation = .none, margins: Margins = Margins(),
        terminal: String? = nil, isLegacyOnly: Bool = false
    ) {
        self.card = card
        self.connector = connector
        self.mode = mode
        self.rotation = rotation
        self.margins = margins
        self.terminal = terminal
        self.isLegacyOnly = isLegacyOnly
    }

    /// Widths of the black edges, in pixels of the upright picture; below 0 counts as 0.
    public struct Margins: Hashable, Sendable {
        public var left: Int
        public var top: Int
        public var right: Int
        public var bottom: Int

        public init(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) {
            self.left = max(0, left)
            self.top = max(0, top)
            self.right = max(0, right)
            self.bottom = max(0, bottom)
        }
    }
}

/// A mode as a person writes it: `1280x720`, `1280x720@60`, `1920x1080i@50`, `1920x1080@59.94`.
public struct ModeName: Hashable, Sendable, CustomStringConvertible {
    /// In pixels of the glass, not turned.
    public var size: PixelSize
    public var isInterlaced: Bool
    /// Thousandths of a hertz; nil: any.
    public var refreshMillihertz: Int?

    public init(size: PixelSize, isInterlaced: Bool = false, refreshMillihertz: Int? = nil) {
        self.size = size
        self.isInterlaced = isInterlaced
        self.refreshMillihertz = refreshMillihertz
    }

    /// nil when the text is not of the form above.
    public init?(_ text: String) {
        let halves = text.lowercased().split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count <= 2, var extent = halves.first else { return nil }
        isInterlaced = extent.hasSuffix("i")
        if isInterlaced { extent.removeLast() }
        let numbers = extent.split(separator: "x", omittingEmptySubsequences: false).map { ModeName.whole($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1], width > 0, height > 0 else { return nil }
        size = PixelSize(width: width, height: height)
        guard halves.count == 2 else { return }
        let parts = halves[1].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let hertz = ModeName.whole(parts[0]), hertz > 0 else { return nil }
        refreshMillihertz = hertz * 1000
        if parts.count == 2 {
            guard parts[1].count <= 3, let fraction = ModeName.whole(parts[1]) else { return nil }
            refreshMillihertz = hertz * 1000 + fraction * [100, 10, 1][parts[1].count - 1]
        }
    }

    /// Plain digits only: `Int` would take "+5" and a million digits' worth of others' scripts.
    private static func whole(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 5, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }

    public var description: String {
        let extent = "\(size.width)x\(size.height)\(isInterlaced ? "i" : "")"
        guard let refreshMillihertz else { return extent }
        let (whole, thousandths) = refreshMillihertz.quotientAndRemainder(dividingBy: 1000)
        if thousandths == 0 { return "\(extent)@\(whole)" }
        var fraction = String(1000 + thousandths).dropFirst()
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(extent)@\(whole).\(fraction)"
    }
}
