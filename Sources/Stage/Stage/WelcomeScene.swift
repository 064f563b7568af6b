import Canvas

/// What StepBack is, in three lines and three signs.
struct WelcomeScene {
    let picture: WelcomePicture
    let page: Page

    private var t: Double { page.t }
    private var isRegular: Bool { page.grid.sizeClass == .regular }

    /// Drawn on a grid of 120 by 40.
    private enum Sign: String {
        case compose = "M1.7 11.7h27v17h-27zM48.7 1.7h27v17h-27zM91.7 21.7h20v17h-20z"
        case play = "M0 0 36 20 0 40z"
        case follow = "M0 10h30v20H0zM33 18h10v4H33zM46 10h24v20H46zM73 18h10v4H73zM86 10h30v20H86z"

        static let height = 40.0
    }

    func scene() -> Scene {
        var page = page
        let top = head(&page)
        let foot = points(&page)
        headline(&page, top: top, bottom: foot)
        return page.scene(picture.legend)
    }

    private func head(_ page: inout Page) -> Double {
        let top = isRegular ? 6.0 : page.isMini ? 2.4 : 4
        let size = 4.6 * t
        let middle = top + Page.lineHeight * size / 2
        Mark.draw(&page.paper, x: page.start, middle: middle, height: 4 * t)
        let x = page.start + Mark.width(4 * t) + 2 * t
        let font = page.font(size, 700, -0.02)
        let own = page.width(picture.name, font)
        page.paper.text(picture.name, font, x: x, baseline: middle + Grid.drop(size), width: own)
        let left = x + own + 3 * t
        let line = fitted(
            picture.privacy, page.grid, page.typesetter, sizes: [3.1, 2.8, 2.5].map { $0 * t }, weight: 500, width: page.end - left)
        // A narrow panel puts it under the name.
        if page.width(line.spans) <= page.end - left {
            page.paper.text(
                line.spans, x: left, baseline: middle + Grid.drop(line.size), width: page.end - left, side: .trailing, .secondary)
            return top + Page.lineHeight * size
        }
        let small = 3.1 * t
        let u = page.grid.u
        let fit = page.typesetter.fit(
            [Span(picture.privacy, page.font(small, 500))], width: (page.end - page.start) * u, oneLine: [small * u],
            wrapped: [small * u, 0.85 * small * u], maxLines: { _ in 2 })
        let em = fit.size / u
        let y = top + Page.lineHeight * size + 0.6 * t
        page.paper.text(
            fit.spans, x: page.start, baseline: y + 0.625 * em + Grid.drop(em), width: page.end - page.start, lineHeight: 1.25 * em,
            maxLines: fit.lines, .secondary)
        return y + 1.25 * em * Double(fit.lines)
    }

    private func headline(_ page: inout Page, top: Double, bottom: Double) {
        let (size, gap): (Double, Double) = isRegular ? (11, 5.4) : page.isMini ? (10, 1.6) : (10.6, 3.6)
        let room = bottom - top - gap - 1
        let lines = Double(max(1, picture.headline.count))
        let widest = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52, 0.44].map { $0 * size }.first { size in
            size * lines <= room && picture.headline.allSatisfy { page.width($0, page.font(size, 800, -0.022)) <= page.end - page.start }
        }
        let em = widest ?? 0.4 * size
        for (index, line) in picture.headline.enumerated() {
            page.paper.text(
                line, page.font(em, 800, -0.022), x: page.start, baseline: top + gap + em * (Double(index) + 0.5) + Grid.drop(em),
                width: page.end - page.start)
        }
    }

    /// Three columns on the strip; returns where they begin.
    private func points(_ page: inout Page) -> Double {
        let u = page.grid.u
        let width = (page.end - page.start) / 3
        let (title, text) = (5 * t, (isRegular ? 3.6 : 3.1) * t)
        let sign = page.isMini ? 7.0 : 9
        let points = [(picture.compose, Sign.compose), (picture.play, .play), (picture.follow, .follow)]
        let room = width - (page.grid.isPortrait ? 2 : 4)
        let fits = points.map { point, _ in
            page.typesetter.fit(
                [Span(point.line, page.font(text, 500))], width: room * u, oneLine: [text * u],
                wrapped: [1, 0.9, 0.8, 0.7].map { $0 * text * u }, maxLines: { _ in page.grid.isPortrait ? 4 : 2 })
        }
        let lines = fits.map { 1.25 * $0.size / u * Double($0.lines) }.max() ?? 0
        let body = sign + 2 + 0.8 * t + Page.lineHeight * title + 0.8 * t + lines
        // The design's distance to the strip, while there is one line.
        let bottom =
            page.bottom - (isRegular ? 5 : page.isMini ? 1.5 : 3)
            + (lines - 1.25 * text > 0.1 ? min(isRegular ? 2 : 0.9, lines - 1.25 * text) : 0)
        for (index, (point, kind)) in points.enumerated() {
            let x = page.start + width * Double(index)
            var y = bottom - body
            draw(kind, &page, x: x, y: y, height: sign)
            y += sign + 2 + 0.8 * t
            let name = fitted(
                point.title, page.grid, page.typesetter, sizes: [1, 0.9, 0.8, 0.7, 0.6].map { $0 * title }, weight: 700, tracking: -0.02,
                width: room)
            page.paper.text(name.spans, x: x, baseline: y + Page.lineHeight * title / 2 + Grid.drop(title), width: room)
            y += Page.lineHeight * title + 0.8 * t
            let em = fits[index].size / u
            page.paper.text(
                fits[index].spans, x: x, baseline: y + 0.625 * em + Grid.drop(em), width: room, lineHeight: 1.25 * em,
                maxLines: fits[index].lines, .secondary)
        }
        return bottom - body
    }

    private func draw(_ sign: Sign, _ page: inout Page, x: Double, y: Double, height: Double) {
        let grid = page.grid
        let scale = height * grid.u / Sign.height
        let rect = grid.rect(x: x, y: y, width: 120 * height / Sign.height, height: height)
        let path = Outline.path(sign.rawValue).transformed(scale: scale, dx: rect.x, dy: rect.y)
        if sign == .compose {
            page.paper.stroked(path, width: 3.4 * scale, join: .miter)
        } else {
            page.paper.filled(path)
        }
    }
}
