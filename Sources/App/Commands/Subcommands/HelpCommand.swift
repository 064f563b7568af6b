/// `stepback help [COMMAND]`: what `--help` shows.
enum HelpCommand: Subcommand {
    static let shape = Shape(name: "help", operands: .optional(place: "place.command"), options: [])

    static func run(_ arguments: Arguments, _ session: Session) throws(CommandError) -> Int32 {
        guard let name = arguments.operands.first else {
            session.surroundings.write(Help.overview(session))
            return ExitCode.done
        }
        guard let command = Commands.all.first(where: { $0.shape.name == name }) else { throw Commands.unknown(name) }
        session.surroundings.write(Help.page(command.shape, session))
        return ExitCode.done
    }
}
