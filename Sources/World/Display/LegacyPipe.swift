import Glibc
import Ports

/// A pipe by the calls from before atomic commits. A driver without page flips gets each picture by setting the CRTC anew and marking
/// what is dirty; that call returns when the picture is out.
final class LegacyPipe: Pipe {
    let name = "legacy"
    let formats: [UInt32]? = nil
    private let path: PipePath
    private var flips = true
    private var wantsDirt = true

    var crtc: UInt32 { path.crtc.id }

    init(_ path: PipePath) { self.path = path }

    func set(_ buffer: any PixelBuffer) throws(DisplayError) {
        do throws(DisplayError) {
            try path.card.setCRTC(crtc, connector: path.connector.id, mode: path.mode, frameBuffer: buffer.id)
        } catch {
            throw DisplayError(path.action, code: error.code)
        }
        try markDirty(buffer, [path.mode.size.bounds])
    }

    func flip(_ buffer: any PixelBuffer, clips: [PixelRect], serial: UInt64) throws(DisplayError) -> Bool {
        if flips {
            do throws(DisplayError) {
                try path.card.flip(crtc, frameBuffer: buffer.id, serial: serial)
                return true
            } catch {
                // What the kernel answers for a driver without page_flip; a broken one fails again below.
                guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else { throw error }
                flips = false
            }
        }
        try path.card.setCRTC(crtc, connector: path.connector.id, mode: path.mode, frameBuffer: buffer.id)
        try markDirty(buffer, clips)
        return false
    }

    func off() {
        // Fails only for a card that is gone or that another program has taken: dark either way, as far as we are concerned.
        try? path.card.setCRTC(crtc, connector: path.connector.id, mode: nil, frameBuffer: 0)
    }

    private func markDirty(_ buffer: any PixelBuffer, _ clips: [PixelRect]) throws(DisplayError) {
        guard wantsDirt, !clips.isEmpty else { return }
        do throws(DisplayError) {
            try path.card.markDirty(buffer.id, clips)
        } catch {
            // ENOSYS: the driver reads the buffer continuously and needs no telling.
            guard [ENOSYS, EINVAL, EOPNOTSUPP].contains(error.code) else { throw error }
            wantsDirt = false
        }
    }
}
