import Foundation

/// What a player said, line by line, as `peers/` describes it.
struct PlayerLog {
    enum Form: Sendable {
        /// Monotonic nanoseconds, a line an entry.
        case monotonic
        /// Milliseconds of performance.now(), each entry in quotation marks within a line of the browser's own.
        case page
    }

    let form: Form
    private var lines: [Substring] = []
    /// A line whose end has not come yet says nothing: its last number may be half of one.
    private var begun: [UInt8] = []

    init(form: Form) { self.form = form }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        begun += bytes
        guard let end = begun.lastIndex(of: UInt8(ascii: "\n")) else { return }
        lines += String(decoding: begun[..<end], as: UTF8.self).split(separator: "\n")
        begun.removeSubrange(...end)
    }

    /// Whether there is a line whose first word is that.
    func has(_ kind: String) -> Bool { lines.contains { words($0).first == Substring(kind) } }

    /// The entries of a kind, their times in monotonic nanoseconds.
    /// - Parameter ahead: by how much the wall clock is ahead of the monotonic one.
    func entries(_ kind: String, wallAheadNanoseconds ahead: Double) -> [[Int64]] {
        var (factor, offset) = (1.0, 0.0)
        if form == .page {
            guard let zero = numbers("zero").first?.first else { return [] }
            (factor, offset) = (1e6, zero * 1e6 - ahead)
        }
        return numbers(kind).map { $0.map { form == .page ? Int64($0 * factor + offset) : Int64($0) } }
    }

    var lastWords: String { lines.suffix(3).joined(separator: " | ") }

    private func words(_ line: Substring) -> [Substring] {
        let entry = form == .page ? line.split(separator: "\"").dropFirst().first ?? "" : line
        return entry.split(separator: " ")
    }

    private func numbers(_ kind: String) -> [[Double]] {
        lines.map(words).filter { $0.first == Substring(kind) }.map { $0.dropFirst().compactMap { Double($0) } }
    }
}
