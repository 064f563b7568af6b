/// The first screen of a new player: what it is, and one way in.
public struct WelcomePicture: Hashable, Sendable {
    public struct Point: Hashable, Sendable {
        /// "Compose".
        public var title: String
        /// "Pick moves, set seconds."
        public var line: String

        public init(title: String, line: String) {
            self.title = title
            self.line = line
        }
    }

    /// "StepBack".
    public var name: String
    public var privacy: String
    /// Its sentences' lines, as a translator broke them.
    public var headline: [String]
    public var compose: Point
    public var play: Point
    public var follow: Point
    public var legend: Legend

    public init(name: String, privacy: String, headline: [String], compose: Point, play: Point, follow: Point, legend: Legend) {
        self.name = name
        self.privacy = privacy
        self.headline = headline
        self.compose = compose
        self.play = play
        self.follow = follow
        self.legend = legend
    }
}
