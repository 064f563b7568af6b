import Canvas
import Foundation
import Kiosk
import Linux
import Playback
import Ports
import Stage
import Store
import Words
import Workouts

/// A kiosk on a panel, until the person or the system ends it.
struct Live {
    let invocation: Invocation
    let kiosk: Kiosk
    /// What outlives the program; nil for one that plays a file and leaves.
    var memory: Memory?

    func play(on panel: PanelChoice) throws(CommandError) {
        let loop = try EventLoop.made()
        let relay = Relay()
        let live = try invocation.open(panel, loop, relay)
        defer { live.close() }
        let service = ServiceNotifier(environment: invocation.surroundings.variables)
        let store = try openStore(loop, relay)
        let journal = memory?.journalPath.map(JournalFile.init)
        let host = KioskHost(
            kiosk: kiosk, screen: live.screen, speaker: live.speaker, journal: journal, store: store,
            style: invocation.style(PanelSizes.usual), words: invocation.screenWords, typesetter: Typesetter(),
            speak: { language in speak(language, store) })
        let clock = try watchClock(loop, relay, store)
        defer {
            clock?.end()
            host.close()
            store?.close()
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

    /// The words of a language, and the gallery in it for the store; nil, and a sentence in the log, when they cannot be had.
    private func speak(_ language: String, _ store: StoreThread?) -> Words? {
        do throws(CommandError) {
            let other = try invocation.speaking(language)
            let gallery = try other.readGallery()
            store?.name(gallery, starters: try other.starters(gallery))
            return other.screenWords
        } catch {
            Invocation.log("\(error)")
            return nil
        }
    }

    private func openStore(_ loop: EventLoop, _ relay: Relay) throws(CommandError) -> StoreThread? {
        guard let memory else { return nil }
        do throws(SystemError) {
            return try StoreThread(memory.place, poster: loop.poster, log: Invocation.log) { relay.deliver(.store($0)) }
        } catch { throw .failed([Sentence("panel.failed", .text(error.description))]) }
    }

    private func watchClock(_ loop: EventLoop, _ relay: Relay, _ store: StoreThread?) throws(CommandError) -> WallClockSource? {
        guard memory != nil else { return nil }
        let isTrusted = invocation.configuration.clock == .trusted
        let evidence = { ClockEvidence.ofThisMachine(isTrusted: isTrusted) }
        do throws(SystemError) {
            return try WallClockSource(loop: loop, evidence: evidence) { clock in
                relay.deliver(.panel(.clock(clock)))
                store?.learn(clock, at: loop.now)
            }
        } catch { throw .failed([Sentence("panel.failed", .text(error.description))]) }
    }

    /// Goes on from the journal, or asks about it, or shows the menus; without a memory the routine starts.
    private func begin(_ host: KioskHost, _ journal: JournalFile?, at now: Instant) {
        guard let memory else { return host.start(at: now) }
        guard let path = memory.journalPath, let bootID = memory.place.bootID else { return }
        do throws(StoreError) {
            guard let entry = try JournalFile.left(at: path).flatMap(JournalEntry.init) else { return }
            if host.resume(entry, bootID: bootID, at: now) { return }
            // The power went between the session's keeping and the journal's clearing: there is nothing to ask.
            if memory.holds(entry) { journal?.clear() } else { host.offerUnlessFiled(entry, at: now) }
        } catch { invocation.surroundings.warn("stepback: \(error)") }
    }

    private func turn(_ host: KioskHost, _ relay: Relay, _ loop: EventLoop, _ now: Instant) -> Instant? {
        var next: Instant?
        // What an effect answers within the turn is handled in it too.
        repeat {
            for event in relay.take() {
                switch event {
                case .panel(let event): host.handle(event, at: now)
                case .store(let event): host.handle(event, at: now)
                }
            }
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

/// Events of the panel's parts and of the store, kept until the turn that the loop makes for them: none of them re-enters the kiosk.
final class Relay {
    enum Event: Sendable {
        case panel(PanelEvent)
        case store(StoreEvent)
    }

    private var events: [Event] = []
    func deliver(_ event: Event) { events.append(event) }
    func deliver(_ event: PanelEvent) { events.append(.panel(event)) }
    func take() -> [Event] {
        defer { events = [] }
        return events
    }
    var isEmpty: Bool { events.isEmpty }
}

extension EventLoop {
    fileprivate static func made() throws(CommandError) -> EventLoop {
        do throws(SystemError) { return try EventLoop() } catch {
            throw .failed([Sentence("panel.failed", .text(error.description))])
        }
    }
}
