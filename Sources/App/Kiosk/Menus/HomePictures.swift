import Library
import Playback
import Records
import Stage
import Words
import Workouts

extension Home {
    func picture(_ facts: Facts, _ legend: Legend, at now: Instant) -> Picture {
        let words = facts.words
        let texts = RoutineTexts(facts)
        let ways = ways(facts)
        let first = hasToday(facts) ? 1 : 0
        let routines = routineCount(facts)
        let rows = Rows<HomePicture.Row>(count: routines + ways.count, around: cursor.index - first) { index in
            if index < routines, let entry = routine(index, facts) { return .routine(card(entry, texts)) }
            let way = ways[index - routines]
            return .way(title: title(way, facts), detail: detail(way, facts))
        }
        let time = facts.localTime(at: now)
        return .home(
            HomePicture(
                clock: time.map { words.dayAndTime(weekday: $0.weekday, hour: $0.hour, minute: $0.minute) },
                shortClock: time.map { words.dayAndTime(weekday: $0.weekday, hour: $0.hour, minute: $0.minute, .short) },
                motivation: motivation(facts), badge: badge(facts), today: todayPicture(facts),
                empty: facts.library != nil && facts.shelf.isEmpty
                    ? EmptyList(title: words("home.empty.title"), line: words("home.empty.line")) : nil,
                rows: rows, focus: cursor.focus(at: now, offset: -first, isStill: facts.settings.reducedMotion), legend: legend))
    }

    /// Hidden before the first session: nobody is shown a row of zeroes.
    private func motivation(_ facts: Facts) -> [Phrase] {
        guard let records = facts.records, !records.isEmpty else { return [] }
        var phrases: [Phrase] = []
        if let streak = records.streakDays, streak > 0 { phrases.append(Phrase(facts.words("home.streak", .number(streak)))) }
        if let week = records.weekSeconds, week >= 60 {
            phrases.append(Phrase(facts.words("home.week", .text(facts.words.duration(week, in: .minutes)))))
        }
        return phrases
    }

    private func badge(_ facts: Facts) -> String? {
        switch facts.library?.status {
        case .missing: return facts.words("home.store.missing")
        case .readOnly: return facts.words("home.store.readOnly")
        case .full: return facts.words("home.store.full")
        case .reading, .ready, nil: break
        }
        return facts.attentionCount > 0 ? facts.words("problems.title", .number(facts.attentionCount)) : nil
    }

    private func todayPicture(_ facts: Facts) -> HomePicture.Today? {
        guard let today = facts.today, let plan = facts.plan else { return nil }
        let words = facts.words
        let label = words("date.today")
        let week = RoutineTexts(facts).week(plan)
        func sentence(_ key: String, _ keyAlone: String, _ next: PlanToday.Next?) -> String {
            next.map { words(key, .text(words.weekdayInSentence($0.weekday))) } ?? words(keyAlone)
        }
        switch today {
        case .play(let slot, _):
            guard let entry = slot.routineID.flatMap(facts.entry(id:)) else { return nil }
            return .init(
                label: label, facts: RoutineTexts(facts).countAndSets(entry.routine), title: entry.routine.name,
                total: words.clock(entry.totalSeconds), timeline: Timeline(entry.routine, getReadySeconds: 0), week: week)
        case .removed(let slot, _):
            return .init(
                label: label, facts: words("home.today.removed", .text(slot.routineName)), icon: nil, title: words("home.today.fix"),
                week: week)
        case .done(let next):
            return .init(label: label, icon: nil, title: sentence("home.today.done", "home.today.doneAlone", next), week: week)
        case .rest(let next):
            return .init(label: label, icon: nil, title: sentence("home.today.rest", "home.today.restAlone", next), week: week)
        }
    }

    private func title(_ way: Way, _ facts: Facts) -> String {
        let words = facts.words
        switch way {
        case .store: return facts.storeQuestion()?.title ?? ""
        case .attention: return words("problems.title", .number(facts.attentionCount))
        case .week: return words("home.way.week")
        case .gallery: return words("home.way.gallery")
        case .newRoutine: return words("home.way.newRoutine")
        case .starters: return words("home.way.starters")
        case .settings: return words("home.way.settings")
        }
    }

    private func detail(_ way: Way, _ facts: Facts) -> String {
        let words = facts.words
        switch way {
        case .store, .attention: return words("home.way.attention.detail")
        case .week:
            if let plan = facts.plan { return plan.name }
            return words(facts.library?.plans.isEmpty ?? true ? "home.way.week.none" : "home.way.week.choose")
        case .gallery:
            let count = facts.library?.catalog.workouts.count ?? 0
            return words("home.way.gallery.detail", .number(count), .number(Category.allCases.count))
        case .newRoutine: return words("home.way.newRoutine.detail")
        case .starters: return words("home.way.starters.detail")
        case .settings: return words("home.way.settings.detail")
        }
    }

    func nextChange(after now: Instant) -> Instant? { cursor.nextTick(after: now) }

    func aloud(_ facts: Facts) -> (screen: String, focus: String) {
        let words = facts.words
        // What the header says is said with the screen's name.
        let screen = ([badge(facts)].compactMap { $0 } + motivation(facts).map(\.text)).reduce(words("aloud.home")) {
            words("aloud.screen", .text($0), .text($1))
        }
        switch row(cursor.index, facts) {
        case .today:
            let today = todayPicture(facts)
            return (screen, [today?.label, today?.title].compactMap { $0 }.joined(separator: ". "))
        case .routine(let id):
            guard let entry = facts.entry(id: id) else { return (screen, "") }
            return (
                screen,
                words("aloud.routine", .text(entry.routine.name), .text(words.duration(entry.totalSeconds, in: .minutes, width: .spoken)))
            )
        case .way(let way): return (screen, title(way, facts))
        case nil: return (screen, "")
        }
    }
}
