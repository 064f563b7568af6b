import Buttons
import Display
import Foundation
import Glibc
import Linux
import Ports
import Preview
import Sound

/// Screen, keys and sound of one panel, and how to give them back.
struct LivePanel {
    let screen: Screen
    let speaker: Speaker
    /// Ends what only this panel has; the speaker is the host's to close.
    let close: () -> Void
    /// Kept for as long as the panel plays.
    fileprivate let parts: [AnyObject]
}

extension Invocation {
    /// Whether a picture and keys can be had in this terminal.
    static var isAtTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// The best panel there is; nil: only a film can be made.
    var panelToPlayOn: PanelChoice? {
        switch configuration.panel {
        case .film: nil
        case .drm, .terminal: configuration.panel
        case .auto: Display.isAvailable ? .drm : Invocation.isAtTerminal ? .terminal : nil
        }
    }

    /// What a service plays on: a screen that is not there yet is waited for, since its driver, or the television, may come later than we
    /// do, and the sound and the buttons are of use meanwhile. A person who starts the kiosk by hand is told instead. A configuration
    /// that films what is played says nothing of the kiosk, and one that wants a terminal cannot be meant for a service without one.
    var panelToServeOn: PanelChoice? {
        var automatic = self
        if configuration.panel == .film || lacksItsTerminal { automatic.configuration.panel = .auto }
        if let panel = automatic.panelToPlayOn { return panel }
        return surroundings.isService && automatic.configuration.panel == .auto ? .drm : nil
    }

    /// A service that was told to play in a terminal, and has none.
    var lacksItsTerminal: Bool { configuration.panel == .terminal && surroundings.isService && !Invocation.isAtTerminal }

    /// Opens a panel. Made before any thread: the signals are blocked in all of them.
    func open(_ panel: PanelChoice, _ loop: EventLoop, _ relay: Relay) throws(CommandError) -> LivePanel {
        switch panel {
        case .terminal: try openTerminal(loop, relay)
        default: try openHardware(loop, relay)
        }
    }

    private func openTerminal(_ loop: EventLoop, _ relay: Relay) throws(CommandError) -> LivePanel {
        guard Invocation.isAtTerminal else { throw .failed([Sentence("panel.noTerminal")]) }
        do {
            let colour = TerminalPanel.isDirectColour(colorTerm: surroundings.variables["COLORTERM"])
            var terminal: TerminalPanel?
            let signals = try SignalSource(TerminalPanel.signals, loop: loop) { terminal?.handle($0) }
            let panel = try TerminalPanel(loop: loop, size: configuration.size, isDirectColour: colour, deliver: relay.deliver)
            terminal = panel
            return LivePanel(screen: panel, speaker: speaker(loop, relay), close: panel.close, parts: [signals, panel])
        } catch { throw .failed([Sentence("panel.failed", .text("\(error)"))]) }
    }

    private func openHardware(_ loop: EventLoop, _ relay: Relay) throws(CommandError) -> LivePanel {
        let log = Invocation.log
        do {
            let signals = try SignalSource([SIGTERM, SIGINT, SIGHUP], loop: loop) { _ in relay.deliver(.stop) }
            let settings = configuration.screen.settings
            var typed: EvdevKeys?
            let display = try Display(loop: loop, settings: settings, log: log) { event in
                // Another program has the terminal: the keyboard is its own.
                if event == .screen(.hidden) { typed?.setActive(false) }
                if event == .screen(.shown) { typed?.setActive(true) }
                relay.deliver(event)
            }
            let buttons = GPIOButtons(
                configuration.buttons.wirings, lines: KernelLines(), loop: loop, deliver: relay.deliver, note: { log($0.description) })
            let keys = try EvdevKeys(
                loop: loop, grabs: true, showConsole: { [unowned display] in display.showTerminal($0) }, deliver: relay.deliver,
                note: { log($0.description) })
            typed = keys
            buttons.start()
            keys.start()
            return LivePanel(
                screen: display, speaker: speaker(loop, relay),
                close: {
                    keys.close()
                    buttons.close()
                    display.close()
                }, parts: [signals, display, buttons, keys])
        } catch { throw .failed([Sentence("panel.failed", .text("\(error)"))]) }
    }

    private func speaker(_ loop: EventLoop, _ relay: Relay) -> Speaker {
        let sound = configuration.sound
        let speaker = ALSASpeaker(
            ALSASpeaker.Settings(device: sound.device, musicControl: sound.musicControl), poster: loop.poster, log: Invocation.log,
            events: relay.deliver)
        speaker.setVolume(sound.volume)
        return speaker
    }

    /// Where sentences about devices go: the service's journal. A terminal's panel covers them, so they are left out there.
    static let log: @Sendable (String) -> Void = { sentence in
        guard isatty(STDERR_FILENO) == 0 else { return }
        FileHandle.standardError.write(Data("stepback: \(Surroundings.printable(sentence))\n".utf8))
    }
}
