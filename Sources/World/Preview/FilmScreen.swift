import Linux
import Playback
import Ports

/// A screen that is a folder: each presented picture becomes FOLDER/MILLISECONDS.png, counted from time zero.
public final class FilmScreen: Screen {
    public let size: PixelSize?
    /// The first picture that could not be written; later ones are not tried.
    public private(set) var failure: PreviewError?
    /// Pictures written so far.
    public private(set) var count = 0

    private let folder: String
    private let zero: Instant
    private let frame: Frame
    private let encoder: PNGEncoder
    private var isPrepared = false

    /// Makes the folder, or takes an earlier film's frames out of it. A folder that holds anything else is left as it is: `.folderInUse`.
    public init(folder: String, size: PixelSize, zero: Instant) throws(PreviewError) {
        self.folder = folder
        self.size = size
        self.zero = zero
        frame = Frame(size: size)
        encoder = PNGEncoder(size: size)
        try FilmFolder.prepare(folder)
    }

    public func prepare(_ pixels: Pixels, damage: [PixelRect]) {
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
        if failure != nil { return }
        do throws(PreviewError) {
            try FilmFolder.write(encoder.encode(frame.pixels), to: "\(folder)/\((due - zero).wholeMilliseconds).png")
            count += 1
        } catch { failure = error }
    }

    /// A film has no glass to protect: nothing.
    public func blank(_ isBlank: Bool) {}

    /// Throws the failure, if there was one.
    public func finish() throws(PreviewError) {
        if let failure { throw failure }
    }
}
