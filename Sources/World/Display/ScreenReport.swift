import Ports

/// What there is to show on, and what would be chosen: for `doctor`. Names and numbers only; the words are the reader's.
public struct ScreenReport: Hashable, Sendable, Encodable {
    /// Why the choice fell as it did.
    public enum Reason: String, Hashable, Sendable, Encodable {
        /// Nothing was configured, and it is the first that is connected.
        case connected
        /// Nothing was configured, and nothing certainly connected: the driver cannot tell whether this one is.
        case perhapsConnected
        /// As configured.
        case configured
        /// The configured card or connector is not there or not connected, and this one is.
        case configuredIsMissing
    }

    public enum Status: String, Hashable, Sendable, Encodable { case connected, disconnected, unknown }

    public struct Connector: Hashable, Sendable, Encodable {
        /// As the kernel names it: `HDMI-A-1`.
        public var name: String
        public var status: Status
        /// As they can be written in the configuration: `1920x1080@60`. The display's preferred one first, as a rule.
        public var modes: [String]
    }

    public struct Card: Hashable, Sendable, Encodable {
        /// `/dev/dri/card1`
        public var path: String
        /// The kernel module: `vc4`.
        public var driver: String
        public var isAtomic: Bool
        /// False for a card that only others can draw on.
        public var hasDumbBuffers: Bool
        /// Whether this program may show something now. False when a desktop or another player has the card.
        public var canBeMaster: Bool
        public var connectors: [Connector]
    }

    public struct Choice: Hashable, Sendable, Encodable {
        public var card: String
        public var connector: String
        public var mode: String
        public var reason: Reason
        /// False when a mode was configured that the display does not have.
        public var hasConfiguredMode: Bool
    }

    /// Cards with connectors; render-only ones are left out.
    public var cards: [Card]
    /// nil: nothing is connected.
    public var choice: Choice?
    /// English sentences for the log: cards that could not be opened or looked at.
    public var troubles: [String]

    /// Looks at all cards. It opens them and takes as long as the displays take to answer, up to some seconds; any thread. A card that
    /// nobody else uses flickers on a text console, so not while a kiosk runs.
    public static func look(_ settings: ScreenSettings) -> ScreenReport {
        let survey = Survey(held: [], seeksMore: true, isLegacyOnly: settings.isLegacyOnly)
        let masters = survey.cards.map { seen in
            do throws(DisplayError) {
                try seen.card.becomeMaster()
                return true
            } catch {
                return false
            }
        }
        return ScreenReport(survey.cards.map(\.facts), masters: masters, settings, troubles: survey.troubles)
    }

    init(_ facts: [CardFacts], masters: [Bool], _ settings: ScreenSettings, troubles: [DisplayError]) {
        cards = zip(facts, masters).map { facts, canBeMaster in
            Card(
                path: facts.path, driver: facts.driver, isAtomic: facts.isAtomic, hasDumbBuffers: facts.hasDumbBuffers,
                canBeMaster: canBeMaster, connectors: facts.connectors.map(Connector.init))
        }
        let best = Selection.best(of: facts, settings, current: nil)
        choice = best.map { best in
            Choice(
                card: best.card, connector: best.connector.name, mode: best.mode.name.description, reason: best.reason,
                hasConfiguredMode: settings.mode.map { best.mode.matches($0) } ?? true)
        }
        self.troubles = troubles.map(\.description)
    }
}

extension ScreenReport.Connector {
    fileprivate init(_ found: FoundConnector) {
        name = found.name
        status = found.status
        var modes: [String] = []
        for mode in found.modes.map(\.name.description) where !modes.contains(mode) { modes.append(mode) }
        self.modes = modes
    }
}

/// The look's own connector, under a name that the report's does not hide.
private typealias FoundConnector = Connector
