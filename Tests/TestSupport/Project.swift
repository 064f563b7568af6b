import Foundation

/// Where the project's own files are, for tests that read them.
public enum Project {
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    public static let resources = root.appendingPathComponent("Resources")
}
