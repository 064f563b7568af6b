import Foundation
import Linux
import Mutants
import Playback
import Synchronization
import Workouts

/// A hundred thousand mutants of every kind of file a player reads, from fixed seeds: none crashes, none takes two seconds, and whatever
/// is refused says where. Ends the program with 1 when one does not.
func benchFuzz() {
    do {
        let catalog = try Catalog(parsing: [UInt8](try Data(contentsOf: benchResource("catalog.json"))))
        let mutants = 100_000
        let kinds = MutantKind.allCases
        let watched = Watched()
        let watchdog = Thread { watched.watch() }
        watchdog.start()
        let start = EventLoop.clock()
        let results = Mutex<[FuzzResult]>([])
        // Two pieces a kind, so that two cores have the same to do.
        let pieces = kinds.flatMap { kind in (0..<2).map { (kind, UInt64($0)) } }
        DispatchQueue.concurrentPerform(iterations: pieces.count) { piece in
            let (kind, seed) = pieces[piece]
            // The seeds were read for the catalog's folder already; one that is missing ends this piece without a mutant, which shows.
            guard var mutator = try? Mutator(kind, seed: 1_000 + seed) else { return }
            var result = FuzzResult(kind: kind)
            for number in 0..<(mutants / pieces.count + 1) {
                let bytes = mutator.next()
                watched.begin(piece, "\(kind.rawValue), seed \(1_000 + seed), mutant \(number)")
                let begun = EventLoop.clock()
                let outcome = kind.outcome(bytes, catalog: catalog)
                let time = EventLoop.clock() - begun
                watched.end(piece)
                result.count += 1
                if outcome.isUsed { result.used += 1 }
                if time > result.slowest { result.slowest = time }
                if let fault = outcome.fault { result.faults.append("mutant \(number) of seed \(1_000 + seed): \(fault)") }
            }
            results.withLock { $0.append(result) }
        }
        watched.stop()
        let all = results.withLock { $0 }
        for kind in kinds {
            let results = all.filter { $0.kind == kind }
            let (count, used) = (results.map(\.count).reduce(0, +), results.map(\.used).reduce(0, +))
            let slowest = results.map(\.slowest).max() ?? .zero
            report("fuzz: \(kind.rawValue), used and refused, slowest", "\(used), \(count - used), \(slowest.text)", goal: "2000 ms")
            for fault in results.flatMap(\.faults).prefix(5) { say("fuzz: \(kind.rawValue): \(fault)") }
        }
        let count = all.map(\.count).reduce(0, +)
        let faults = all.map(\.faults.count).reduce(0, +)
        report("fuzz: \(count) mutants in", (EventLoop.clock() - start).text)
        report("fuzz: faults", "\(faults)", goal: "0")
        if faults > 0 || count < mutants { exit(1) }
    } catch { notMeasured("fuzz: \(error)") }
}

private struct FuzzResult: Sendable {
    var kind: MutantKind
    var count = 0
    var used = 0
    var slowest = Duration.zero
    var faults: [String] = []
}

/// What each piece is at, for the watchdog.
private final class Watched: Sendable {
    private struct State {
        var begun: [Int: (what: String, at: Instant)] = [:]
        var isOver = false
    }
    private let state = Mutex(State())

    func begin(_ piece: Int, _ what: String) { state.withLock { $0.begun[piece] = (what, EventLoop.clock()) } }
    func end(_ piece: Int) { state.withLock { $0.begun[piece] = nil } }
    func stop() { state.withLock { $0.isOver = true } }

    func watch() {
        while true {
            Thread.sleep(forTimeInterval: 0.1)
            let now = EventLoop.clock()
            let (late, isOver) = state.withLock { state in
                (state.begun.values.first { now - $0.at > .seconds(2) }?.what, state.isOver)
            }
            if isOver { return }
            if let late {
                say("fuzz: hangs: \(late)")
                exit(1)
            }
        }
    }
}
