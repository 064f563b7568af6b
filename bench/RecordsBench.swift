import Foundation
import Records

/// What ten years of several players cost each time the home screen is made: 100,000 sessions of 10,000 routines.
func benchRecords() {
    let facts = (0..<100_000).map { index in
        SessionFact(
            key: SessionFact.key(of: "\(index)"), routineID: "b6c1a2f0-0001-4000-8000-\(index % 10_000)",
            startedSeconds: 1_450_000_000 + index * 3_000, activeSeconds: 330, wasCompleted: index % 5 > 0)
    }
    let now = facts[99_999].startedSeconds + 60
    report("records: the log of 100,000 sessions", median(of: 11) { _ in _ = SessionLog(facts) }.text, goal: "100 ms")
    let log = SessionLog(facts.shuffled())
    for zone in ["Europe/Berlin", "UTC"] {
        guard let zone = TimeZone(identifier: zone) else {
            notMeasured("records: the time zone \(zone) is not known here")
            continue
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let streak = Records(log, nowSeconds: now, calendar: calendar).streakDays ?? 0
        report(
            "records: all of them, \(streak) days of streak, \(zone.identifier)",
            median(of: 21) { _ in _ = Records(log, nowSeconds: now, calendar: calendar) }.text, goal: "5 ms")
    }
    let records = Records(log, nowSeconds: now, calendar: Calendar(identifier: .gregorian))
    let ids = (0..<10_000).map { "b6c1a2f0-0001-4000-8000-\($0)" }
    report(
        "records: the order of 10,000 routines", median(of: 21) { _ in _ = records.mostRecentlyPlayedFirst(ids) { $0 } }.text, goal: "10 ms"
    )
}
