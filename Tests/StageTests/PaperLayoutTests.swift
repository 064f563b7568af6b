import Canvas
import Foundation
import Ports
import Readings
import Stage
import TestSupport
import Testing
import Words
import Workouts

/// On paper, too, text never meets text, never stands half on a band, and nothing that counts is cut: for panels, names and languages
/// by the hundred. The picks are the same in every run; STEPBACK_LAYOUTS=n looks at n of them.
@Suite struct PaperLayoutTests {
    /// A label as a language might have it: in en-XA accented, in brackets and a third longer, as the pseudo-locale makes it.
    struct Speech {
        var language: String

        func callAsFunction(_ text: String) -> String {
            guard language == "en-XA", !text.isEmpty else { return text }
            let filling = String("øñé ţŵö ţĥŕéé ƒöûŕ ƒîṽé šîẋ šéṽéñ éîĝĥţ".prefix((text.count * 35 + 99) / 100))
            return "[\(text.replacing("A", with: "Å").replacing("S", with: "Š").replacing("P", with: "Ṕ")) \(filling)]"
        }

        func callAsFunction(_ phrase: Phrase) -> Phrase {
            var phrase = phrase
            for index in phrase.parts.indices {
                let text = phrase.parts[index].text
                guard language == "en-XA", !phrase.parts[index].isStrong else { continue }
                phrase.parts[index].text = "\(text) \(String("øñé ţŵö ţĥŕéé ƒöûŕ".prefix(text.count * 35 / 100 + 1)))"
            }
            return phrase
        }

        func callAsFunction(_ legend: Legend) -> Legend {
            func cell(_ cell: KeyCell?) -> KeyCell? {
                cell.map { KeyCell(icon: $0.icon, verb: self($0.verb), hold: $0.hold.map(callAsFunction)) }
            }
            return Legend(back: cell(legend.back), pause: cell(legend.pause), skip: cell(legend.skip))
        }
    }

    struct Pick: CustomStringConvertible {
        var style: StageStyle
        var language: String
        var screen: String
        var picture: Picture

        var description: String {
            "\(style.size.width)x\(style.size.height) \(language) \(style.light) inset \(style.insetPercent) \(style.legendPlace)\(style.hasBigText ? " big" : "") \(screen)"
        }
    }

    // MARK: - Pictures

    static func picture(_ random: inout Lehmer, _ say: Speech) -> (String, Picture) {
        let name = random.pick(LayoutTests.names)
        let total = random.pick(["5:30", "22:20", "1:05:20", "167:59:59"])
        switch random.next(14) {
        case 0, 1, 2: return home(name, total, &random, say)
        case 3:
            var detail = PaperSample.detail
            detail.facts = facts(name, total, say)
            detail.script = Rows(script(name, &random, say))
            detail.top = random.pick([0, 3, 99])
            detail.play = say("Play")
            detail.legend = say(detail.legend)
            if random.next(2) == 0 { return ("detail", .detail(detail)) }
            let options = OptionsPicture(
                under: .detail(detail), title: name, rows: Rows(["Play", "Edit", "Put in my week", "Delete"].map(say.callAsFunction)),
                focus: Focus(random.next(4)), legend: say(PaperSample.open))
            return ("options", .options(options))
        case 4:
            let rows = script(name, &random, say) + [.action(say("Add workouts")), .action(say("Save"))]
            let steps = rows.indices.filter { if case .rest = rows[$0] { false } else { true } }
            let builder = BuilderPicture(
                facts: facts(name, total, say), timeline: random.pick([PaperSample.core, nil]), script: Rows(rows),
                focus: Focus(random.pick(steps)), legend: say(PaperSample.builder(0).legend))
            return ("builder", .builder(builder))
        case 5:
            var stepper = PaperSample.stepper
            (stepper.title, stepper.note) = (name, say("Step 2 of 5"))
            (stepper.value, stepper.unit) = random.pick([("15", "s"), ("23:55:55", nil), ("9999", nil), ("Bright", nil)])
            stepper.less = random.pick([nil, "10", "23:55:50"])
            stepper.more = random.pick([nil, "20", "By the clock"])
            stepper.tabs = random.pick([[], stepper.tabs.map { .init(label: say($0.label), value: $0.value) }])
            stepper.focus = Focus(random.next(5))
            stepper.total = say(Phrase("Total **\(total)**"))
            stepper.legend = say(stepper.legend)
            return ("stepper", .stepper(stepper))
        case 6:
            var gallery = OtherSample.gallery
            gallery.title = say(gallery.title)
            gallery.note = say(Phrase("**96** workouts"))
            gallery.cells = gallery.cells.map { .init(category: $0.category, name: say($0.name), count: say($0.count)) }
            if random.next(2) == 0 { gallery.cells.append(.init(category: nil, name: say("All workouts"), count: say("96 workouts"))) }
            gallery.focus = Focus(random.next(gallery.cells.count))
            gallery.legend = say(gallery.legend)
            return ("gallery", .gallery(gallery))
        case 7:
            var list = OtherSample.workouts
            list.title = say(list.title)
            list.note = say(Phrase("**6** of 16"))
            list.typed = random.pick([nil, nil, "lun", name])
            list.rows = Rows(count: 400, around: 200) { _ in .init(name: name, category: .core, note: say("Yours")) }
            list.focus = Focus(200)
            list.legend = say(list.legend)
            return ("list", .workouts(list))
        case 8:
            var workout = OtherSample.workout
            workout.name = name
            workout.caption = say(workout.caption)
            workout.chips = ["Thighs", "Lower back", "Hip flexors", "Core"].map(say.callAsFunction)
            workout.note = random.pick([nil, name, say("Back flat on the wall, knees over ankles.")])
            workout.usage = say("In 1 routine: Legs and lungs")
            workout.actions = Array(["Add to routine", "Edit", "Delete"].map(say.callAsFunction).prefix(random.pick([1, 3])))
            workout.focus = Focus(random.next(workout.actions.count))
            workout.legend = say(workout.legend)
            return ("workout", .workout(workout))
        case 9:
            var picker = OtherSample.picker
            picker.title = say(picker.title)
            picker.note = say(Phrase("**5** picked"))
            picker.rows = Rows(count: 300, around: 151) { index in
                index % 20 == 0
                    ? .section(say("Core")) : .workout(name: name, isPicked: index % 2 == 0, note: random.pick([nil, say("Yours")]))
            }
            picker.focus = Focus(151)
            picker.label = say(picker.label)
            let count = random.pick([0, 1, 5, 30, 9_999])
            picker.picks = Rows(count: count, around: count) { _ in .init(name: name, category: .balance) }
            picker.total = count == 0 ? nil : total
            picker.defaults = count == 0 ? nil : "\(say("30 s each,"))\n\(say("15 s rest after"))"
            picker.legend = say(picker.legend)
            return ("picker", .picker(picker))
        case 10:
            var week = random.pick([OtherSample.week, OtherSample.editor])
            week.title = random.pick([say(week.title), name])
            week.note = random.pick([say(Phrase("**69 min** a week")), Phrase(Phrase.quoting(name)), nil])
            for index in week.days.indices {
                if index % 2 == 0 { week.days[index].routines = name }
                week.days[index].name = say(week.days[index].name)
                week.days[index].shortName = say(week.days[index].shortName)
                if week.days[index].total != nil { week.days[index].total = total }
                week.days[index].state = week.days[index].state.map(say.callAsFunction)
            }
            week.legend = say(week.legend)
            return ("week", .week(week))
        case 11:
            var list = random.pick([OtherSample.settings, OtherSample.plans, OtherSample.name, OtherSample.noPlans])
            let rows = list.rows.rows.map { row in
                ListPicture.Row(
                    title: random.pick([say(row.title), name]), detail: row.detail.map(say.callAsFunction), isChecked: row.isChecked,
                    category: random.pick([nil, .cardio]))
            }
            list.rows = Rows(rows)
            list.title = say(list.title)
            if list.typed != nil { list.typed = name }
            list.foot = list.foot.map(say.callAsFunction)
            list.empty = list.empty.map { EmptyList(title: say($0.title), line: say($0.line)) }
            list.legend = say(list.legend)
            return ("list", .list(list))
        case 12:
            var attention = random.pick([OtherSample.attention, OtherSample.remedies, OtherSample.nothing])
            attention.title = say(attention.title)
            attention.blocks = Rows(
                attention.blocks.rows.map { block in
                    var block = block
                    block.problem = random.pick([block.problem, Phrase("There is no workout called **“\(Phrase.quoting(name))”**.")])
                    block.suggestion = block.suggestion == nil ? nil : random.pick([block.suggestion, name])
                    block.suggestionLabel = block.suggestionLabel.map(say.callAsFunction)
                    block.file = random.pick([block.file, "routines/\(name).json"])
                    return block
                })
            attention.foot = attention.foot.map(say.callAsFunction)
            attention.empty = attention.empty.map { EmptyList(title: say($0.title), line: say($0.line)) }
            attention.legend = say(attention.legend)
            return ("attention", .attention(attention))
        default:
            switch random.next(3) {
            case 0:
                var question = OtherSample.resume
                question.title = say(question.title)
                question.line = say("\(name) stopped 8 minutes ago in Bridge, set 2 of 3.")
                question.remaining = say("4:38 left")
                question.skip?.text = say("Save and end")
                return ("question", .question(question))
            case 1:
                var welcome = OtherSample.welcome
                welcome.privacy = say(welcome.privacy)
                welcome.headline = welcome.headline.map(say.callAsFunction)
                welcome.compose = .init(title: say(welcome.compose.title), line: say(welcome.compose.line))
                welcome.follow = .init(title: say(welcome.follow.title), line: say(welcome.follow.line))
                welcome.legend = say(welcome.legend)
                return ("welcome", .welcome(welcome))
            default:
                var idle = OtherSample.idle
                idle.name = name
                idle.total = total
                idle.minute = random.next(30)
                idle.clock = random.pick(["18:42", "11:11 PM", nil])
                return ("idle", .idle(idle))
            }
        }
    }

    static func facts(_ name: String, _ total: String, _ say: Speech) -> ScriptFacts {
        ScriptFacts(
            label: say("Routine"), name: name, total: total,
            stats: [
                [say(Phrase("**4:00** work, **1:30** rest"))], [say(Phrase("**5** workouts, **8** sets"))],
                [say(Phrase("2 days ago, **12** times, **66 min** in all")), say(Phrase("2 days ago, **12** times"))],
            ])
    }

    static func script(_ name: String, _ random: inout Lehmer, _ say: Speech) -> [ScriptRow] {
        var rows: [ScriptRow] = random.next(3) == 0 ? [.note(say("“\(name)” is not in the gallery."))] : []
        for index in 0..<random.pick([1, 3, 12]) {
            let sets = random.pick([1, 2, 3, 12, 999])
            rows.append(
                .step(
                    ScriptStep(
                        name: index % 2 == 0 ? name : "Squats", timing: say(random.pick(["30 s", "45 s × 4, 20 s between, ~9,999 reps"])),
                        blocks: sets * 2, hasSetRest: sets > 2, eachSide: true, isLifted: index == 1)))
            rows.append(.rest(say("Rest 15 s")))
        }
        return rows
    }

    static func home(_ name: String, _ total: String, _ random: inout Lehmer, _ say: Speech) -> (String, Picture) {
        let routine = HomePicture.Row.routine(
            HomePicture.Routine(
                name: name, count: say("7 workouts"), categories: Workouts.Category.allCases, timeline: PaperSample.legs, total: total,
                lastDone: say(random.pick(["Yesterday", "Not played yet"])), times: random.pick([nil, say("21 times")]),
                minutes: say("229 min in all")))
        let ways: [HomePicture.Row] = PaperSample.ways.map { row in
            if case .way(let title, let detail) = row { .way(title: say(title), detail: random.pick([say(detail), name])) } else { row }
        }
        let week = PaperSample.week.map { WeekDay(name: say($0.name), mark: $0.mark, isToday: $0.isToday) }
        let today = random.pick([
            HomePicture.Today(
                label: say("Today"), facts: say("5 workouts, 8 sets"), title: name, total: total, timeline: PaperSample.core, week: week),
            HomePicture.Today(label: say("Today"), facts: name, icon: nil, title: say("Rest today, next Friday"), week: week), nil,
        ])
        let rows = Array(repeating: routine, count: random.pick([1, 4, 30])) + ways
        let focus = random.pick([today == nil ? 0 : -1, 0, 1, rows.count - 5, rows.count - 3, rows.count - 1])
        let picture = HomePicture(
            clock: say("Thursday 18:42"), shortClock: say("Thu 18:42"),
            motivation: random.pick([[], [say(Phrase("**4-day** streak")), say(Phrase("**96 min** this week"))]]),
            badge: random.pick([nil, say("2 files need attention")]), today: today, rows: Rows(rows), focus: Focus(focus),
            notices: Array(Sample.notices.prefix(random.pick([0, 0, 1, 3]))), legend: say(PaperSample.play))
        return ("home \(focus) of \(rows.count)", .home(picture))
    }

    // MARK: - Looking

    @Test func textKeepsToItselfOnPaper() throws {
        let count = ProcessInfo.processInfo.environment["STEPBACK_LAYOUTS"].flatMap(Int.init) ?? 600
        var random = Lehmer(seed: 77)
        let typesetter = Typesetter()
        let languages = ["en", "en-XA", "ar-XB"]
        let words = try Dictionary(uniqueKeysWithValues: languages.map { ($0, try Sample.words($0)) })
        for _ in 0..<count {
            let language = random.pick(languages)
            let size = random.pick(LayoutTests.sizes + [(800, 480), (800, 480), (1920, 1080)])
            let style = StageStyle(
                size: PixelSize(width: size.0, height: size.1), light: random.pick(StageStyle.Light.allCases),
                insetPercent: random.pick([0, 0, 3, 5]), legendPlace: random.pick([.below, .below, .trailing]),
                hasBigText: random.next(4) == 0)
            let (screen, picture) = Self.picture(&random, Speech(language: language))
            let pick = Pick(style: style, language: language, screen: screen, picture: picture)
            let stage = Stage(style: style, words: try #require(words[language]), typesetter: typesetter)
            let share = Double(style.insetPercent) / 100
            let (width, height) = (Double(size.0), Double(size.1))
            let inner = Rect(x: width * share, y: height * share, width: width * (1 - 2 * share), height: height * (1 - 2 * share))
            var reading = Reading(scene: stage.scene(picture), typesetter: typesetter)
            // Accented capitals in brackets are taller than any language's words.
            reading.slack = min(width, height) / 100 * (language == "en-XA" ? 1.2 : 0.25)
            for complaint in reading.complaints(inner: inner) { Issue.record("\(pick): \(complaint)") }
        }
    }
}
