import Canvas
import Words
import Workouts

/// Lays pictures out. Holds the typesetter's measurements and the words; equal pictures give equal scenes. Of two pictures that differ
/// by a second, only the digits, the times and the playhead differ in their scenes. Belongs to the loop's thread.
public final class Stage {
    public let style: StageStyle
    private let words: Words
    private let typesetter: Typesetter
    private let grid: Grid
    /// Of every screen but the player's.
    private let paper: Grid
    private let numerals: Numerals
    /// Of the segment that was shown last.
    private(set) var layout: PlayerLayout?
    /// The last timelines' Lines, newest last: a wide routine costs a walk over all its segments.
    private var lines: [(timeline: Timeline, width: Double, gap: Double?, runs: LineRuns)] = []

    public init(style: StageStyle, words: Words, typesetter: Typesetter) {
        self.style = style
        self.words = words
        self.typesetter = typesetter
        grid = Grid(style, isMirrored: words.isRightToLeft)
        paper = Grid(style, isMirrored: words.isRightToLeft, isPaper: true)
        numerals = Numerals(words: words, typesetter: typesetter)
    }

    /// The picture laid out in the style's size, light and inset. A player's picture must point into its timeline.
    public func scene(_ picture: Picture) -> Scene {
        switch picture {
        case .player(let player): scene(player)
        case .question(let question):
            QuestionScene(picture: question, grid: paper, typesetter: typesetter, light: style.light, runs: runs).scene()
        case .summary(let summary):
            SummaryScene(picture: summary, grid: paper, typesetter: typesetter, style: style, runs: runs).scene()
        case .message(let title, let line, let legend):
            MessageScene(title: title, line: line, legend: legend, grid: paper, typesetter: typesetter, style: style).scene()
        case .list(let list): ListScene(picture: list).scene(Page(paper, typesetter, style))
        default: ListScene(picture: RoughList.of(picture)).scene(Page(paper, typesetter, style))
        }
    }

    private func scene(_ player: PlayerPicture) -> Scene {
        precondition(player.timeline.segments.indices.contains(player.segment), "a player's picture is of one of its segments")
        let segment = player.timeline.segments[player.segment]
        let face: PlayerLayout.Face =
            switch player.mode {
            case .paused: .paused
            case .running, .leadIn:
                segment.kind == .work && player.secondsLeft <= Stage.nextUpSeconds && segment.next != nil ? .next : .running
            }
        let hasSideStrip = style.legendPlace == .trailing && (player.legend?.opacity ?? 0) > 0
        let key = PlayerLayout.Key(
            timeline: player.timeline, segment: player.segment, face: face, hasSideStrip: hasSideStrip,
            notices: min(player.notices.count, Notices.most))
        let layout: PlayerLayout
        if let last = self.layout, last.key == key {
            layout = last
        } else {
            layout = PlayerLayout(key, grid: grid, words: words, typesetter: typesetter, numerals: numerals) { width, gap in
                runs(player.timeline, width, gap)
            }
            self.layout = layout
        }
        return PlayerScene(picture: player, layout: layout, numerals: numerals, style: style).scene()
    }

    /// From here on a work segment says what comes next.
    private static let nextUpSeconds = 5

    private func runs(_ timeline: Timeline, _ width: Double, _ gap: Double?) -> LineRuns {
        if let known = lines.first(where: { $0.width == width && $0.gap == gap && $0.timeline == timeline }) { return known.runs }
        let runs = LineRuns(timeline, width: width, gap: gap)
        lines.append((timeline, width, gap, runs))
        if lines.count > 64 { lines.removeFirst() }
        return runs
    }
}
