/// By the shorter side of the panel: 700 pixels and more, 400 and more, less.
enum SizeClass: Hashable {
    case regular, compact, mini

    init(shortSide: Int) { self = shortSide >= 700 ? .regular : shortSide >= 400 ? .compact : .mini }

    /// Words a size larger: the layout of the next smaller class.
    var withBigText: SizeClass { self == .regular ? .compact : .mini }

    /// t = u times this: menu text.
    var textFactor: Double {
        switch self {
        case .regular: 1
        case .compact: 1.28
        case .mini: 1.5
        }
    }
}

/// The player's measures in u. Values: design, section 3 and tokens "type" and "space".
struct Metrics: Hashable {
    var margin: Double
    var nameTop: Double
    /// Of the name's box, for a name of one and of two lines.
    var nameHeights: [Double]
    /// Of the digits, for a name of one and of two lines.
    var capTops: [Double]
    var baseline: Double
    /// From one minute up: one and two lines, and the cap height; a panel of 3:2 fits m:ss at 49.2 by its width.
    var wideCapTops: [Double] = [22, 26.5]
    var wideCap: Double
    var columnGap: Double
    /// What the column keeps when the panel is nearly square; the digits give way.
    var columnLeast: Double
    var line: Double
    var lineHeight: Double
    /// While paused, above the strip.
    var pausedLine: Double
    var times: Double
    /// Kept at each end of the Line, below and from ten minutes.
    var timeSlots: [Double]
    var word: Double
    var setAndReps: Double
    var nameOneLine: [Double]
    var nameTwoLines: [Double]
    var nextLabel: Double
    var nextOneLine: [Double]
    var nextThreeLines: [Double]
    var inlineRow: Double
    /// One and two lines of name.
    var pausedTops: [Double]
    var pausedText: Double
    var notice: [Double]
    var noticeBand: Double

    static let getReadyWord = 18.0
    static let pausedWord = 18.0
    static let nextSub = 7.4
    static let monogram = 5.4
    static let hollowStroke = 2.2
    static let outline = 0.5
    static let lineGap = 0.45
    static let playheadWidth = 0.8
    static let playheadOvershoot = 0.32
    static let restThickness = 0.24
    /// Cap height of Inter Display, in em.
    static let cap = 0.71875
    /// Of Inter.
    static let textCap = 8.0 / 11
    static let barsHeight = 44.0

    static let regular = Metrics(
        margin: 5, nameTop: 3.6, nameHeights: [15, 21], capTops: [22, 29], baseline: 80.5, wideCap: 51, columnGap: 6, columnLeast: 44,
        line: 90.6, lineHeight: 3.8, pausedLine: 78, times: 5.2, timeSlots: [17, 21], word: 13, setAndReps: 8, nameOneLine: [13, 12, 11],
        nameTwoLines: [10, 9], nextLabel: 9, nextOneLine: [17, 15, 13.5], nextThreeLines: [13, 11, 9.6], inlineRow: 6.4,
        pausedTops: [23.5, 26.5], pausedText: 7.6, notice: [3.3, 3, 2.7, 2.4], noticeBand: 5.4)
    static let compact = Metrics(
        margin: 5, nameTop: 2.6, nameHeights: [17, 24.5], capTops: [22, 28.6], baseline: 79.4, wideCap: 50.5, columnGap: 5, columnLeast: 40,
        line: 90, lineHeight: 4.4, pausedLine: 76.5, times: 6.4, timeSlots: [20, 25], word: 17, setAndReps: 10.2,
        nameOneLine: [15, 13.5, 12], nameTwoLines: [11.4, 10.2], nextLabel: 10.5, nextOneLine: [17, 15], nextThreeLines: [13.4, 12, 10],
        inlineRow: 6.6, pausedTops: [23.5, 28.4], pausedText: 7.6, notice: [3.4, 3.1, 2.8, 2.5], noticeBand: 4.8)
    static let mini = Metrics(
        margin: 4.5, nameTop: 1.6, nameHeights: [18.5, 25], capTops: [22.4, 27.4], baseline: 78, wideCap: 50.5, columnGap: 4.5,
        columnLeast: 36, line: 89.5, lineHeight: 4.4, pausedLine: 75.5, times: 6.8, timeSlots: [21, 26], word: 15, setAndReps: 8.6,
        nameOneLine: [15.5, 14, 12.5], nameTwoLines: [11.4, 10.4], nextLabel: 10.5, nextOneLine: [16, 14], nextThreeLines: [13, 11.5, 10],
        inlineRow: 7, pausedTops: [22, 27.4], pausedText: 8.6, notice: [3.7, 3.4, 3.1], noticeBand: 4.9)

    /// Everything hangs from the top but the Line and what stands on it, so `line` is what is left below it.
    static func portrait(_ sizeClass: SizeClass) -> Metrics {
        Metrics(
            margin: 6, nameTop: 19.2, nameHeights: [24, 24], capTops: [46.4, 46.4], baseline: 98.1, wideCap: 51.7, columnGap: 6,
            columnLeast: 0, line: 15.5, lineHeight: 4, pausedLine: 33, times: 5.6, timeSlots: [0, 0], word: 12, setAndReps: 8.6,
            nameOneLine: [15, 13.5], nameTwoLines: [11.4, 10.6, 9.8, 7.6], nextLabel: sizeClass == .regular ? 9 : 10.5,
            nextOneLine: [13, 11], nextThreeLines: [12, 10, 8.8], inlineRow: 0, pausedTops: [46.4, 46.4],
            pausedText: sizeClass == .mini ? 8.6 : 7.6, notice: [3.4, 3.1, 2.8], noticeBand: 4.8)
    }
}
