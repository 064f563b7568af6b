// bench: measures, and prints one table of figures beside their goals and beside what the same takes other players. deploy/bench runs it
// in release. Without a name it measures all that the table in the README has; `bench NAME...` those named, "store" also "store-watch".
// --json prints the figures for a program, --write puts the table into the README. `bench guard` compares counts with recorded ones.

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
// Processes of one measurement each.
case "store-start": try StoreStart.perform(Array(arguments.dropFirst()))
case "kills-child": try Saver.run(Array(arguments.dropFirst()))
case "bridge-child": try BridgeChild.run(Array(arguments.dropFirst()))
case "live-child": try LiveChild.run(Array(arguments.dropFirst()))
case "counted": try CountedPlay.run(Array(arguments.dropFirst()))
case "guard": exit(runGuard(Array(arguments.dropFirst())))
default: measure(names: arguments.filter { !$0.hasPrefix("--") }, switches: arguments.filter { $0.hasPrefix("--") })
}
