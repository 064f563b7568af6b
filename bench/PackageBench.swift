import Foundation

/// How much the package takes once it is installed. deploy/bench says where it is: STEPBACK_PACKAGE.
func benchPackage() {
    guard let path = ProcessInfo.processInfo.environment["STEPBACK_PACKAGE"] else {
        return say("package: there is none here (deploy/package makes it), so its size is not measured")
    }
    do {
        let result = try output(of: "/usr/bin/dpkg-deb", ["--field", path, "Installed-Size"])
        guard result.status == 0, let kilobytes = Double(result.text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            return say("package: \(result.text)")
        }
        let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Double ?? 0
        report(
            "the package, installed", kilobytes * 1024 / 1e6, .megabytes, goal: 100,
            note: "packed " + Unit.megabytes.text(bytes / 1e6))
    } catch { say("package: \(error)") }
}
