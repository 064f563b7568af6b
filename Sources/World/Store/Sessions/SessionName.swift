import Workouts

/// What a session's file is called: when it began, which player wrote it, and 8 hex digits drawn when the play began. Two players never
/// share one, and filing a session twice writes one file.
public struct SessionName: Hashable, Sendable {
    /// Seconds since 1970 UTC.
    public var startedSeconds: Int
    /// 8 hex digits.
    public var device: String
    /// 8 hex digits; anything else, which only a spoilt file can say, is made into some.
    public var random: String

    public init(startedSeconds: Int, device: String, random: String) {
        self.startedSeconds = startedSeconds
        self.device = device
        self.random = HexDigits.areValid(random) ? random : HexDigits.digest(random)
    }

    /// "20260302T070000Z-0a1b2c3d-4e5f6071": the session's id, and its file's name without the ending.
    public var text: String { stamp + ending }

    /// Below the store: "sessions/2026/03/20260302T070000Z-0a1b2c3d-4e5f6071.json".
    public var place: String { folder + "/" + text + ".json" }

    /// "sessions/2026/03".
    var folder: String { "sessions/\(stamp.prefix(4))/\(stamp.dropFirst(4).prefix(2))" }

    /// What is the same whatever the date turns out to be: "-0a1b2c3d-4e5f6071".
    var ending: String { "-\(device)-\(random)" }

    private var stamp: String { Timestamp.text(seconds: startedSeconds).filter { $0 != "-" && $0 != ":" } }
}
