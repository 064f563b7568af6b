import Canvas
import Ports

/// The player's screen at one instant: a layout, the seconds, and in the last three of them the same layout in a second palette.
struct PlayerScene {
    let picture: PlayerPicture
    let layout: PlayerLayout
    let numerals: Numerals
    let style: StageStyle

    private var grid: Grid { layout.grid }

    /// The field that this picture stands on.
    private var mood: Mood { picture.mode == .paused ? .paused : layout.facts.segment.kind.mood }

    func scene() -> Scene {
        let (width, height) = (grid.size.width, grid.size.height)
        let whole = PixelRect(x: 0, y: 0, width: width, height: height)
        let share = picture.mode == .paused ? 0 : min(1, max(0, picture.wipe))
        let covered = Int((share * Double(grid.isPortrait ? height : width)).rounded())
        guard covered > 0 else { return Scene(size: grid.size, layers: [layer(mood, clip: whole, incoming: nil)]) }
        let (rest, incoming): (PixelRect, PixelRect) =
            if grid.isPortrait {
                (
                    PixelRect(x: 0, y: 0, width: width, height: height - covered),
                    PixelRect(x: 0, y: height - covered, width: width, height: covered)
                )
            } else if grid.isMirrored {
                (
                    PixelRect(x: covered, y: 0, width: width - covered, height: height),
                    PixelRect(x: 0, y: 0, width: covered, height: height)
                )
            } else {
                (
                    PixelRect(x: 0, y: 0, width: width - covered, height: height),
                    PixelRect(x: width - covered, y: 0, width: covered, height: height)
                )
            }
        let layers = [
            layer(mood, clip: rest, incoming: nil), layer(layout.incoming, clip: incoming, incoming: incoming),
        ]
        return Scene(size: grid.size, layers: layers.filter { !$0.clip.isEmpty })
    }

    /// - Parameter incoming: of the incoming field's layer its clip; nil in the one that is left.
    private func layer(_ mood: Mood, clip: PixelRect, incoming: PixelRect?) -> Layer {
        let palette = Palette(mood, style.light)
        var items: [Item] = []
        items.reserveCapacity(layout.fixed.count + layout.bars.count + layout.toCome.count + 24)
        func place(_ pieces: [Piece], opacity: Double = 1) {
            for piece in pieces {
                items.append(piece.item(palette, opacity: opacity, shiftX: Double(picture.shiftX), shiftY: Double(picture.shiftY)))
            }
        }
        if style.light == .dark { place(Edge.pieces(mood, grid)) }
        place(layout.fixed)
        place(changing(incoming))
        place(layout.bars, opacity: min(1, max(0, picture.breath)))
        let faded = lineOpacity
        if faded > 0 {
            place(layout.toCome, opacity: faded)
            place(linePieces(), opacity: faded)
        }
        if style.light == .dark, incoming != nil {
            let start = grid.isPortrait ? clip.y : grid.isMirrored ? clip.maxX : clip.x
            items += Edge.seam(mood, grid, from: Double(start)).items(palette)
        }
        items += foot(palette)
        return Layer(clip: clip, field: palette.field, items: items)
    }

    /// The digits, the state word, and what is left while paused.
    private func changing(_ incoming: PixelRect?) -> [Piece] {
        var drawing = Drawing(grid)
        if let hero = layout.hero {
            // The lead-in is the segment as it stood when it was paused, with hollow digits of its own.
            if case .leadIn(let digit) = picture.mode {
                hero.hollow.draw(&drawing, numerals.string(digit))
            } else {
                hero.draw(&drawing, numerals.string(picture.secondsLeft))
            }
        }
        if let paused = layout.paused {
            drawing.add(paused.lines(layout.facts, grid, layout.typesetter, secondsLeft: picture.secondsLeft))
            drawing.add(layout.draw(paused.word, as: .paused).pieces)
        } else if let word = layout.word {
            drawing.add(draw(word, incoming))
        }
        return drawing.pieces
    }

    /// The state's word, or the next one's once the incoming field covers them both: a word is never half one and half the other.
    private func draw(_ word: StateWord, _ incoming: PixelRect?) -> [Piece] {
        let own = layout.draw(word, as: mood)
        guard let incoming else { return own.pieces }
        let next = layout.draw(word, as: layout.incoming)
        let isCovered = [own.rect, next.rect].allSatisfy { rect in
            let rect = rect.shifted(Double(picture.shiftX), Double(picture.shiftY))
            return rect.x >= Double(incoming.x) && rect.maxX <= Double(incoming.maxX) && rect.y >= Double(incoming.y)
                && rect.maxY <= Double(incoming.maxY)
        }
        return isCovered ? next.pieces : own.pieces
    }

    /// The strip takes the Line's place while it is shown; a strip at the side does not, nor does one under the raised Line of a pause.
    private var lineOpacity: Double {
        guard let legend = picture.legend, style.legendPlace == .below, picture.mode != .paused else { return 1 }
        return 1 - min(1, max(0, legend.opacity))
    }

    private func linePieces() -> [Piece] {
        var drawing = Drawing(grid)
        let elapsed = picture.elapsedSeconds
        layout.line.played(&drawing, elapsed: elapsed)
        layout.line.moving(&drawing, elapsed: elapsed)
        times(&drawing, elapsed: elapsed)
        return drawing.pieces
    }

    private func times(_ drawing: inout Drawing, elapsed: Int) {
        let times = layout.times
        let font = Times.font(grid, times.size)
        let remaining = max(0, picture.timeline.totalSeconds - elapsed)
        let geometry = layout.geometry
        drawing.text(layout.facts.elapsed(elapsed), font, x: geometry.left, baseline: times.baseline, width: times.slot)
        drawing.text(
            layout.facts.remaining(remaining), font, x: geometry.right - times.slot, baseline: times.baseline, width: times.slot,
            side: .trailing)
    }

    /// The strip and the notices: over any field, in their own colours.
    private func foot(_ palette: Palette) -> [Item] {
        let notices = picture.notices
        var items: [Item] = []
        if let legend = picture.legend, legend.opacity > 0 {
            let foot = style.legendPlace == .below ? Notices.height(grid, count: notices.count) : 0
            let strip = Strip(grid: grid, typesetter: layout.typesetter, palette: palette, place: style.legendPlace)
            items += strip.pieces(legend, foot: foot).items(palette, opacity: min(1, legend.opacity))
        }
        return items + Notices.pieces(notices, grid, layout.typesetter, palette).items(palette)
    }
}
