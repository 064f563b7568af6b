import Playback

/// Clips at absolute positions of one stream of samples, and what they sum to. Pure: rendering the same stretch again gives the same
/// samples, which lets a stream take back what it has written but not yet played.
struct Mixer {
    /// Of a fade: 10 ms, so that with the few that a device holds already it is over within 20.
    static let fadeSamples = 480

    private struct Placed {
        var name: Int
        var clip: Clip
        var start: Int64
        /// Where it begins to fade.
        var fade: Int64?

        var end: Int64 {
            let whole = start + Int64(clip.count)
            return fade.map { min(whole, $0 + Int64(Mixer.fadeSamples)) } ?? whole
        }
    }

    /// 32,768 is as it is.
    private struct Gain {
        var old: Int32
        var new: Int32
        var from: Int64
    }

    private static let fall = (0..<fadeSamples).map { Clip.fall($0, of: fadeSamples) }

    private var placed: [Placed] = []
    private var gain = Gain(old: 1 << 15, new: 1 << 15, from: 0)
    private var lastName = 0

    /// Places a clip; the name takes it back.
    @discardableResult
    mutating func place(_ clip: Clip, at start: Int64) -> Int {
        lastName += 1
        placed.append(Placed(name: lastName, clip: clip, start: start))
        return lastName
    }

    /// Takes a clip out as if it had never been placed.
    mutating func take(back name: Int) { placed.removeAll { $0.name == name } }

    /// Nothing begins from here on, and what sounds here fades.
    mutating func withdraw(at position: Int64) {
        placed.removeAll { $0.start >= position }
        for index in placed.indices where placed[index].end > position {
            placed[index].fade = min(placed[index].fade ?? position, position)
        }
    }

    /// Nothing sounds any more.
    mutating func removeAll() { placed = [] }

    /// 0 to 100, from this position on, gliding there in 10 ms. The ear's scale: 50 sounds half as loud as 100.
    mutating func setVolume(_ percent: Int, at position: Int64) {
        let part = Double(min(100, max(0, percent))) / 100
        gain = Gain(old: gain(at: position), new: Int32((part * part * 32_768).rounded()), from: position)
    }

    /// Forgets what ended before this position.
    mutating func forget(before position: Int64) { placed.removeAll { $0.end <= position } }

    /// Where the last sound ends; nil when there is none.
    var end: Int64? { placed.map(\.end).max() }

    /// Whether a stretch has no sound in it.
    func isSilent(from position: Int64, count: Int) -> Bool {
        !placed.contains { $0.start < position + Int64(count) && $0.end > position }
    }

    /// Writes the stretch that begins at the position. Sums are cut off at full scale rather than wrapped round.
    func render(from position: Int64, into output: UnsafeMutableBufferPointer<Int16>) {
        output.update(repeating: 0)
        for sound in placed where sound.start < position + Int64(output.count) && sound.end > position {
            let first = Int(max(0, sound.start - position))
            let last = Int(min(Int64(output.count), sound.end - position))
            sound.clip.samples.withUnsafeBufferPointer { samples in
                let offset = Int(position - sound.start)
                // Nearly always there is nothing to scale.
                guard sound.fade != nil || !isUnity(from: position) else {
                    for index in first..<last { output[index] = Int16(clamping: Int32(output[index]) + Int32(samples[offset + index])) }
                    return
                }
                for index in first..<last {
                    let at = position + Int64(index)
                    var sample = Int32(samples[offset + index])
                    if let fade = sound.fade, at >= fade { sample = (sample * Mixer.fall[Int(at - fade)] + (1 << 14)) >> 15 }
                    sample = (sample * gain(at: at) + (1 << 14)) >> 15
                    output[index] = Int16(clamping: Int32(output[index]) + sample)
                }
            }
        }
    }

    private func isUnity(from position: Int64) -> Bool {
        gain.new == 1 << 15 && (gain.old == 1 << 15 || position >= gain.from + Mixer.glide)
    }

    private static let glide: Int64 = 480

    private func gain(at position: Int64) -> Int32 {
        let elapsed = position - gain.from
        if elapsed >= Mixer.glide { return gain.new }
        if elapsed <= 0 { return gain.old }
        return gain.old + Int32(Int64(gain.new - gain.old) * elapsed / Mixer.glide)
    }
}
