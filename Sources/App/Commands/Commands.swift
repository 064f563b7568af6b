// Commands: the command line. Arguments, configuration, help, exit codes; one file a subcommand.
// May import every room. Belongs to the main thread; writes to a terminal and ends, or hands the thread to the kiosk's loop.
import Foundation
import Playback
import Words

/// The program.
public enum Commands {
    /// The version that `--version` and the package show.
    public static let version = "0.1.0"

    static var all: [any Subcommand.Type] {
        [
            BridgeCommand.self, CheckCommand.self, DoctorCommand.self, ListCommand.self, PlayCommand.self, RenderCommand.self,
            RunCommand.self,
            ShowCommand.self, HelpCommand.self,
        ]
    }

    /// A service is started again a tenth of a second after its end, so that a crash costs no set. What fails for a reason fails again for
    /// the same one: it takes at least this long about it, or it would fill the log ten times a second.
    static let shortestFailure = Duration.seconds(5)

    /// Runs the command line and returns the exit code: 0, 1 when it failed, 64 for wrong usage; see `ExitCode`.
    public static func run(_ surroundings: Surroundings) -> Int32 {
        let begun = surroundings.now()
        var invocation = Invocation(surroundings: surroundings)
        do throws(CommandError) {
            return try run(&invocation)
        } catch {
            report(error, invocation)
            let isKiosk = surroundings.isService && surroundings.arguments.contains(RunCommand.shape.name)
            let left = shortestFailure - (surroundings.now() - begun)
            if isKiosk, left > .zero { surroundings.wait(left) }
            return error.exitCode
        }
    }

    private static func run(_ invocation: inout Invocation) throws(CommandError) -> Int32 {
        var rest = invocation.surroundings.arguments[...]
        let leading = takeLanguage(&rest)
        guard let name = rest.popFirst() else {
            try speak(try Arguments(leading, shape: HelpCommand.shape), &invocation)
            invocation.surroundings.complain(Help.overview(invocation))
            return ExitCode.usage
        }
        switch name {
        case "--help", "-h":
            let arguments = try Arguments(leading + rest, shape: HelpCommand.shape)
            try speak(arguments, &invocation)
            return try HelpCommand.run(arguments, invocation)
        case "--version":
            invocation.surroundings.say("stepback \(version)")
            return ExitCode.done
        default: break
        }
        guard let command = all.first(where: { $0.shape.name == name }) else { throw unknown(name) }
        // What is wrong with the command line is said in the language that it asks for.
        try invocation.listen(to: leading + rest)
        let arguments = try Arguments(leading + rest, shape: command.shape)
        try invocation.check(arguments, of: command.shape)
        invocation.configuration.apply(arguments)
        if arguments.has(.help) {
            try invocation.findWords()
            invocation.surroundings.write(Help.page(command.shape, invocation))
            return ExitCode.done
        }
        try invocation.configure(arguments)
        if command.shape.name != DoctorCommand.shape.name { invocation.warnAboutConfiguration() }
        return try command.run(arguments, invocation)
    }

    /// Takes `--locale LANGUAGE` from the front, where it may stand before the command.
    private static func takeLanguage(_ rest: inout ArraySlice<String>) -> [String] {
        var taken: [String] = []
        while let word = rest.first, word == "--locale" || word.hasPrefix("--locale=") {
            taken += rest.prefix(word == "--locale" ? 2 : 1)
            rest = rest.dropFirst(word == "--locale" ? 2 : 1)
        }
        return taken
    }

    /// Finds the words that the command line asks for, without a look at the configuration.
    private static func speak(_ arguments: Arguments, _ invocation: inout Invocation) throws(CommandError) {
        try invocation.check(arguments, of: HelpCommand.shape)
        invocation.configuration.apply(arguments)
        try invocation.findWords()
    }

    /// There is no such command, or no such option before one.
    static func unknown(_ name: String) -> CommandError {
        let names = all.map { $0.shape.name }
        let isOption = name.hasPrefix("-")
        if let near = NearMiss.of(name, among: isOption ? ["--help", "--version"] : names) {
            return .usage(
                Sentence(isOption ? "usage.unknownOptionNear" : "usage.unknownCommandNear", .text(name), .text(near)), command: nil)
        }
        let good = isOption ? "--help, --version" : names.joined(separator: ", ")
        return .usage(Sentence(isOption ? "usage.unknownOption" : "usage.unknownCommand", .text(name), .text(good)), command: nil)
    }

    private static func report(_ error: CommandError, _ invocation: Invocation) {
        var invocation = invocation
        do throws(CommandError) {
            switch error {
            case .broken(let sentence): invocation.surroundings.warn(sentence)
            case .failed(let sentences):
                try invocation.findWords()
                for sentence in sentences { invocation.surroundings.warn(sentence.text(invocation.words)) }
            case .told(let sentences), .impossible(let sentences): for sentence in sentences { invocation.surroundings.warn(sentence) }
            case .usage(let sentence, let command):
                try invocation.findWords()
                let program = command.map { "stepback \($0)" } ?? "stepback"
                invocation.surroundings.warn("\(program): \(sentence.text(invocation.words))")
                invocation.surroundings.warn(invocation.words("usage.seeHelp", .text("\(program) --help")))
            }
        } catch {
            // The words themselves are missing: say that, it is the first thing to mend.
            if case .broken(let sentence) = error { invocation.surroundings.warn(sentence) }
        }
    }
}

/// One command, in a file of its own.
protocol Subcommand {
    static var shape: Shape { get }
    /// Returns the exit code.
    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32
}
