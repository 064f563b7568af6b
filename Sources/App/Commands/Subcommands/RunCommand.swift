import Foundation
import Kiosk
import Store

extension Shape {
    /// `stepback run`: what the system's service starts.
    static let run = Shape(name: "run", operands: .none, options: [.livePanel, .size, .stage, .mute, .store, .config])
}

/// `stepback run`: the kiosk, from its home screen; after a crash from where it was.
enum RunCommand: Subcommand {
    static let shape = Shape.run

    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        // Like a wrong line of the configuration: a person would rather have the screen, and the service would only fail again.
        if invocation.lacksItsTerminal { invocation.surroundings.warn(invocation.words("panel.notOfService")) }
        guard let panel = invocation.panelToServeOn else { throw .failed([Sentence("panel.none")]) }
        let memory = try invocation.memory()
        var settings = invocation.kioskSettings
        settings.personal = invocation.settings.without(arguments)
        settings.leavesAfterSummary = false
        settings.filesSessions = true
        settings.storePath = memory.place.path
        settings.bootID = memory.journalPath == nil ? nil : memory.place.bootID
        settings.version = Commands.version
        settings.languages = invocation.languages
        let kiosk = Kiosk(
            settings: settings, words: invocation.screenWords, spoken: try invocation.spokenWords(), calendar: invocation.calendar,
            seed: .random(in: .min ... .max))
        try Live(invocation: invocation, kiosk: kiosk, memory: memory).play(on: panel)
        return ExitCode.done
    }
}
