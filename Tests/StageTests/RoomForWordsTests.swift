import Canvas
import Foundation
import Ports
import Readings
import Stage
import TestSupport
import Testing
import Words

@testable import Stage

/// Words have the room there is: nothing is cut, small or close to its neighbour while space lies beside it.
@Suite struct RoomForWordsTests {
    private let typesetter = Typesetter()

    private func texts(
        _ picture: Picture, _ width: Int, _ height: Int, _ locale: String = "en", _ place: StageStyle.LegendPlace = .below
    ) throws -> [Readings.Reading.Text] {
        let stage = Stage(
            style: StageStyle(size: PixelSize(width: width, height: height), legendPlace: place), words: try Sample.words(locale),
            typesetter: typesetter)
        return Readings.Reading(scene: stage.scene(picture), typesetter: typesetter).texts
    }

    private func u(_ width: Int, _ height: Int) -> Double { Double(min(width, height)) / 100 }

    // MARK: - Home

    private static let panels = [
        (800, 480), (1024, 600), (1024, 768), (1280, 720), (1280, 768), (1280, 800), (1366, 768), (1920, 1080), (1920, 1200), (1080, 1920),
    ]

    @Test(arguments: panels) func theStartersNamesAreWhole(_ width: Int, _ height: Int) throws {
        let starters = ["Morning core", "Strength and stretch", "Full body"]
        let rows = starters.map { name -> HomePicture.Row in
            var routine = PaperSample.routine(PaperSample.long, "2 days ago", 7)
            routine.name = name
            return .routine(routine)
        }
        for place in width * 2 > height * 3 ? [StageStyle.LegendPlace.below, .trailing] : [.below] {
            for focus in -1..<rows.count {
                let home = Picture.home(PaperSample.home(focus, rows: rows + PaperSample.ways))
                // Another version of the font may be a little wider.
                let cut = try texts(home, width - width / 64, height, "en", place).filter { text in
                    text.isCut && starters.contains { text.string.contains($0) }
                }
                #expect(cut.isEmpty, "\(width)x\(height) \(place) \(focus): \(cut)")
            }
        }
    }

    @Test func aLongNameIsSmallerBeforeItIsCut() throws {
        var routine = PaperSample.routine(PaperSample.long, "2 days ago", 7)
        routine.name = "Strength and stretch now"
        let rows: [HomePicture.Row] = [.routine(PaperSample.routine(PaperSample.legs, "Yesterday", 7)), .routine(routine)]
        for (width, height) in [(1280, 800), (480, 320), (1080, 1920)] {
            let name = try #require(
                try texts(.home(PaperSample.home(0, rows: rows)), width, height).first { $0.string == routine.name })
            #expect(!name.isCut, "\(width)x\(height)")
        }
    }

    // MARK: - The player

    @Test(arguments: ["en", "ar"]) func nextStandsApartFromANameOfEitherDirection(_ locale: String) throws {
        let grid = Grid(StageStyle(size: PixelSize(width: 800, height: 480)), isMirrored: locale == "ar")
        for name in ["Squats", "تمرين القرفصاء"] {
            let spans = NameRow.next(name, try Sample.words(locale), grid)
            let parts = spans.filter { $0.string.contains(where: \.isLetter) }.map { span -> Double in
                let bare = Span(span.string.trimmingCharacters(in: .whitespaces), span.font)
                return typesetter.ink([bare])?.width ?? 0
            }
            let whole = try #require(typesetter.ink(spans)).width
            let space = typesetter.width([Span(" ", grid.font(10, 700, tracking: -0.016))])
            #expect(parts.count == 2)
            #expect(whole - parts.reduce(0, +) > 0.6 * space, "\(locale) \(name)")
        }
    }

    @Test(arguments: ["es", "it", "pt-BR"]) func theStateWordTakesWhatTheNameLeaves(_ locale: String) throws {
        let words = try Sample.words(locale)
        let rest = words("stage.state.rest")
        func em(_ width: Int, _ height: Int) throws -> Double {
            let text = try #require(try texts(.player(Sample.player(at: 112)), width, height, locale).first { $0.string == rest })
            #expect(!text.isCut)
            return text.item.spans[0].font.size / u(width, height)
        }
        #expect(try em(1920, 1080) == 13)
        // In the narrow column of the smallest panel, 36 u, it is hardly smaller than it must be.
        let small = try em(480, 320)
        let whole = typesetter.width([Span(rest, Font(.display, weight: 300, size: 100, tracking: -0.02))]) / 100
        #expect(small * whole > 0.94 * 36)
    }

    @Test func theStateWordKeepsClearOfALongName() throws {
        let timeline = Sample.renamed("Sentadillas con salto y giro", step: 1)
        let found = try texts(.player(Sample.player(timeline, at: 112)), 1920, 1080, "es")
        let word = try #require(found.first { $0.string == "Descanso" }?.ink.first)
        let name = try #require(found.first { $0.string.contains("Sentadillas") })
        #expect(name.ink.allSatisfy { $0.maxX + 2 * u(1920, 1080) <= word.x })
    }

    // MARK: - Paper

    @Test(arguments: [(800, 480), (480, 320), (1920, 1080), (1024, 768)])
    func todaysLineReachesAsFarAsTheIdleClock(_ width: Int, _ height: Int) throws {
        var idle = OtherSample.idle
        idle.clock = "12:48 PM"
        let stage = Stage(
            style: StageStyle(size: PixelSize(width: width, height: height)), words: try Sample.words(), typesetter: typesetter)
        let scene = stage.scene(.idle(idle))
        let clock = try #require(
            Readings.Reading(scene: scene, typesetter: typesetter).texts.first { $0.string == idle.clock }?.ink.first)
        let line = scene.layers[0].items.flatMap { item -> [Double] in
            guard case .filled(let path, _) = item else { return [] }
            return path.elements.compactMap { if case .line(let x, _) = $0 { x } else { nil } }
        }.max()
        #expect(abs((line ?? 0) - clock.maxX) < 1.5)
        #expect(clock.maxX < Double(width) - 3 * u(width, height))
    }

    @Test(arguments: [(480, 270), (480, 320), (800, 480), (1920, 1080)])
    func aWordInTheStepperStandsApartFromItsNeighbours(_ width: Int, _ height: Int) throws {
        var stepper = PaperSample.stepper
        (stepper.value, stepper.unit, stepper.less, stepper.more) = ("ninguna", nil, nil, "20")
        let found = try texts(.stepper(stepper), width, height)
        let value = try #require(found.first { $0.string == "ninguna" }?.ink.first)
        let more = try #require(found.first { $0.string == "20" }?.ink.first)
        #expect(more.x - value.maxX >= 5 * u(width, height))
    }

    @Test(arguments: [(800, 480), (1024, 600), (1280, 720), (1280, 800)])
    func theLegendKeepsToTheMargin(_ width: Int, _ height: Int) throws {
        var picker = OtherSample.picker
        picker.legend = PaperSample.keys(
            (.up, "Hoch", "abbrechen"), (.check, "Auswählen", "diese hinzufügen"), (.down, "Runter", "nächste Kategorie"))
        picker.legend.skip?.hold = "Halten: nächste Kategorie"
        let hold = try #require(try texts(.picker(picker), width, height).first { $0.string == "Halten: nächste Kategorie" })
        #expect(!hold.isCut)
        #expect(hold.ink.allSatisfy { $0.maxX <= Double(width) - 5 * u(width, height) + 0.5 })
    }

    private static let defaults = [
        "30 s each,\n15 s rest after", "30 s cada uno,\n15 s de descanso después", "je 30 s,\n15 s Pause danach",
    ]

    @Test(arguments: [(1080, 720), (1024, 768), (1280, 800), (1280, 720), (1920, 1080)])
    func whatPickedWorkoutsStartWithIsWhole(_ width: Int, _ height: Int) throws {
        var picker = OtherSample.picker
        for defaults in Self.defaults {
            picker.defaults = defaults
            for total in ["2:00", "13:30"] {
                picker.total = total
                // In its order, whether or not a line is broken once more.
                let words = defaults.replacing("\n", with: " ")
                let found = try texts(.picker(picker), width - width / 64, height).filter {
                    $0.string.contains(where: \.isLetter) && words.contains($0.string)
                }
                #expect(found.map(\.string).joined(separator: " ") == words)
                #expect(found.filter(\.isCut).isEmpty, "\(width)x\(height) \(total) \(defaults)")
                #expect(Set(found.map { $0.item.spans[0].font.size }).count == 1, "its lines are of one size")
            }
        }
    }

    @Test func aRowOfTheWeekOnTheSmallestPanelHasOneLine() throws {
        var week = OtherSample.week
        let names = ["Ünïcödé, Morning core and Strength", "Morning core and Strength and stretch and a good deal more"]
        (week.days[3].routines, week.days[4].routines) = (names[0], names[1])
        let found = try texts(.week(week), 480, 320).filter { names.contains($0.string) }
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.ink.count == 1 })
        #expect(found.filter(\.isCut).allSatisfy { $0.item.spans[0].font.size > 5 * u(480, 320) })
        // Where the rows are higher there is room for two.
        let higher = try texts(.week(week), 800, 480)
        #expect(higher.contains { names.contains($0.string) && $0.ink.count == 2 })
    }
}
