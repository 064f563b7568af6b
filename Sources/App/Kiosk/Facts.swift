import Foundation
import Library
import Playback
import Ports
import Records
import Words
import Workouts

/// What every screen reads and none changes.
struct Facts: Sendable {
    var settings: KioskSettings
    var words: Words
    /// Of the language that announcements are in, when that is set apart from the screen's.
    var spoken: Words?
    /// Nil until the store's first word.
    var library: Library? { didSet { isStale = true } }
    /// The wall clock; nil until the host's first word.
    var clock: WallTime? { didSet { isStale = true } }
    /// Zone and week of the person.
    var calendar: Calendar
    /// Sessions that ended since the library was last heard of, so that a summary counts its own.
    var recent: [FinishedSession] = [] { didSet { isStale = true } }
    /// Those of them that no disk took: they count until the program ends.
    var unkept: Set<String> = []
    /// Files with one problem each, which the person does not want to be shown until they change.
    var leftOut: Set<Attention> = []

    /// What the sessions add up to; nil until the store's first word.
    private(set) var records: Records?
    /// The routines as the home shows them, most recently played first.
    private(set) var shelf: [RoutineEntry] = []
    private var placeOnShelf: [String: Int] = [:]
    private var isStale = true
    /// Grows whenever records or routines were brought up: what was made of them is made anew.
    private(set) var edition = 0
    /// When the local day ends; nil while the clock is not known.
    private(set) var dayEnds: Instant?

    init(settings: KioskSettings, words: Words, spoken: Words? = nil, calendar: Calendar) {
        self.settings = settings
        self.words = words
        self.spoken = spoken
        self.calendar = calendar
    }

    func cues(of timeline: Timeline) -> Cues { Cues(timeline: timeline, settings: settings.cues, words: words, spoken: spoken) }

    /// Brings records and the order of the routines up to the library and the day.
    mutating func refresh(at now: Instant) {
        guard isStale || dayEnds.map({ now >= $0 }) ?? false else { return }
        isStale = false
        edition += 1
        dayEnds = endOfDay(at: now)
        guard let library else { return }
        var log = library.sessions
        for finished in recent { log.add(SessionFact(finished)) }
        let records = Records(log, nowSeconds: knownSeconds(at: now), calendar: calendar)
        self.records = records
        // Those never played stand by name behind the others; one name twice, by the files' paths.
        let named = library.routines.map { (entry: $0, key: $0.routine.name.lowercased()) }.enumerated()
            .sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }.map(\.element.entry)
        shelf = records.mostRecentlyPlayedFirst(named) { $0.id }
        placeOnShelf = Dictionary(uniqueKeysWithValues: shelf.enumerated().map { ($1.id, $0) })
    }

    private func endOfDay(at now: Instant) -> Instant? {
        guard let clock, clock.isKnown else { return nil }
        let date = Date(timeIntervalSince1970: TimeInterval(clock.seconds(at: now)))
        return calendar.dateInterval(of: .day, for: date).map { clock.instant(ofSeconds: Int($0.end.timeIntervalSince1970)) }
    }

    /// The routine in a place of the shelf.
    func entry(_ place: Int) -> RoutineEntry? { shelf.indices.contains(place) ? shelf[place] : nil }
    func entry(id: String) -> RoutineEntry? { library?.routine(id: id) }
    func place(of id: String) -> Int? { placeOnShelf[id] }

    /// The plan that is followed.
    var plan: Plan? { library?.week?.plan }

    /// What the plan says for today; nil without a plan, and while the clock is not known.
    var today: PlanToday? {
        guard let library, let plan, !plan.isEmpty else { return nil }
        return records?.today(of: plan) { library.routine(id: $0) != nil }
    }

    /// 1 (Sunday) to 7; nil while the clock is not known.
    var weekdayToday: Int? { plan.flatMap { records?.week(of: $0) }?.first(where: \.isToday)?.weekday }

    /// A routine as part of the plan that is followed, if it is one of today's.
    func playable(_ entry: RoutineEntry) -> Playable {
        guard let plan, let day = records?.week(of: plan)?.first(where: \.isToday), day.slots.contains(where: { $0.routineID == entry.id })
        else { return Playable(routine: entry.routine) }
        return Playable(routine: entry.routine, planID: plan.id, planName: plan.name)
    }

    /// Files that cannot be used, or only in part, or that hold a name that was probably mistyped; but those that were left out.
    var attentionCount: Int {
        library?.attention.count { file in
            file.problems.contains { problem in
                (problem.severity == .error || problem.suggestion != nil)
                    && (leftOut.isEmpty || !leftOut.contains(Attention(path: file.path, problems: [problem])))
            }
        } ?? 0
    }

    /// The local date and time; nil while the clock is not known.
    func localTime(at now: Instant) -> (weekday: Int, hour: Int, minute: Int)? {
        guard let seconds = knownSeconds(at: now) else { return nil }
        let parts = calendar.dateComponents([.weekday, .hour, .minute], from: Date(timeIntervalSince1970: TimeInterval(seconds)))
        return (parts.weekday ?? 1, parts.hour ?? 0, parts.minute ?? 0)
    }

    /// Seconds since 1970 at an instant; nil while the clock is not known to be right.
    func knownSeconds(at now: Instant) -> Int? { clock.flatMap { $0.isKnown ? $0.seconds(at: now) : nil } }
}

extension SessionFact {
    /// A session that the library does not know yet.
    fileprivate init(_ finished: FinishedSession) {
        var session = finished.session
        session.id = finished.random
        self.init(session)
    }
}
