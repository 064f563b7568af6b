/// A sheet of options over the screen that they are about, which shows through dimmed.
public struct OptionsPicture: Hashable, Sendable {
    /// What the sheet lies on. Its own legend is not seen.
    public var under: Picture
    /// What the options are about: "Morning core".
    public var title: String
    public var rows: Rows<String>
    public var focus: Focus
    public var legend: Legend

    public init(under: Picture, title: String, rows: Rows<String>, focus: Focus, legend: Legend) {
        self.under = under
        self.title = title
        self.rows = rows
        self.focus = focus
        self.legend = legend
    }
}
