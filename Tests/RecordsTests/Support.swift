import Foundation
import Records
import Testing
import Workouts

func seconds(_ text: String) -> Int {
    guard let seconds = Timestamp.seconds(text) else { fatalError("\(text) is no date") }
    return seconds
}

/// One play-through; its id is its start unless another is given.
func played(_ start: String, _ routine: String = "a", for active: Int = 600, completed: Bool = true, id: String? = nil) -> SessionFact {
    SessionFact(
        key: SessionFact.key(of: id ?? "\(start) \(routine)"), routineID: routine, startedSeconds: seconds(start), activeSeconds: active,
        wasCompleted: completed)
}

/// A calendar of a zone whose week begins on `firstWeekday`, 1 (Sunday) to 7.
func calendar(_ zone: String, firstWeekday: Int = 2) -> Calendar {
    guard let zone = TimeZone(identifier: zone) else { fatalError("the zone \(zone) is not known here") }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.firstWeekday = firstWeekday
    return calendar
}

func records(_ facts: [SessionFact], now: String?, _ zone: String = "Europe/Berlin", firstWeekday: Int = 2) -> Records {
    Records(SessionLog(facts), nowSeconds: now.map(seconds), calendar: calendar(zone, firstWeekday: firstWeekday))
}
