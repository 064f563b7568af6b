import Linux
import Playback
import Ports

/// A screen that is a folder: each presented picture becomes FOLDER/MILLISECONDS.png, counted from time zero.
public final class FilmScreen: Screen {
    public enum Frames: Hashable, Sendable {
        case all
        case none
        /// The one picture that is seen at this time after zero; written by `finish()`.
        case one(at: Duration)
    }

    public let size: PixelSize?
    /// The first picture that could not be written; later ones are not tried.
    public private(set) var failure: PreviewError?
    /// Pictures written so far.
    public private(set) var count = 0

    private let folder: String
    private let frames: Frames
    private let zero: Instant
    private let frame: Frame
    private let encoder: PNGEncoder
    private var isPrepared = false
    /// With `.one`: the picture so far.
    private var latest: [UInt8]?

    /// Makes the folder if frames are to be written, and takes an earlier film's frames out of it. A folder that holds anything else is
    /// left as it is: `.folderInUse`.
    public init(folder: String, size: PixelSize, frames: Frames, zero: Instant) throws(PreviewError) {
        self.folder = folder
        self.size = size
        self.frames = frames
        self.zero = zero
        frame = Frame(size: size)
        encoder = PNGEncoder(size: size)
        if frames != .none { try FilmFolder.prepare(folder) }
    }

    public func prepare(_ pixels: Pixels, damage: [PixelRect]) {
        if frames == .none { return }
        for rectangle in damage where !rectangle.isEmpty {
            frame.copy(pixels, rectangle)
            encoder.invalidate(rectangle)
            isPrepared = true
        }
    }

    /// Writes what was prepared; nothing when nothing changed. A second picture in one millisecond replaces the first.
    public func present(due: Instant) {
        guard isPrepared else { return }
        isPrepared = false
        switch frames {
        case .none: break
        case .all: write(encoder.encode(frame.pixels), at: due - zero)
        case .one(let moment):
            if due - zero <= moment { latest = encoder.encode(frame.pixels) }
        }
    }

    /// A film has no glass to protect: nothing.
    public func blank(_ isBlank: Bool) {}

    /// Writes the one picture that was asked for. Throws what failed, now or before.
    public func finish() throws(PreviewError) {
        if case .one(let moment) = frames, let latest { write(latest, at: moment) }
        latest = nil
        if let failure { throw failure }
    }

    private func write(_ bytes: [UInt8], at time: Duration) {
        if failure != nil { return }
        do throws(PreviewError) {
            try FilmFolder.write(bytes, to: "\(folder)/\(time.wholeMilliseconds).png")
            count += 1
        } catch { failure = error }
    }
}
