import CLinux
import Glibc
import Linux
import Synchronization

/// The cards under /dev/dri. Looks are made by a thread of their own ("stepback-look"), which lives as long as the look: a probe reads an
/// EDID at 100 kHz, 30 ms on a good cable, and the loop has digits to show meanwhile. Page flips do not wait for a probe in the kernel.
final class DRMKernel: ModeSettingKernel {
    private let seat: any LoopSeat
    private let lookout: Lookout
    private let hotplug: (@escaping () -> Void) -> Ending
    /// Opened by looks at everything, and kept: the last one to close a card brings the text console back to it.
    private var cards: [DRMCard] = []
    private var answer: ((Look) -> Void)?
    private var watch: Ending?

    /// `hotplug` registers a handler for what the kernel says about cards.
    init(seat: any LoopSeat, isLegacyOnly: Bool, hotplug: @escaping (@escaping () -> Void) -> Ending) throws(SystemError) {
        self.seat = seat
        self.hotplug = hotplug
        lookout = try Lookout(isLegacyOnly: isLegacyOnly)
        watch = seat.watch(lookout.descriptor) { [weak self] _ in self?.deliver() }
    }

    deinit { watch?.end() }

    func look(only card: (any ModeSettingCard)?, _ answer: @escaping (Look) -> Void) {
        precondition(self.answer == nil, "one look at a time")
        self.answer = answer
        if let card = card as? DRMCard {
            lookout.begin(held: [card], seeksMore: false)
        } else {
            lookout.begin(held: cards, seeksMore: true)
        }
    }

    func release(except card: (any ModeSettingCard)?) { cards.removeAll { $0 !== card } }

    func watchHotplug(_ handler: @escaping () -> Void) -> Ending { hotplug(handler) }

    private func deliver() {
        for survey in lookout.collect() {
            if survey.soughtMore { cards = survey.cards.map(\.card) }
            let answer = self.answer
            self.answer = nil
            answer?(Look(cards: survey.cards.map { (card: $0.card as any ModeSettingCard, facts: $0.facts) }, troubles: survey.troubles))
        }
    }
}

/// What a look found.
struct Survey: Sendable {
    var cards: [(card: DRMCard, facts: CardFacts)] = []
    var troubles: [DisplayError] = []
    var soughtMore: Bool

    /// Looks at the held cards and, if it is to seek more, at the others that have connectors. Any thread.
    init(held: [DRMCard], seeksMore: Bool, isLegacyOnly: Bool) {
        soughtMore = seeksMore
        var candidates = held
        if seeksMore {
            for path in Survey.paths() where !held.contains(where: { $0.path == path }) {
                do throws(DisplayError) {
                    let card = try DRMCard(path: path, isLegacyOnly: isLegacyOnly)
                    if card.connectorCount > 0 { candidates.append(card) }
                } catch {
                    if !error.isGone { troubles.append(error) }
                }
            }
        }
        for card in candidates {
            do throws(DisplayError) {
                cards.append((card, try card.facts()))
            } catch {
                troubles.append(error)
            }
        }
        cards.sort { CardName.number($0.card.path) < CardName.number($1.card.path) }
    }

    /// `/dev/dri/card*`, by number. None is normal: the drivers may not be up yet.
    static func paths() -> [String] {
        guard let folder = opendir("/dev/dri") else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasPrefix("card"), name.utf8.dropFirst(4).allSatisfy({ (48...57).contains($0) }) { names.append("/dev/dri/\(name)") }
        }
        return names.sorted { CardName.number($0) < CardName.number($1) }
    }
}

/// Starts looks and collects what they saw. The only thing here that two threads use.
private final class Lookout: Sendable {
    private let isLegacyOnly: Bool
    private let event: Descriptor
    private let surveys = Mutex<[Survey]>([])

    var descriptor: Int32 { event.raw }

    init(isLegacyOnly: Bool) throws(SystemError) {
        self.isLegacyOnly = isLegacyOnly
        event = Descriptor(owning: try systemCall("make an event descriptor") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
    }

    func begin(held: [DRMCard], seeksMore: Bool) {
        let look: @Sendable () -> Void = { [self] in
            let survey = Survey(held: held, seeksMore: seeksMore, isLegacyOnly: isLegacyOnly)
            surveys.withLock { $0.append(survey) }
            var one: UInt64 = 1
            // Cannot fail but by overflow of the counter, and then the loop is already awake.
            _ = write(event.raw, &one, 8)
        }
        do throws(SystemError) {
            try WorkerThread.start("stepback-look", look)
        } catch {
            // Without a thread to be had the loop has to wait for this look.
            look()
        }
    }

    func collect() -> [Survey] {
        var count: UInt64 = 0
        // EAGAIN when an earlier call has cleared it.
        _ = read(event.raw, &count, 8)
        return surveys.withLock { surveys in
            defer { surveys = [] }
            return surveys
        }
    }
}
