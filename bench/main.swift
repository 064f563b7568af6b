// bench: measures a room and prints each figure beside its goal. deploy/bench runs it in release.
// `bench NAME...` runs those named; without a name, all.

let benches: [(name: String, run: () -> Void)] = [
    ("canvas", benchCanvas), ("display", benchDisplay), ("live", benchLive), ("records", benchRecords),
    ("sound", benchSound),
    ("start", benchStart), ("workouts", benchWorkouts),
]

let names = CommandLine.arguments.dropFirst()
for name in names where !benches.contains(where: { $0.name == name }) {
    print("bench: there is no bench named \(name); there are: \(benches.map(\.name).joined(separator: ", "))")
}
for bench in benches where names.isEmpty || names.contains(bench.name) { bench.run() }
