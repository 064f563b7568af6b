import Canvas
import Ports
import TestSupport
import Testing
import Words
import Workouts

@testable import Stage

/// What a scene is made of, for the states of the player.
@Suite struct SceneTests {
    static let regular = PixelSize(width: 1920, height: 1080)
    static let compact = PixelSize(width: 800, height: 480)
    static let upright = PixelSize(width: 1080, height: 1920)

    func stage(
        _ size: PixelSize = regular, _ locale: String = "en", light: StageStyle.Light = .bright, inset: Int = 0,
        legendPlace: StageStyle.LegendPlace = .below
    ) throws -> Stage {
        let style = StageStyle(size: size, light: light, insetPercent: inset, legendPlace: legendPlace)
        return Stage(style: style, words: try Sample.words(locale), typesetter: Typesetter())
    }

    func texts(_ scene: Scene, layer: Int = 0) -> [String] {
        scene.layers[layer].items.compactMap {
            if case .text(let text) = $0 { text.spans.map(\.string).joined() } else { nil }
        }
    }

    func item(_ string: String, in scene: Scene, layer: Int = 0) -> TextItem? {
        scene.layers[layer].items.lazy.compactMap { item -> TextItem? in
            guard case .text(let text) = item, text.spans.map(\.string).joined() == string else { return nil }
            return text
        }.first
    }

    // MARK: - From second to second

    @Test(arguments: [regular, compact, upright]) func aSecondChangesOnlyTheDigitsTheTimesAndThePlayhead(_ size: PixelSize) throws {
        let stage = try stage(size)
        let before = stage.scene(.player(Sample.player(at: 52))).layers[0].items
        let layout = try #require(stage.layout)
        let after = stage.scene(.player(Sample.player(at: 53))).layers[0].items
        #expect(stage.layout === layout)
        try #require(before.count == after.count)
        var changed: [String] = []
        for (one, two) in zip(before, after) where one != two {
            switch two {
            case .text(let text): changed.append(text.spans[0].string)
            case .fill: changed.append("fill")
            default: changed.append("\(two)")
            }
        }
        // The first fill is what was played of the running segment, the second the playhead.
        #expect(changed.sorted() == ["0:53", "17", "fill", "fill", "−4:37"])
    }

    @Test func equalPicturesGiveEqualScenes() throws {
        let stage = try stage()
        let picture = Picture.player(Sample.player(at: 52))
        let first = stage.scene(picture)
        _ = stage.scene(.player(Sample.player(at: 200)))
        #expect(stage.scene(picture) == first)
        #expect(try self.stage().scene(picture) == first)
    }

    @Test func digitsKeepTheirSizeForAWholeSegment() throws {
        let stage = try stage()
        let timeline = Sample.timeline("x", [Step(name: "Plank", workSeconds: 75), Step(name: "Squats")])
        let fonts = [0, 14, 15, 16, 64, 72, 74].compactMap { second -> Font? in
            let picture = Sample.player(timeline, at: second)
            let left = picture.secondsLeft
            let string = left < 60 ? "\(left)" : left < 70 ? "1:0\(left - 60)" : "1:\(left - 60)"
            return item(string, in: stage.scene(.player(picture)))?.spans[0].font
        }
        #expect(fonts.count == 7)
        #expect(Set(fonts).count == 1)
    }

    // MARK: - What is said

    @Test func getReadyIsNotPartOfTheLine() throws {
        let scene = try stage().scene(.player(Sample.player(at: -4)))
        let said = texts(scene)
        #expect(said.contains("0:00") && said.contains("−5:30") && said.contains("4"))
        #expect(item("4", in: scene)?.hollow == 2.2 * 10.8)
    }

    @Test func theLastWorkHasNoNext() throws {
        let stage = try stage()
        #expect(texts(stage.scene(.player(Sample.player(at: 105)))).contains("Next"))
        let last = texts(stage.scene(.player(Sample.player(at: 327))))
        #expect(!last.contains("Next") && last.contains("Mountain climbers") && last.contains("3"))
    }

    @Test func setAndSideAreShownTogether() throws {
        let stage = try stage()
        let threeSets = Sample.renamed("Side plank", sets: 3, eachSide: true)
        #expect(texts(stage.scene(.player(Sample.player(threeSets, at: 130)))).contains("Set 1 of 3, left side"))
        #expect(texts(stage.scene(.player(Sample.player(threeSets, at: 160)))).contains("Set 1 of 3, right side"))
        let oneSet = Sample.renamed("Side plank", sets: 1, eachSide: true)
        let said = texts(stage.scene(.player(Sample.player(oneSet, at: 130))))
        #expect(said.contains("Left side") && !said.contains { $0.hasPrefix("Set") })
        // The other side comes without a rest: the next block says so.
        #expect(texts(stage.scene(.player(Sample.player(oneSet, at: 153)))).contains("Right side"))
        let small = texts(try self.stage(Self.compact).scene(.player(Sample.player(threeSets, at: 130))))
        #expect(small.contains("Set 1 of 3") && small.contains("Left side"))
    }

    @Test func restSaysWhatComesNext() throws {
        let said = texts(try stage().scene(.player(Sample.player(at: 113))))
        #expect(said.contains("Next Squats") && said.contains("Set 1 of 2") && said.contains("30 s") && said.contains("Rest"))
    }

    @Test func namesArePlainText() throws {
        for name in ["<b>Bold</b> & co", "100 %s %@ %1$lld", "🏋️ Push-up"] {
            #expect(texts(try stage().scene(.player(Sample.player(Sample.renamed(name), at: 133)))).contains(name))
        }
    }

    @Test func digitsAndTimesAreTheLanguages() throws {
        let said = texts(try stage(Self.regular, "ar-EG").scene(.player(Sample.player(at: 52))))
        #expect(said.contains("١٨"))
        #expect(said.contains { $0.contains("٠:٥٢") })
        #expect(!said.joined().contains { $0.isASCII && $0.isNumber && $0 != "2" && $0 != "3" })
    }

    // MARK: - Paused, lead-in, strip

    @Test func pausedBarsBreatheAndNothingElse() throws {
        let stage = try stage()
        var picture = Sample.player(at: 52, mode: .paused, legend: Sample.paused)
        let full = stage.scene(.player(picture)).layers[0].items
        picture.breath = 0.72
        let breathed = stage.scene(.player(picture)).layers[0].items
        let changed = zip(full, breathed).filter { $0 != $1 }.map(\.1)
        #expect(changed.count == 2)
        for item in changed {
            guard case .fill(let rect, let color) = item else { return #expect(Bool(false), "\(item)") }
            #expect(rect.height == 475 && color.alpha == 0.72)
        }
        #expect(texts(stage.scene(.player(picture))).contains("18 s to go"))
    }

    @Test func theLeadInIsTheSegmentWithHollowDigits() throws {
        let stage = try stage()
        let running = stage.scene(.player(Sample.player(at: 52)))
        let leadIn = stage.scene(.player(Sample.player(at: 52, mode: .leadIn(digit: 3))))
        #expect(leadIn.layers[0].field == running.layers[0].field)
        #expect(item("3", in: leadIn)?.hollow != nil)
        #expect(Set(texts(running)).subtracting(texts(leadIn)) == ["18"])
        #expect(Set(texts(leadIn)).subtracting(texts(running)) == ["3"])
    }

    @Test func theStripTakesTheLinesPlace() throws {
        let stage = try stage()
        var legend = Sample.running
        #expect(!texts(stage.scene(.player(Sample.player(at: 52, legend: legend)))).contains("0:52"))
        legend.opacity = 0.25
        let fading = stage.scene(.player(Sample.player(at: 52, legend: legend)))
        #expect(item("0:52", in: fading)?.color.alpha == 0.75)
        #expect(item("Pause", in: fading)?.color.alpha == 0.25)
        // Paused, the Line stands above it.
        #expect(texts(stage.scene(.player(Sample.player(at: 52, mode: .paused, legend: Sample.paused)))).contains("0:52"))
    }

    @Test func theHeldKeyShowsItsRing() throws {
        let stage = try stage()
        var legend = Sample.ending
        let rings = [0.25, 0.5].map { fraction -> [Path] in
            legend.holdFraction = fraction
            return stage.scene(.player(Sample.player(at: 52, mode: .paused, legend: legend))).layers[0].items.compactMap {
                if case .stroked(let path, _, _, let color) = $0, color == Color(0xFFAE2B) { path } else { nil }
            }
        }
        #expect(rings.map(\.count) == [1, 1])
        guard case .arc(_, _, _, let from, let to)? = rings[1][0].elements.last else { return #expect(Bool(false)) }
        // From the top, clockwise, half way round.
        #expect(abs(from + .pi / 2) < 1e-9 && abs(to - .pi / 2) < 1e-9)
    }

    @Test func keysKeepTheirPlacesInARightToLeftLanguage() throws {
        for (locale, isMirrored) in [("en", false), ("ar", true)] {
            let scene = try stage(Self.regular, locale).scene(.player(Sample.player(at: 52, mode: .paused, legend: Sample.paused)))
            let x = ["Restart", "Resume", "Skip"].compactMap { item($0, in: scene)?.x }
            #expect(x == x.sorted() && x.count == 3)
            let name = try #require(item("Bridge", in: scene))
            #expect((name.alignment == .trailing) == isMirrored)
        }
    }

    @Test func theShiftMovesEverythingButTheFieldsAndTheStrip() throws {
        let stage = try stage(light: .dark)
        var picture = Sample.player(at: 52, mode: .paused, legend: Sample.paused, notices: ["No sound"])
        let still = stage.scene(.player(picture)).layers[0]
        (picture.shiftX, picture.shiftY) = (2, -2)
        let moved = stage.scene(.player(picture)).layers[0]
        #expect(moved.clip == still.clip && moved.field == still.field)
        var unmoved: [String] = []
        for (one, two) in zip(still.items, moved.items) {
            guard case .text(let before) = one, case .text(let after) = two else { continue }
            if before == after {
                unmoved.append(before.spans[0].string)
            } else {
                #expect(after.x - before.x == 2 && after.baseline - before.baseline == -2)
            }
        }
        #expect(Set(unmoved) == ["Restart", "Hold: end", "Resume", "Skip", "No sound"])
        #expect(zip(still.items, moved.items).filter { $0 == $1 }.count < still.items.count)
    }
}
