import Foundation
import Synchronization

/// Everything that was measured by this run, in order.
let figures = Mutex<[Figure]>([])
/// What this run should have measured and did not, in sentences.
let gaps = Mutex<[String]>([])

/// What has to be known to read what was measured by this run, in sentences: the table's foot.
let footnotes = Mutex<[String]>([])

func footnote(_ sentence: String) { footnotes.withLock { if !$0.contains(sentence) { $0.append(sentence) } } }

func report(_ figure: Figure) {
    figures.withLock { $0.append(figure) }
    let goals = figure.goalsText.isEmpty ? "" : "   goal \(figure.goalsText)"
    say(figure.what.padding(toLength: max(58, figure.what.count + 2), withPad: " ", startingAt: 0) + figure.figureText + goals)
}

/// One line: what, how much (nil: it could not be measured), and at most how much was hoped for.
func report(
    _ what: String, _ value: Double?, _ unit: Unit, goal: Double? = nil, peers: [PeerFigure] = [], note: String? = nil,
    fault: String? = nil
) {
    report(Figure(what: what, value: value, unit: unit, goal: goal, peers: peers, text: note, fault: fault))
}

func report(_ what: String, _ value: Duration, goal: Double? = nil, note: String? = nil) {
    report(what, value.milliseconds, .milliseconds, goal: goal, note: note)
}

/// What no single number says.
func report(_ what: String, _ figure: String, goal: String? = nil) { report(Figure(what: what, text: figure, goalText: goal)) }

/// To a person who waits; standard output has the table alone.
func say(_ sentence: String) { FileHandle.standardError.write(Data((sentence + "\n").utf8)) }

/// Says what could not be measured, and why. The rest goes on; the table is not a whole one and the run ends with 1.
func notMeasured(_ sentence: String) {
    gaps.withLock { $0.append(sentence) }
    say(sentence)
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
    var text: String { Unit.milliseconds.text(milliseconds) }
}

/// Makes the calling thread an ordinary one again, which always is allowed: what is measured next has its own.
func leavePriority() {
    var parameters = sched_param()
    sched_setscheduler(0, SCHED_OTHER, &parameters)
}

/// The most memory that this process has had at once, in MB (VmHWM).
func peakMegabytes() -> Double? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) })
    else { return nil }
    // The kernel's kB are of 1,024 bytes.
    return kilobytes * 1024 / 1e6
}

/// The project's own files, found from this source file: benchmarks are run from a checkout.
let benchFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
func benchResource(_ name: String) -> URL { benchFolder.deletingLastPathComponent().appendingPathComponent("Resources/\(name)") }

/// The processor seconds that this process has had.
func cpuSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}
