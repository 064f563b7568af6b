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
    public func scene(_ picture: Picture) -> Scene { scene(picture, isUnder: false) }

    /// - Parameter isUnder: a sheet lies on it, so nothing in it is focused.
    private func scene(_ picture: Picture, isUnder: Bool) -> Scene {
        var page = Page(paper, typesetter, style)
        page.isUnder = isUnder
        switch picture {
        case .player(let player): return scene(player)
        case .question(let question):
            return QuestionScene(picture: question, grid: paper, typesetter: typesetter, light: style.light, runs: runs).scene()
        case .summary(let summary):
            return SummaryScene(picture: summary, grid: paper, typesetter: typesetter, style: style, runs: runs).scene()
        case .message(let title, let line, let legend):
            return MessageScene(title: title, line: line, legend: legend, grid: paper, typesetter: typesetter, style: style).scene()
        case .home(let home):
            var page = Page(
                paper, typesetter, style, foot: standsAlone ? Notices.height(paper, count: home.notices.count) : 0)
            page.isUnder = isUnder
            return HomeScene(picture: home, page: page, runs: runs).scene()
        case .detail(let detail): return DetailScene(picture: detail, page: page, runs: runs).scene()
        case .builder(let builder): return BuilderScene(picture: builder, page: page, runs: runs).scene()
        case .options(let options):
            return OptionsScene(picture: options, page: page, under: scene(options.under, isUnder: true)).scene()
        case .stepper(let stepper): return StepperScene(picture: stepper, page: page, runs: runs).scene()
        case .list(let list): return ListScene(picture: list).scene(page)
        case .welcome(let welcome): return WelcomeScene(picture: welcome, page: page).scene()
        case .gallery(let gallery): return GalleryScene(picture: gallery).scene(page)
        case .workouts(let workouts): return WorkoutListScene(picture: workouts).scene(page)
        case .workout(let workout): return WorkoutScene(picture: workout).scene(page)
        case .picker(let picker): return PickerScene(picture: picker, page: page).scene()
        case .week(let week): return WeekScene(picture: week, page: page, runs: runs).scene()
        case .attention(let attention): return AttentionScene(picture: attention, page: page).scene()
        case .idle(let idle): return IdleScene(picture: idle, grid: paper, typesetter: typesetter, runs: runs).scene()
        }
    }

    /// Notices stand in a wide strip; an upright one grows by them, and one at the side does not hold them.
    private var standsAlone: Bool { paper.isPortrait || style.legendPlace == .trailing }

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
