import CALSA
import Glibc

/// A mixer control by its name, on whichever card has it: the softvol control of the shipped ALSA configuration. On the mixer's thread.
final class ALSAControl: MusicControl {
    /// The device of the shipped configuration that music plays through.
    private static let musicDevice = "stepback_music"

    private let name: String
    private var handle: OpaquePointer?
    private var range = 0...0
    private var channels: UInt32 = 0

    init(name: String) {
        self.name = name
        stepback_alsa_be_quiet()
    }

    deinit { close() }

    func level() -> (level: Int, range: ClosedRange<Int>)? {
        if handle == nil { find() }
        guard let value = read() else {
            close()
            return nil
        }
        return (value, range)
    }

    @discardableResult
    func set(_ level: Int) -> Bool {
        guard let handle else { return false }
        return withValue { value in
            for channel in 0..<channels { snd_ctl_elem_value_set_integer(value, channel, level) }
            return snd_ctl_elem_write(handle, value) >= 0
        }
    }

    /// Who first plays through a softvol makes its control, and nobody else may write it until that program ends (EPERM: the kernel
    /// gives a new control to its maker). So we are the first: opened and closed, the control stays and is everybody's.
    func prepare() {
        if handle == nil { find() }
        guard handle == nil else { return }
        var pcm: OpaquePointer?
        guard snd_pcm_open(&pcm, ALSAControl.musicDevice, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK)) >= 0 else { return }
        snd_pcm_close(pcm)
    }

    private func read() -> Int? {
        guard let handle else { return nil }
        return withValue { value in
            guard snd_ctl_elem_read(handle, value) >= 0 else { return nil }
            return (0..<channels).map { snd_ctl_elem_value_get_integer(value, $0) }.max()
        }
    }

    private func withValue<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
        var value: OpaquePointer?
        snd_ctl_elem_value_malloc(&value)
        defer { snd_ctl_elem_value_free(value) }
        snd_ctl_elem_value_set_interface(value, SND_CTL_ELEM_IFACE_MIXER)
        snd_ctl_elem_value_set_name(value, name)
        return body(value)
    }

    private func find() {
        var card: Int32 = -1
        while snd_card_next(&card) >= 0, card >= 0 {
            var candidate: OpaquePointer?
            guard snd_ctl_open(&candidate, "hw:\(card)", Int32(SND_CTL_NONBLOCK)) >= 0 else { continue }
            if isHere(candidate) {
                handle = candidate
                return
            }
            snd_ctl_close(candidate)
        }
    }

    private func isHere(_ candidate: OpaquePointer?) -> Bool {
        var info: OpaquePointer?
        snd_ctl_elem_info_malloc(&info)
        defer { snd_ctl_elem_info_free(info) }
        snd_ctl_elem_info_set_interface(info, SND_CTL_ELEM_IFACE_MIXER)
        snd_ctl_elem_info_set_name(info, name)
        guard snd_ctl_elem_info(candidate, info) >= 0, snd_ctl_elem_info_get_type(info) == SND_CTL_ELEM_TYPE_INTEGER,
            snd_ctl_elem_info_get_max(info) > snd_ctl_elem_info_get_min(info)
        else { return false }
        range = snd_ctl_elem_info_get_min(info)...snd_ctl_elem_info_get_max(info)
        channels = snd_ctl_elem_info_get_count(info)
        return true
    }

    private func close() {
        if let handle { snd_ctl_close(handle) }
        handle = nil
    }
}
