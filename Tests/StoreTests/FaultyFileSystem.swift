import Foundation
import Glibc
import Linux
import Synchronization

@testable import Store

/// A file system over a real folder on which things go wrong, once, at the call of a given number: an error, a short write, or a power
/// cut, after which every call fails. What was not flushed before a cut may be lost, as a disk has it: see `Loss`.
final class FaultyFileSystem: FileSystem {
    enum Fault: Hashable {
        /// The power goes just before the call.
        case cut
        /// The call fails and changes nothing; this errno.
        case failure(Int32)
        /// A write takes one byte and is content; other calls are not touched.
        case short
    }

    /// What a power cut takes with it, beside the calls that did not happen.
    enum Loss: Hashable, CaseIterable {
        case nothing
        /// Bytes that were not flushed: the files are empty.
        case bytes
        /// Names that were not flushed: what was made, renamed and removed in a folder since its last flush was not.
        case names
        case both
    }

    struct Call: Hashable {
        enum Kind: Hashable {
            case openRoot, openFolder, makeFolder, create, open, facts, read, write, setPermissions, flushFile, flushFolder, rename, remove,
                names
        }
        var kind: Kind
        var name: String
    }

    private struct State {
        var calls: [Call] = []
        var isOff = false
        /// Of open descriptors.
        var paths: [Int32: String] = [:]
        var folders: Set<Int32> = []
        /// Files with bytes that were not flushed.
        var dirty: Set<String> = []
        /// What is to be undone when names are lost, with the folder whose flush makes it last.
        var undo: [(folder: String, action: @Sendable () -> Void)] = []
    }

    private struct Interruption: @unchecked Sendable {
        // Safe: such a file system is used by its test's own thread alone.
        let call: Int
        let happen: () -> Void
    }

    private let real = LinuxFileSystem()
    private let fault: (call: Int, fault: Fault)?
    /// Only such calls count for the fault; nil: all.
    private let kinds: Set<Call.Kind>?
    private let isLasting: Bool
    /// Happens just before the call that the fault is planned for.
    private let interruption: Interruption?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - isLasting: the failure stays: a full disk, not a hiccup.
    init(_ fault: Fault? = nil, at call: Int = 0, of kinds: Set<Call.Kind>? = nil, isLasting: Bool = false) {
        self.fault = fault.map { (call, $0) }
        self.kinds = kinds
        self.isLasting = isLasting
        interruption = nil
    }

    /// Nothing goes wrong, but at one call something else happens first.
    init(interruptedAt call: Int, by happen: @escaping () -> Void) {
        (fault, kinds, isLasting) = (nil, nil, false)
        interruption = Interruption(call: call, happen: happen)
    }

    var calls: [Call] { state.withLock(\.calls) }
    var isOff: Bool { state.withLock(\.isOff) }
    var flushes: Int { calls.count { $0.kind == .flushFile || $0.kind == .flushFolder } }
    var openDescriptors: Int { state.withLock(\.paths.count) }

    /// After a cut: the disk as it is found at the next start.
    func lose(_ loss: Loss) {
        let (dirty, undo) = state.withLock { ($0.dirty, $0.undo) }
        if loss == .bytes || loss == .both { for path in dirty { truncate(path, 0) } }
        if loss == .names || loss == .both { for step in undo.reversed() { step.action() } }
    }

    /// Counts the call. Throws what goes wrong with it; true: a write is to be short.
    @discardableResult
    private func count(_ kind: Call.Kind, _ name: String) throws(SystemError) -> Bool {
        let (fault, isOff): (Fault?, Bool) = state.withLock { state in
            state.calls.append(Call(kind: kind, name: name))
            if state.isOff { return (nil, true) }
            guard let planned = self.fault, kinds?.contains(kind) ?? true else { return (nil, false) }
            let number = state.calls.count { kinds?.contains($0.kind) ?? true } - 1
            guard number == planned.call || isLasting && number > planned.call else { return (nil, false) }
            if planned.fault == .cut { state.isOff = true }
            return (planned.fault, false)
        }
        if isOff { throw SystemError(action: "work without power", code: ENODEV) }
        if let interruption, state.withLock(\.calls.count) == interruption.call + 1 { interruption.happen() }
        switch fault {
        case .cut: throw SystemError(action: "work without power", code: ENODEV)
        case .failure(let code): throw SystemError(action: "\(kind) \(name)", code: code)
        case .short: return true
        case nil: return false
        }
    }

    private func path(_ descriptor: Int32) -> String { state.withLock { $0.paths[descriptor] ?? "?" } }

    private func opened(_ descriptor: Int32, _ path: String, isFolder: Bool) -> Int32 {
        state.withLock {
            $0.paths[descriptor] = path
            if isFolder { $0.folders.insert(descriptor) }
        }
        return descriptor
    }

    private func undoing(in folder: String, _ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.undo.append((folder, action)) }
    }

    func openRoot(_ path: String) throws(SystemError) -> Int32 {
        try count(.openRoot, path)
        return opened(try real.openRoot(path), path, isFolder: true)
    }

    func openFolder(_ name: String, in folder: Int32) throws(SystemError) -> Int32 {
        try count(.openFolder, name)
        return opened(try real.openFolder(name, in: folder), path(folder) + "/" + name, isFolder: true)
    }

    func makeFolder(_ name: String, in folder: Int32) throws(SystemError) {
        try count(.makeFolder, name)
        try real.makeFolder(name, in: folder)
        let path = path(folder) + "/" + name
        undoing(in: self.path(folder)) { try? FileManager.default.removeItem(atPath: path) }
    }

    func create(_ name: String, in folder: Int32) throws(SystemError) -> Int32 {
        try count(.create, name)
        let descriptor = try real.create(name, in: folder)
        let path = path(folder) + "/" + name
        undoing(in: self.path(folder)) { unlink(path) }
        return opened(descriptor, path, isFolder: false)
    }

    func open(_ name: String, in folder: Int32) throws(SystemError) -> Int32 {
        try count(.open, name)
        return opened(try real.open(name, in: folder), path(folder) + "/" + name, isFolder: false)
    }

    func facts(of descriptor: Int32) throws(SystemError) -> FileFacts {
        try count(.facts, path(descriptor))
        return try real.facts(of: descriptor)
    }

    func read(_ file: Int32, count bytes: Int) throws(SystemError) -> [UInt8] {
        try count(.read, path(file))
        return try real.read(file, count: bytes)
    }

    func write(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(SystemError) -> Int {
        let path = path(file)
        let isShort = try count(.write, path)
        state.withLock { _ = $0.dirty.insert(path) }
        return try real.write(isShort ? bytes.prefix(1) : bytes, to: file)
    }

    func setPermissions(_ mode: UInt32, of file: Int32) throws(SystemError) {
        try count(.setPermissions, path(file))
        try real.setPermissions(mode, of: file)
    }

    func flush(_ descriptor: Int32) throws(SystemError) {
        let path = path(descriptor)
        try count(state.withLock { $0.folders.contains(descriptor) } ? .flushFolder : .flushFile, path)
        state.withLock { state in
            state.dirty.remove(path)
            if state.folders.contains(descriptor) { state.undo.removeAll { $0.folder == path } }
        }
        try real.flush(descriptor)
    }

    func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
        try count(.rename, newName)
        let old = bytes(newName, in: folder)
        try real.rename(name, to: newName, in: folder)
        renamed(name, newName, folder, old)
    }

    func renameToNew(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
        try count(.rename, newName)
        try real.renameToNew(name, to: newName, in: folder)
        renamed(name, newName, folder, nil)
    }

    private func renamed(_ name: String, _ newName: String, _ folder: Int32, _ old: Data?) {
        let parent = path(folder)
        let (from, to) = (parent + "/" + name, parent + "/" + newName)
        state.withLock { if $0.dirty.remove(from) != nil { $0.dirty.insert(to) } }
        undoing(in: parent) {
            Glibc.rename(to, from)
            if let old { _ = FileManager.default.createFile(atPath: to, contents: old) }
        }
    }

    func move(_ name: String, in folder: Int32, to newName: String, in other: Int32) throws(SystemError) {
        try count(.rename, newName)
        let old = bytes(newName, in: other)
        try real.move(name, in: folder, to: newName, in: other)
        let (from, to) = (path(folder) + "/" + name, path(other) + "/" + newName)
        state.withLock { if $0.dirty.remove(from) != nil { $0.dirty.insert(to) } }
        // One entry of a disk's journal: it happened to both folders or to none.
        undoing(in: path(other)) {
            Glibc.rename(to, from)
            if let old { _ = FileManager.default.createFile(atPath: to, contents: old) }
        }
    }

    func remove(_ name: String, in folder: Int32) throws(SystemError) {
        try count(.remove, name)
        let old = bytes(name, in: folder)
        let path = path(folder) + "/" + name
        try real.remove(name, in: folder)
        undoing(in: self.path(folder)) { _ = FileManager.default.createFile(atPath: path, contents: old) }
    }

    private func bytes(_ name: String, in folder: Int32) -> Data? { FileManager.default.contents(atPath: path(folder) + "/" + name) }

    func names(in folder: Int32) throws(SystemError) -> [String] {
        try count(.names, path(folder))
        return try real.names(in: folder)
    }

    func close(_ descriptor: Int32) {
        state.withLock {
            $0.paths[descriptor] = nil
            $0.folders.remove(descriptor)
        }
        real.close(descriptor)
    }
}
