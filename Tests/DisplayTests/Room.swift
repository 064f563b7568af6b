import Glibc
import Playback
import Ports

@testable import Display

let small = Mode(64, 40, isPreferred: true)
let smaller = Mode(48, 32)

/// A screen over scripted cards, and what it told.
final class Room {
    let seat = FakeSeat()
    let kernel: FakeKernel
    let console: FakeConsole?
    let display: Display
    private var told: [PanelEvent.ScreenChange] = []
    private(set) var log: [String] = []

    init(_ cards: [FakeCard], _ settings: ScreenSettings = .init(), console: FakeConsole? = nil) {
        kernel = FakeKernel(cards)
        self.console = console
        var tell: (PanelEvent) -> Void = { _ in }
        var note: (String) -> Void = { _ in }
        display = Display(
            seat: seat, kernel: kernel, console: console, settings: settings, log: { note($0) }, tell: { tell($0) })
        tell = { [unowned self] event in if case .screen(let change) = event { told.append(change) } }
        note = { [unowned self] line in log.append(line) }
        display.start()
    }

    /// With the first look over, and its record forgotten.
    convenience init(lit card: FakeCard, _ settings: ScreenSettings = .init(), console: FakeConsole? = nil) {
        self.init([card], settings, console: console)
        kernel.finishLook()
        _ = takeTold()
        _ = card.takeRecord()
    }

    func takeTold() -> [PanelEvent.ScreenChange] {
        defer { told = [] }
        return told
    }

    /// The look that is due in at most its interval, and its answer.
    func look() {
        if !kernel.isLooking { seat.pass(Display.lookInterval) }
        kernel.finishLook()
    }

    func show(_ picture: Picture, _ damage: [PixelRect]? = nil) {
        display.prepare(picture.pixels, damage: damage ?? [picture.size.bounds])
        display.present(due: seat.now)
    }
}

func oneCard(_ modes: [Mode] = [small, smaller], isAtomic: Bool = true) -> FakeCard {
    FakeCard("/dev/dri/card0", [Connector("HDMI-A-1", modes)], isAtomic: isAtomic)
}

func plain(_ color: UInt32, _ size: PixelSize = small.size) -> Picture { Picture(size) { _, _ in color } }
