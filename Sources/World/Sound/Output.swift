import Playback
import Ports

/// What a stream of samples turned out to be, once it is open.
struct OutputShape: Hashable, Sendable {
    /// Samples that fit between writing and hearing.
    var capacity: Int
    /// Whether samples that were written can be taken back before they are heard.
    var canTakeBack: Bool
}

/// Where a stream stands.
struct OutputStatus: Hashable, Sendable {
    /// When it stood there, on the monotonic clock.
    var at: Instant
    /// Samples written and not yet heard.
    var delay: Int
    /// Samples that can be written now.
    var room: Int
}

/// Why a stream cannot go on.
enum OutputFault: Error, Hashable, Sendable {
    /// It ran dry or was suspended: `recover` makes it go on.
    case stopped
    /// It has to be opened again, later.
    case lost(PanelEvent.SoundFault, SoundError)
}

/// One stream of mono samples at 48 kHz to a device: ALSA's, or a test's. Everything on the mixer's thread; no call waits for the device.
protocol Output: AnyObject {
    func open() throws(OutputFault) -> OutputShape
    func status(now: Instant) throws(OutputFault) -> OutputStatus
    /// Returns how many were taken; the stream runs from its first samples on.
    func write(_ samples: UnsafeBufferPointer<Int16>) throws(OutputFault) -> Int
    /// Takes back what was written last; returns how many samples really were.
    func takeBack(_ count: Int) -> Int
    /// Makes a stopped stream go on, empty.
    func recover() throws(OutputFault)
    func close()
}
