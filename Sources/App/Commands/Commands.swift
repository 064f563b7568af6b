// Commands: the command line. Arguments, configuration, help, exit codes; one file a subcommand.
// May import every room. Belongs to the main thread; writes to a terminal and ends, or hands the thread to the kiosk's loop.
import Foundation
import Words

/// The program.
public enum Commands {
    /// The version that `--version` and the package show.
    public static let version = "0.1.0"

    static var all: [any Subcommand.Type] {
        [CheckCommand.self, DoctorCommand.self, PlayCommand.self, RenderCommand.self, RunCommand.self, HelpCommand.self]
    }

    /// Runs the command line and returns the exit code: 0, 1 when it failed, 64 for wrong usage.
    public static func run(_ surroundings: Surroundings) -> Int32 {
        var session = Session(surroundings: surroundings)
        do throws(CommandError) {
            return try run(&session)
        } catch {
            report(error, session)
            return error.exitCode
        }
    }

    private static func run(_ session: inout Session) throws(CommandError) -> Int32 {
        var rest = session.surroundings.arguments[...]
        guard let name = rest.popFirst() else {
            try session.findWords()
            session.surroundings.complain(Help.overview(session))
            return ExitCode.usage
        }
        switch name {
        case "--help", "-h":
            try session.findWords()
            session.surroundings.write(Help.overview(session))
            return ExitCode.done
        case "--version":
            session.surroundings.say("stepback \(version)")
            return ExitCode.done
        default: break
        }
        guard let command = all.first(where: { $0.shape.name == name }) else { throw unknown(name) }
        let arguments = try Arguments(rest, shape: command.shape)
        session.configuration.apply(arguments)
        if arguments.has(.help) {
            try session.findWords()
            session.surroundings.write(Help.page(command.shape, session))
            return ExitCode.done
        }
        try session.configure(arguments)
        if command.shape.name != DoctorCommand.shape.name { session.warnAboutConfiguration() }
        return try command.run(arguments, session)
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

    private static func report(_ error: CommandError, _ session: Session) {
        var session = session
        do throws(CommandError) {
            switch error {
            case .broken(let sentence): session.surroundings.warn(sentence)
            case .failed(let sentences):
                try session.findWords()
                for sentence in sentences { session.surroundings.warn(sentence.text(session.words)) }
            case .told(let sentences): for sentence in sentences { session.surroundings.warn(sentence) }
            case .usage(let sentence, let command):
                try session.findWords()
                let program = command.map { "stepback \($0)" } ?? "stepback"
                session.surroundings.warn("\(program): \(sentence.text(session.words))")
                session.surroundings.warn(session.words("usage.seeHelp", .text("\(program) --help")))
            }
        } catch {
            // The words themselves are missing: say that, it is the first thing to mend.
            if case .broken(let sentence) = error { session.surroundings.warn(sentence) }
        }
    }
}

/// One command, in a file of its own.
protocol Subcommand {
    static var shape: Shape { get }
    /// Returns the exit code.
    static func run(_ arguments: Arguments, _ session: Session) throws(CommandError) -> Int32
}
