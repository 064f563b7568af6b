import Linux
import Ports

extension Display {
    /// Looks for a screen on the real cards and begins to show on it. Returns at once; `.screen(.changed)` says when there is one.
    ///
    /// Make it before other threads than the loop's: it blocks SIGUSR1 and SIGUSR2, which a VT switch sends. `log` gets English sentences.
    public convenience init(
        loop: EventLoop, settings: ScreenSettings, log: @escaping (String) -> Void, tell: @escaping (PanelEvent) -> Void
    ) throws(SystemError) {
        let kernel = try DRMKernel(seat: loop, isLegacyOnly: settings.isLegacyOnly) { handler in
            do throws(SystemError) {
                let source = try UeventSource(loop: loop) { event in
                    if event.map({ $0.subsystem == "drm" }) ?? true { handler() }
                }
                return Ending { source.end() }
            } catch {
                log("\(error); a screen that is plugged in is noticed a little later")
                return Ending {}
            }
        }
        var console: VirtualTerminal?
        do throws(DisplayError) {
            console = try VirtualTerminal(loop: loop, path: settings.terminal)
        } catch {
            log(error.description)
        }
        self.init(seat: loop, kernel: kernel, console: console, settings: settings, log: log, tell: tell)
        start()
    }

    /// Whether there is a card with connectors that this program may be master of. Quick; any thread.
    ///
    /// False on a desktop, whose compositor is master, and over SSH while a kiosk runs.
    public static var isAvailable: Bool {
        for path in Survey.paths() {
            do throws(DisplayError) {
                let card = try DRMCard(path: path, isLegacyOnly: false)
                guard card.connectorCount > 0 else { continue }
                try card.becomeMaster()
                return true
            } catch {
                // Not this one: no permission, or another's.
                continue
            }
        }
        return false
    }
}
