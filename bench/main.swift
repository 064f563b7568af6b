// bench: measures a room and prints each figure beside its goal. deploy/bench runs it in release.
// `bench NAME...` runs those named, "store" also "store-watch"; without a name, all.

let benches: [(name: String, run: () -> Void)] = [
    ("bridge", benchBridge), ("canvas", benchCanvas), ("display", benchDisplay), ("fuzz", benchFuzz), ("kills", benchKills),
    ("live", benchLive),
    ("press", benchPress),
    ("records", benchRecords), ("screens", benchScreens), ("sound", benchSound), ("start", benchStart), ("store", benchStore),
    ("store-watch", benchStoreWatch), ("workouts", benchWorkouts),
]

let names = CommandLine.arguments.dropFirst()
// One start of the store's bench, in a process of its own.
let isStart = names.first == "store-start"
if isStart { try StoreStart.perform(Array(names.dropFirst())) }
// The processes that are killed.
if names.first == "kills-child" { try Saver.run(Array(names.dropFirst())) }
if names.first == "bridge-child" { try BridgeChild.run(Array(names.dropFirst())) }
for name in isStart ? [] : names where !benches.contains(where: { $0.name == name }) {
    print("bench: there is no bench named \(name); there are: \(benches.map(\.name).joined(separator: ", "))")
}
for bench in isStart ? [] : benches where names.isEmpty || names.contains(where: { bench.name == $0 || bench.name.hasPrefix($0 + "-") }) {
    bench.run()
}
