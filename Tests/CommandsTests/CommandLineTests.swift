import Testing

@testable import Commands

@Test func helpIsShownForTheProgramAndEachCommand() {
    let overview = Shell("--help")
    #expect(overview.code == 0 && overview.errors == "" && overview.output.hasPrefix("Usage: stepback COMMAND\n"))
    #expect(Shell("help").output == overview.output && Shell("-h").output == overview.output)
    for command in Commands.all.map({ $0.shape }) {
        let page = Shell(command.name, "--help")
        #expect(page.code == 0 && page.errors == "" && page.output.hasPrefix("Usage: stepback \(command.name)"), "\(command.name)")
        for option in command.allOptions { #expect(page.output.contains("--\(option.name)"), "\(command.name) --\(option.name)") }
        #expect(Shell("help", command.name).output == page.output)
        #expect(overview.output.contains("\n  \(command.name) "))
        #expect(page.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}

@Test func theVersionIsOneLine() {
    let shell = Shell("--version")
    #expect(shell.code == 0 && shell.output == "stepback \(Commands.version)\n")
}

@Test func wrongUsageGoesToStandardErrorWithCode64() {
    let nothing = Shell()
    #expect(nothing.code == 64 && nothing.output == "" && nothing.errors.hasPrefix("Usage: stepback COMMAND"))
    let unknown = Shell("hepl")
    #expect(unknown.code == 64 && unknown.output == "")
    #expect(unknown.errors == "stepback: there is no command hepl; did you mean help?\n“stepback --help” shows what there is.\n")
    let option = Shell("help", "--loud")
    #expect(
        option.errors
            == "stepback help: there is no option --loud; there are --locale, --help\n“stepback help --help” shows what there is.\n")
    #expect(option.code == 64)
    #expect(Shell("help", "a", "b").errors.hasPrefix("stepback help: “b” is one word too many"))
    #expect(Shell("--verison").errors.hasPrefix("stepback: there is no option --verison; did you mean --version?"))
    #expect(Shell("help", "nowhere").code == 64)
}

@Test func theLanguageIsTheCommandLinesThenTheEnvironments() {
    let accented = Shell("help", "--locale", "en-XA")
    #expect(accented.output.contains("[Ûšåĝé: stepback"), "\(accented.output)")
    #expect(Shell("help", variables: ["LANG": "en_XA.UTF-8"]).output == accented.output)
    #expect(Shell("help", variables: ["LC_ALL": "C", "LANG": "en_XA.UTF-8"]).output == Shell("help").output)
    #expect(Shell("help", variables: ["LC_ALL": "", "LC_MESSAGES": "en_XA@x", "LANG": "C"]).output == accented.output)
}

@Test func aServiceWaitsForItsScreenAndAPersonWithoutOneIsTold() {
    func invocation(_ variables: [String: String]) -> Invocation {
        Invocation(
            surroundings: Surroundings(arguments: [], variables: variables, executable: "", write: { _ in }, complain: { _ in }))
    }
    // Whether this very machine has a card or a terminal is not for the test to say.
    let byHand = invocation([:]).panelToPlayOn
    #expect(invocation([:]).panelToServeOn == byHand)
    #expect(invocation(["NOTIFY_SOCKET": "/run/systemd/notify"]).panelToServeOn == byHand ?? .drm)
    var filming = invocation(["NOTIFY_SOCKET": "/run/systemd/notify"])
    filming.configuration.panel = .film
    #expect(filming.panelToServeOn == byHand ?? .drm, "films are of plays")
    var ofTerminal = invocation(["NOTIFY_SOCKET": "/run/systemd/notify"])
    ofTerminal.configuration.panel = .terminal
    #expect(ofTerminal.panelToServeOn == (Invocation.isAtTerminal ? .terminal : byHand ?? .drm), "it has none")
    #expect(ofTerminal.lacksItsTerminal != Invocation.isAtTerminal)
    var byHandInTerminal = invocation([:])
    byHandInTerminal.configuration.panel = .terminal
    #expect(byHandInTerminal.panelToServeOn == .terminal && !byHandInTerminal.lacksItsTerminal, "a person is told that it cannot be")
}

@Test func aKioskThatCannotStartTakesItsTimeAboutItWhenItWouldBeStartedAgainAtOnce() {
    let service = ["NOTIFY_SOCKET": "/run/systemd/notify"]
    let wrong = ["run", "--config", "/nowhere/stepback.conf"]
    func waited(_ arguments: [String], _ variables: [String: String], after seconds: Int64 = 0) -> Duration {
        let shell = Shell(arguments: arguments, variables: variables, readings: [100, 100 + seconds])
        #expect(shell.code != 0)
        return shell.waited
    }
    #expect(waited(wrong, service) == .seconds(5))
    #expect(waited(wrong, service, after: 3) == .seconds(2))
    #expect(waited(wrong, service, after: 3600) == .zero, "it had been playing")
    #expect(waited(["run", "--loud"], service) == .seconds(5), "wrong usage too")
    #expect(waited(wrong, [:]) == .zero, "a person is told at once")
    #expect(waited(["check", "/nowhere/x.routine"], service) == .zero, "nor is this the kiosk")
    #expect(Shell("run", "--help", variables: service).waited == .zero)
}

@Test func escapeSequencesNeverReachATerminal() {
    let shell = Shell("\u{1B}[31mred\u{7}\u{9B}")
    #expect(shell.errors.hasPrefix("stepback: there is no command [31mred; there are"))
}

@Test func withoutResourcesOneSentenceSaysWhereTheyWereSought() {
    var errors = ""
    let code = Commands.run(
        Surroundings(
            arguments: ["--help"], variables: [:], executable: "/nowhere/bin/stepback", write: { _ in }, complain: { errors += $0 }))
    #expect(code == 1)
    #expect(
        errors == "stepback: Localizable.xcstrings is missing; it was looked for in /nowhere/bin, /nowhere/bin/Resources, "
            + "/nowhere/Resources, /nowhere/share/stepback, /usr/share/stepback; install stepback again\n")
}
@Test func aWrongConfigurationIsToldAndTheCommandGoesOn() throws {
    let scratch = try Scratch()
    let path = try scratch.file("a.conf", "stage = dim\nlanguage = en-XA")
    let shell = Shell("check", "--config", path, try scratch.file("a.routine", "Morning\nBridge 30s"))
    #expect(shell.errors.hasPrefix("[\(path):1: [") && shell.code == 0)
    let missing = Shell("check", "--config", scratch.path("none.conf"), scratch.path("a.routine"))
    #expect(missing.code == 1 && missing.errors == "\(scratch.path("none.conf")): There is no such file; check its name and folder\n")
}

@Test func theKioskDoesNotOfferToBeFilmed() throws {
    #expect(throws: CommandError.self) { try Arguments(["--panel", "film"], shape: .run) }
    #expect(throws: Never.self) { try Arguments(["--panel", "terminal"], shape: .run) }
}
