import Canvas
import Ports
import TestSupport
import Testing

/// Where two pictures differ.
private func changedBounds(_ one: Raster, _ two: Raster) -> PixelRect {
    var bounds = PixelRect(x: 0, y: 0, width: 0, height: 0)
    for y in 0..<one.size.height {
        for x in 0..<one.size.width where one[x, y] != two[x, y] { bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1)) }
    }
    return bounds
}

private func isCovered(_ before: Raster, _ after: Raster, by damage: [PixelRect]) -> Bool {
    var before = before
    for rect in damage {
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX { before.pixels[y * before.size.width + x] = after[x, y] }
        }
    }
    return before == after
}

@Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
func repaintingWhatChangedEqualsPaintingEverything(seed: UInt64) {
    let size = PixelSize(width: 173, height: 97)
    let typesetter = Typesetter()
    let canvas = Canvas(size: size, typesetter: typesetter)
    var scenes = RandomScenes(seed: seed, size: size)
    var scene = scenes.scene()
    var before = canvas.withPixels { Raster($0) }
    for step in 0..<150 {
        let damage = canvas.draw(scene)
        let after = canvas.withPixels { Raster($0) }
        let fresh = Canvas(size: size, typesetter: typesetter)
        _ = fresh.draw(scene)
        let whole = fresh.withPixels { Raster($0) }
        guard after == whole else {
            Issue.record("seed \(seed), step \(step): \(changedBounds(after, whole)) is not as painted at once; damage \(damage)")
            return
        }
        guard isCovered(before, after, by: damage) else {
            Issue.record("seed \(seed), step \(step): pixels changed outside of the damage \(damage)")
            return
        }
        #expect(damage.count <= 8)
        #expect(damage.allSatisfy { !$0.isEmpty && $0.x >= 0 && $0.y >= 0 && $0.maxX <= size.width && $0.maxY <= size.height })
        before = after
        scene = scenes.next(after: scene)
    }
}

// MARK: - A player's frames

private let stage = PixelSize(width: 960, height: 540)
private let hero = Font(.display, weight: 800, size: 440, tracking: -0.03, tabular: true)
private let small = Font(.text, weight: 600, size: 28, tabular: true)

/// Name, hero digits, a bar that is played to `played`, its playhead and the time.
private func player(_ digits: String, played: Double, time: String) -> [Item] {
    [
        text("Mountain climbers", Font(.display, weight: 800, size: 70), x: 27, baseline: 80),
        text(digits, hero, x: 27, baseline: 430),
        .fill(Rect(x: 119, y: 480, width: played, height: 20), ink),
        .fill(Rect(x: 119 + played, y: 480, width: 722 - played, height: 20), ink.opacity(0.28)),
        .fill(Rect(x: 117 + played, y: 474, width: 4, height: 32), ink),
        text(time, small, x: 27, baseline: 500, width: 85),
    ]
}

@Test func aDigitRepaintsOnlyDigitsTimesAndPlayhead() {
    let typesetter = Typesetter()
    let canvas = Canvas(size: stage, typesetter: typesetter)
    _ = canvas.draw(scene(stage, player("29", played: 100, time: "0:31")))
    let damage = canvas.draw(scene(stage, player("28", played: 102.5, time: "0:32")))
    // The second digit's slot, the playhead and what it left, the last digit of the time: not the name, not the digit that stayed.
    let first = 27 + typesetter.width([Span("2", hero)])
    #expect(damage.count == 3)
    for rect in damage {
        #expect(rect.y > 90)
        #expect(rect.y >= 474 || Double(rect.x) > first - 20, "\(rect)")
        #expect(rect.y < 474 || rect.width < 20, "\(rect)")
    }
    #expect(canvas.draw(scene(stage, player("28", played: 102.5, time: "0:32"))).isEmpty)
}

@Test func aWipeRepaintsOnlyTheStripThatItCrossed() {
    let typesetter = Typesetter()
    let canvas = Canvas(size: stage, typesetter: typesetter)
    func wiped(_ edge: Int) -> Scene {
        let items = player("3", played: 100, time: "0:31")
        return Scene(
            size: stage,
            layers: [
                Layer(clip: PixelRect(x: 0, y: 0, width: edge, height: 540), field: field, items: items),
                Layer(clip: PixelRect(x: edge, y: 0, width: 960 - edge, height: 540), field: Color(0x0E2F7C), items: items),
            ])
    }
    _ = canvas.draw(scene(stage, player("3", played: 100, time: "0:31")))
    // The second layer comes, and only what it covers is painted.
    #expect(canvas.draw(wiped(930)) == [PixelRect(x: 930, y: 0, width: 30, height: 540)])
    #expect(canvas.draw(wiped(910)) == [PixelRect(x: 910, y: 0, width: 20, height: 540)])
    #expect(canvas.draw(wiped(0)) == [PixelRect(x: 0, y: 0, width: 910, height: 540)])
    // The first layer goes: nothing of it was left to see.
    var last = wiped(0)
    last.layers.removeFirst()
    #expect(canvas.draw(last).isEmpty)
    #expect(canvas.withPixels { Raster($0) } == painted(last, typesetter))
}

@Test func anItemMoreRepaintsOnlyItself() {
    let canvas = Canvas(size: stage, typesetter: Typesetter())
    var items = player("29", played: 100, time: "0:31")
    _ = canvas.draw(scene(stage, items))
    items.insert(.fill(Rect(x: 700, y: 200, width: 50, height: 40), ink), at: 1)
    #expect(canvas.draw(scene(stage, items)) == [PixelRect(x: 700, y: 200, width: 50, height: 40)])
    items.removeFirst(2)
    let damage = canvas.draw(scene(stage, items))
    #expect(damage.count == 2 && damage.contains(PixelRect(x: 700, y: 200, width: 50, height: 40)))
}

@Test func manyChangesAreFewRectangles() {
    let canvas = Canvas(size: stage, typesetter: Typesetter())
    func dots(_ shift: Double) -> [Item] {
        (0..<60).map { .fill(Rect(x: Double($0 % 10) * 90 + shift, y: Double($0 / 10) * 90, width: 5, height: 5), ink) }
    }
    _ = canvas.draw(scene(stage, dots(0)))
    let damage = canvas.draw(scene(stage, dots(20)))
    #expect((1...8).contains(damage.count))
    #expect(canvas.withPixels { Raster($0) } == painted(scene(stage, dots(20))))
}
