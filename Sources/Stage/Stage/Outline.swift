import Canvas
import Foundation

/// Reads the path data of the design's glyphs: M L H V A Z, absolute and relative (SVG 2, section 9.3). The data is ours, so what it
/// does not know is a programmer's error.
struct Outline {
    private var scanner: Scanner
    private var elements: [Path.Element] = []
    private var x = 0.0
    private var y = 0.0
    private var start = (x: 0.0, y: 0.0)

    static func path(_ data: String) -> Path {
        var outline = Outline(data)
        outline.read()
        return Path(outline.elements)
    }

    private init(_ data: String) {
        scanner = Scanner(string: data)
        scanner.charactersToBeSkipped = CharacterSet(charactersIn: " ,")
        scanner.locale = nil
    }

    private mutating func read() {
        var command: Character = "M"
        while !scanner.isAtEnd {
            if let next = scanner.scanCharacters(from: .letters) {
                // Commands without numbers may follow one another: "Zm".
                for letter in next.dropLast() { apply(letter) }
                command = next.last ?? command
                if command == "Z" || command == "z" {
                    apply(command)
                    continue
                }
            }
            apply(command)
            // More pairs after a move are lines.
            if command == "M" { command = "L" } else if command == "m" { command = "l" }
        }
    }

    private mutating func apply(_ command: Character) {
        let isRelative = command.isLowercase
        let origin = isRelative ? (x: x, y: y) : (x: 0, y: 0)
        switch command.uppercased() {
        case "M":
            (x, y) = (origin.x + number(), origin.y + number())
            start = (x, y)
            elements.append(.move(x: x, y: y))
        case "L":
            (x, y) = (origin.x + number(), origin.y + number())
            elements.append(.line(x: x, y: y))
        case "H":
            x = origin.x + number()
            elements.append(.line(x: x, y: y))
        case "V":
            y = origin.y + number()
            elements.append(.line(x: x, y: y))
        case "A":
            let radius = number()
            precondition(radius == number() && number() == 0, "only arcs of circles")
            let isLarge = number() != 0
            let isClockwise = number() != 0
            arc(radius, isLarge: isLarge, isClockwise: isClockwise, to: (origin.x + number(), origin.y + number()))
        case "Z":
            elements.append(.close)
            (x, y) = start
        default: preconditionFailure("path command \(command)")
        }
    }

    private mutating func number() -> Double {
        // Not scanDouble: it would read "0-19" as one number's start and "1e" as an exponent.
        var text = scanner.scanString("-") ?? ""
        text += scanner.scanCharacters(from: .decimalDigits) ?? ""
        if scanner.scanString(".") != nil { text += "." + (scanner.scanCharacters(from: .decimalDigits) ?? "") }
        guard let value = Double(text.hasPrefix(".") ? "0" + text : text.replacingOccurrences(of: "-.", with: "-0.")) else {
            preconditionFailure("path number \(text)")
        }
        return value
    }

    /// From the current point; the centre as in SVG 2, appendix B.2.4, for a circle.
    private mutating func arc(_ radius: Double, isLarge: Bool, isClockwise: Bool, to end: (x: Double, y: Double)) {
        let half = (x: (x - end.x) / 2, y: (y - end.y) / 2)
        let distance = half.x * half.x + half.y * half.y
        let radius = max(radius, distance.squareRoot())
        let factor = (max(0, radius * radius - distance) / distance).squareRoot() * (isLarge == isClockwise ? -1 : 1)
        let center = (x: factor * half.y + (x + end.x) / 2, y: -factor * half.x + (y + end.y) / 2)
        let from = atan2(y - center.y, x - center.x)
        var sweep = atan2(end.y - center.y, end.x - center.x) - from
        if isClockwise, sweep < 0 { sweep += 2 * .pi } else if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
        let pieces = max(1, Int((abs(sweep) / (.pi / 2)).rounded(.up)))
        for piece in 0..<pieces {
            curve(center, radius, from + sweep * Double(piece) / Double(pieces), from + sweep * Double(piece + 1) / Double(pieces))
        }
        (x, y) = end
    }

    /// At most a quarter of a circle as one cubic curve: off by less than 0.03 % of the radius.
    private mutating func curve(_ center: (x: Double, y: Double), _ radius: Double, _ from: Double, _ to: Double) {
        let pull = 4 / 3 * tan((to - from) / 4) * radius
        elements.append(
            .curve(
                x1: center.x + radius * cos(from) - pull * sin(from), y1: center.y + radius * sin(from) + pull * cos(from),
                x2: center.x + radius * cos(to) + pull * sin(to), y2: center.y + radius * sin(to) - pull * cos(to),
                x: center.x + radius * cos(to), y: center.y + radius * sin(to)))
    }
}
