import Playback
import Ports

/// The mixer's thread without the thread: keeps one stream filled, places cues on it, and takes the device back when it was lost.
/// Its time is handed in, its device is a port; so all of it runs in tests with a scripted device and time moved by hand.
final class Playout {
    enum Report: Hashable, Sendable {
        case lost(PanelEvent.SoundFault, SoundError)
        /// The device opened, for the first time or again.
        case opened
        case missed([CueID])
    }

    private enum Phase {
        case closed
        /// Without a device until then; how often it was tried.
        case waiting(until: Instant, tries: Int)
        case streaming(Stream)
    }

    private struct Stream {
        var shape: OutputShape
        var clock: SampleClock
        /// Where the stream began, for a device that takes samples faster than time passes.
        var base: Int64
        var began: Instant
        /// True for a sink without a clock (a file, ALSA's null): then ours is its clock.
        var isUnclocked = false
        var stops = 0
    }

    /// Kept between what is being heard and what is taken back: devices fetch some milliseconds ahead. 8 ms.
    private static let guardSamples = 384
    /// How far ahead sound is written where it cannot be taken back: 60 ms, for a press has to wait until it was heard.
    private static let soundTarget = 2_880
    /// And silence: 100 ms. There is nothing in it that a press had to end, and what a press lets be heard comes no later behind its
    /// picture than anybody notices (125 ms: ITU-R BT.1359, 1998).
    private static let silenceTarget = 4_800
    /// More is written when only this is left: 25 ms, enough for a busy machine.
    private static let reserve = 1_200
    /// Where samples can be taken back a quarter of what is written is left by then, and no more than this: 125 ms.
    private static let largestReserve = 6_000
    /// So long what the device says of itself is asked for often, to know how it runs.
    private static let youth: Duration = .seconds(2)
    /// How often is looked for a phrase that should be sounding and is still being made.
    private static let patience: Duration = .milliseconds(10)
    /// What is written at a time, at most.
    private static let chunk = 2_048

    private let output: any Output
    private let clip: (Cue.Sound) -> Clip?
    private let report: (Report) -> Void
    private let ducking: Ducking?
    private var phase = Phase.closed
    private var queue = CueQueue()
    private var mixer = Mixer()
    /// The next sample to be written, counted over all streams.
    private var written: Int64 = 0
    private var isLost = false
    private let buffer = UnsafeMutableBufferPointer<Int16>.allocate(capacity: Playout.chunk)
    private let silence = UnsafeMutableBufferPointer<Int16>.allocate(capacity: Playout.chunk)

    /// - Parameter clip: a tone's or a phrase's samples; nil while they are not made.
    init(_ output: any Output, ducking: Ducking?, clip: @escaping (Cue.Sound) -> Clip?, report: @escaping (Report) -> Void) {
        self.output = output
        self.ducking = ducking
        self.clip = clip
        self.report = report
        silence.initialize(repeating: 0)
        buffer.initialize(repeating: 0)
    }

    deinit {
        buffer.deallocate()
        silence.deallocate()
    }

    // MARK: What is asked for

    func open(now: Instant) {
        guard case .closed = phase else { return }
        phase = .waiting(until: now, tries: 0)
    }

    func schedule(_ cues: [TimedCue], now: Instant) {
        queue.add(cues)
        ducking?.expect(cues.map { cue in (cue.start, clip(cue.sound)?.duration ?? .seconds(1)) })
        guard case .streaming(let stream) = phase, let first = cues.map(\.start).min() else { return }
        // What begins within what is written already needs room there.
        if stream.clock.position(at: first) < written { takeBack(now: now) }
    }

    func withdraw(at instant: Instant, now: Instant) {
        takeBack(now: now)
        queue.withdraw(at: instant, now: now)
        ducking?.withdraw(at: max(instant, now))
        guard case .streaming(let stream) = phase else { return }
        mixer.withdraw(at: max(written, stream.clock.position(at: instant)))
    }

    func setVolume(_ percent: Int) { mixer.setVolume(percent, at: written) }

    /// Nothing more sounds; what sounded has been faded by `withdraw` and some turns.
    func close() {
        if case .streaming = phase { output.close() }
        phase = .closed
        ducking?.restore()
    }

    /// When the last sound that was placed will have been heard; nil when there is none.
    var quietAt: Instant? {
        guard case .streaming(let stream) = phase else { return nil }
        return mixer.end.map(stream.clock.instant(of:))
    }

    // MARK: One turn

    /// Does what is due; returns when the next turn is.
    func turn(now: Instant) -> Instant? {
        if case .waiting(let until, let tries) = phase, now >= until { tryOpen(now: now, tries: tries) }
        let late = queue.missed(at: now)
        if !late.isEmpty { report(.missed(late)) }
        var deadlines: [Instant] = []
        if case .streaming = phase { deadlines.append(fill(now: now)) }
        switch phase {
        case .closed: return nil
        case .waiting(let until, _):
            deadlines.append(until)
            if let next = queue.next { deadlines.append(next + CueQueue.grace + .nanoseconds(1)) }
        case .streaming: break
        }
        if let ducking, let next = ducking.turn(now: now) { deadlines.append(next) }
        return deadlines.min()
    }

    private func tryOpen(now: Instant, tries: Int) {
        do throws(OutputFault) {
            let shape = try output.open()
            phase = .streaming(Stream(shape: shape, clock: SampleClock(written, at: now), base: written, began: now))
            ducking?.begin()
            report(.opened)
            isLost = false
        } catch {
            lose(error, now: now, tries: tries + 1)
        }
    }

    private func lose(_ fault: OutputFault, now: Instant, tries: Int) {
        output.close()
        mixer.removeAll()
        queue.forget(before: .max)
        let reason: (PanelEvent.SoundFault, SoundError)
        switch fault {
        case .stopped:
            reason = (.removed, .device(action: "keep playing on", name: "the sound card", code: 0, reason: "it stops again and again"))
        case .lost(let fault, let error): reason = (fault, error)
        }
        if !isLost { report(.lost(reason.0, reason.1)) }
        isLost = true
        // Soon at first, for a card that was only being re-plugged, and then every two seconds.
        phase = .waiting(until: now + min(.seconds(2), .milliseconds(500 * max(1, tries))), tries: tries)
    }

    /// Fills the stream; returns when it wants more.
    private func fill(now: Instant) -> Instant {
        takeBackForLateClips(now: now)
        guard case .streaming(var stream) = phase else { return now }
        do throws(OutputFault) {
            let ahead = try write(&stream, now: now)
            stream.stops = 0
            phase = .streaming(stream)
            let isWaiting = !queue.overdue(before: written, clock: stream.clock).isEmpty
            // Of a small buffer half, whatever it is.
            let left = min(stream.shape.canTakeBack ? min(ahead / 4, Playout.largestReserve) : 0, ahead / 2)
            let rest = Int64(max(ahead - max(left, min(Playout.reserve, ahead / 2)), Playout.guardSamples))
            return now + (isWaiting ? Playout.patience : Duration(samples: rest))
        } catch .stopped where stream.stops < 4 {
            stream.stops += 1
            return goOn(stream, now: now)
        } catch {
            lose(error, now: now, tries: 0)
            return now
        }
    }

    /// After running dry: everything written was heard, and the stream begins again with what is next.
    private func goOn(_ before: Stream, now: Instant) -> Instant {
        var stream = before
        do throws(OutputFault) {
            try output.recover()
            stream.clock.restart(written, at: now)
            stream.base = written
            stream.began = now
            phase = .streaming(stream)
            return now
        } catch {
            lose(error, now: now, tries: 0)
            return now
        }
    }

    /// Returns how many samples are ahead of what is heard.
    private func write(_ stream: inout Stream, now: Instant) throws(OutputFault) -> Int {
        let status = try output.status(now: now)
        observe(status, &stream, now: now)
        let held = stream.isUnclocked ? Int(written - stream.clock.position(at: now)) : stream.shape.capacity - status.room
        // What should have begun in what is written already begins behind it, also when there is no room yet.
        queue.place(into: &mixer, from: written, to: written + 1, clock: stream.clock, clip: clip)
        let room = min(status.room, target(stream, now: now) - held)
        var wrote = 0
        while wrote < room {
            let count = min(Playout.chunk, room - wrote)
            queue.place(into: &mixer, from: written, to: written + Int64(count), clock: stream.clock, clip: clip)
            let taken = try output.write(samples(count))
            written += Int64(taken)
            wrote += taken
            if taken < count { break }
        }
        let oldest = written - Int64(stream.shape.capacity) * 2
        mixer.forget(before: oldest)
        queue.forget(before: oldest)
        return held + wrote
    }

    /// How far ahead is written: all there is room for, and seldom, where it can be taken back.
    private func target(_ stream: Stream, now: Instant) -> Int {
        if stream.shape.canTakeBack {
            return now - stream.began < Playout.youth ? min(stream.shape.capacity, Playout.silenceTarget) : stream.shape.capacity
        }
        let end = written + Int64(Playout.silenceTarget)
        let isSilent = mixer.isSilent(from: written, count: Playout.silenceTarget) && !queue.begins(before: end, clock: stream.clock)
        return min(stream.shape.capacity, isSilent ? Playout.silenceTarget : Playout.soundTarget)
    }

    private func samples(_ count: Int) -> UnsafeBufferPointer<Int16> {
        if mixer.isSilent(from: written, count: count) { return UnsafeBufferPointer(rebasing: silence[..<count]) }
        mixer.render(from: written, into: UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
        return UnsafeBufferPointer(rebasing: buffer[..<count])
    }

    private func observe(_ status: OutputStatus, _ stream: inout Stream, now: Instant) {
        guard !stream.isUnclocked else { return }
        let heard = written - Int64(status.delay)
        let passed = (status.at - stream.began).samples
        // Before the first samples leave, the device only says how far it is behind.
        guard written > stream.base else { return }
        if heard - stream.base > passed + passed / 100 + Int64(sampleRate / 10) {
            stream.isUnclocked = true
            stream.clock = SampleClock(stream.base + passed, at: status.at)
            return
        }
        stream.clock.observe(heard, at: status.at)
    }

    /// A phrase that was made too late for what is written begins as soon as can be.
    private func takeBackForLateClips(now: Instant) {
        guard case .streaming(let stream) = phase else { return }
        if queue.overdue(before: written, clock: stream.clock).contains(where: { clip($0) != nil }) { takeBack(now: now) }
    }

    /// Takes back what is written and not about to be heard, so that a change sounds at once. Devices that cannot do that play it.
    private func takeBack(now: Instant) {
        guard case .streaming(var stream) = phase, stream.shape.canTakeBack, !stream.isUnclocked else { return }
        do throws(OutputFault) {
            let status = try output.status(now: now)
            observe(status, &stream, now: now)
            let spare = stream.shape.capacity - status.room - Playout.guardSamples
            if spare > 0 { written -= Int64(output.takeBack(spare)) }
            phase = .streaming(stream)
            queue.unplace(from: written, mixer: &mixer)
        } catch {
            // The next turn meets the same fault, and handles it.
        }
    }
}
