import Foundation
import Records
import Workouts

/// What tells that a file is still the one that was read. Times and numbers are the disk's own; they are compared, never shown.
public struct FileStamp: Hashable, Sendable {
    /// Bytes.
    public var size: Int
    /// Nanoseconds since 1970, as the disk has them.
    public var modifiedNanoseconds: Int
    /// Moves with every change of contents, name or permissions, whatever a copying tool does to the other one.
    public var changedNanoseconds: Int
    public var inode: UInt64

    public init(size: Int, modifiedNanoseconds: Int, changedNanoseconds: Int, inode: UInt64) {
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
        self.changedNanoseconds = changedNanoseconds
        self.inode = inode
    }
}

/// A file of the store as it was found, and what came of it.
public struct StoredFile: Sendable {
    public enum Content: Sendable {
        case routine(RoutineEntry)
        case plan(PlanEntry)
        case workout(OwnWorkoutEntry)
        case session(SessionFact)
        /// It cannot be used, and a person is told why.
        case listed([Problem])
    }

    /// Below the store, as the disk spells it: "routines/sub/legs.json". Bytes that are no UTF-8 stand as "\xFC".
    public var path: String
    public var stamp: FileStamp
    public var content: Content
    /// It had changed so shortly before it was read that another change could hide behind the same stamp.
    public var isYoung: Bool

    public init(path: String, stamp: FileStamp, content: Content, isYoung: Bool = false) {
        self.path = path
        self.stamp = stamp
        self.content = content
        self.isYoung = isYoung
    }
}

/// Where an id comes from when a file says none.
public enum Identity {
    /// The path below its folder (routines/, plans/, workouts/) in NFC: an id for a file of its own. Pure.
    public static func fallback(path: String) -> String {
        let below = path.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) } ?? path
        return below.utf8.allSatisfy { $0 < 0x80 } ? below : below.precomposedStringWithCanonicalMapping
    }
}

/// A checksum of a file's bytes: two copies of a starter with the same one are the same. FNV-1a, 64 bits: for telling apart what nobody
/// forges.
public enum ContentDigest {
    public static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var digest: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return digest
    }
}

/// Paths in the order of their bytes. Swift's own order is that of characters, to which the two spellings of "ü" are one.
enum ByteOrder {
    static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in compare(left, right) < 0 }
        }.flatMap { $0 } ?? left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Less than 0: the left one comes first; 0: they are the same.
    static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        let count = min(left.count, right.count)
        if count > 0, let ours = left.baseAddress, let theirs = right.baseAddress {
            let order = memcmp(ours, theirs, count)
            if order != 0 { return Int(order) }
        }
        return left.count - right.count
    }

    static func areEqual(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    static func begins(_ path: String, with start: String) -> Bool { path.utf8.starts(with: start.utf8) }

    /// The index of the first element whose path does not come before this one, among elements in byte order.
    static func index<Element>(of path: String, in elements: [Element], path pathOf: (Element) -> String) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if precedes(pathOf(elements[middle]), path) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
