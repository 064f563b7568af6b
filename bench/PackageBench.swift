import Foundation

/// How much the package takes once it is installed. deploy/bench says where it is: STEPBACK_PACKAGE.
func benchPackage() {
    let (what, goal) = ("the package, installed", 100.0)
    guard let path = ProcessInfo.processInfo.environment["STEPBACK_PACKAGE"] else {
        say("package: none can be made of this machine's own (deploy/package says why), so its size is not measured")
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
