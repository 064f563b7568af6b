import Records
import Testing

@Test func aLogCountsWhatItWasGiven() {
    let fact = SessionFact(routineID: "a", startedSeconds: 5, activeSeconds: 1, wasCompleted: true)
    var log = SessionLog([fact, SessionFact(routineID: "b", startedSeconds: 3, activeSeconds: 1, wasCompleted: false)])
    log.add(SessionFact(routineID: "a", startedSeconds: 4, activeSeconds: 1, wasCompleted: true))
    #expect(log.count == 3)
}
