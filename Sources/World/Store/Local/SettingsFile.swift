import Glibc
import Linux
import Ports
import Workouts

/// The person's settings in local state: `settings.json`. Belongs to the store's thread; at the start, before that, to anybody.
public struct SettingsFile: Sendable {
    /// What is in the file.
    public struct Contents: Hashable, Sendable {
        public var settings = Settings()
        /// What was not understood, as sentences of the String Catalog; the configuration stands in for it.
        public var complaints: [Message] = []
    }

    static let name = "settings.json"
    private let local: KeptFolder

    public init(_ local: KeptFolder) { self.local = local }

    /// Never fails: what cannot be read is complained of, and stays as it is.
    public func read() -> Contents {
        do throws(StoreError) {
            guard let bytes = try local.read(Self.name, limit: Limits.fileBytes) else { return Contents() }
            return SettingsJSON.read(bytes, path: local.path + "/" + Self.name)
        } catch { return Contents(complaints: [Message(key: "settingsFile.unread", arguments: [.text(error.description)])]) }
    }

    /// What is said of a value that cannot be used, though it has the right form.
    public func complaint(about key: String) -> Message {
        Message(key: "settingsFile.value", arguments: [.text(local.path + "/" + Self.name), .text(key)])
    }

    /// Keeps the settings, and with them what the file holds that this version does not know. A file that cannot be understood is moved
    /// aside, not overwritten.
    public func write(_ settings: Settings) throws(StoreError) {
        for _ in 0..<3 {
            let found = try local.read(Self.name, limit: Limits.fileBytes)
            let members = found.flatMap(SettingsJSON.members)
            if let found, members == nil { try setAside(found) }
            let text = SettingsJSON.text(of: settings, over: members ?? [])
            if try local.write(Array(text.utf8), to: Self.name, expecting: found.map { .bytes($0) } ?? .absent) == .done { return }
        }
        throw StoreError(action: "keep \(local.path)/\(Self.name)", cause: SystemError(action: "find it unchanged", code: EAGAIN))
    }

    private func setAside(_ bytes: [UInt8]) throws(StoreError) {
        for number in 1...99 {
            let name = number == 1 ? "settings-broken.json" : "settings-broken-\(number).json"
            switch try local.write(bytes, to: name, expecting: .absent) {
            case .done: return
            case .conflict(let found): if found == bytes { return }
            }
        }
    }
}

/// The file's form: one object; members that are absent are as configured. Pure.
enum SettingsJSON {
    private enum Kind {
        case bool(WritableKeyPath<Settings, Bool?>)
        case number(WritableKeyPath<Settings, Int?>, ClosedRange<Int>)
        case text(WritableKeyPath<Settings, String?>)
        case light, legend
    }

    /// Made anew for each use: key paths cannot be shared between threads.
    private static var kinds: [(key: String, kind: Kind)] {
        [
            ("voice", .bool(\.hasVoice)), ("tones", .bool(\.hasTones)), ("volume", .number(\.volume, 0...100)),
            ("voiceSpeed", .number(\.wordsPerMinute, 80...300)), ("voiceLanguage", .text(\.voiceLanguage)),
            ("getReadySeconds", .number(\.getReadySeconds, 0...60)), ("stage", .light), ("insetPercent", .number(\.insetPercent, 0...5)),
            ("legend", .legend), ("idleMinutes", .number(\.idleMinutes, 0...60)), ("offMinutes", .number(\.offMinutes, 0...240)),
            ("language", .text(\.language)), ("readsAloud", .bool(\.readsAloud)), ("bigText", .bool(\.hasBigText)),
            ("welcomeSeen", .bool(\.hasSeenWelcome)),
        ]
    }

    /// The members whose values are not understood.
    static func refused(_ json: JSON) -> [String] {
        var scrap = Settings()
        return kinds.filter { key, kind in
            guard let value = json[key], value.kind != .null else { return false }
            return !take(value, kind, &scrap)
        }.map(\.key)
    }

    static func members(_ bytes: [UInt8]) -> [JSON.Member]? {
        // What is no JSON is moved aside by the caller.
        guard let json = try? JSON(parsing: String(decoding: bytes, as: UTF8.self)), case .object(let members) = json.kind else {
            return nil
        }
        return members
    }

    static func read(_ bytes: [UInt8], path: String) -> SettingsFile.Contents {
        guard let members = members(bytes) else {
            return SettingsFile.Contents(complaints: [Message(key: "settingsFile.broken", arguments: [.text(path)])])
        }
        let json = JSON(.object(members))
        var contents = SettingsFile.Contents()
        for (key, kind) in kinds {
            guard let value = json[key], value.kind != .null else { continue }
            if !take(value, kind, &contents.settings) {
                contents.complaints.append(Message(key: "settingsFile.value", arguments: [.text(path), .text(key)]))
            }
        }
        return contents
    }

    /// False: it is not understood.
    private static func take(_ value: JSON, _ kind: Kind, _ settings: inout Settings) -> Bool {
        switch (kind, value.kind) {
        case (.bool(let path), .bool(let isOn)): settings[keyPath: path] = isOn
        case (.number(let path, let range), .number(let text)):
            guard let number = Int(text), range.contains(number) else { return false }
            settings[keyPath: path] = number
        case (.text(let path), .string(let text)):
            // A language's tag: letters, digits and hyphens.
            guard (1...35).contains(text.utf8.count), text.utf8.allSatisfy({ isTag($0) }) else { return false }
            settings[keyPath: path] = text
        case (.light, .string(let text)):
            guard let light = Settings.Light(rawValue: text) else { return false }
            settings.light = light
        case (.legend, .string(let text)):
            guard let side = Settings.LegendSide(rawValue: text) else { return false }
            settings.legendSide = side
        default: return false
        }
        return true
    }

    private static func isTag(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
    }

    /// The settings over what a file held: members that are unknown, or whose value was not understood and is not set now, stay.
    static func text(of settings: Settings, over old: [JSON.Member]) -> String {
        var members = old
        for (key, kind) in kinds {
            let index = members.lastIndex { $0.key == key }
            if let value = value(kind, settings) {
                if let index { members[index].value = value } else { members.append(JSON.Member(key, value)) }
            } else if let index {
                var scrap = Settings()
                if take(members[index].value, kind, &scrap) || members[index].value.kind == .null { members.remove(at: index) }
            }
        }
        return JSON(.object(members)).printed()
    }

    private static func value(_ kind: Kind, _ settings: Settings) -> JSON? {
        switch kind {
        case .bool(let path): settings[keyPath: path].map { JSON(.bool($0)) }
        case .number(let path, _): settings[keyPath: path].map { JSON(.number(String($0))) }
        case .text(let path): settings[keyPath: path].map { JSON(.string($0)) }
        case .light: settings.light.map { JSON(.string($0.rawValue)) }
        case .legend: settings.legendSide.map { JSON(.string($0.rawValue)) }
        }
    }
}
