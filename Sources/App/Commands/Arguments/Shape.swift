import Ports
import Stage

/// One option of a command, as it is declared: parsing, help and error sentences all follow from this.
struct Option: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Given or not.
        case flag
        /// One of these words.
        case choice([String])
        /// Any text but an empty one; the key names its place in the usage line.
        case text(place: String)
        /// WIDTHxHEIGHT of a panel.
        case size
        /// Seconds from 0, with up to three decimals.
        case seconds
        /// A language, "de" or "pt-BR".
        case locale
    }

    /// Without its dashes.
    var name: String
    var kind: Kind

    /// The sentence in the String Catalog that says what it does.
    var help: String

    init(_ name: String, _ kind: Kind, help: String? = nil) {
        self.name = name
        self.kind = kind
        self.help = help ?? "option.\(name)"
    }
}

/// What stands after a command's name besides options.
enum Operands: Hashable, Sendable {
    case none
    /// Exactly one, at most one, one or more; the key names its place in the usage line.
    case one(place: String)
    case optional(place: String)
    case many(place: String)
    /// A word for what is to be done, and perhaps something that it is done to.
    case deed(place: String)

    var range: ClosedRange<Int> {
        switch self {
        case .none: 0...0
        case .one: 1...1
        case .optional: 0...1
        case .many: 1...Int.max
        case .deed: 1...2
        }
    }

    var place: String? {
        switch self {
        case .none: nil
        case .one(let place), .optional(let place), .many(let place), .deed(let place): place
        }
    }
}

/// How a command is written.
struct Shape: Sendable {
    var name: String
    var operands: Operands
    var options: [Option]

    /// Its own options, and the two that every command has.
    var allOptions: [Option] { options + [.locale, .help] }

    /// The sentence in the String Catalog that says what it does.
    var summary: String { "command.\(name)" }
}

/// Options that several commands share.
extension Option {
    static let help = Option("help", .flag)
    static let version = Option("version", .flag)
    static let json = Option("json", .flag)
    static let mute = Option("mute", .flag)
    static let locale = Option("locale", .locale)
    static let panel = Option("panel", .choice(PanelChoice.allCases.map(\.rawValue)))
    /// Of the kiosk, which somebody stands in front of.
    static let livePanel = Option(
        "panel", .choice(PanelChoice.allCases.filter { $0 != .film }.map(\.rawValue)), help: "option.livePanel")
    static let stage = Option("stage", .choice(StageStyle.Light.allCases.map(\.rawValue)))
    static let size = Option("size", .size)
    static let store = Option("store", .text(place: "place.folder"))
    /// Where a film or a rendering goes.
    static let out = Option("out", .text(place: "place.folder"))
    /// What is there now, and no more.
    static let once = Option("once", .flag)
    static let config = Option("config", .text(place: "place.file"))
}

/// The panel to play on: `auto` is the hardware's when there is one, else the terminal's, else a film.
public enum PanelChoice: String, Hashable, Sendable, CaseIterable { case auto, drm, terminal, film }

/// Panels that pictures are drawn for: 480x320 to 3840x2160, on either side.
enum PanelSizes {
    static let shortSide = 320...2160
    static let longSide = 480...3840

    /// "1920x1080"; nil when it is not of that form.
    static func parse(_ text: String) -> PixelSize? {
        let numbers = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { wholeNumber($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1] else { return nil }
        return PixelSize(width: width, height: height)
    }

    static func contain(_ size: PixelSize) -> Bool {
        shortSide.contains(min(size.width, size.height)) && longSide.contains(max(size.width, size.height))
    }
}

/// ASCII digits only, at most nine: `Int` would take a sign and leading blanks' worth of surprises.
func wholeNumber(_ text: some StringProtocol) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
}
