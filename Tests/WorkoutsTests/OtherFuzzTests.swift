import TestSupport
import Testing
import Workouts

// Mutants of real files of sessions, plans and workouts, from a seed: none crashes, and whatever is refused says where.

private func fuzz(_ files: [String], seed: UInt64, fault: ([UInt8]) -> (isRead: Bool, fault: String?)) throws -> (read: Int, refused: Int) {
    var mutator = Mutator(random: Seeded(seed), corpus: try files.map(bytes(ofCase:)))
    var count = (read: 0, refused: 0)
    for _ in 0..<4_000 {
        let bytes = mutator.next(isJSON: true)
        let outcome = fault(bytes)
        if let fault = outcome.fault { Issue.record("\(fault): \(String(decoding: bytes, as: UTF8.self))") }
        if outcome.isRead { count.read += 1 } else { count.refused += 1 }
    }
    return count
}

/// What is wrong with a refusal.
private func fault(ofRefusal problems: [Problem]) -> String? {
    let errors = problems.filter { $0.severity == .error }
    return errors.isEmpty ? "refused without a word" : errors.contains { $0.place == .file } ? "refused without a place" : nil
}

@Test func noMutantOfASessionCrashesOrIsRefusedWithoutItsPath() throws {
    let count = try fuzz(["session.json"], seed: 21) { bytes in
        let (session, problems) = SessionJSON.read(bytes, fileName: "x.json")
        guard let session else { return (false, fault(ofRefusal: problems)) }
        guard !problems.haveErrors, Limits.activeSeconds.contains(session.activeSeconds), Timestamp.range.contains(session.startedSeconds),
            (0...session.totalStepCount).contains(session.completedStepCount), !session.id.isEmpty
        else { return (true, "\(session)") }
        let again = SessionJSON.parse(SessionJSON.text(of: session), fallbackID: "x")
        return (true, again.session == session ? nil : "does not read back")
    }
    #expect(count.read > 500 && count.refused > 500, "\(count)")
}

@Test func noMutantOfAPlanCrashesOrIsRefusedWithoutItsPath() throws {
    let count = try fuzz(["week.json", "second-active.json"], seed: 22) { bytes in
        let reading = PlanJSON.read(bytes, fileName: "x.json", fallbackID: "x")
        guard let plan = reading.plan, let document = reading.document else { return (false, fault(ofRefusal: reading.problems)) }
        let errors = reading.problems.count { $0.severity == .error }
        guard plan.days.count == 7, errors > 0 || document.refused.isEmpty, errors == 0 || !document.refused.isEmpty else {
            return (true, "a slot is gone without a word")
        }
        let again = PlanJSON.parse(PlanJSON.text(of: document), fallbackName: plan.name, fallbackID: plan.id)
        return (true, again.plan == plan && again.document?.unknown == document.unknown ? nil : "does not read back")
    }
    #expect(count.read > 500 && count.refused > 500, "\(count)")
}

@Test func noMutantOfAWorkoutCrashesOrIsRefusedWithoutItsPath() throws {
    let count = try fuzz(["workout.json"], seed: 23) { bytes in
        let reading = OwnWorkoutJSON.read(bytes, fallbackID: "x")
        guard let workout = reading.workout, let document = reading.document else { return (false, fault(ofRefusal: reading.problems)) }
        guard !reading.problems.haveErrors, workout.name.isVisible else { return (true, "\(workout)") }
        let again = OwnWorkoutJSON.parse(OwnWorkoutJSON.text(of: document), fallbackID: workout.id)
        return (true, again.workout == workout ? nil : "does not read back")
    }
    #expect(count.read > 500 && count.refused > 500, "\(count)")
}
