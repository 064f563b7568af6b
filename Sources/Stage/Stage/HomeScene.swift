import Canvas
import Workouts

/// Today, the routines, and the ways to the other screens. Three layouts: Today focused and large; a routine focused, grown to three
/// lines under a small Today; a way focused, all rows alike.
struct HomeScene {
    let picture: HomePicture
    let page: Page
    let runs: (Timeline, Double, Double?) -> LineRuns

    private enum Content: Hashable {
        case today
        case smallToday
        case empty
        case row(Int)
    }

    private var grid: Grid { page.grid }
    private var t: Double { page.t }

    func scene() -> Scene {
        var page = page
        header(&page)
        let (contents, slots) = layout()
        /// Today small is left where it was large.
        func place(_ row: Int) -> Int? { contents.firstIndex(of: .row(row)) ?? contents.firstIndex { $0 == .today || $0 == .smallToday } }
        let focused = place(picture.focus.index)
        let focus = focused.map { Focus($0, leaving: picture.focus.leaving.flatMap(place), way: picture.focus.way) }
        page.place(slots, focus: focus) { index, slot, drawing in
            switch contents[index] {
            case .today:
                if let today = picture.today { TodayCard(today: today, page: self.page, runs: runs).draw(&drawing, top: slot.y) }
            case .smallToday: if let today = picture.today { smallToday(today, &drawing, slot) }
            case .empty: break
            case .row(let row): draw(row, isFocused: index == focused, &drawing, slot)
            }
        }
        if let empty = picture.empty, let index = contents.firstIndex(of: .empty) {
            let slot = slots[index]
            page.emptiness(empty, x: page.start, width: page.end - page.start, top: slot.y, bottom: slot.y + slot.height)
        }
        return page.scene(picture.legend, notices: picture.notices)
    }

    // MARK: - Where things stand

    /// Rows beside Today, and beside a grown routine: design, section 4, "Home".
    private var beside: (today: Int, routine: Int) {
        if grid.isPortrait { return (4, 5) }
        switch grid.sizeClass {
        case .regular: return (3, 3)
        case .compact: return (2, 2)
        case .mini: return (1, 2)
        }
    }

    /// No row beside Today is lower than its two lines.
    private var least: Double { (grid.isPortrait ? 12.6 : page.isMini ? 7 : 10) * t }

    private func layout() -> ([Content], [Slot]) {
        let focus = picture.focus.index
        if focus < 0, let today = picture.today {
            let height = TodayCard(today: today, page: page, runs: runs).height
            let fitting = max(0, Int((page.height - height) / least))
            return stack([(.today, height)], rows: 0..<min(beside.today, fitting, picture.rows.count))
        }
        if case .routine? = picture.rows[focus] {
            let hasToday = picture.today != nil && !(page.isMini && !grid.isPortrait)
            let head = hasToday ? (page.isCompact ? 11 : 13) * t : 0
            let fitting = max(0, Int((page.height - head - RoutineBand.height(page)) / least))
            let others = min(beside.routine + (hasToday ? 0 : 1), fitting)
            let before = page.isCompact || page.isMini ? 0 : 1
            let layout = RowLayout(count: picture.rows.count, focus: focus, top: 0, height: 1, room: others + 1, before: before)
            return stack(
                hasToday ? [(.smallToday, head)] : [], rows: layout.visible, grown: focus, share: others)
        }
        var head: [(Content, Double)] = []
        if picture.empty != nil { head = [(.empty, page.height * (page.isMini ? 0.5 : 0.42))] }
        let room = page.height - head.reduce(0) { $0 + $1.1 }
        let least = (grid.isPortrait ? 13.5 : page.isCompact ? 11.3 : page.isMini ? 11 : 10.6) * t
        let count = max(1, Int(room / least))
        let layout = RowLayout(count: picture.rows.count, focus: focus, top: 0, height: 1, room: count)
        return stack(head, rows: layout.visible, share: count)
    }

    /// `head` at the top, then the rows, sharing what is left: as many shares as rows, or as a full list would have.
    private func stack(_ head: [(Content, Double)], rows: Range<Int>, grown: Int? = nil, share: Int? = nil) -> ([Content], [Slot]) {
        var contents: [Content] = []
        var slots: [Slot] = []
        var y = page.top
        for (content, height) in head {
            contents.append(content)
            slots.append(Slot(y: y, height: height))
            y += height
        }
        let band = grown.map { _ in RoutineBand.height(page) } ?? 0
        let shares = share ?? rows.count - (grown == nil ? 0 : 1)
        let height = (page.bottom - y - band) / Double(max(1, shares))
        for row in rows {
            contents.append(.row(row))
            slots.append(Slot(y: y, height: row == grown ? band : height, hasRule: row != rows.lowerBound))
            y += row == grown ? band : height
        }
        return (contents, slots)
    }

    // MARK: - What stands there

    private func header(_ page: inout Page) {
        let (middle, end) = page.headerLine
        let size = 3.7 * t
        let isShort = page.isMini || grid.isPortrait
        let most = page.isMini && !grid.isPortrait ? 1 : 2
        var lines = picture.motivation.prefix(most).map { PhraseLine($0, page: page, size: size) }
        let mark = 4 * t
        var x = page.start
        Mark.draw(&page.paper, x: x, middle: middle, height: mark)
        x += Mark.width(mark) + 2.2 * t
        let gap = (page.isCompact && page.hasSideStrip ? 2.4 : 4.4) * t
        let badge = picture.badge.map { Badge($0, page) }
        let font = page.font(size, 500)
        func needed(_ lines: [PhraseLine]) -> Double {
            let widths = lines.map(\.width) + (badge.map { [$0.width] } ?? [])
            return widths.reduce(0, +) + gap * Double(max(0, widths.count - 1))
        }
        let clocks = [isShort ? nil : picture.clock, picture.shortClock].compactMap { $0 } + (picture.clock == nil ? [""] : [])
        var clock = clocks.last ?? ""
        fitting: while true {
            for text in clocks where page.width(text, font) + 3 + needed(lines) <= end - x {
                clock = text
                break fitting
            }
            if lines.isEmpty { break }
            lines.removeLast()
        }
        let trailing = needed(lines)
        page.paper.text(
            clock, font, x: x, baseline: middle + Grid.drop(size), width: min(page.width(clock, font), end - x - trailing - 1), .secondary)
        x = end - trailing
        if let badge {
            badge.draw(&page.paper, x: x, middle: middle)
            x += badge.width + gap
        }
        for line in lines {
            line.draw(&page.paper, x: x, middle: middle, width: line.width)
            x += line.width + gap
        }
    }

    /// One or two lines above the rows: what PLAY would do on Today.
    private func smallToday(_ today: HomePicture.Today, _ drawing: inout Drawing, _ slot: Slot) {
        let (label, name) = (3.7 * t, 5.2 * t)
        let height = Page.lineHeight * (label + name)
        let top = slot.y + (slot.height - height) / 2
        var room = page.end - page.start
        let week = 84 * t
        if page.isRegular, !today.week.isEmpty, room > week + 50 * t {
            WeekStrip(today.week, page, room: week).draw(&drawing, x: page.end - week, middle: slot.y + slot.height / 2, width: week)
            room -= week + 4 * t
        }
        drawing.text(
            today.label, page.font(label, 600, -0.005), x: page.start, baseline: top + Page.lineHeight * label / 2 + Grid.drop(label),
            width: room, .secondary)
        let baseline = top + Page.lineHeight * (label + name / 2) + Grid.drop(name)
        var titleRoom = room
        let title = page.font(name, 600, -0.015)
        if let total = today.total {
            let font = page.font(name, 600, -0.03, tabular: true)
            let own = page.width(total, font)
            let gap = page.width(" ", title) + 0.3 * name
            titleRoom = min(page.width(today.title, title), room - own - gap)
            drawing.text(
                total, font, x: page.start + titleRoom + gap, baseline: baseline, width: own, .secondary)
        }
        drawing.text(today.title, title, x: page.start, baseline: baseline, width: titleRoom)
    }

    private func draw(_ index: Int, isFocused: Bool, _ drawing: inout Drawing, _ slot: Slot) {
        switch picture.rows[index] {
        case .routine(let routine)? where isFocused:
            RoutineBand(routine: routine, page: page, runs: runs).draw(&drawing, top: slot.y)
        case .routine(let routine)?: RoutineRow(routine: routine, page: page, runs: runs).draw(&drawing, slot)
        case .way(let title, let detail)?:
            let middle = slot.y + slot.height / 2
            let (size, small) = (5 * t, 3.5 * t)
            var room = page.end - page.start
            if !detail.isEmpty {
                let font = page.font(small, 500)
                let own = min(page.width(detail, font), room * 0.6)
                drawing.text(
                    detail, font, x: page.end - own, baseline: middle + Grid.drop(small), width: own, side: .trailing, .secondary)
                room -= own + 2 * t
            }
            drawing.text(title, page.font(size, 600, -0.015), x: page.start, baseline: middle + Grid.drop(size), width: room)
        case nil: break
        }
    }
}

/// A few words in a frame: what needs a person.
struct Badge {
    private let text: String
    private let page: Page
    private let size: Double
    let width: Double

    init(_ text: String, _ page: Page) {
        self.text = text
        self.page = page
        size = 3.3 * page.t
        width = min(page.width(text, page.font(size, 700)) + 2.8 * page.t, (page.end - page.start) * 0.55)
    }

    func draw(_ drawing: inout Drawing, x: Double, middle: Double) {
        let t = page.t
        let height = Page.lineHeight * size + t
        drawing.frame(x: x, y: middle - height / 2, width: width, height: height, thickness: 0.4)
        let words = [Span(text, page.font(size, 700))]
        var drop = Grid.drop(size)
        // Between two strokes Arabic stands by its ink: its tails hang lower than capitals do.
        if page.typesetter.isRightToLeft(words), let ink = page.typesetter.ink(words) { drop = -(ink.y + ink.height / 2) / page.grid.u }
        drawing.text(words, x: x + 1.4 * t, baseline: middle + drop, width: width - 2.8 * t)
    }
}
