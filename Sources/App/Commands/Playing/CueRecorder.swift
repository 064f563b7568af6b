import Playback
import Ports

/// A speaker that passes everything on and keeps what it was handed, for timeline.json.
final class CueRecorder: Speaker {
    private let speaker: Speaker
    private(set) var cues: [TimedCue] = []

    init(_ speaker: Speaker) { self.speaker = speaker }

    func prepare() { speaker.prepare() }
    func open() { speaker.open() }
    func close() { speaker.close() }
    func synthesise(_ utterances: [Utterance]) { speaker.synthesise(utterances) }
    func setVolume(_ percent: Int) { speaker.setVolume(percent) }

    func schedule(_ cues: [TimedCue]) {
        self.cues += cues
        speaker.schedule(cues)
    }

    func withdraw(at instant: Instant) {
        cues.removeAll { $0.start > instant }
        speaker.withdraw(at: instant)
    }
}
