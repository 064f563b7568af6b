import Canvas
import Ports
import Testing

let inter = Font(.text, weight: 600, size: 40)

@Test func aLineIsAsWideAsItsLetters() {
    let typesetter = Typesetter()
    let one = typesetter.width([Span("Bridge", inter)])
    #expect(one > 120 && one < 160)
    let tracked = typesetter.width([Span("Bridge", Font(.text, weight: 600, size: 40, tracking: 0.1))])
    #expect(abs(tracked - one - 5 * 4) < 0.01)
}

@Test func textBreaksAtSpacesHyphensAndSoftHyphens() {
    let typesetter = Typesetter()
    let width = typesetter.width([Span("Mountain", inter)]) + 1
    #expect(typesetter.lines([Span("Mountain climbers", inter)], width: width) == 2)
    #expect(typesetter.lines([Span("Mountain-climbers", inter)], width: width + 20) == 2)
    #expect(typesetter.lines([Span("Mountain\u{AD}climbers", inter)], width: width + 20) == 2)
    #expect(typesetter.lines([Span("Mountain/climbers", inter)], width: width + 20) == nil)
}
