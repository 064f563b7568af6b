import Playback
import Ports
import Stage
import Workouts

/// The screens that can be asked for by name, for a picture of them.
public enum ScreenName: String, CaseIterable, Hashable, Sendable {
    case welcome, home
    case homeList = "home-list"
    case homeEnd = "home-end"
    case detail, options
    case deleteQuestion = "delete"
    case gallery
    case workouts = "gallery-list"
    case workout
    case addToRoutine = "add-to-routine"
    case ownWorkout = "own-workout"
    case picker, builder, stepper, names, week
    case weekEditor = "week-editor"
    case day
    case dayRoutine = "day-routine"
    case plans, settings, setting, language, problems, player
    case endQuestion = "end"
    case summary
    case partialSummary = "summary-partial"
    case resumeQuestion = "resume"
    case idle
}

extension Kiosk {
    /// Shows a screen as if a person had gone there. False, and nothing changed, when the store has not what it takes: a routine, a plan.
    public mutating func show(_ screen: ScreenName, at now: Instant) -> Bool {
        facts.refresh(at: now)
        guard let above = above(screen, at: now) else { return false }
        top = .menus
        places = [Home()] + above
        _ = settle(at: now)
        switch screen {
        case .homeList: _ = carry(out: places[0].perform(.next, steps: 1, facts, at: now), at: now)
        case .homeEnd: _ = carry(out: places[0].perform(.previous, steps: 1, facts, at: now), at: now)
        case .player, .endQuestion, .summary, .partialSummary, .resumeQuestion: play(for: screen, at: now)
        case .idle: fallAsleep(at: now)
        default: break
        }
        return true
    }

    /// The screens over the home.
    private func above(_ screen: ScreenName, at now: Instant) -> [any Place]? {
        let entry = facts.shelf.first
        switch screen {
        case .welcome: return [Welcome()]
        case .home, .homeEnd, .idle: return []
        case .homeList, .player, .endQuestion, .summary, .partialSummary, .resumeQuestion: return entry == nil ? nil : []
        case .detail: return entry.map { [Detail($0)] }
        case .options: return entry.map { [Detail($0), RoutineOptions($0, under: Detail($0))] }
        case .deleteQuestion: return entry.map { [RoutineOptions($0, under: Detail($0)).deletion(facts)] }
        case .gallery: return [Gallery()]
        case .workouts: return [WorkoutList(.legsGlutes, facts)]
        case .workout: return facts.library?.catalog.workouts.first.map { [WorkoutDetail($0, facts)] }
        case .addToRoutine: return facts.library?.catalog.workouts.first.map { [AddToRoutine($0)] }
        case .ownWorkout: return [OwnWorkoutEditor(named: "", in: .legsGlutes, facts)]
        case .picker: return [Builder(new: facts), Picker(facts)]
        case .builder: return entry.map { [Builder(duplicating: $0, facts)] }
        case .stepper: return entry.map { [Stepper(RoutineDraft(RoutineDocument($0.routine)), at: 0)] }
        case .names: return entry.map { [SaveNames(RoutineDraft(RoutineDocument($0.routine)), facts, at: now)] }
        case .week: return facts.plan == nil ? nil : [Week(facts)]
        case .weekEditor: return [weekEditor]
        case .day: return [DayEditor(weekEditor, weekday: plannedWeekday)]
        case .dayRoutine: return [RoutineChoice(weekEditor, weekday: plannedWeekday, slot: nil, facts)]
        case .plans: return [PlanList()]
        case .settings: return [SettingsList()]
        case .setting: return SettingRow.getReady.range.map { [SettingStepper(.getReady, $0, facts)] }
        case .language: return facts.settings.languages.all.count > 1 ? [SettingsList(), LanguageList(facts)] : nil
        case .problems: return [Problems()]
        }
    }

    private var weekEditor: WeekEditor {
        facts.library?.week.map { WeekEditor(plan: $0, weekday: nil, facts) } ?? WeekEditor(newPlan: facts)
    }

    /// A day with something on it, if there is one.
    private var plannedWeekday: Int {
        let weekdays = WeekDays.weekdays(facts)
        return weekdays.first { facts.plan?.slots(weekday: $0).isEmpty == false } ?? weekdays[0]
    }

    /// The first routine of the home, well under way, ended or left behind.
    private mutating func play(for screen: ScreenName, at now: Instant) {
        guard let entry = facts.shelf.first else { return }
        let playable = facts.playable(entry)
        let timeline = Timeline(playable.routine, getReadySeconds: settings.getReadySeconds)
        let whole = Duration.seconds(timeline.getReadySeconds + timeline.totalSeconds)
        _ = start(playable, zero: now - (screen == .summary ? whole : whole * 2 / 5))
        guard case .player(var player) = top, screen != .player else { return }
        switch screen {
        case .endQuestion:
            _ = player.act(Press(.back, .hold, at: now), at: now, words)
            top = .player(player)
        case .resumeQuestion:
            player.run.pause(at: now)
            top = .menus
            offer(
                JournalEntry(
                    bootID: "", written: now, clock: facts.clock?.earlier(by: .seconds(8 * 60)), origin: player.origin,
                    routine: playable.routine, getReadySeconds: timeline.getReadySeconds, run: player.run.snapshot))
        default:
            player.run.end(at: now)
            let session = FinishedSession(
                player.run, of: playable, origin: player.origin, ended: now, clock: facts.clock, bootID: nil)
            facts.recent.append(session)
            facts.refresh(at: now)
            let filing = Filing(player: player, run: player.run, session: session, since: now)
            // It has been there for long enough to listen.
            top = .summary(Summary(filing, kept: .inStore, at: now - Summary.deafness))
        }
    }
}

extension WallTime {
    /// The same clock, showing less.
    fileprivate func earlier(by length: Duration) -> WallTime {
        WallTime(zeroNanoseconds: zeroNanoseconds - length.wholeNanoseconds, isKnown: isKnown)
    }
}
