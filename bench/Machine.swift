import Foundation

/// What this is measured on, and whether a table for others to read may be made here now.
enum Machine {
    /// Above this, what runs beside it is in the figures.
    private static let quiet = 1.0
    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// Of the last minute.
    static var load: Double {
        var loads = [0.0, 0.0, 0.0]
        getloadavg(&loads, 3)
        return loads[0]
    }

    /// Processor, tools, and who measured, for the foot.
    static func sentence() -> String {
        let processor = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n")
            .first { $0.hasPrefix("model name") || $0.hasPrefix("Model") }?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
        let tools = environment["STEPBACK_TOOLS"].map { ", \($0)" } ?? ""
        return
            "\(ProcessInfo.processInfo.activeProcessorCount) processors (\(processor ?? "which do not say what they are"))\(tools), "
            + "\(getuid() == 0 ? "as root" : "not as root"), with a load of \(String(format: "%.2f", load)) at the beginning."
    }

    /// Why what is measured now may not go into the README; nil: it may. Waits for a while for what was built before to be out of the load.
    static func obstacleToTable() -> String? {
        if environment["STEPBACK_SECONDS"] != nil {
            return "bench: STEPBACK_SECONDS makes trial runs, and --write takes none: unset it"
        }
        if environment["STEPBACK_PACKAGE"] == nil {
            return
                "bench: the README's table is of the installed package, and none can be made here: run deploy/bench --write on amd64 with "
                + "Debian 12 or 13"
        }
        for second in 0..<120 where load > quiet {
            if second == 0 {
                say("bench: waiting for the load of \(String(format: "%.2f", load)) to fall to \(quiet), two minutes at most")
            }
            Thread.sleep(forTimeInterval: 1)
        }
        guard load <= quiet else {
            return "bench: the load is \(String(format: "%.2f", load)), so others' work would be in the table: end it and run this again"
        }
        return nil
    }
}
