import CLinux
import Glibc
import Linux
import Playback
import Ports

/// Keys of every keyboard, remote and gpio-key overlay: those there are, and those that come and go.
///
/// A device that may not be read is passed over without a word: a kiosk with buttons needs none. A report names it.
public final class EvdevKeys {
    private static let retryInterval = Duration.seconds(5)

    private let folder: String
    private let source: InputSource
    private let loop: EventLoop
    private let grabs: Bool
    private let showConsole: (Int) -> Void
    private let deliver: (PanelEvent) -> Void
    private let note: (ButtonsError) -> Void
    private var devices: [String: (device: any InputDevice, watch: EventLoop.Token, isGrabbed: Bool)] = [:]
    private var held: HeldKeys
    private var isActive = true
    private let changes: Descriptor
    private var isWatchingFolder = false
    private var changesWatch: EventLoop.Token?
    private var retryAlarm: EventLoop.Token?

    /// Does nothing before `start()`.
    /// - Parameters:
    ///   - grabs: keeps the keys from the console and everyone else while we are on the screen.
    ///   - letters: what a key types, with Shift and without; nil asks the console's layout.
    ///   - showConsole: called on the loop's thread when somebody asks for the nth console, with Ctrl, Alt and F1 to F12. Of keys that are
    ///     grabbed, or whose console has its keyboard off, the kernel sees to nothing itself.
    ///   - deliver: called on the loop's thread.
    ///   - note: what went wrong, for the log.
    public init(
        folder: String = "/dev/input", source: InputSource = KernelInput(), loop: EventLoop, grabs: Bool = false,
        letters: ((_ code: UInt16, _ isShifted: Bool) -> Character?)? = nil, showConsole: @escaping (Int) -> Void = { _ in },
        deliver: @escaping (PanelEvent) -> Void, note: @escaping (ButtonsError) -> Void = { _ in }
    ) throws(SystemError) {
        self.folder = folder
        self.source = source
        self.loop = loop
        self.grabs = grabs
        self.showConsole = showConsole
        self.deliver = deliver
        self.note = note
        let keymap = ConsoleKeymap.ofThisMachine()
        held = HeldKeys(letter: letters ?? { keymap.letter($0, isShifted: $1) })
        changes = Descriptor(owning: try systemCall("watch for input devices") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
    }

    deinit { close() }

    /// Opens the devices there are and waits for others.
    public func start() {
        guard changesWatch == nil else { return }
        changesWatch = loop.watch(changes.raw, for: .read) { [unowned self] _ in readChanges() }
        look()
    }

    /// Closes the devices. Nothing is delivered afterwards.
    public func close() {
        for token in [changesWatch, retryAlarm].compactMap({ $0 }) { loop.end(token) }
        (changesWatch, retryAlarm) = (nil, nil)
        for (_, entry) in devices { loop.end(entry.watch) }
        devices = [:]
    }

    /// False while the screen is another program's (VT switched away): then the keys are too. Held ones are let go, and of those that are
    /// down when the screen is ours again only the modifiers count.
    public func setActive(_ isActive: Bool) {
        guard isActive != self.isActive else { return }
        self.isActive = isActive
        send(held.releaseAll(at: loop.now))
        for path in devices.keys { if isActive { begin(path) } else { release(path) } }
    }

    /// The names of the devices that are being read, by path.
    public var names: [String: String] { devices.mapValues(\.device.name) }

    // MARK: Coming and going

    /// Watches the folder first and looks into it then, so that nothing comes in between unseen.
    private func look() {
        retryAlarm = nil
        if !isWatchingFolder {
            // Attributes change when udev gives the group its rights, some time after the file is there.
            let mask = UInt32(IN_CREATE | IN_ATTRIB | IN_MOVED_TO | IN_ONLYDIR)
            isWatchingFolder = inotify_add_watch(changes.raw, folder, mask) >= 0
            if !isWatchingFolder { retryAlarm = loop.at(loop.now + EvdevKeys.retryInterval) { [unowned self] in look() } }
        }
        for name in EvdevKeys.eventFiles(in: folder) { open(name) }
    }

    /// "event0" and so on, in the order of their numbers; nothing when there is no such folder.
    static func eventFiles(in folder: String) -> [String] {
        // Without any device there is no folder.
        let names = (try? namesInFolder(folder)) ?? []
        return names.compactMap(eventNumber).sorted().map { "event\($0)" }
    }

    private static func eventNumber(_ name: String) -> Int? { name.hasPrefix("event") ? Int(name.dropFirst(5)) : nil }

    private func readChanges() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(changes.raw, &bytes, bytes.count)
            // EAGAIN ends it; any other failure is one of this call, and leaves the devices that are open.
            if count <= 0 { return }
            for change in EvdevKeys.changes(bytes[..<count]) {
                // The folder went with its last device, or too much came at once.
                if change.mask & UInt32(IN_IGNORED) != 0 { isWatchingFolder = false }
                if change.mask & UInt32(IN_IGNORED | IN_Q_OVERFLOW) != 0 { look() } else { open(change.name) }
            }
        }
    }

    /// The records of inotify(7): watch, mask, cookie and length, 32 bits each, and a name padded with zeros.
    static func changes(_ bytes: ArraySlice<UInt8>) -> [(mask: UInt32, name: String)] {
        var changes: [(UInt32, String)] = []
        var rest = bytes
        while rest.count >= 16 {
            func word(_ offset: Int) -> UInt32 { rest.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) } }
            let length = min(Int(word(12)), rest.count - 16)
            changes.append((word(4), String(decoding: rest.dropFirst(16).prefix(length).prefix { $0 != 0 }, as: UTF8.self)))
            rest = rest.dropFirst(16 + length)
        }
        return changes
    }

    private func open(_ name: String) {
        let path = "\(folder)/\(name)"
        guard EvdevKeys.eventNumber(name) != nil, devices[path] == nil else { return }
        do throws(ButtonsError) {
            let device = try source.open(path)
            // Mice, joysticks and lids have keys too, but none of ours.
            guard device.codes.contains(where: { KeyMap.meaning(of: $0) != nil }) else { return }
            let watch = loop.watch(device.descriptor, for: .read) { [unowned self] events in ready(path, events) }
            devices[path] = (device, watch, false)
            if isActive { begin(path) }
        } catch {
            if case .inputRefused(_, EACCES, _) = error { return }
            // Gone already; its file goes a little later.
            if case .inputRefused(_, ENODEV, _) = error { return }
            note(error)
        }
    }

    /// The keyboard is ours from now on.
    private func begin(_ path: String) {
        // A device that cannot be asked is gone, which the next read tells.
        guard let codes = try? devices[path]?.device.heldCodes() else { return }
        held.begin(path, with: codes)
        grab(path)
    }

    /// Not while a modifier is down, like those of the chord that brought us back: the console would never hear of its end, and take it
    /// for held when it has the keyboard again. Its keys do nothing there meanwhile (K_OFF).
    private func grab(_ path: String) {
        guard grabs, isActive, let entry = devices[path], !entry.isGrabbed, !held.isModified(by: path) else { return }
        entry.device.setGrabbed(true)
        devices[path]?.isGrabbed = true
    }

    private func release(_ path: String) {
        guard let entry = devices[path], entry.isGrabbed else { return }
        entry.device.setGrabbed(false)
        devices[path]?.isGrabbed = false
    }

    private func ready(_ path: String, _ events: EventLoop.Interest) {
        guard let device = devices[path]?.device else { return }
        do throws(ButtonsError) {
            if events.isDisjoint(with: .read) { throw .inputVanished(path: path) }
            for event in try device.readEvents() where isActive {
                var failure: ButtonsError?
                let (keys, console) = held.take(event, from: path) {
                    do throws(ButtonsError) { return try device.heldCodes() } catch {
                        failure = error
                        return []
                    }
                }
                send(keys)
                if let console { showConsole(console) }
                if let failure { throw failure }
            }
            grab(path)
        } catch {
            if let entry = devices.removeValue(forKey: path) { loop.end(entry.watch) }
            note(error)
            send(held.forget(path, at: loop.now))
            // What has its name by now was passed over when it came.
            let name = String(path.dropFirst(folder.count + 1))
            if EvdevKeys.eventFiles(in: folder).contains(name) { open(name) }
        }
    }

    private func send(_ events: [PanelEvent]) { for event in events { deliver(event) } }
}
