import Canvas

/// The week's days in one line: solid is done, hollow is planned, a dash is rest; today is underlined.
struct WeekStrip {
    private let days: [(day: WeekDay, spans: [Span], width: Double)]
    private let mark: Double
    private let gap: Double
    private let size: Double
    private let t: Double
    /// Of the days alone, in u.
    private let least: Double

    /// - Parameter room: what it may take, in u: a narrow panel makes it smaller.
    init(_ week: [WeekDay], _ page: Page, room: Double) {
        let isMini = page.isMini
        func days(_ t: Double) -> [(day: WeekDay, spans: [Span], width: Double)] {
            week.map { day in
                let spans = [Span(day.name, page.font((isMini ? 3.3 : 3.7) * t, day.isToday ? 800 : 500))]
                return (day, spans, (isMini ? 3.8 : 4.9) * t + page.width(spans))
            }
        }
        let t = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.5].map { $0 * page.t }.first { t in
            days(t).reduce(0) { $0 + $1.width } + 1.5 * t * Double(week.count - 1) <= room
        }
        self.t = t ?? page.t * 0.4
        self.days = days(self.t)
        mark = (isMini ? 3 : 3.6) * self.t
        gap = (isMini ? 0.8 : 1.3) * self.t
        size = (isMini ? 3.3 : 3.7) * self.t
        least = self.days.reduce(0) { $0 + $1.width }
    }

    /// The days at equal distances from the first u to the last.
    func draw(_ drawing: inout Drawing, x: Double, middle: Double, width: Double) {
        let space = days.count > 1 ? max(0, width - least) / Double(days.count - 1) : 0
        var x = x
        for (day, spans, own) in days {
            drawing.dayMark(day.mark, x: x, middle: middle, width: mark, height: mark, stroke: 0.5 * t)
            let text = own - mark - gap
            drawing.text(spans, x: x + mark + gap, baseline: middle + Grid.drop(size), width: text)
            if day.isToday {
                drawing.fill(x: x + mark + gap, y: middle + size / 2 + 0.5 * t, width: text - 1 / drawing.grid.u, height: 0.5 * t)
            }
            x += own + space
        }
    }
}

extension Drawing {
    mutating func dayMark(_ mark: WeekDay.Mark, x: Double, middle: Double, width: Double, height: Double, stroke: Double) {
        switch mark {
        case .done: fill(x: x, y: middle - height / 2, width: width, height: height)
        case .planned: frame(x: x, y: middle - height / 2, width: width, height: height, thickness: stroke)
        case .rest: fill(x: x, y: middle - 0.8 * grid.t / 2, width: width, height: 0.8 * grid.t)
        }
    }
}
