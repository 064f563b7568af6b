import Buttons
import Display
import Ports
import Stage
import Words

/// One key of the configuration file: how its value is read, and the sentence for a value that cannot be.
struct ConfigurationKey: Sendable {
    let name: String
    /// Key of the sentence "NAME: VALUE is wrong; write ..."; its further arguments after name and value.
    let complaint: String
    let hints: [Words.Argument]
    /// False when the value is not understood; the configuration is then as it was.
    let set: @Sendable (inout Configuration, String) -> Bool

    private init(
        _ name: String, _ complaint: String, _ hints: [Words.Argument] = [],
        _ set: @escaping @Sendable (inout Configuration, String) -> Bool
    ) {
        self.name = name
        self.complaint = complaint
        self.hints = hints
        self.set = set
    }

    /// A value of type `Value`, read by `read` and put at `path`.
    private static func key<Value>(
        _ name: String, _ path: WritableKeyPath<Configuration, Value> & Sendable, _ complaint: String, _ hints: [Words.Argument] = [],
        read: @escaping @Sendable (String) -> Value?
    ) -> ConfigurationKey {
        ConfigurationKey(name, complaint, hints) { configuration, text in
            guard let value = read(text) else { return false }
            configuration[keyPath: path] = value
            return true
        }
    }

    private static func choice<Value: Sendable>(
        _ name: String, _ path: WritableKeyPath<Configuration, Value> & Sendable, _ choices: [(String, Value)]
    ) -> ConfigurationKey {
        let good = choices.map(\.0).joined(separator: ", ")
        return key(name, path, "config.choice", [.text(good)]) { text in choices.first { $0.0 == text.lowercased() }?.1 }
    }

    private static func number(
        _ name: String, _ path: WritableKeyPath<Configuration, Int> & Sendable, _ range: ClosedRange<Int>
    ) -> ConfigurationKey {
        key(name, path, "config.number", [.number(range.lowerBound), .number(range.upperBound)]) { text in
            wholeNumber(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private static func time(
        _ name: String, _ path: WritableKeyPath<Configuration, Duration> & Sendable, milliseconds range: ClosedRange<Int>
    ) -> ConfigurationKey {
        key(name, path, "config.time", [.number(range.lowerBound), .number(range.upperBound)]) { text in
            guard text.hasSuffix("ms"), let number = wholeNumber(text.dropLast(2).trimmed), range.contains(number) else { return nil }
            return .milliseconds(number)
        }
    }

    private static func text(_ name: String, _ path: WritableKeyPath<Configuration, String?> & Sendable) -> ConfigurationKey {
        key(name, path, "config.text") { .some($0) }
    }

    private static func language(_ name: String, _ path: WritableKeyPath<Configuration, String?> & Sendable) -> ConfigurationKey {
        key(name, path, "config.language") { text in Option.localeTag(text).map { .some($0) } }
    }

    private static func line(_ key: Key) -> ConfigurationKey {
        ConfigurationKey("buttons.\(key.rawValue)", "config.line") { configuration, text in
            guard text.lowercased() != "none" else {
                configuration.buttons.lines[key] = nil
                return true
            }
            // A bare number may be the pin's on the header or the line's on the chip.
            guard Int(text) == nil, let address = LineAddress(text) else { return false }
            if case .name(let name) = address, let number = name.wholeMatch(of: #/(?i)gpio([0-9]+)/#)?.1 {
                configuration.buttons.lines[key] = .name("GPIO\(number)")
            } else {
                configuration.buttons.lines[key] = address
            }
            return true
        }
    }

    private static let onOff = [("on", true), ("off", false), ("yes", true), ("no", false), ("true", true), ("false", false)]

    /// Every key there is, in the order of the sample file.
    static let all: [ConfigurationKey] =
        [
            text("store", \.store),
            choice("panel", \.panel, PanelChoice.allCases.map { ($0.rawValue, $0) }),
            language("language", \.language),
            choice("stage", \.light, StageStyle.Light.allCases.map { ($0.rawValue, $0) }),
            number("get-ready", \.getReadySeconds, 0...60),
            choice("clock", \.clock, Configuration.ClockTrust.allCases.map { ($0.rawValue, $0) }),
        ] + Key.allCases.map(line) + [
            choice("buttons.bias", \.buttons.bias, Wiring.Bias.allCases.map { ($0.rawValue, $0) }),
            choice("buttons.pressed", \.buttons.isActiveLow, [("low", true), ("high", false)]),
            time("buttons.debounce", \.buttons.debounce, milliseconds: 1...1000),
            time("buttons.hold", \.buttons.hold, milliseconds: 300...5000),
            key("sound.device", \.sound.device, "config.text") { $0 },
            key("sound.music-control", \.sound.musicControl, "config.text") { $0.lowercased() == "none" ? .some(nil) : $0 },
            number("sound.volume", \.sound.volume, 0...100),
            choice("sound.voice", \.sound.hasVoice, onOff),
            choice("sound.tones", \.sound.hasTones, onOff),
            number("sound.voice-speed", \.sound.wordsPerMinute, 80...300),
            language("sound.voice-language", \.sound.voiceLanguage),
            text("screen.card", \.screen.card),
            text("screen.connector", \.screen.connector),
            key("screen.mode", \.screen.mode, "config.mode") { text in ModeName(text).map { .some($0) } },
            choice("screen.rotation", \.screen.rotation, Rotation.allCases.map { (String($0.rawValue), $0) }),
            number("screen.inset", \.screen.insetPercent, 0...5),
            choice("screen.legacy", \.screen.isLegacyOnly, onOff),
            choice("screen.legend", \.screen.legend, [("below", .below), ("trailing", .trailing)]),
        ]
}

extension StringProtocol {
    /// Without blanks at either end.
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)])
    }
}
