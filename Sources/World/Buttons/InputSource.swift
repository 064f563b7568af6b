import CLinux
import Glibc
import Linux
import Playback

/// One event of an input device, as the kernel gives it (Documentation/input/event-codes.rst).
public struct InputEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The code of linux/input-event-codes.h; 0 up, 1 down, 2 repeated.
        case key(code: UInt16, value: Int32)
        /// Events were lost: what follows until the next report is not to be trusted.
        case dropped
        /// The end of what happened at one time.
        case report
    }

    public var kind: Kind
    /// On CLOCK_MONOTONIC.
    public var at: Instant

    public init(_ kind: Kind, at: Instant) {
        self.kind = kind
        self.at = at
    }
}

/// A keyboard, a remote or a gpio-key overlay; closed when the last reference goes.
public protocol InputDevice: AnyObject {
    /// Readable while events wait. Belongs to the device.
    var descriptor: Int32 { get }
    /// What it calls itself.
    var name: String { get }
    /// The codes of the keys it has.
    var codes: Set<UInt16> { get }
    /// Some of the events that wait, oldest first; empty when there are none.
    func readEvents() throws(ButtonsError) -> [InputEvent]
    /// The codes that are down now.
    func heldCodes() throws(ButtonsError) -> Set<UInt16>
    /// While it is grabbed nobody else gets its keys, the console neither.
    func setGrabbed(_ isGrabbed: Bool)
}

/// Where input devices come from: the kernel's files (`KernelInput`), or a test's script.
public protocol InputSource: AnyObject {
    func open(_ path: String) throws(ButtonsError) -> any InputDevice
}

/// The kernel's event devices.
public final class KernelInput: InputSource {
    public init() {}

    public func open(_ path: String) throws(ButtonsError) -> any InputDevice {
        do throws(SystemError) { return try EventDevice(path) } catch {
            throw .inputRefused(path: path, code: error.code, reason: String(cString: strerror(error.code)))
        }
    }
}

private final class EventDevice: InputDevice {
    let descriptor: Int32
    let name: String
    let codes: Set<UInt16>
    private let path: String
    private let file: Descriptor
    private let hasMonotonicStamps: Bool

    init(_ path: String) throws(SystemError) {
        self.path = path
        file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        let raw = file.raw
        descriptor = raw
        var text = [CChar](repeating: 0, count: 256)
        try systemCall("ask \(path) for its name") { stepback_input_name(raw, &text, text.count - 1) }
        name = text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        codes = try EventDevice.codes("ask \(path) for its keys") { stepback_input_keys(raw, $0, $1) }
        hasMonotonicStamps = stepback_input_use_clock(raw, CLOCK_MONOTONIC) == 0
    }

    func readEvents() throws(ButtonsError) -> [InputEvent] {
        var events = [input_event](repeating: input_event(), count: 32)
        let size = MemoryLayout<input_event>.stride
        let count = Glibc.read(descriptor, &events, events.count * size)
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return [] }
            throw .inputVanished(path: path)
        }
        let now = EventLoop.clock()
        return events[..<(count / size)].compactMap { event in
            let stamp = Instant(nanoseconds: withUnsafePointer(to: event) { Int64(stepback_input_nanoseconds($0)) })
            let at = hasMonotonicStamps ? min(stamp, now) : now
            switch (Int32(event.type), Int32(event.code)) {
            case (EV_KEY, _): return InputEvent(.key(code: event.code, value: event.value), at: at)
            case (EV_SYN, SYN_DROPPED): return InputEvent(.dropped, at: at)
            case (EV_SYN, SYN_REPORT): return InputEvent(.report, at: at)
            default: return nil
            }
        }
    }

    func heldCodes() throws(ButtonsError) -> Set<UInt16> {
        do throws(SystemError) {
            let raw = descriptor
            return try EventDevice.codes("ask \(path) which keys are down") { stepback_input_held(raw, $0, $1) }
        } catch { throw .inputVanished(path: path) }
    }

    // Fails only when another program has it grabbed, and then we get nothing anyway, or when it is gone, which the next read tells.
    func setGrabbed(_ isGrabbed: Bool) { _ = stepback_input_grab(descriptor, isGrabbed ? 1 : 0) }

    private static func codes(_ action: String, _ ask: (UnsafeMutablePointer<UInt8>, Int) -> Int32) throws(SystemError) -> Set<UInt16> {
        var bits = [UInt8](repeating: 0, count: Int(KEY_MAX) / 8 + 1)
        try systemCall(action) { ask(&bits, bits.count) }
        return Set((0...UInt16(KEY_MAX)).filter { bits[Int($0) / 8] & 1 << ($0 % 8) != 0 })
    }
}
