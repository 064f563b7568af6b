import Foundation
import Glibc

/// Another StepBack on this machine: the service, most likely. What it holds is in good hands.
enum RunningPlayer {
    /// `folder` is /proc, which names each process by its number.
    static func isThere(_ folder: String = "/proc", exceptFor own: Int32 = getpid()) -> Bool {
        // Without /proc no process is known, and a taken screen is told as that.
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).contains { name in
            guard let process = Int32(name), process != own else { return false }
            // A process may end before it is asked its name.
            guard let bytes = try? RegularFile.read("\(folder)/\(name)/comm") else { return false }
            return String(decoding: bytes, as: UTF8.self).trimmed == "stepback"
        }
    }
}
