import Playback
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
    case workout, picker, builder, stepper, week
    case weekEditor = "week-editor"
    case plans, settings, setting, language, problems, idle
}

extension Kiosk {
    /// Shows a screen as if a person had gone there. False, and nothing changed, when the store has not what it takes: a routine, a plan.
    public mutating func show(_ screen: ScreenName, at now: Instant) -> Bool {
        facts.refresh(at: now)
        guard let above = above(screen, at: now) else { return false }
        places = [Home()] + above
        _ = settle(at: now)
        switch screen {
        case .homeList: _ = carry(out: places[0].perform(.next, steps: 1, facts, at: now), at: now)
        case .homeEnd: _ = carry(out: places[0].perform(.previous, steps: 1, facts, at: now), at: now)
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
        case .homeList: return entry == nil ? nil : []
        case .detail: return entry.map { [Detail($0)] }
        case .options: return entry.map { [Detail($0), RoutineOptions($0, under: Detail($0))] }
        case .deleteQuestion: return entry.map { [RoutineOptions($0, under: Detail($0)).deletion(facts)] }
        case .gallery: return [Gallery()]
        case .workouts: return [WorkoutList(.legsGlutes, facts)]
        case .workout: return facts.library?.catalog.workouts.first.map { [WorkoutDetail($0, facts)] }
        case .picker: return [Builder(new: facts), Picker(facts)]
        case .builder: return entry.map { [Builder(duplicating: $0, facts)] }
        case .stepper: return entry.map { [Stepper(RoutineDraft(RoutineDocument($0.routine)), at: 0)] }
        case .week: return facts.plan == nil ? nil : [Week(facts)]
        case .weekEditor: return [facts.library?.week.map { WeekEditor(plan: $0, weekday: nil, facts) } ?? WeekEditor(newPlan: facts)]
        case .plans: return [PlanList()]
        case .settings: return [SettingsList()]
        case .setting: return SettingRow.getReady.range.map { [SettingStepper(.getReady, $0, facts)] }
        case .language: return facts.settings.languages.all.count > 1 ? [SettingsList(), LanguageList(facts)] : nil
        case .problems: return [Problems()]
        }
    }
}
