// bench: measures, and prints one table of figures beside their goals and beside what the same takes other players. deploy/bench runs it
// in release. Without a name it measures all that the table in the README has; `bench NAME...` those named, "store" also "store-watch".
// --json prints the figures for a program, --write puts the table into the README. `bench guard` compares counts with recorded ones,
// `bench guard --record` records them. `bench asked ARGUMENT...` prints what these would run, a word each.
//
// Ends with 0 when all of it was measured (the size of a package only where one can be made), 1 when not, when --write was refused or when
// the guard found a count worse, 64 when the arguments are wrong, 69 when the guard cannot count here.

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
// Processes of one measurement each.
case "store-start": try StoreStart.perform(Array(arguments.dropFirst()))
case "kills-child": try Saver.run(Array(arguments.dropFirst()))
case "bridge-child": try BridgeChild.run(Array(arguments.dropFirst()))
case "live-child": try LiveChild.run(Array(arguments.dropFirst()))
case "counted": try CountedPlay.run(Array(arguments.dropFirst()))
case "asked": exit(perform(Array(arguments.dropFirst()), isAskedOnly: true))
// The two processes behind the one that was called.
case Keeper.name: exit(Keeper.keep(Array(arguments.dropFirst())))
case Keeper.kept: exit(perform(Array(arguments.dropFirst()), isAskedOnly: false))
default: exit(Keeper.run(arguments))
}
