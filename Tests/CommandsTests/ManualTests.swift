import Foundation
import TestSupport
import Testing

@testable import Commands

@Test func theManualNamesEveryCommandAndOptionAndTheVersion() throws {
    let manual = try Project.text("Resources/man/stepback.1").replacingOccurrences(of: "\\-", with: "-")
    #expect(manual.contains("\"StepBack \(Commands.version)\""))
    for shape in Commands.all.map({ $0.shape }) {
        #expect(
            manual.contains("\n.B \(shape.name)\n") || manual.contains("\n.BI \(shape.name) ") || manual.contains("\n.BR \(shape.name) "))
        for option in shape.allOptions { #expect(manual.contains(" --\(option.name)"), "--\(option.name) of \(shape.name)") }
    }
}

@Test func theManualSaysWhatTheExitStatusOfTheDoctorMeans() throws {
    let manual = try Project.text("Resources/man/stepback.1")
    let sections = manual.components(separatedBy: "\n.SH ")
    let section = sections.first { $0.hasPrefix("EXIT STATUS\n") } ?? ""
    let entries = section.components(separatedBy: "\n.TP\n")
    let one = entries.first { $0.hasPrefix(".B 1\n") } ?? ""
    #expect(one.contains(".BR doctor :\nsomething needs mending."))
}
