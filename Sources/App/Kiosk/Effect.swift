import Playback
import Ports

/// What the kiosk wants done. Run by `KioskHost` in order.
public enum Effect: Hashable, Sendable {
    case synthesise([Utterance])
    case schedule([TimedCue])
    case withdraw(at: Instant)
    /// Keep the play in flight: `Kiosk.journalEntry`.
    case journal
    /// It is over: nothing to go on from.
    case forgetJournal
    case store(StoreCommand)
    /// The store may hang: this session has to be on the disk without it.
    case hold(FinishedSession)
    /// The sound stream is opened for a play, and closed some time after it.
    case openSound, closeSound
    /// The settings changed: volume and looks apply at once.
    case apply(Preferences)
    /// Another language was chosen, by its tag: the host finds its words and hands them over by `Kiosk.speak`.
    case speak(String)
    /// Black glass, or not.
    case blank(Bool)
    case leave(Leaving)
}

/// Why the program is to end.
public enum Leaving: Hashable, Sendable {
    /// The person finished.
    case finished
    /// The system or the terminal asked.
    case stopped
}
