import Canvas
import Kiosk
import Linux
import Playback
import Ports
import Stage
import Store
import Workouts

/// The kiosk on a panel, until the person or the system ends it.
struct Live {
    let invocation: Invocation
    let routine: Routine
    let settings: KioskSettings
    /// Where the play in flight is journalled; nil: nowhere.
    let journalPath: String?

    func play(on panel: PanelChoice) throws(CommandError) {
        let loop = try EventLoop.made()
        let relay = Relay()
        let live = try invocation.open(panel, loop, relay)
        defer { live.close() }
        let service = ServiceNotifier(environment: invocation.surroundings.variables)
        let journal = journalPath.map(JournalFile.init)
        let host = KioskHost(
            kiosk: Kiosk(routine: routine, settings: settings, words: invocation.words), screen: live.screen, speaker: live.speaker,
            journal: journal, style: invocation.style(PanelSizes.usual), words: invocation.words, typesetter: Typesetter())
        defer {
            host.close()
            journal?.flush()
        }
        ThreadPriority.claim(.loop)
        begin(host, journal, at: loop.now)
        tell(service, .ready)
        watch(service, loop)
        do throws(SystemError) {
            try loop.run { now in turn(host, relay, loop, now) }
        } catch { throw .failed([Sentence("panel.failed", .text(error.description))]) }
        if let failure = journal?.takeFailure() { invocation.surroundings.warn("stepback: \(failure)") }
        tell(service, .stopping)
    }

    /// Goes on from the journal, or starts anew.
    private func begin(_ host: KioskHost, _ journal: JournalFile?, at now: Instant) {
        if let journalPath, let bootID = settings.bootID {
            do throws(StoreError) {
                if let entry = try JournalFile.left(at: journalPath).flatMap(JournalEntry.init), host.resume(entry, bootID: bootID, at: now)
                {
                    return
                }
            } catch { invocation.surroundings.warn("stepback: \(error)") }
        }
        host.start(at: now)
    }

    private func turn(_ host: KioskHost, _ relay: Relay, _ loop: EventLoop, _ now: Instant) -> Instant? {
        var next: Instant?
        // What an effect answers within the turn is handled in it too.
        repeat {
            for event in relay.take() { host.handle(event, at: now) }
            next = host.turn(now)
        } while !relay.isEmpty && host.leaving == nil
        if host.leaving != nil { loop.stop() }
        return next
    }

    /// Tells the service manager, in time, that the loop still turns.
    private func watch(_ service: ServiceNotifier?, _ loop: EventLoop) {
        guard let service, let interval = service.watchdogInterval else { return }
        tell(service, .watchdog)
        loop.at(loop.now + interval) { watch(service, loop) }
    }

    private func tell(_ service: ServiceNotifier?, _ state: ServiceNotifier.State) {
        do throws(SystemError) { try service?.notify(state) } catch { invocation.surroundings.warn("stepback: \(error)") }
    }
}

extension EventLoop {
    fileprivate static func made() throws(CommandError) -> EventLoop {
        do throws(SystemError) { return try EventLoop() } catch {
            throw .failed([Sentence("panel.failed", .text(error.description))])
        }
    }
}
