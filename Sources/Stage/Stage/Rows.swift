/// The part of a list that may be seen: the rows around one of them, whatever the panel. The rest is only counted, so that a list of
/// 10,000 costs what one of fifty does.
public struct Rows<Row: Hashable & Sendable>: Hashable, Sendable {
    /// How many rows before and after the focus are carried: more than any panel shows.
    public static var reach: Int { 24 }

    /// Of the whole list.
    public let count: Int
    /// Index in the list of `rows[0]`.
    public let first: Int
    public let rows: [Row]

    /// - Parameters:
    ///   - count: of the whole list.
    ///   - focus: the row that must be seen, or the first one to be shown; beyond the ends it is the first or the last.
    ///   - row: asked for the rows within reach only.
    public init(count: Int, around focus: Int, row: (Int) -> Row) {
        let focus = min(max(0, focus), max(0, count - 1))
        let first = max(0, focus - Self.reach)
        self.count = max(0, count)
        self.first = first
        rows = (first..<max(first, min(count, focus + Self.reach + 1))).map(row)
    }

    /// A short list, whole.
    public init(_ rows: [Row]) {
        count = rows.count
        first = 0
        self.rows = rows
    }

    /// nil outside of the reach.
    public subscript(index: Int) -> Row? {
        rows.indices.contains(index - first) ? rows[index - first] : nil
    }

    public var isEmpty: Bool { count == 0 }
}

/// Where a list's amber band stands.
public struct Focus: Hashable, Sendable {
    /// Index in the whole list.
    public var index: Int
    /// While the band is on its way: the row that it leaves, and the part of the way still to go, 1 to 0. It is drawn where it is when
    /// both rows are seen, else where it goes.
    public var leaving: Int?
    public var way: Double

    public init(_ index: Int, leaving: Int? = nil, way: Double = 0) {
        self.index = index
        self.leaving = leaving
        self.way = way
    }

    /// From a neighbour, in rows still to go: −1 as the band leaves the row before, 1 as it leaves the one behind, 0 when it has come.
    public init(_ index: Int, glide: Double) {
        self.init(index, leaving: glide == 0 ? nil : index + (glide < 0 ? -1 : 1), way: abs(glide))
    }

    public var glide: Double { leaving.map { Double(($0 - index).signum()) * way } ?? 0 }
}

/// What a list says while there is nothing in it.
public struct EmptyList: Hashable, Sendable {
    public var title: String
    /// What to do about it.
    public var line: String

    public init(title: String, line: String) {
        self.title = title
        self.line = line
    }
}
