/// `stepback help [COMMAND]`: what `--help` shows.
enum HelpCommand: Subcommand {
    static let shape = Shape(name: "help", operands: .optional(place: "place.command"), options: [])

    static func run(_ arguments: Arguments, _ invocation: Invocation) throws(CommandError) -> Int32 {
        guard let name = arguments.operands.first else {
            invocation.surroundings.write(Help.overview(invocation))
            return ExitCode.done
        }
        guard let command = Commands.all.first(where: { $0.shape.name == name }) else { throw Commands.unknown(name) }
        invocation.surroundings.write(Help.page(command.shape, invocation))
        return ExitCode.done
    }
}
