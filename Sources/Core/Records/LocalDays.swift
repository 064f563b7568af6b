import Foundation

/// Local days of a zone, counted from 1970-01-01 there. Ten years of instants in falling order cost some hundreds of questions to the
/// zone and not one an instant: its offset is asked for week by week, and an instant within a known span is plain arithmetic.
struct LocalDays {
    private let zone: TimeZone
    /// Within it the offset is `offset` throughout.
    private var known: ClosedRange<Int>?
    private var offset = 0

    /// No zone has ever left its offset and come back within a week.
    private static let week = 604_800

    init(_ zone: TimeZone) { self.zone = zone }

    /// The day of an instant, and the seconds that local time was ahead of UTC then.
    mutating func day(of seconds: Int) -> (day: Int, offset: Int) {
        if known?.contains(seconds) != true { learn(seconds) }
        return (LocalDays.floorDivide(seconds + offset, 86_400), offset)
    }

    private mutating func learn(_ seconds: Int) {
        let found = ask(seconds)
        var first = seconds - LocalDays.week
        if ask(first) != found {
            // The offset changed in between: look for the first instant after it.
            var (before, after) = (first, seconds)
            while after - before > 1 {
                let middle = before + (after - before) / 2
                if ask(middle) == found { after = middle } else { before = middle }
            }
            first = after
        }
        if let known, found == offset, known.lowerBound > seconds, known.lowerBound - seconds <= LocalDays.week {
            self.known = first...known.upperBound
        } else {
            known = first...seconds
        }
        offset = found
    }

    private func ask(_ seconds: Int) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) }

    /// Of a day counted from 1970-01-01, a Thursday: 1 (Sunday) to 7, as Calendar counts.
    static func weekday(of day: Int) -> Int { day + 4 - floorDivide(day + 4, 7) * 7 + 1 }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
    }
}
