import CALSA
import Glibc
import Playback

/// One ALSA playback stream, opened without waiting, through whatever plugins its name means: `default`, `sysdefault:CARD=vc4hdmi0`,
/// `plug:stepback`. On the mixer's thread.
final class ALSAStream: Output {
    private let name: String
    private var pcm: OpaquePointer?
    private var report: OpaquePointer?
    private var channels = 1
    private var capacity = 0
    private var interleaved: [Int16] = []

    /// ALSA's name of the device.
    init(name: String) {
        self.name = name
        snd_pcm_status_malloc(&report)
        stepback_alsa_be_quiet()
    }

    deinit {
        close()
        snd_pcm_status_free(report)
    }

    /// Periods of 10 ms: fifty of them on hardware, for waking seldom, and ten where what is written cannot be taken back.
    func open() throws(OutputFault) -> OutputShape {
        close()
        // Cards come and go, and ALSA reads its configuration once.
        snd_config_update_free_global()
        try check("open", snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK)))
        do throws(OutputFault) {
            let shape = try configure()
            capacity = shape.capacity
            return shape
        } catch {
            close()
            throw error
        }
    }

    func close() {
        guard let pcm else { return }
        // These fail only for a device that is gone, and then there is nothing left to stop. Draining does not wait (the stream is
        // non-blocking), but makes ALSA's file sink keep what it was given.
        snd_pcm_drain(pcm)
        snd_pcm_drop(pcm)
        snd_pcm_close(pcm)
        self.pcm = nil
    }

    func status(now: Instant) throws(OutputFault) -> OutputStatus {
        try check("play on", snd_pcm_status(pcm, report))
        switch snd_pcm_status_get_state(report) {
        case SND_PCM_STATE_XRUN, SND_PCM_STATE_SUSPENDED: throw .stopped
        case SND_PCM_STATE_DISCONNECTED: throw fault("play on", -ENODEV)
        default: break
        }
        var stamp = timespec()
        snd_pcm_status_get_htstamp(report, &stamp)
        let at = Instant(nanoseconds: Int64(stamp.tv_sec) * 1_000_000_000 + Int64(stamp.tv_nsec))
        // Some plugins give no stamp, or the wall clock's.
        let isOurs = at <= now + .milliseconds(50) && at >= now - .seconds(1)
        let room = Int(snd_pcm_status_get_avail(report))
        return OutputStatus(at: isOurs ? at : now, delay: Int(snd_pcm_status_get_delay(report)), room: min(room, capacity))
    }

    func write(_ samples: UnsafeBufferPointer<Int16>) throws(OutputFault) -> Int {
        let written: snd_pcm_sframes_t
        if channels == 1 {
            written = snd_pcm_writei(pcm, samples.baseAddress, snd_pcm_uframes_t(samples.count))
        } else {
            interleaved.removeAll(keepingCapacity: true)
            for sample in samples { for _ in 0..<channels { interleaved.append(sample) } }
            written = snd_pcm_writei(pcm, interleaved, snd_pcm_uframes_t(samples.count))
        }
        if written == -Int(EAGAIN) { return 0 }
        if written < 0 { throw fault("play on", Int32(written)) }
        return Int(written)
    }

    func takeBack(_ count: Int) -> Int {
        let possible = snd_pcm_rewindable(pcm)
        guard possible > 0 else { return 0 }
        return max(0, Int(snd_pcm_rewind(pcm, snd_pcm_uframes_t(min(Int(possible), count)))))
    }

    func recover() throws(OutputFault) {
        // After a suspend a card wants to be resumed; where it cannot, or after running dry, preparing starts it anew.
        if snd_pcm_state(pcm) == SND_PCM_STATE_SUSPENDED { snd_pcm_resume(pcm) }
        try check("restart", snd_pcm_prepare(pcm))
    }

    // MARK: How

    private func configure() throws(OutputFault) -> OutputShape {
        var hardware: OpaquePointer?
        snd_pcm_hw_params_malloc(&hardware)
        defer { snd_pcm_hw_params_free(hardware) }
        try format(snd_pcm_hw_params_any(pcm, hardware))
        try format(snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED))
        try format(snd_pcm_hw_params_set_format(pcm, hardware, SND_PCM_FORMAT_S16))
        try format(snd_pcm_hw_params_set_rate(pcm, hardware, UInt32(sampleRate), 0))
        channels = snd_pcm_hw_params_set_channels(pcm, hardware, 1) == 0 ? 1 : 2
        if channels == 2 { try format(snd_pcm_hw_params_set_channels(pcm, hardware, 2)) }
        // The nearest that the device has will do, so what these return does not matter.
        var period = snd_pcm_uframes_t(480)
        snd_pcm_hw_params_set_period_size_near(pcm, hardware, &period, nil)
        // Sound servers make their own buffers in the measure of ours, and what lies in them is heard to its end.
        let isHardware = isHardware
        var size = snd_pcm_uframes_t(isHardware ? 24_000 : 4_800)
        snd_pcm_hw_params_set_buffer_size_near(pcm, hardware, &size)
        try format(snd_pcm_hw_params(pcm, hardware))
        snd_pcm_hw_params_get_buffer_size(hardware, &size)
        let fetchesAhead = snd_pcm_hw_params_is_batch(hardware) != 0
        try configureTiming(size)
        return OutputShape(capacity: Int(size), canTakeBack: isHardware && !fetchesAhead)
    }

    private func configureTiming(_ size: snd_pcm_uframes_t) throws(OutputFault) {
        var software: OpaquePointer?
        snd_pcm_sw_params_malloc(&software)
        defer { snd_pcm_sw_params_free(software) }
        try format(snd_pcm_sw_params_current(pcm, software))
        try format(snd_pcm_sw_params_set_start_threshold(pcm, software, 1))
        try format(snd_pcm_sw_params_set_stop_threshold(pcm, software, size))
        try format(snd_pcm_sw_params_set_tstamp_mode(pcm, software, SND_PCM_TSTAMP_ENABLE))
        // Old drivers only know the wall clock; `status` sees that.
        snd_pcm_sw_params_set_tstamp_type(pcm, software, SND_PCM_TSTAMP_TYPE_MONOTONIC)
        try format(snd_pcm_sw_params(pcm, software))
    }

    /// Sound servers' plugins pass samples on as they come: what they took cannot be taken back, whatever they say.
    private var isHardware: Bool {
        var info: OpaquePointer?
        snd_pcm_info_malloc(&info)
        defer { snd_pcm_info_free(info) }
        return snd_pcm_info(pcm, info) == 0 && snd_pcm_info_get_card(info) >= 0
    }

    private func format(_ code: Int32) throws(OutputFault) {
        guard code < 0 else { return }
        if code == -ENODEV { throw fault("open", code) }
        throw .lost(.noCard, .format(name: name, reason: String(cString: snd_strerror(code))))
    }

    private func check(_ action: String, _ code: Int32) throws(OutputFault) {
        if code < 0 { throw fault(action, code) }
    }

    private func fault(_ action: String, _ code: Int32) -> OutputFault {
        let error = SoundError.device(action: action, name: name, code: code, reason: String(cString: snd_strerror(code)))
        switch code {
        case -EPIPE, -ESTRPIPE: return .stopped
        case -EBUSY, -EAGAIN: return .lost(.busy, error)
        // EBADFD: the kernel's answer for a stream whose card was pulled.
        case -ENODEV, -EBADFD, -EIO: return .lost(action == "open" ? .noCard : .removed, error)
        default: return .lost(.noCard, error)
        }
    }
}
