import Foundation

/// How much the package takes once it is installed. deploy/bench says where it is: STEPBACK_PACKAGE.
func benchPackage() {
    let (what, goal) = ("the package, installed", 100.0)
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment["STEPBACK_PACKAGE"] else {
        if environment["STEPBACK_WITHOUT_PACKAGE"] != nil {
            // Nobody can make one of this machine's own: no fault of this run.
            return report(what, "not measured here", goal: Unit.megabytes.text(goal))
        }
        say("package: STEPBACK_PACKAGE does not say where it is; deploy/bench makes one")
        return report(what, nil, .megabytes, goal: goal)
    }
    do {
        let result = try output(of: "/usr/bin/dpkg-deb", ["--field", path, "Installed-Size"])
        guard result.status == 0, let kilobytes = Double(result.text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            return notMeasured("package: \(result.text)")
        }
        let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Double ?? 0
        report(
            what, kilobytes * 1024 / 1e6, .megabytes, goal: goal,
            note: "packed " + Unit.megabytes.text(bytes / 1e6))
    } catch { notMeasured("package: \(error)") }
}
