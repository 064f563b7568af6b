import Canvas

/// Set, blocks and repetitions: they stand on the baseline and take what height they need.
struct SetBlock {
    /// The blocks under the set's text.
    struct Blocks {
        var count: Int
        var filled: Int
    }

    struct Row {
        var text: String
        /// Bold: sets and sides. Thin: seconds and repetitions.
        var isBold: Bool
    }

    /// An em that fits, and what it leads to, in u.
    struct Fit {
        var size: Double
        var height: Double
        /// The thin text stands at the end of the first row.
        var isBeside: Bool
        /// False when even the smallest size is too wide: rows end in an ellipsis.
        var fits: Bool
    }

    /// In em.
    static let rowGap = 0.42
    static let blockGap = 0.34
    static let blockHeight = 0.3
    static let blocksGap = 0.16
    private static let steps = [1, 0.92, 0.85, 0.78, 0.71, 0.64, 0.57, 0.5, 0.44]

    var rows: [Row] = []
    /// Under the first row.
    var blocks: Blocks?
    /// At the end of the first row where it fits there, else a thin row of its own.
    var beside: String?

    var isEmpty: Bool { rows.isEmpty && beside == nil }

    private func font(_ grid: Grid, _ size: Double, isBold: Bool) -> Font {
        isBold ? grid.font(size, 700, tracking: -0.02) : grid.font(size, 500, tracking: -0.025)
    }

    /// The largest size at which it fits the width and the height, in u; the smallest when none does.
    func fit(_ grid: Grid, _ typesetter: Typesetter, size: Double, width: Double, height: Double) -> Fit {
        var last = Fit(size: size, height: 0, isBeside: false, fits: true)
        for step in SetBlock.steps {
            last = measure(grid, typesetter, size: size * step, width: width)
            if last.fits, last.height <= height { break }
        }
        return last
    }

    private func measure(_ grid: Grid, _ typesetter: Typesetter, size: Double, width: Double) -> Fit {
        func measure(_ row: Row) -> Double { typesetter.width([Span(row.text, font(grid, size, isBold: row.isBold))]) / grid.u }
        let widths = rows.map(measure)
        var widest = widths.max() ?? 0
        var isBeside = false
        if let beside {
            let own = measure(Row(text: beside, isBold: false))
            isBeside = widths.first.map { $0 + own + size * 0.5 <= width } ?? false
            if !isBeside { widest = max(widest, own) }
        }
        let count = Double(rows.count + (beside == nil || isBeside ? 0 : 1))
        let height = count + max(0, count - 1) * SetBlock.rowGap + (blocks == nil ? 0 : SetBlock.blockGap + SetBlock.blockHeight)
        return Fit(size: size, height: height * size, isBeside: isBeside, fits: widest <= width)
    }

    /// What hangs under the baseline that the block stands on: the lower part of its last line's box. Blocks stand on it themselves.
    func hang(_ fit: Fit) -> Double {
        let endsInBlocks = blocks != nil && rows.count == 1 && (beside == nil || fit.isBeside)
        return endsInBlocks ? 0 : fit.size / 2 - Grid.drop(fit.size)
    }

    /// Draws it with the box of its first line at `top`.
    func draw(_ drawing: inout Drawing, _ fit: Fit, x: Double, top: Double, width: Double) {
        var top = top
        func line(_ row: Row, _ side: Drawing.Side = .leading) {
            drawing.text(
                row.text, font(drawing.grid, fit.size, isBold: row.isBold), x: x, baseline: top + fit.size / 2 + Grid.drop(fit.size),
                width: width, side: side)
        }
        for (index, row) in rows.enumerated() {
            line(row)
            if index == 0 {
                if let beside, fit.isBeside { line(Row(text: beside, isBold: false), .trailing) }
                if let blocks {
                    top += fit.size * (1 + SetBlock.blockGap)
                    draw(&drawing, blocks, x: x, top: top, width: width, height: fit.size * SetBlock.blockHeight)
                    top += fit.size * (SetBlock.blockHeight + SetBlock.rowGap)
                    continue
                }
            }
            top += fit.size * (1 + SetBlock.rowGap)
        }
        if let beside, !fit.isBeside { line(Row(text: beside, isBold: false)) }
    }

    /// Filled up to the current set, hollow after it. Very many sets are one bar that fills.
    private func draw(_ drawing: inout Drawing, _ blocks: Blocks, x: Double, top: Double, width: Double, height: Double) {
        let pitch = width / Double(blocks.count)
        let gap = min(height / SetBlock.blockHeight * SetBlock.blocksGap, pitch * 0.3)
        guard pitch - gap >= 3 * Metrics.outline else {
            drawing.frame(x: x, y: top, width: width, height: height, thickness: Metrics.outline)
            drawing.fill(x: x, y: top, width: width * Double(blocks.filled) / Double(blocks.count), height: height)
            return
        }
        let block = (width - gap * Double(blocks.count - 1)) / Double(blocks.count)
        for index in 0..<blocks.count {
            let left = x + Double(index) * (block + gap)
            if index < blocks.filled {
                drawing.fill(x: left, y: top, width: block, height: height)
            } else {
                drawing.frame(x: left, y: top, width: block, height: height, thickness: Metrics.outline)
            }
        }
    }
}

extension Facts {
    /// The set with its blocks, the side, seconds and repetitions. `size` and `width` decide whether set and side share a row.
    func setBlock(_ grid: Grid, _ typesetter: Typesetter, size: Double, width: Double) -> SetBlock {
        var block = SetBlock()
        if step.sets > 1, let set, let setAndSide {
            block.blocks = SetBlock.Blocks(count: step.sets, filled: segment.kind == .work ? segment.set : segment.set - 1)
            block.rows = [SetBlock.Row(text: setAndSide, isBold: true)]
            if let side {
                let fit = block.fit(grid, typesetter, size: size, width: width, height: .infinity)
                if !fit.fits || fit.size < size * 0.85 {
                    block.rows = [SetBlock.Row(text: set, isBold: true), SetBlock.Row(text: side, isBold: true)]
                }
            }
        } else if let side {
            block.rows = [SetBlock.Row(text: side, isBold: true)]
        }
        guard let guidance else { return block }
        // The design keeps a row for the repetitions on a wide panel, and for the seconds on a small one.
        let hasReps = step.repGuidance != nil
        let standsBeside = grid.isPortrait || (grid.sizeClass == .regular && !hasReps)
        if block.rows.count == 1, block.blocks != nil, standsBeside {
            block.beside = guidance
        } else {
            let alone = block
            block.rows.append(SetBlock.Row(text: guidance, isBold: false))
            // "30 s, ~20 reps" side by side where a language has the room, else one under the other.
            if let reps, segment.kind != .work, !block.fit(grid, typesetter, size: size, width: width, height: .infinity).fits {
                block = alone
                block.rows += [length(step.workSeconds), reps].map { SetBlock.Row(text: $0, isBold: false) }
            }
        }
        return block
    }
}
