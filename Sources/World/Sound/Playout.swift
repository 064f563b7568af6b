import Playback
import Ports

/// The mixer's thread without the thread: keeps one stream filled, places cues on it, and takes the device back when it was lost.
/// Its time is handed in, its device is a port; so all of it runs in tests with a scripted device and time moved by hand.
final class Playout {
    enum Report: Hashable, Sendable {
        case lost(PanelEvent.SoundFault, SoundError)
        case returned
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

        /// How far ahead is written. All there is room for, and seldom, where it can be taken back; else little, since a press has to
        /// wait until it is heard.
        var target: Int { shape.canTakeBack ? shape.capacity : min(shape.capacity, Playout.shortTarget) }
    }

    /// Kept between what is being heard and what is taken back: devices fetch some milliseconds ahead. 8 ms.
    private static let guardSamples = 384
    /// 60 ms: enough for a busy machine, and still a quick answer to a press.
    private static let shortTarget = 2_880
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
            if isLost { report(.returned) }
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
            return now + (isWaiting ? Playout.patience : Duration(samples: Int64(max(ahead - stream.target / 2, Playout.guardSamples))))
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
        let room = min(status.room, stream.target - held)
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
