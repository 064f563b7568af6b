import Foundation
import Glibc

/// Another StepBack on this machine: the service, most likely. That it runs does not say that it has the screen or the sound card.
struct RunningPlayer: Hashable, Sendable {
    var process: Int32
    /// It is of the system's service, and so it plays.
    var isService: Bool
    /// The virtual terminal that controls it: 1 is tty1. Nil: it has none, as over SSH, or another session took it. A terminal controls
    /// one session, so nobody else's is in front while this is.
    var terminal: Int?
    /// The files it has open; nil where this user may not see them.
    var files: Set<String>?

    /// Whether it has the card's device file open; who may not see that takes the service's word.
    func mayHave(_ card: String) -> Bool { files.map { $0.contains(card) } ?? isService }

    var hasSoundCard: Bool { files?.contains { $0.hasPrefix("/dev/snd/pcm") } == true }
}

/// What runs on this machine, as the kernel shows it. Without /proc nothing is known, and a taken screen is told as that.
struct Processes {
    /// Names each process by its number.
    var folder = "/proc"

    private func text(_ process: Int32, _ file: String) -> String? {
        // A process may end before it is asked.
        (try? RegularFile.read("\(folder)/\(process)/\(file)")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Nil where there is no such folder, or it is closed to this user.
    private func names(in path: String) -> [String]? { try? FileManager.default.contentsOfDirectory(atPath: path) }

    private var all: [Int32] { (names(in: folder) ?? []).compactMap { Int32($0) } }

    func players(exceptFor own: Int32) -> [RunningPlayer] {
        all.filter { $0 != own && text($0, "comm")?.trimmed == "stepback" }.sorted().map { process in
            RunningPlayer(
                process: process, isService: units(of: process).contains("stepback.service"), terminal: terminal(of: process),
                files: files(of: process))
        }
    }

    /// Whether a process of that service runs.
    func run(_ unit: String) -> Bool { all.contains { units(of: $0).contains(unit) } }

    /// `0::/system.slice/stepback.service`: the last names of its control groups.
    private func units(of process: Int32) -> [String] {
        (text(process, "cgroup") ?? "").split(separator: "\n").compactMap { $0.split(separator: "/").last.map(String.init) }
    }

    /// proc_pid_stat(5): behind the name, which may hold anything, the fifth field is the terminal's device number.
    private func terminal(of process: Int32) -> Int? {
        let fields = text(process, "stat")?.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 4, let device = Int(fields[4]) else { return nil }
        let (major, minor) = (device >> 8 & 0xFFF, device & 0xFF)
        // Device 4:n is the nth virtual terminal; from 64 on they are serial ones.
        return major == 4 && (1...63).contains(minor) ? minor : nil
    }

    private func files(of process: Int32) -> Set<String>? {
        let descriptors = "\(folder)/\(process)/fd"
        guard let names = names(in: descriptors) else { return nil }
        // What is no file, or is closed meanwhile, is none of those that are asked for.
        return Set(names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)") })
    }

    /// Who has a sound card open to play on: everybody may know that, and ALSA tells it by the thread that opened it.
    func soundOwners() -> Set<Int32> {
        let root = folder + "/asound"
        var owners: Set<Int32> = []
        for card in names(in: root) ?? [] where card.hasPrefix("card") {
            for device in names(in: "\(root)/\(card)") ?? [] where device.hasPrefix("pcm") && device.hasSuffix("p") {
                for stream in names(in: "\(root)/\(card)/\(device)") ?? [] where stream.hasPrefix("sub") {
                    // A card may go while it is looked at.
                    guard let bytes = try? RegularFile.read("\(root)/\(card)/\(device)/\(stream)/status") else { continue }
                    guard let thread = number("owner_pid", String(decoding: bytes, as: UTF8.self)) else { continue }
                    owners.insert(text(thread, "status").flatMap { number("Tgid", $0) } ?? thread)
                }
            }
        }
        return owners
    }

    /// Of a line `name : number`.
    private func number(_ name: String, _ text: String) -> Int32? {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":")
            if parts.count == 2, String(parts[0]).trimmed == name { return Int32(String(parts[1]).trimmed) }
        }
        return nil
    }
}
