import Ports

/// What there is to press, for `doctor`. Made at once; nothing is held afterwards.
public struct ButtonsReport: Hashable, Sendable, Codable {
    /// A configured button.
    public struct Button: Hashable, Sendable, Codable {
        public var key: String
        /// As it is configured: "GPIO17", "pinctrl-bcm2711:17".
        public var line: String
        /// `missing`, `taken` or `vanished`; nil when it works.
        public var fault: String?
        /// Who has it, when it is taken and the holder has a name. "stepback" is the kiosk itself, running.
        public var takenBy: String?
        /// Pressed at this moment; nil when it could not be read. Without a finger on it: a wrong bias or polarity.
        public var isDown: Bool?
        /// What went wrong, in English, for the log.
        public var reason: String?
    }

    /// An input device with a key that means something here, or one that could not be looked into.
    public struct Input: Hashable, Sendable, Codable {
        public var path: String
        public var name: String?
        /// Why it could not be opened (errno: EACCES wants the group input); nil when it could.
        public var errorCode: Int32?
    }

    public var chips: [ChipReport]
    public var buttons: [Button]
    public var inputs: [Input]

    /// Takes each line for a moment, and opens each input device.
    public init(
        _ wirings: [Wiring], lines: LineSource, chips: [ChipReport], inputFolder: String = "/dev/input",
        inputSource: InputSource = KernelInput()
    ) {
        self.chips = chips
        buttons = wirings.map { ButtonsReport.look($0, lines) }
        inputs = EvdevKeys.eventFiles(in: inputFolder).compactMap { ButtonsReport.look("\(inputFolder)/\($0)", inputSource) }
    }

    private static func look(_ wiring: Wiring, _ lines: LineSource) -> Button {
        var button = Button(key: wiring.key.rawValue, line: wiring.address.description)
        do throws(ButtonsError) { button.isDown = try lines.take(wiring).isDown() } catch {
            button.fault = error.fault.rawValue
            button.reason = error.description
            if case .lineTaken(_, let holder) = error { button.takenBy = holder }
        }
        return button
    }

    private static func look(_ path: String, _ source: InputSource) -> Input? {
        do throws(ButtonsError) {
            let device = try source.open(path)
            return device.codes.contains { KeyMap.meaning(of: $0) != nil } ? Input(path: path, name: device.name) : nil
        } catch {
            if case .inputRefused(_, let code, _) = error { return Input(path: path, errorCode: code) }
            // It went away while it was looked at.
            return nil
        }
    }
}

/// A GPIO chip and its lines, as the kernel tells them.
public struct ChipReport: Hashable, Sendable, Codable {
    public struct Line: Hashable, Sendable, Codable {
        public var offset: Int
        public var name: String?
        /// Who holds it, if the kernel knows a name.
        public var consumer: String?
        /// Held by a program or by the kernel itself.
        public var isUsed: Bool
    }

    /// The device file.
    public var path: String
    /// "pinctrl-bcm2711"; empty when the chip could not be opened.
    public var label: String
    public var lines: [Line]
    /// Why the chip could not be opened (errno); nil when it could.
    public var errorCode: Int32?
}
