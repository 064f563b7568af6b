import CGpiod
import Glibc
import Linux
import Playback

/// The kernel's GPIO chips, through libgpiod 1.6 or 2.x.
public final class KernelLines: LineSource {
    /// Seen by others who ask who holds the line.
    static let consumer = "stepback"
    private let folder: String

    /// - Parameter folder: where the chips' device files are.
    public init(folder: String = "/dev") { self.folder = folder }

    public func take(_ wiring: Wiring) throws(ButtonsError) -> any Line {
        let place = try find(wiring.address)
        do throws(SystemError) {
            return try KernelLine(path: place.path, offset: place.offset, wiring)
        } catch {
            switch error.code {
            case EBUSY:
                let holder = facts(of: place)?.consumer
                throw .lineTaken(wiring.address, by: holder == "" ? nil : holder)
            case ENOENT, ENODEV, ENXIO: throw .noChip(place.path)
            default: throw .lineRefused(wiring.address, code: error.code, reason: String(cString: strerror(error.code)))
            }
        }
    }

    private typealias Place = (path: String, offset: UInt32)

    private func find(_ address: LineAddress) throws(ButtonsError) -> Place {
        var refusal: Int32?
        for path in chipPaths {
            let chip: Chip
            do throws(SystemError) { chip = try Chip(path) } catch {
                refusal = refusal ?? error.code
                continue
            }
            switch address {
            case .name(let name):
                for offset in 0..<chip.lineCount where chip.facts(offset)?.name == name { return (path, offset) }
            case .offset(let offset, let wanted):
                guard wanted == path || wanted == path.split(separator: "/").last! || wanted == chip.label else { continue }
                guard offset < chip.lineCount else { throw .noLine(address) }
                return (path, UInt32(offset))
            }
        }
        // A chip that could not be looked into may have it.
        if let refusal, refusal != ENOENT, refusal != ENODEV {
            throw .lineRefused(address, code: refusal, reason: String(cString: strerror(refusal)))
        }
        switch address {
        case .name: throw .noLine(address)
        case .offset(_, let chip): throw .noChip(chip)
        }
    }

    private func facts(of place: Place) -> (name: String, consumer: String, isUsed: Bool)? {
        // Asked only to say who holds a line: without an answer the sentence says "another program".
        guard let chip = try? Chip(place.path) else { return nil }
        return chip.facts(place.offset)
    }

    /// The chips' device files in the order of their numbers. Symbolic links are left out: newer Pi 5 kernels keep gpiochip4 as a second
    /// name of gpiochip0.
    private var chipPaths: [String] {
        // A folder that cannot be looked into has no chip for us; every Linux has /dev.
        let names = (try? namesInFolder(folder)) ?? []
        let numbers = names.compactMap { $0.hasPrefix("gpiochip") ? Int($0.dropFirst(8)) : nil }
        var byte: CChar = 0
        return numbers.sorted().map { "\(folder)/gpiochip\($0)" }.filter { readlink($0, &byte, 1) < 0 }
    }

    /// What the chips and their lines are, for a report.
    public func report() -> [ChipReport] {
        chipPaths.map { path in
            do throws(SystemError) {
                let chip = try Chip(path)
                let lines = (0..<chip.lineCount).compactMap { offset in
                    chip.facts(offset).map {
                        ChipReport.Line(
                            offset: Int(offset), name: $0.name == "" ? nil : $0.name, consumer: $0.consumer == "" ? nil : $0.consumer,
                            isUsed: $0.isUsed)
                    }
                }
                return ChipReport(path: path, label: chip.label, lines: lines, errorCode: nil)
            } catch { return ChipReport(path: path, label: "", lines: [], errorCode: error.code) }
        }
    }
}

/// An open chip, closed when it goes.
private final class Chip {
    let label: String
    let lineCount: UInt32
    private let pointer: OpaquePointer

    init(_ path: String) throws(SystemError) {
        guard let chip = gpiod_chip_open(path) else { throw SystemError(action: "open \(path)", code: errno) }
        var text = [CChar](repeating: 0, count: 64)
        var count: UInt32 = 0
        guard stepback_gpio_chip_describe(chip, &text, text.count, &count) == 0 else {
            let code = errno
            gpiod_chip_close(chip)
            throw SystemError(action: "look into \(path)", code: code)
        }
        pointer = chip
        label = text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        lineCount = count
    }

    deinit { gpiod_chip_close(pointer) }

    func facts(_ offset: UInt32) -> (name: String, consumer: String, isUsed: Bool)? {
        var facts = stepback_gpio_line_facts()
        guard stepback_gpio_line_describe(pointer, offset, &facts) == 0 else { return nil }
        func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
        return (withUnsafeBytes(of: facts.name, text), withUnsafeBytes(of: facts.consumer, text), facts.used)
    }
}

/// A line that the kernel gave us. Its chip stays open with it.
private final class KernelLine: Line {
    let descriptor: Int32
    private let address: LineAddress
    private var line = stepback_gpio_line()

    init(path: String, offset: UInt32, _ wiring: Wiring) throws(SystemError) {
        address = wiring.address
        let bias =
            switch wiring.bias {
            case .up: STEPBACK_GPIO_BIAS_PULL_UP
            case .down: STEPBACK_GPIO_BIAS_PULL_DOWN
            case .none: STEPBACK_GPIO_BIAS_NONE
            case .asIs: STEPBACK_GPIO_BIAS_AS_IS
            }
        guard stepback_gpio_request(&line, path, offset, Int32(bias.rawValue), wiring.isActiveLow, KernelLines.consumer) == 0 else {
            throw SystemError(action: "take line \(offset) of \(path)", code: errno)
        }
        descriptor = stepback_gpio_descriptor(&line)
    }

    deinit { stepback_gpio_release(&line) }

    func readEdges() throws(ButtonsError) -> [LineEdge] {
        var edges = [stepback_gpio_edge](repeating: stepback_gpio_edge(), count: 16)
        let count = stepback_gpio_read(&line, &edges, Int32(edges.count))
        guard count >= 0 else {
            if errno == EAGAIN || errno == EINTR { return [] }
            throw .chipVanished(address)
        }
        let now = EventLoop.clock()
        var realtime = timespec()
        clock_gettime(CLOCK_REALTIME, &realtime)
        let realtimeNow = Int64(realtime.tv_sec) * 1_000_000_000 + Int64(realtime.tv_nsec)
        return edges[..<Int(count)].map { edge in
            let at = StampClock.instant(ofNanoseconds: edge.nanoseconds, monotonicNow: now, realtimeNowNanoseconds: realtimeNow)
            return LineEdge(isDown: edge.active, at: at)
        }
    }

    func isDown() throws(ButtonsError) -> Bool {
        let level = stepback_gpio_level(&line)
        guard level >= 0 else { throw .chipVanished(address) }
        return level > 0
    }
}
