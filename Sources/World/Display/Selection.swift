import Ports

/// What to light, and why.
struct Selection: Hashable, Sendable {
    /// A CRTC, with its bit in the masks that name CRTCs by their index.
    struct Place: Hashable, Sendable {
        var id: UInt32
        var bit: UInt32
    }

    var card: String
    var connector: Connector
    /// The best first: when the kernel refuses one or has no memory for it, the next is tried.
    var modes: [Mode]
    /// The best first.
    var crtcs: [Place]
    var reason: ScreenReport.Reason
    /// Nothing that was configured is missing.
    var isAsConfigured: Bool

    var mode: Mode { modes[0] }

    /// Chooses by: configured card and connector, a display that is certainly there, what is lit now (`current`), order.
    static func best(of cards: [CardFacts], _ settings: ScreenSettings, current: (card: String, connector: String)?) -> Selection? {
        var best: (rank: [Int], card: CardFacts, connector: Connector)?
        for card in cards where card.hasDumbBuffers {
            for connector in card.connectors
            where connector.status != .disconnected && !connector.modes.isEmpty && connector.possibleCRTCs != 0 {
                let isWantedCard = settings.card.map { card.answers(to: $0) } ?? true
                let isWantedConnector = settings.connector.map { $0.lowercased() == connector.name.lowercased() } ?? true
                let isCurrent = current.map { $0 == (card.path, connector.name) } ?? false
                // Lower is better; equal ranks keep the kernel's order.
                let rank = [
                    isWantedCard && isWantedConnector ? 0 : isWantedConnector ? 1 : isWantedCard ? 2 : 3,
                    connector.status == .connected ? 0 : 1, isCurrent ? 0 : 1,
                ]
                if best.map({ rank.lexicographicallyPrecedes($0.rank) }) ?? true { best = (rank, card, connector) }
            }
        }
        return best.map { Selection(card: $0.card, connector: $0.connector, settings, isAsConfigured: $0.rank[0] == 0) }
    }

    private init(card: CardFacts, connector: Connector, _ settings: ScreenSettings, isAsConfigured: Bool) {
        self.card = card.path
        self.connector = connector
        let wanted = settings.mode.flatMap { wanted in connector.modes.first { $0.matches(wanted) } }
        modes = Selection.order(connector.modes, first: wanted)
        crtcs = Selection.order(card, connector)
        let isConfigured = settings.card != nil || settings.connector != nil
        reason =
            isConfigured && isAsConfigured
            ? .configured : isConfigured ? .configuredIsMissing : connector.status == .connected ? .connected : .perhapsConnected
        self.isAsConfigured = isAsConfigured
    }

    /// The wanted or preferred mode, then a few smaller ones for a card that cannot do it after all.
    private static func order(_ modes: [Mode], first wanted: Mode?) -> [Mode] {
        let first = wanted ?? preferred(modes)
        var rest: [Mode] = []
        for mode in modes where mode.pixels <= first.pixels && mode != first && !mode.isInterlaced && rest.count < 4 {
            if !rest.contains(where: { $0.size == mode.size }) { rest.append(mode) }
        }
        return [first] + rest
    }

    /// The display's preferred mode, but its progressive twin where it prefers interlaced lines.
    private static func preferred(_ modes: [Mode]) -> Mode {
        let preferred = modes.first(where: \.isPreferred) ?? modes[0]
        guard preferred.isInterlaced else { return preferred }
        return modes.first { !$0.isInterlaced && $0.size == preferred.size } ?? preferred
    }

    /// The CRTC that drives it already, then free ones, then ones that would be taken from another connector.
    private static func order(_ card: CardFacts, _ connector: Connector) -> [Place] {
        let taken = Set(card.connectors.filter { $0.id != connector.id && $0.status == .connected }.map(\.crtc))
        let possible = card.crtcs.prefix(32).enumerated().map { Place(id: $1.id, bit: 1 << UInt32($0)) }
            .filter { connector.possibleCRTCs & $0.bit != 0 }
        func rank(_ place: Place) -> Int { place.id == connector.crtc ? 0 : taken.contains(place.id) ? 2 : 1 }
        // Stable: equal ones in the kernel's order.
        return possible.filter { rank($0) == 0 } + possible.filter { rank($0) == 1 } + possible.filter { rank($0) == 2 }
    }
}

extension Mode {
    fileprivate var pixels: Int { size.width * size.height }
}

extension CardFacts {
    /// `vc4`, `card1` and `/dev/dri/card1` name the same one; only the driver's name stays with it over boots.
    fileprivate func answers(to name: String) -> Bool { name == driver || name == path || "/dev/dri/\(name)" == path }
}

enum CardName {
    /// 10 for `/dev/dri/card10`.
    static func number(_ path: String) -> Int {
        Int(path.reversed().prefix { ("0"..."9").contains($0) }.reversed().map(String.init).joined()) ?? .max
    }
}
