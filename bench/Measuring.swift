import Foundation

/// One line: what, how much, and what was hoped for.
func report(_ what: String, _ figure: String, goal: String? = nil) {
    let padded = what.padding(toLength: max(46, what.count + 2), withPad: " ", startingAt: 0)
    print("\(padded)\(figure)\(goal.map { "   goal \($0)" } ?? "")")
}

/// The middle of how long the body takes, each call timed by itself on the monotonic clock.
func median(of runs: Int, _ body: (Int) -> Void) -> Duration {
    let clock = ContinuousClock()
    var times: [Duration] = []
    times.reserveCapacity(runs)
    for run in 0..<runs { times.append(clock.measure { body(run) }) }
    return times.sorted()[runs / 2]
}

extension Duration {
    var milliseconds: Double { Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15 }
    var text: String { String(format: "%.3f ms", milliseconds) }
}

/// The most memory that this process has had at once, in MB (VmHWM).
func peakMegabytes() -> Double? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) })
    else { return nil }
    return kilobytes / 1000
}
