import Ports

/// The way from a buffer to the glass: a plane, a CRTC and a connector, set up by one of the kernel's two interfaces.
protocol Pipe: AnyObject {
    /// For the log: "atomic" or "legacy".
    var name: String { get }
    var crtc: UInt32 { get }
    /// nil: not known, to be tried.
    var formats: [UInt32]? { get }
    /// Sets the mode and shows the buffer. Returns when that is done, which may take a tenth of a second and more.
    func set(_ buffer: any PixelBuffer) throws(DisplayError)
    /// Shows another buffer at the next vertical blank. Returns at once; true: an event with the serial will come.
    func flip(_ buffer: any PixelBuffer, clips: [PixelRect], serial: UInt64) throws(DisplayError) -> Bool
    /// Cuts the signal.
    func off()
}

/// What a pipe leads through.
struct PipePath {
    let card: any ModeSettingCard
    let connector: Connector
    let crtc: Selection.Place
    let mode: Mode
    /// Other connectors that the CRTC drives now, and that must let go of it.
    let rivals: [UInt32]

    var action: String { "set \(mode.name) on \(connector.name) of \(card.path)" }
}

extension Output {
    /// Lights the first combination of mode, format, CRTC and interface that the kernel takes, in the order of the choice.
    static func lit(
        _ choice: Selection, on card: any ModeSettingCard, _ facts: CardFacts, _ settings: ScreenSettings, usesAtomic: Bool,
        seat: any LoopSeat, isBlank: Bool, log: (String) -> Void
    ) throws(DisplayError) -> Output {
        var last = DisplayError("find a CRTC for \(choice.connector.name) of \(card.path)", code: 22)
        for mode in choice.modes {
            let placement = Placement(glass: mode.size, rotation: settings.rotation, margins: settings.margins)
            let pipes = pipes(choice, mode, card, facts, usesAtomic: usesAtomic, log)
            for (pipe, format) in pipes.flatMap({ pipe in PixelFormat.allCases.map { (pipe, $0) } }) {
                if let formats = pipe.formats, !formats.contains(format.fourcc) { continue }
                do throws(DisplayError) {
                    let copier = PictureCopy(placement: placement, format: format)
                    let chain = try BufferChain(copier) { () throws(DisplayError) in try card.makeBuffer(mode.size, format) }
                    let output = Output(
                        choice, mode: mode, card: card, pipe: pipe, format: format, placement: placement, chain: chain, seat: seat,
                        isBlank: isBlank)
                    try output.light(from: .lit)
                    return output
                } catch {
                    last = error
                    if error.isGone || error.isForbidden { throw error }
                    log("\(error) (\(pipe.name), CRTC \(pipe.crtc))")
                }
            }
        }
        throw last
    }

    private static func pipes(
        _ choice: Selection, _ mode: Mode, _ card: any ModeSettingCard, _ facts: CardFacts, usesAtomic: Bool, _ log: (String) -> Void
    ) -> [any Pipe] {
        var atomic: [any Pipe] = []
        var legacy: [any Pipe] = []
        for place in choice.crtcs {
            let rivals = facts.connectors.filter { $0.crtc == place.id && $0.id != choice.connector.id }.map(\.id)
            let path = PipePath(card: card, connector: choice.connector, crtc: place, mode: mode, rivals: rivals)
            legacy.append(LegacyPipe(path))
            guard usesAtomic else { continue }
            do throws(DisplayError) { atomic.append(try AtomicPipe(path)) } catch { log(error.description) }
        }
        return atomic + legacy
    }
}
