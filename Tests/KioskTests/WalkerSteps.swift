import Foundation
import Library
import Playback
import Ports
import Stage
import TestSupport
import Words
import Workouts

@testable import Kiosk

extension Walker {
    private static let strip: [Key] = [.back, .pause, .skip]

    /// One thing that can happen.
    mutating func step() throws {
        switch chance(100) {
        case 0..<62: try press(Walker.strip[[0, 0, 1, 1, 1, 2, 2, 2][chance(8)]], holding: .milliseconds(30 + chance(150)))
        case 62..<76: try press(Walker.strip[chance(3)], holding: .milliseconds(400 + chance(1200)))
        case 76..<78: try press(pick([.home, .up, .down]), holding: .milliseconds(chance(900)))
        case 78..<84: try type()
        case 84..<88:
            change()
            try publish()
        case 88..<89:
            status = pick([.ready, .ready, .reading, .missing, .readOnly, .full])
            note("status \(status)")
            try publish()
        case 89..<90: try setClock()
        case 90..<93: try deliver()
        case 93..<95:
            let length = Duration.milliseconds(pick([300, 2_000, 11_000, 61_000]))
            note("wait \(length)")
            try run(for: length)
        case 95..<96:
            let length = Duration.seconds(pick([1, 40, 200, 4_000, 100_000]))
            note("stall \(length)")
            try stall(for: length)
        case 96..<98: try chord()
        default: try panel()
        }
        look?(kiosk.picture(at: now))
        try checkConstancy()
    }

    private mutating func setClock() throws {
        let zero = 1_779_951_600_000_000_000 + Int64(chance(10_000_000)) * 1_000_000_000 - 5_000_000_000_000_000
        let clock = WallTime(zeroNanoseconds: zero, isKnown: chance(4) > 0)
        note("clock \(clock)")
        try send(.clock(clock))
    }

    private mutating func type() throws {
        let character: Character = pick(Array("abcdelmnprstuz -'9\u{8}\u{7F}é"))
        var otherwise: PanelEvent.Otherwise?
        // In a terminal these stand for keys as well.
        switch character {
        case "b": otherwise = .key(KeyEvent(.back, .tap, at: now))
        case "p", " ": otherwise = .key(KeyEvent(.pause, .tap, at: now))
        case "s": otherwise = .key(KeyEvent(.skip, .tap, at: now))
        default: break
        }
        note("type \(character)")
        anchor = nil
        try send(.typed(character, else: otherwise))
        anchor = nil
    }

    /// Keys that overlap, edges that were lost.
    private mutating func chord() throws {
        let key = pick(Walker.strip)
        note("edge \(key)")
        if held.contains(key) || chance(4) == 0 { try up(key) } else { try down(key) }
        for _ in 0..<chance(4) {
            anchor = nil
            try stall(for: .milliseconds(chance(500)))
        }
        anchor = nil
    }

    private mutating func panel() throws {
        let event: PanelEvent = pick([
            .screen(.hidden), .screen(.shown), .screen(.lost), .screen(.changed), .sound(.lost(.removed)), .sound(.returned),
            .button(.skip, .vanished), .button(.skip, nil), .sound(.missed([CueID(segment: 1, kind: "work")])),
        ])
        note("\(event)")
        anchor = nil
        try send(event)
        anchor = nil
    }

    // MARK: The legend is true

    private var isMenu: Bool {
        switch kiosk.top {
        case .menus, .summary: true
        case .player, .filing: false
        }
    }

    /// Presses a key alone, and compares what came of it with what was said of it, and with what would have been without the press.
    mutating func press(_ key: Key, holding length: Duration) throws {
        note("\(key) \(length.milliseconds) ms")
        guard held.isEmpty else { return try hold(key, for: length) }
        let before = kiosk
        let picture = before.picture(at: now)
        let wasAsleep = before.idle.depth != .awake
        let use = before.use(of: key, at: now)
        if !wasAsleep, Walker.strip.contains(key) { try checkStrip(picture, key, use) }
        let effects = effectCount
        var control = self
        control.look = nil
        try control.run(for: length)
        try hold(key, for: length)
        guard isSame(before.top, kiosk.top) || !wasAsleep else { throw Fault(description: "a press that wakes did more") }
        if wasAsleep {
            guard kiosk.places.count == control.kiosk.places.count, effectCount == control.effectCount else {
                throw Fault(description: "a press that wakes did more than that")
            }
            return
        }
        guard Walker.strip.contains(key), isMenu || !isSame(before.top, kiosk.top) else { return }
        let isHold = use?.hold.map { length >= $0.length } ?? false
        let deed = isHold ? use?.hold?.deed : use?.tap
        let changed = kiosk.picture(at: now) != control.kiosk.picture(at: now) || effectCount != control.effectCount
        guard isSame(before.top, control.kiosk.top), before.places.count == control.kiosk.places.count,
            effects == control.effectCount
        else { return }
        guard let deed else {
            if changed { throw Fault(description: "\(key) says nothing and does something on \(picture.screen)") }
            return
        }
        // A held key that repeats may come round to where it began.
        if !changed, use?.repeats == nil || length < Presses.repeatAfter {
            throw Fault(description: "\(key) says “\(deed.verb)” and does nothing on \(picture.screen)")
        }
        try check(deed, before)
    }

    /// The strip says of a key what it does.
    private func checkStrip(_ picture: Picture, _ key: Key, _ use: KeyUse?) throws {
        if case .player(let player) = picture, player.legend == nil { return }
        let said = picture.said(of: key)?.verb
        let due = use?.tap?.verb ?? use?.hold.map { picture.legend == nil ? $0.deed.verb : $0.note }
        guard said == due else {
            throw Fault(description: "\(key) on \(picture.screen) is shown as \(said ?? "nothing") and does \(due ?? "nothing")")
        }
        guard use != nil || said == nil else { throw Fault(description: "\(key) is shown and does nothing") }
        if let hold = use?.hold, use?.tap != nil, picture.legend?.holding == nil, picture.legend != nil,
            picture.said(of: key)?.note != hold.note
        {
            throw Fault(description: "holding \(key) on \(picture.screen) is not shown as \(hold.note)")
        }
    }

    private func isSame(_ one: Kiosk.Top, _ other: Kiosk.Top) -> Bool {
        switch (one, other) {
        case (.menus, .menus), (.player, .player), (.filing, .filing), (.summary, .summary): true
        default: false
        }
    }

    /// What is named is what happens.
    private func check(_ deed: Deed, _ before: Kiosk) throws {
        func wrong(_ what: String) -> Fault { Fault(description: "“\(deed.verb)” \(what)") }
        var isAtPlay: Bool { if case .menus = kiosk.top { false } else { true } }
        var hasQuestion: Bool { kiosk.places.last is Question }
        guard case .menus = before.top else { return }
        switch deed.act {
        case .choose where deed.icon == .play && deed.verb == before.words("key.play"):
            if !isAtPlay { throw wrong("does not play") }
        case .plans: if !(kiosk.places.last is PlanList) { throw wrong("does not show the plans") }
        case .leave:
            // Back, or asked about, or a search given up, or the screen that it stands in for.
            if kiosk.places.count > before.places.count, !hasQuestion { throw wrong("opens a screen") }
            if isAtPlay { throw wrong("plays") }
        case .previous, .next, .nextSection, .less, .more, .undo:
            if kiosk.places.count != before.places.count || isAtPlay { throw wrong("moves to another screen") }
        default: if isAtPlay, deed.icon != .play { throw wrong("plays") }
        }
    }

    // MARK: Between two changes nothing moves

    private mutating func checkConstancy() throws {
        guard chance(8) == 0, let next = kiosk.nextChange(after: now) else { return }
        guard next > now else { throw Fault(description: "a deadline that does not lie ahead would spin") }
        guard kiosk.picture(at: now) == kiosk.picture(at: Instant(nanoseconds: next.nanoseconds - 1)) else {
            throw Fault(description: "the picture changes before its deadline on \(kiosk.picture(at: now).screen)")
        }
    }

    // MARK: Home

    /// A copy of it finds its way home: by holding BACK, by answers, by PLAY in steppers; whatever the store does meanwhile.
    func checkHome() throws {
        var walker = self
        walker.sloth = walker.pick([0, 0, 1, 3])
        for key in walker.held { try walker.up(key) }
        var path: [String] = []
        for _ in 0..<160 {
            if walker.sloth < 3, !walker.waiting.isEmpty, walker.chance(3) == 0 { try walker.deliver() }
            let kiosk = walker.kiosk
            if case .menus = kiosk.top, kiosk.places.count == 1, kiosk.idle.depth == .awake, kiosk.places[0] is Home { return }
            let picture = kiosk.picture(at: walker.now)
            path.append(picture.screen)
            switch kiosk.top {
            case .menus where kiosk.idle.depth != .awake: try walker.hold(.skip, for: .milliseconds(80))
            case .player where picture.screen == "player": try walker.hold(.back, for: .milliseconds(1300))
            case .filing: try walker.run(for: .seconds(1))
            case .menus where picture.screen == "question", .player:
                try walker.hold(walker.pick(Walker.strip), for: .milliseconds(1300))
            case .summary: try walker.hold(.pause, for: .milliseconds(80))
            case .menus:
                let isLeft = kiosk.use(of: .back)?.hold != nil
                try walker.hold(isLeft ? .back : .pause, for: .milliseconds(isLeft ? 1300 : 80))
            }
        }
        throw Fault(description: "home is not reached: \(path.suffix(12).joined(separator: ", ")), the store at \(walker.sloth)")
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
