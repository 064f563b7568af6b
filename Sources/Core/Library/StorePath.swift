/// A path below the store, or a name in one of its folders, as what tells files apart: two are the same when their bytes are. Swift takes
/// two spellings of a letter ("é" in one piece or in two) for equal; a disk holds two files of such names.
public struct StorePath: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    /// As the disk spells it.
    public let text: String

    public init(_ text: String) { self.text = text }
    public init(stringLiteral text: String) { self.text = text }

    public static func == (left: StorePath, right: StorePath) -> Bool { ByteOrder.areEqual(left.text, right.text) }
    public static func < (left: StorePath, right: StorePath) -> Bool { ByteOrder.precedes(left.text, right.text) }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // So that a path and its beginning are told apart where several are hashed behind each other.
        hasher.combine(0xFF as UInt8)
    }
}
