// Sound: voice and tones, and the one stream they leave by.
// Imports Ports, Linux, CALSA (in ALSAStream, ALSAControl and SoundReport only) and CEspeak (in Espeak only).
//
// Text becomes a `Clip` on the thread "voice"; clips are placed in a `Mixer` at positions of the sample clock and leave through
// ALSA on the thread "mixer", or into a WAV file on the caller's thread (`FileSpeaker`). What crosses threads is Sendable; the
// loop's thread only ever posts and is never waited for.
import Playback

/// Samples a second of everything behind the voice: what HDMI takes, and 48 to the millisecond.
let sampleRate = 48_000

/// What went wrong with sound, as a sentence with the next step. It goes to the log; the screen says the short `SoundFault`.
public enum SoundError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A call of ALSA failed: what was tried, on which device or control, and ALSA's own words for the code.
    case device(action: String, name: String, code: Int32, reason: String)
    /// The device takes neither 48 kHz nor anything that can be converted to it.
    case format(name: String, reason: String)
    /// espeak-ng has no data, or another version's.
    case noVoiceData(reason: String)
    /// The library of espeak-ng is not there, or another version.
    case noVoiceLibrary(reason: String)
    /// espeak-ng speaks no such language here.
    case noVoice(language: String)
    /// The film's sound would not fit a WAV file.
    case tooLong(path: String, seconds: Int64)
    /// A system call on the film's sound file failed.
    case file(path: String, reason: String)

    public var description: String {
        switch self {
        case .device(let action, let name, let code, let reason):
            "could not \(action) \(name): \(reason) (\(code)); `stepback doctor` lists the sound cards there are"
        case .format(let name, let reason):
            "\(name) cannot play 48 kHz sound: \(reason); name it as sysdefault:CARD=... so that ALSA converts"
        case .noVoiceData(let reason):
            "espeak-ng cannot speak: \(reason); install the package espeak-ng-data"
        case .noVoiceLibrary(let reason):
            "espeak-ng cannot be loaded: \(reason); install the package libespeak-ng1"
        case .noVoice(let language):
            "espeak-ng has no voice for \(language); choose another voice language in the settings"
        case .tooLong(let path, let seconds):
            "\(path) would be \(seconds) s long, and a WAV file ends at 4 GiB, which is \(WaveFile.maximumSeconds) s; render a shorter routine"
        case .file(let path, let reason):
            "could not write \(path): \(reason); free some space or choose another folder"
        }
    }
}

extension Duration {
    /// In samples, rounded to the nearest; exact for whole milliseconds.
    var samples: Int64 {
        // Seconds and the rest apart, so that ten years do not overflow.
        let nanoseconds = wholeNanoseconds
        let seconds = nanoseconds.quotientFloored(by: 1_000_000_000)
        let rest = nanoseconds - seconds * 1_000_000_000
        return seconds * Int64(sampleRate) + (rest * Int64(sampleRate) + 500_000_000) / 1_000_000_000
    }

    /// The time that so many samples take, in whole nanoseconds, rounded up.
    init(samples: Int64) {
        let seconds = samples.quotientFloored(by: Int64(sampleRate))
        let rest = samples - seconds * Int64(sampleRate)
        self = .seconds(seconds) + .nanoseconds((rest * 1_000_000_000 + Int64(sampleRate) - 1) / Int64(sampleRate))
    }
}

extension Int64 {
    /// Division that rounds down for negative numbers as well.
    fileprivate func quotientFloored(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
