import Foundation
import Workouts

/// Writes the name that was probably meant in the place of the one that the gallery does not know, and changes nothing else.
enum Mending {
    /// The file's new bytes; nil when the name does not stand where it stood, or when anything but that one step would change.
    /// - Parameters:
    ///   - path: of the file; its ending tells text from JSON.
    ///   - problem: with its place, and the name as its first argument.
    static func mended(
        _ bytes: [UInt8], path: String, _ problem: Problem, with workout: Workout, _ catalog: Catalog
    ) -> [UInt8]? {
        let isJSON = path.lowercased().hasSuffix(".json")
        guard let before = steps(bytes, isJSON: isJSON, catalog) else { return nil }
        for candidate in candidates(bytes, problem, with: workout) {
            guard let after = steps(candidate, isJSON: isJSON, catalog), after.count == before.count else { continue }
            let changed = before.indices.filter { before[$0] != after[$0] }
            guard changed.count == 1, after[changed[0]] == before[changed[0]].being(workout) else { continue }
            return candidate
        }
        return nil
    }

    private static func candidates(_ bytes: [UInt8], _ problem: Problem, with workout: Workout) -> [[UInt8]] {
        switch problem.place {
        case .line(let line):
            guard let name = problem.writtenName, let range = TextLines.range(ofLine: line, in: bytes) else { return [] }
            let written = Array(name.utf8)
            guard !written.isEmpty, range.count >= written.count else { return [] }
            return (range.lowerBound...(range.upperBound - written.count)).filter {
                bytes[$0..<($0 + written.count)].elementsEqual(written)
            }
            .map { bytes.replacing($0..<($0 + written.count), with: Array(workout.name.utf8)) }
        case .path(let path, _):
            guard let range = JSONSpot.range(of: path, in: bytes) else { return [] }
            let text = path.hasSuffix(".workoutID") ? workout.id : workout.name
            // Printed as a value of its own it ends in a line end.
            return [bytes.replacing(range, with: Array(JSON(.string(text)).printed().utf8.dropLast()))]
        case .file: return []
        }
    }

    private static func steps(_ bytes: [UInt8], isJSON: Bool, _ catalog: Catalog) -> [Step]? {
        // What is wrong with a file that does not decode or parse is listed already; here it means that nothing is written.
        guard let text = try? RoutineText.decode(bytes).text else { return nil }
        let reading =
            isJSON
            ? RoutineJSON.parse(text, fallbackName: "-", catalog: catalog) : RoutineText.parse(text, fallbackName: "-", catalog: catalog)
        return reading.routine?.steps
    }
}

extension Problem {
    /// The name that the problem is about, as the file says it; nil when the message has none or has only the beginning of it.
    var writtenName: String? {
        guard case .text(let name) = what.arguments.first, !name.hasSuffix("…") else { return nil }
        return name
    }
}

extension Step {
    /// The same step with a workout of the gallery.
    fileprivate func being(_ workout: Workout) -> Step {
        var step = self
        step.workoutID = workout.id
        step.name = workout.name
        step.category = workout.category
        return step
    }
}

extension [UInt8] {
    fileprivate func replacing(_ range: Range<Int>, with bytes: [UInt8]) -> [UInt8] {
        var copy = self
        copy.replaceSubrange(range, with: bytes)
        return copy
    }
}

/// The lines of a UTF-8 text by their bytes, counted as the reader of routines counts them.
private enum TextLines {
    /// Without its line end; nil when there is no such line.
    static func range(ofLine line: Int, in bytes: [UInt8]) -> Range<Int>? {
        var number = 1
        var start = 0
        var index = 0
        while index < bytes.count {
            let length = endLength(bytes, at: index)
            if length == 0 {
                index += 1
                continue
            }
            if number == line { return start..<index }
            number += 1
            index += length
            start = index
        }
        return number == line ? start..<bytes.count : nil
    }

    /// How many bytes of a line end begin here: LF, CR, CR LF, NEL, U+2028, U+2029; 0: none.
    private static func endLength(_ bytes: [UInt8], at index: Int) -> Int {
        switch bytes[index] {
        case 0x0A: 1
        case 0x0D: index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
        case 0xC2: index + 1 < bytes.count && bytes[index + 1] == 0x85 ? 2 : 0
        case 0xE2: index + 2 < bytes.count && bytes[index + 1] == 0x80 && (0xA8...0xA9).contains(bytes[index + 2]) ? 3 : 0
        default: 0
        }
    }
}
