// Preview: the panels that need no hardware. A terminal shows the real frames as half-block cells; a film writes them as PNG files.
// Imports Ports, Linux, CLinux and CZlib; no C type leaves it. Everything belongs to the loop's thread.
import Glibc
import Linux

/// What a preview could not do, as a sentence with the next step.
public enum PreviewError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Standard output or input is no terminal.
    case noTerminal
    case terminalFailed(SystemError)
    /// The folder for the frames holds other files, and nothing in it was touched.
    case folderInUse(path: String, example: String)
    case notWritten(path: String, SystemError)

    public var description: String {
        switch self {
        case .noTerminal: "there is no terminal to draw in: run this in one, or render to files"
        case .terminalFailed(let error): "the terminal failed: \(error); open another one and start again"
        case .folderInUse(let path, let example):
            "\(path) holds files that are no frames (\(example)): empty it, or name another folder"
        case .notWritten(let path, let error):
            error.code == ENOSPC || error.code == EDQUOT
                ? "\(path) was not written: \(error); free some space there, or name another folder"
                : "\(path) was not written: \(error); name another folder"
        }
    }
}
