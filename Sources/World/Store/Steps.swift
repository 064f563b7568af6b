import CLinux
import Glibc
import Linux

/// Opens a path step by step, each name in the folder that the step before opened: what is renamed or exchanged on the way cannot lead
/// out of the store. What openat2 with RESOLVE_BENEATH does, for a kernel without it.
enum Steps {
    /// The kernel's own number (MAXSYMLINKS).
    private static let mostLinks = 40

    static func open(_ path: String, below root: Int32, _ flags: Int32, followsLinks: Bool) throws(StoreFolder.Fault) -> Descriptor {
        guard !path.hasPrefix("/") else { throw .leadsOut }
        let ladder = Ladder(root)
        var rest = names(path)
        var links = 0
        while let name = rest.popLast() {
            if name == ".." {
                guard ladder.stepBack() else { throw .leadsOut }
                continue
            }
            let here = ladder.top
            let found = Descriptor(owning: try opened(here, name, stepback_O_PATH | O_NOFOLLOW))
            switch try StoreFolder.look(found.raw).kind {
            case .link:
                guard followsLinks else { throw .link }
                links += 1
                guard links <= mostLinks else { throw .loop }
                let target = try target(of: found)
                guard !target.hasPrefix("/") else { throw .leadsOut }
                rest += names(target)
            case .folder where !rest.isEmpty: ladder.step(onto: try opened(here, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
            default:
                guard rest.isEmpty else { throw .otherKind }
                return Descriptor(owning: try opened(here, name, flags | O_NOFOLLOW))
            }
        }
        return Descriptor(owning: try opened(ladder.top, ".", flags))
    }

    private static func opened(_ folder: Int32, _ name: String, _ flags: Int32) throws(StoreFolder.Fault) -> Int32 {
        while true {
            let raw = stepback_create_at(folder, name, flags | O_CLOEXEC, 0)
            if raw >= 0 { return raw }
            let code = errno
            if code == EINTR { continue }
            throw StoreFolder.fault(code)
        }
    }

    private static func target(of link: borrowing Descriptor) throws(StoreFolder.Fault) -> String {
        let raw = link.raw
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            // An empty name means the link itself, so that it cannot be exchanged in between.
            let result = buffer.withMemoryRebound(to: CChar.self) { readlinkat(raw, "", $0.baseAddress!, $0.count) }
            code = result == -1 ? errno : 0
            count = max(0, result)
        }
        guard code == 0 else { throw StoreFolder.fault(code) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reversed, the next one last.
    private static func names(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
    }

    /// The folders on the way, the store at its foot.
    private final class Ladder {
        private let root: Int32
        private var rungs: [Int32] = []

        init(_ root: Int32) { self.root = root }
        deinit { for rung in rungs { _ = close(rung) } }

        var top: Int32 { rungs.last ?? root }
        func step(onto rung: Int32) { rungs.append(rung) }
        /// False at the foot.
        func stepBack() -> Bool {
            guard let rung = rungs.popLast() else { return false }
            _ = close(rung)
            return true
        }
    }
}
