import Foundation

/// A process and everything below it, as /proc shows them.
struct ProcessTree {
    let root: Int32

    var members: [Int32] {
        var parents: [Int32: Int32] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let id = Int32(name), let parent = ProcessTree.fields(of: id).flatMap({ Int32($0[1]) }) else { continue }
            parents[id] = parent
        }
        var members: [Int32] = [root]
        var index = 0
        while index < members.count {
            members += parents.filter { $0.value == members[index] }.keys.sorted()
            index += 1
        }
        return members
    }

    /// Processor seconds of all of them, and of children that ended and were waited for.
    var processorSeconds: Double {
        let ticks = members.compactMap(ProcessTree.fields).reduce(0.0) { sum, fields in
            sum + fields[11...14].reduce(0.0) { $0 + (Double($1) ?? 0) }
        }
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Proportional set size: what is shared with others counts in part. Nil: one that is still there does not say its own.
    var megabytes: Double? {
        var sum = 0.0
        for id in members {
            let text = try? String(contentsOfFile: "/proc/\(id)/smaps_rollup", encoding: .utf8)
            let line = text?.split(separator: "\n").first { $0.hasPrefix("Pss:") }
            if let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) }) {
                sum += kilobytes * 1024 / 1e6
            } else if let state = ProcessTree.fields(of: id)?[0], state != "Z", state != "X" {
                return nil
            }
        }
        return sum
    }

    /// Ends all of them, at once.
    func end() { for id in members.reversed() { kill(id, SIGKILL) } }

    /// What stands behind the name in /proc/ID/stat: state, parent, ...
    private static func fields(of id: Int32) -> [Substring]? {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8), let end = text.lastIndex(of: ")") else {
            return nil
        }
        let fields = text[text.index(after: end)...].split(whereSeparator: { $0 == " " || $0 == "\n" })
        return fields.count > 15 ? fields : nil
    }
}
