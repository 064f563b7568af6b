import Playback
import TestSupport
import Testing
import Workouts

/// SPEC section 3's table, as scores.
@Suite struct CuesTests {
    func cues(_ routine: Routine, _ settings: CueSettings = CueSettings(), getReady: Int = 5) -> Cues {
        Cues(timeline: Timeline(routine, getReadySeconds: getReady), settings: settings, words: english)
    }

    func all(_ cues: Cues, _ duration: (Utterance) -> Duration? = sixtyMillisecondsALetter) -> [Cue] {
        cues.timeline.segments.indices.flatMap { cues.cues(in: $0, duration: duration) }
    }

    @Test func theSampleBegins() {
        let score = score(Array(all(cues(sample)).prefix(18)))
        #expect(
            score == """
                0.000 1/getReady "Get ready. First: Bridge"
                2.000 1/countdown-3 countdown
                3.000 1/countdown-2 countdown
                4.000 1/countdown-1 countdown
                5.000 2/work-tone workStart
                5.150 2/work "Bridge. Set 1 of 3."
                32.000 2/countdown-3 countdown
                33.000 2/countdown-2 countdown
                34.000 2/countdown-1 countdown
                35.000 3/setRest-tone restStart
                35.150 3/setRest "Rest"
                42.000 3/countdown-3 countdown
                43.000 3/countdown-2 countdown
                44.000 3/countdown-1 countdown
                45.000 4/work-tone workStart
                45.150 4/work "Bridge. Set 2 of 3."
                72.000 4/countdown-3 countdown
                73.000 4/countdown-2 countdown
                """)
    }

    @Test func theSampleEnds() {
        let score = score(Array(all(cues(sample)).suffix(7)))
        #expect(
            score == """
                305.000 15/work-tone workStart
                305.150 15/work "Mountain climbers"
                332.000 15/countdown-3 countdown
                333.000 15/countdown-2 countdown
                334.000 15/countdown-1 countdown
                335.000 15/done-tone done
                335.700 15/done "Done. Morning core complete"
                """)
    }

    @Test func theLastSetAndTheRepsAreSaid() {
        let texts = all(cues(sample)).compactMap { cue -> String? in
            if case .voice(let utterance) = cue.sound { utterance.text } else { nil }
        }
        #expect(texts.contains("Bridge. Last set."))
        #expect(texts.contains("Squats. Set 1 of 2."))
        #expect(texts.contains("Squats. Last set."))
        #expect(texts.contains("Bicycle crunch. About 20 reps."))
        #expect(texts.contains("Rest. Next: Mountain climbers"))
    }

    @Test func repsAreSaidOnTheFirstSetOnlyAndSidesOnEach() {
        let step = Step(name: "Lunge", workSeconds: 20, sets: 2, setRestSeconds: 10, repGuidance: 12, eachSide: true)
        let texts = all(cues(routine(step))).compactMap { cue -> String? in
            if case .voice(let utterance) = cue.sound, cue.id.kind == "work" { utterance.text } else { nil }
        }
        #expect(
            texts == [
                "Lunge. Set 1 of 2. Left side. About 12 reps.", "Lunge. Set 1 of 2. Right side.", "Lunge. Last set. Left side.",
                "Lunge. Last set. Right side.",
            ])
    }

    @Test func theSideIsSaidForAsLongAsItFits() {
        let step = Step(name: "Lunge", workSeconds: 20, sets: 2, eachSide: true)
        func opening(fitsUpTo letters: Int) -> String? {
            let cue = cues(routine(step)).cues(in: 2) { $0.text.count <= letters ? .seconds(1) : .seconds(40) }.first {
                $0.id.kind == "work"
            }
            if case .voice(let utterance) = cue?.sound { return utterance.text }
            return nil
        }
        #expect(opening(fitsUpTo: 40) == "Lunge. Set 1 of 2. Right side.")
        #expect(opening(fitsUpTo: 20) == "Lunge. Right side.")
        #expect(opening(fitsUpTo: 10) == "Lunge")
    }

    @Test func aBeepWhoseInstantIsNotLaterThanTheStartIsLeftOut() {
        let short = routine(Step(name: "A", workSeconds: 3), Step(name: "B", workSeconds: 1), Step(name: "C", workSeconds: 2))
        let score = score(all(cues(short, CueSettings(voice: false), getReady: 0)))
        #expect(
            score == """
                0.000 1/work-tone workStart
                1.000 1/countdown-2 countdown
                2.000 1/countdown-1 countdown
                3.000 2/work-tone workStart
                4.000 3/work-tone workStart
                5.000 3/countdown-1 countdown
                6.000 3/done-tone done
                """)
    }

    @Test func aFormThatDoesNotFitGivesWayToTheNextShorterAndNoneToSilence() {
        let step = Step(name: "Mountain climbers", workSeconds: 30, sets: 2, repGuidance: 20)
        func opening(fitsUpTo letters: Int) -> String? {
            // The longest form that takes at most so many letters fits before 26.9 s; longer ones do not.
            let cue = cues(routine(step)).cues(in: 1) { $0.text.count <= letters ? .seconds(1) : .seconds(40) }.first {
                $0.id.kind == "work"
            }
            if case .voice(let utterance) = cue?.sound { return utterance.text }
            return nil
        }
        #expect(opening(fitsUpTo: 100) == "Mountain climbers. Set 1 of 2. About 20 reps.")
        #expect(opening(fitsUpTo: 40) == "Mountain climbers. Set 1 of 2.")
        #expect(opening(fitsUpTo: 20) == "Mountain climbers")
        #expect(opening(fitsUpTo: 5) == nil)
    }

    @Test func speechEndsAHundredMillisecondsBeforeTheNextBeepExactly() {
        let step = Step(name: "A", workSeconds: 10)
        // Speech from 0.15 s; the first beep at 7 s: 6.75 s fit, a nanosecond more does not.
        #expect(cues(routine(step), getReady: 0).cues(in: 0) { _ in .milliseconds(6750) }.contains { $0.id.kind == "work" })
        #expect(
            !cues(routine(step), getReady: 0).cues(in: 0) { _ in .milliseconds(6750) + .nanoseconds(1) }.contains { $0.id.kind == "work" })
    }

    @Test(arguments: [(39, nil), (40, 20), (41, 21), (60, 30)] as [(Int, Int?)]) func halfwayIsCalledFromFortySeconds(work: Int, at: Int?) {
        let cue = cues(routine(Step(name: "Plank", workSeconds: work)), getReady: 0).cues(in: 0, duration: sixtyMillisecondsALetter)
            .first { $0.id.kind == "halfway" }
        #expect(cue?.start == at.map { .seconds($0) })
    }

    @Test func halfwayGivesWayToANameStillBeingSpoken() {
        let cues = cues(routine(Step(name: "Plank", workSeconds: 40)), getReady: 0)
        func kinds(name: Duration) -> [String] {
            cues.cues(in: 0) { $0.text == "Plank" ? name : .milliseconds(500) }.map(\.id.kind).filter { !$0.contains("-") }
        }
        // The name begins at 0.15 s, halfway is at 20 s, and 100 ms lie between.
        #expect(kinds(name: .milliseconds(19_750)) == ["work", "halfway", "done"])
        #expect(kinds(name: .milliseconds(19_751)) == ["work", "done"])
    }

    @Test func restsOfNothingMakeNoSound() {
        let none = routine(Step(name: "A", workSeconds: 10), Step(name: "B", workSeconds: 10))
        #expect(!all(cues(none)).contains { $0.id.kind.contains("est") })
    }

    @Test func voiceAndTonesAreIndependent() {
        let silent = all(cues(sample, CueSettings(voice: false, tones: false)))
        #expect(silent.isEmpty)
        #expect(all(cues(sample, CueSettings(voice: false))).allSatisfy { if case .tone = $0.sound { true } else { false } })
        #expect(all(cues(sample, CueSettings(tones: false))).allSatisfy { if case .voice = $0.sound { true } else { false } })
        #expect(cues(sample, CueSettings(voice: false)).utterances(in: 0).isEmpty)
    }

    @Test func nothingEverOverlapsAndIdsAreUnique() {
        var generator = Seeded(7)
        for _ in 0..<300 {
            let steps = (0..<Int.random(in: 1...5, using: &generator)).map { index in
                Step(
                    name: String(repeating: "n", count: Int.random(in: 1...300, using: &generator)) + "\(index)",
                    workSeconds: Int.random(in: 1...90, using: &generator), sets: Int.random(in: 1...3, using: &generator),
                    setRestSeconds: Int.random(in: 0...12, using: &generator), restAfterSeconds: Int.random(in: 0...20, using: &generator),
                    repGuidance: Bool.random(using: &generator) ? 20 : nil, eachSide: Bool.random(using: &generator))
            }
            let all = all(cues(Routine(id: "x", name: "X", steps: steps), getReady: Int.random(in: 0...6, using: &generator)))
            #expect(Set(all.map(\.id)).count == all.count)
            for (cue, next) in zip(all, all.dropFirst()) {
                #expect(cue.start <= next.start)
                if case .voice = cue.sound { #expect(cue.end + Cues.speechGap <= next.start, "\(cue.id) runs into \(next.id)") }
                #expect(cue.end <= next.start, "\(cue.id) runs into \(next.id)")
            }
        }
    }

    @Test func theLeadInBeepsAtTwoAndOne() {
        #expect(
            score(cues(sample).leadIn(to: 3)) == """
                1.000 4/lead-in-2 countdown
                2.000 4/lead-in-1 countdown
                """)
    }
}
