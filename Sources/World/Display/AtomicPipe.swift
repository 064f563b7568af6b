import Glibc
import Ports

/// A pipe by atomic commits: flips return at once on every driver, and say which parts changed where the plane wants to know
/// (Documentation/gpu/drm-kms.rst, "Damage Tracking Properties").
final class AtomicPipe: Pipe {
    let name = "atomic"
    let formats: [UInt32]?
    private let path: PipePath
    private let mode: Blob
    private let connector: Object
    private let controller: Object
    private let plane: Object
    /// Left behind on the CRTC by whoever had it before: a cursor, an overlay.
    private let strays: [Object]

    var crtc: UInt32 { path.crtc.id }

    /// Fails when the CRTC has no primary plane or the driver lacks a property that every atomic driver should have.
    init(_ path: PipePath) throws(DisplayError) {
        self.path = path
        let card = path.card
        let planes = try card.planes()
        let candidates = planes.filter { $0.kind == .primary && $0.possibleCRTCs & path.crtc.bit != 0 }
        // The one that shows on this CRTC now, else one that shows nowhere.
        let chosen =
            candidates.first { $0.crtc == path.crtc.id } ?? candidates.first { $0.crtc == 0 } ?? candidates.first
        guard let chosen else { throw DisplayError("find the primary plane of CRTC \(path.crtc.id) of \(card.path)", code: ENOENT) }
        formats = chosen.formats
        plane = Object(id: chosen.id, properties: try card.properties(of: chosen.id, .plane))
        controller = Object(id: path.crtc.id, properties: try card.properties(of: path.crtc.id, .crtc))
        connector = Object(id: path.connector.id, properties: try card.properties(of: path.connector.id, .connector))
        var strays: [Object] = []
        for stray in planes where stray.crtc == path.crtc.id && stray.id != chosen.id {
            strays.append(Object(id: stray.id, properties: try card.properties(of: stray.id, .plane)))
        }
        for rival in path.rivals { strays.append(Object(id: rival, properties: try card.properties(of: rival, .connector))) }
        self.strays = strays
        mode = try Blob(.mode(path.mode), on: card)
        for (object, needed) in [
            (plane, ["FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"]),
            (controller, ["MODE_ID", "ACTIVE"]), (connector, ["CRTC_ID"]),
        ] {
            for name in needed where object.properties[name] == nil {
                throw DisplayError("find the property \(name) of object \(object.id) of \(card.path)", code: ENOTSUP)
            }
        }
    }

    func set(_ buffer: any PixelBuffer) throws(DisplayError) {
        let size = path.mode.size
        var changes = detached(strays)
        changes += connector.setting([("CRTC_ID", UInt64(crtc)), ("link-status", 0)])
        changes += controller.setting([("MODE_ID", UInt64(mode.id)), ("ACTIVE", 1)])
        changes += plane.setting([
            ("FB_ID", UInt64(buffer.id)), ("CRTC_ID", UInt64(crtc)), ("SRC_X", 0), ("SRC_Y", 0),
            // Source coordinates are 16.16 fixed point.
            ("SRC_W", UInt64(size.width) << 16), ("SRC_H", UInt64(size.height) << 16), ("CRTC_X", 0), ("CRTC_Y", 0),
            ("CRTC_W", UInt64(size.width)), ("CRTC_H", UInt64(size.height)),
            // DRM_MODE_ROTATE_0: turning is done in the copy.
            ("rotation", 1),
        ])
        try commit(changes, .modeSet, path.action)
    }

    func flip(_ buffer: any PixelBuffer, clips: [PixelRect], serial: UInt64) throws(DisplayError) -> Bool {
        var changes = plane.setting([("FB_ID", UInt64(buffer.id))])
        guard plane.properties["FB_DAMAGE_CLIPS"] != nil, !clips.isEmpty else {
            try commit(changes, .flip(serial: serial), "show a picture on \(path.connector.name) of \(path.card.path)")
            return true
        }
        // The kernel keeps its own hold on the blob for as long as it needs it.
        let blob = try Blob(.clips(clips), on: path.card)
        changes += plane.setting([("FB_DAMAGE_CLIPS", UInt64(blob.id))])
        try commit(changes, .flip(serial: serial), "show a picture on \(path.connector.name) of \(path.card.path)")
        return true
    }

    func off() {
        var changes = detached([plane, connector])
        changes += controller.setting([("MODE_ID", 0), ("ACTIVE", 0)])
        // Fails only for a card that is gone or that another program has taken: dark either way, as far as we are concerned.
        try? path.card.commit(changes, .modeSet)
    }

    /// Planes and connectors without a CRTC.
    private func detached(_ objects: [Object]) -> [PropertyChange] {
        objects.flatMap { $0.setting([("FB_ID", 0), ("CRTC_ID", 0)]) }
    }

    private func commit(_ changes: [PropertyChange], _ manner: CommitManner, _ action: String) throws(DisplayError) {
        do throws(DisplayError) {
            try path.card.commit(changes, manner)
        } catch {
            throw DisplayError(action, code: error.code)
        }
    }
}

/// A mode object with its properties by name.
private struct Object {
    let id: UInt32
    let properties: [String: Property]

    /// The changes for those of the properties that it has.
    func setting(_ values: [(String, UInt64)]) -> [PropertyChange] {
        values.compactMap { name, value in properties[name].map { PropertyChange(object: id, property: $0.id, value: value) } }
    }
}
