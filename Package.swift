// swift-tools-version: 6.0
// The house, floor by floor, ground floor first. A room imports only rooms below it (Tests/HouseTests guards that).
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .unsafeFlags(["-warnings-as-errors"])]

func room(_ name: String, _ floor: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)", swiftSettings: strict)
}

func tests(_ room: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(room)Tests", dependencies: [.byName(name: room)] + dependencies + ["TestSupport"], path: "Tests/\(room)Tests",
        exclude: exclude,
        swiftSettings: strict)
}

let package = Package(
    name: "stepback",
    products: [.executable(name: "stepback", targets: ["stepback"])],
    targets: [
        // C: what the system's libraries look like to Swift.
        .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
        .systemLibrary(name: "CDRM", path: "Sources/C/CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
        .systemLibrary(name: "CGpiod", path: "Sources/C/CGpiod", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
        .systemLibrary(name: "CALSA", path: "Sources/C/CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        // Its headers alone: the library is loaded once the first picture is shown.
        .systemLibrary(name: "CEspeak", path: "Sources/C/CEspeak", providers: [.apt(["libespeak-ng-dev"])]),
        .systemLibrary(name: "CCairo", path: "Sources/C/CCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // Core: values and pure functions.
        room("Words", "Core"),
        room("Workouts", "Core"),
        room("Playback", "Core", ["Workouts", "Words"]),
        room("Records", "Core", ["Workouts"]),
        room("Library", "Core", ["Records", "Workouts"]),
        room("Bridge", "Core", ["Library", "Workouts"]),

        // World: what is outside, one adapter each.
        room("Ports", "World", ["Playback", "Library"]),
        room("Linux", "World", ["Ports", "CLinux"]),
        room("Preview", "World", ["Ports", "Linux", "CLinux", "CZlib"]),
        room("Sound", "World", ["Ports", "Linux", "CALSA", "CEspeak"]),
        room("Buttons", "World", ["Ports", "Linux", "CGpiod", "CLinux"]),
        room("Display", "World", ["Ports", "Linux", "CDRM", "CLinux"]),
        room("Store", "World", ["Ports", "Linux", "Bridge", "Library", "Records", "Workouts", "Words", "CLinux"]),

        // Stage: from state to picture.
        room("Canvas", "Stage", ["Ports", "CCairo"]),
        room("Stage", "Stage", ["Canvas", "Workouts", "Playback", "Words"]),

        // App.
        room("Kiosk", "App", ["Stage", "Canvas", "Ports", "Playback", "Library", "Records", "Workouts", "Words"]),
        room(
            "Commands", "App",
            [
                "Kiosk", "Stage", "Canvas", "Preview", "Sound", "Buttons", "Display", "Store", "Linux", "Ports", "Playback", "Bridge",
                "Library", "Records", "Workouts", "Words",
            ]),
        .executableTarget(name: "stepback", dependencies: ["Commands"], path: "Sources/App/stepback", swiftSettings: strict),

        // Measures; not a product.
        .executableTarget(
            name: "bench",
            dependencies: [
                "Kiosk", "Stage", "Canvas", "Display", "Preview", "Sound", "Store", "Linux", "Ports", "Playback", "Bridge", "Library",
                "Records", "Workouts", "Words", "Mutants", "TestSupport", "CLinux",
            ], path: "bench", exclude: ["peers", "counting"], swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["Ports", "Bridge", "Library", "Workouts", "CCairo"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .target(name: "Readings", dependencies: ["Canvas", "Ports"], path: "Tests/Readings", swiftSettings: strict),
        .target(
            name: "Mutants", dependencies: ["Store", "Bridge", "Library", "Records", "Workouts", "TestSupport"], path: "Tests/Mutants",
            swiftSettings: strict),
        tests("Workouts", exclude: ["Cases"]), tests("Playback", ["Workouts", "Words"]), tests("Words"),
        tests("Records", ["Workouts"]), tests("Library", ["Records", "Workouts"]),
        tests("Bridge", ["Library", "Records", "Workouts"], exclude: ["Cases", "Store", "validate.py"]),
        tests("Linux", ["Ports", "Playback"]), tests("Preview", ["Ports", "Playback"]), tests("Sound", ["Ports", "Playback"]),
        tests("Buttons", ["Ports", "Playback"]), tests("Display", ["Ports", "Playback"]),
        tests(
            "Store", ["Ports", "Linux", "Bridge", "Library", "Records", "Workouts", "Words", "CLinux", "Mutants"],
            exclude: ["Cases", "Seeds"]),
        tests("Canvas", ["Ports"], exclude: ["Golden"]),
        tests("Stage", ["Readings", "Canvas", "Workouts", "Playback", "Words", "Ports"], exclude: ["Golden"]),
        tests(
            "Kiosk", ["Readings", "Store", "Linux", "Stage", "Canvas", "Ports", "Playback", "Library", "Records", "Workouts", "Words"],
            exclude: ["Golden"]),
        tests("Commands", ["Bridge", "Store", "Library", "Records", "Workouts", "Playback", "Words"]),
        .testTarget(name: "BenchTests", dependencies: ["bench", "TestSupport"], path: "Tests/BenchTests", swiftSettings: strict),
        .testTarget(name: "HouseTests", dependencies: ["TestSupport"], path: "Tests/HouseTests", swiftSettings: strict),
    ]
)
