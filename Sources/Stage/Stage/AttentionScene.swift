import Canvas

/// Files that need a person, a block each: file and place, what is wrong, what to do.
struct AttentionScene {
    let picture: AttentionPicture
    let page: Page

    private var t: Double { page.t }
    private var isRegular: Bool { page.grid.sizeClass == .regular }
    private var padding: Double { isRegular ? 3.4 : 2.4 }
    private var label: Double { (isRegular ? 4.2 : 3.6) * t }
    private var width: Double { page.end - page.start }

    func scene() -> Scene {
        var page = page
        page.header(picture.title, note: picture.note)
        if picture.blocks.isEmpty {
            if let empty = picture.empty {
                page.emptiness(empty, x: page.start, width: width, top: page.top, bottom: page.bottom)
            }
            return page.scene(picture.legend)
        }
        let layouts = Dictionary(
            uniqueKeysWithValues: picture.blocks.rows.indices.map { (picture.blocks.first + $0, Layout(picture.blocks.rows[$0], self)) })
        let window = Window(around: picture.focus.index, count: picture.blocks.count, room: page.height) { layouts[$0]?.height }.range
        var y = page.top
        let slots = window.map { index in
            let height = layouts[index]?.height ?? 0
            defer { y += height }
            return Slot(y: y, height: height, hasRule: false)
        }
        page.place(slots, focus: picture.focus, first: window.lowerBound) { place, slot, drawing in
            if let layout = layouts[window.lowerBound + place] { draw(layout, &drawing, slot) }
        }
        if let foot = picture.foot, window.upperBound == picture.blocks.count {
            let size = 3.5 * t
            if y + 2 + Page.lineHeight * size <= page.bottom {
                let fit = fitted(foot, page.grid, page.typesetter, sizes: [1, 0.9, 0.8].map { $0 * size }, weight: 500, width: width)
                page.paper.text(
                    fit.spans, x: page.start, baseline: y + 2 + Page.lineHeight * size / 2 + Grid.drop(size), width: width, .secondary)
            }
        }
        return page.scene(picture.legend)
    }

    /// One block, measured: a sentence may take several lines, but a block never more than the screen.
    private struct Layout {
        let block: AttentionPicture.Block
        let problem: Fitting
        let remedy: Fitting?
        let height: Double
        /// Of one line of the problem and of the remedy, in u.
        let problemLine: Double
        let remedyLine: Double

        init(_ block: AttentionPicture.Block, _ scene: AttentionScene) {
            self.block = block
            let page = scene.page
            let u = page.grid.u
            let size = (scene.isRegular ? 5 : 4.2) * page.t
            let spans = block.problem.parts.map { part in
                Span(part.text, page.font(size, part.isStrong ? 700 : 500, -0.01))
            }
            let head = Page.lineHeight * scene.label
            let tail = block.suggestion != nil ? scene.boxHeight : 0
            let room = page.height - 2 * scene.padding - head - 2.6 * page.t - tail
            func fit(_ spans: [Span], _ size: Double, _ share: Double) -> Fitting {
                page.typesetter.fit(
                    spans, width: scene.width * u, oneLine: [size * u], wrapped: [1, 0.9, 0.8, 0.7].map { $0 * size * u },
                    maxLines: { max(1, Int(room * share * u / (Page.lineHeight * $0))) })
            }
            problem = fit(spans, size, block.remedy == nil ? 1 : 0.6)
            problemLine = Page.lineHeight * problem.size / u
            remedy = block.suggestion == nil ? block.remedy.map { fit([Span($0, page.font(scene.label, 500))], scene.label, 0.4) } : nil
            remedyLine = Page.lineHeight * (remedy?.size ?? 0) / u
            let remedyHeight = Double(remedy?.lines ?? 0) * remedyLine
            height = 2 * scene.padding + head + 2.6 * page.t + Double(problem.lines) * problemLine + tail + remedyHeight
        }
    }

    /// Of the framed suggestion.
    private var boxHeight: Double { Page.lineHeight * label + t + 0.8 }

    private func draw(_ layout: Layout, _ drawing: inout Drawing, _ slot: Slot) {
        let block = layout.block
        var y = slot.y + padding
        let baseline = y + Page.lineHeight * label / 2 + Grid.drop(label)
        let placeFont = page.font(label, 500)
        let fileFont = page.font(label, 700)
        let room = max(width * 0.5, width - page.width(block.file, fileFont) - 3 * t)
        let placeWidth = block.place.map { min(page.width($0, placeFont), room) } ?? 0
        let file = min(page.width(block.file, fileFont), width - (placeWidth > 0 ? placeWidth + 3 * t : 0))
        drawing.text(block.file, fileFont, x: page.start, baseline: baseline, width: file)
        if let place = block.place {
            drawing.text(place, placeFont, x: page.start + file + 3 * t, baseline: baseline, width: placeWidth, .secondary)
        }
        y += Page.lineHeight * label + 1.2 * t
        let em = layout.problem.size / page.grid.u
        drawing.text(
            layout.problem.spans, x: page.start, baseline: y + layout.problemLine / 2 + Grid.drop(em), width: width,
            lineHeight: layout.problemLine, maxLines: layout.problem.lines)
        y += Double(layout.problem.lines) * layout.problemLine + 1.4 * t
        if let suggestion = block.suggestion { box(suggestion, block.suggestionLabel, &drawing, middle: y + boxHeight / 2) }
        if let remedy = layout.remedy {
            let em = remedy.size / page.grid.u
            drawing.text(
                remedy.spans, x: page.start, baseline: y + layout.remedyLine / 2 + Grid.drop(em), width: width,
                lineHeight: layout.remedyLine, maxLines: remedy.lines, .secondary)
        }
    }

    /// "Did you mean", and the answer in a frame.
    private func box(_ text: String, _ label: String?, _ drawing: inout Drawing, middle: Double) {
        var x = page.start
        let size = self.label
        if let label {
            let font = page.font(size, 500)
            let own = min(page.width(label, font), width * 0.5)
            drawing.text(label, font, x: x, baseline: middle + Grid.drop(size), width: own)
            x += own + 2 * t
        }
        let font = page.font(size, 700)
        let own = min(page.width(text, font) + 2.8 * t + 0.8, page.end - x)
        drawing.frame(x: x, y: middle - boxHeight / 2, width: own, height: boxHeight, thickness: 0.4)
        drawing.text(text, font, x: x + 1.4 * t + 0.4, baseline: middle + Grid.drop(size), width: own - 2.8 * t - 0.8)
    }
}
