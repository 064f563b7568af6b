import Playback
import Ports

@testable import Sound

/// A device whose time is moved by hand: a ring of samples that are heard at the pace of its crystal. Keeps everything that was heard.
final class ScriptedOutput: Output {
    struct Stream {
        var began: Instant
        var samples: [Int16] = []
    }

    var now: Instant
    /// Its crystal, in parts in a million.
    var partsPerMillion = 0.0
    /// Every sample is heard this much after it leaves the ring.
    var latency = 0
    var capacity = 4_800
    var canTakeBack = true
    /// What opening answers, first to last; then it succeeds.
    var refusals: [OutputFault] = []
    /// Thrown by everything until it is nil again.
    var fault: OutputFault?
    /// Takes all it is given at once, as ALSA's null does.
    var isUnclocked = false
    private(set) var streams: [Stream] = []
    private(set) var opens = 0
    private(set) var calls = 0
    private var isOpen = false
    private var isRunning = false

    init(now: Instant) { self.now = now }

    func open() throws(OutputFault) -> OutputShape {
        opens += 1
        if !refusals.isEmpty { throw refusals.removeFirst() }
        if let fault { throw fault }
        isOpen = true
        isRunning = false
        return OutputShape(capacity: capacity, canTakeBack: canTakeBack)
    }

    func status(now: Instant) throws(OutputFault) -> OutputStatus {
        calls += 1
        if let fault { throw fault }
        let ring = try waiting()
        return OutputStatus(at: now, delay: isRunning ? ring + latency : 0, room: capacity - ring)
    }

    func write(_ samples: UnsafeBufferPointer<Int16>) throws(OutputFault) -> Int {
        calls += 1
        if let fault { throw fault }
        let count = min(samples.count, capacity - (try waiting()))
        if !isRunning {
            isRunning = true
            streams.append(Stream(began: now))
        }
        streams[streams.count - 1].samples += samples.prefix(count)
        return count
    }

    func takeBack(_ count: Int) -> Int {
        precondition(canTakeBack && isRunning)
        streams[streams.count - 1].samples.removeLast(count)
        return count
    }

    func recover() throws(OutputFault) {
        if let fault { throw fault }
        isRunning = false
    }

    func close() {
        if isOpen, isRunning { drop() }
        isOpen = false
        isRunning = false
    }

    /// Samples a second, really.
    private var rate: Double { 48_000 * (1 + partsPerMillion / 1e6) }

    private func played(_ stream: Stream) -> Int { Int(Double((now - stream.began).wholeNanoseconds) / 1e9 * rate) }

    private func waiting() throws(OutputFault) -> Int {
        precondition(isOpen)
        guard isRunning, !isUnclocked, let stream = streams.last else { return 0 }
        let ring = stream.samples.count - played(stream)
        if ring < 0 { throw .stopped }
        return ring
    }

    /// What was not heard yet never will be.
    private func drop() {
        let stream = streams[streams.count - 1]
        streams[streams.count - 1].samples = Array(stream.samples.prefix(isUnclocked ? .max : max(0, played(stream))))
    }

    /// When the first sample of each sound is heard: after a second of silence, or 5 ms where `gap` says so.
    func onsets(gap: Int = 240) -> [Instant] {
        streams.flatMap { stream in
            var silent = gap
            return stream.samples.enumerated().compactMap { index, sample -> Instant? in
                defer { silent = sample == 0 ? silent + 1 : 0 }
                guard sample != 0, silent >= gap else { return nil }
                return stream.began + .nanoseconds(Int64((Double(index + latency) / rate * 1e9).rounded()))
            }
        }
    }

    /// All samples of all streams.
    var heard: [Int16] { streams.flatMap(\.samples) }
}

/// Music's control, moved by Sound and by hand.
final class ScriptedMusic: MusicControl {
    var value: Int?
    var range = 0...255
    /// Kept by another program.
    var isHeld = false
    private(set) var sets: [Int] = []
    private(set) var preparations = 0

    init(_ value: Int?) { self.value = value }

    func level() -> (level: Int, range: ClosedRange<Int>)? { value.map { ($0, range) } }

    func set(_ level: Int) -> Bool {
        if isHeld { return false }
        sets.append(level)
        value = level
        return true
    }

    func prepare() { preparations += 1 }
}

/// A playout, its device and its time.
final class Rig {
    var now: Instant
    let output: ScriptedOutput
    let music: ScriptedMusic?
    private(set) var playout: Playout!
    private(set) var reports: [Playout.Report] = []
    private(set) var turns = 0
    private var next: Instant?
    var clips: [Utterance: Clip] = [:]

    init(music: ScriptedMusic? = nil, configure: (ScriptedOutput) -> Void = { _ in }) {
        now = Instant(nanoseconds: 77_000_000_000_123)
        output = ScriptedOutput(now: now)
        self.music = music
        configure(output)
        playout = Playout(
            output, ducking: music.map(Ducking.init),
            clip: { [unowned self] sound in
                switch sound {
                case .tone(let tone): Tones.clip(tone)
                case .voice(let utterance): clips[utterance]
                }
            }, report: { [unowned self] in reports.append($0) })
    }

    /// One command, and the turn that it wakes.
    func tell(_ command: (Playout, Instant) -> Void) {
        command(playout, now)
        turn()
    }

    func turn() {
        turns += 1
        output.now = now
        next = playout.turn(now: now)
    }

    /// Lets time pass, turning when the playout wants to, or `late` after it.
    func run(for duration: Duration, late: Duration = .zero) {
        let end = now + duration
        while let wanted = next, wanted + late <= end {
            now = max(now, wanted + late)
            turn()
        }
        now = end
        output.now = now
    }

    /// Time in which nobody gets to run.
    func stall(for duration: Duration) {
        now = now + duration
        turn()
    }
}
