import Foundation

/// The four folders whose files are read.
public enum StoreShelf: String, CaseIterable, Hashable, Sendable { case routines, workouts, plans, sessions }

/// What a file's name alone says about it. Pure. The rules are the copying tools', sync tools' and systems' own, each named below.
enum FileNames {
    enum Verdict: Hashable, Sendable {
        case read
        /// A temporary name, an editor's backup, a system's own file: without a word.
        case passOver
        /// A sync tool's copy of the file with the name `of`.
        case conflictCopy(of: String)
        /// Text under a name that is not read; `better` is read.
        case misnamed(better: String)
        /// Something else altogether.
        case foreign
    }

    static func verdict(_ name: String, in shelf: StoreShelf) -> Verdict {
        if isPlain(name, in: shelf) { return .read }
        if isPassedOver(name) { return .passOver }
        if let original = original(ofConflictCopy: name) { return .conflictCopy(of: original) }
        let (stem, ending) = split(name)
        let lower = ending.lowercased()
        if endings(of: shelf).contains(lower), !stem.isEmpty { return .read }
        // Windows hides the ending that it knows, so that "legs.json" is often "legs.json.txt".
        if ["txt", "text", "md", "", "rtn", "routines", "routine", "json"].contains(lower) {
            if endings(of: shelf).contains(split(stem).ending.lowercased()) { return .misnamed(better: stem) }
            let better = (lower.isEmpty ? name : stem) + "." + endings(of: shelf)[0]
            return .misnamed(better: better)
        }
        return .foreign
    }

    /// ASCII letters, digits, "-" and a space with one of the shelf's endings: nearly every file, and none of the rules below means it.
    private static func isPlain(_ name: String, in shelf: StoreShelf) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
            let isLetter = bytes[..<dot].allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: " "):
                    true
                default: false
                }
            }
            let ending = bytes[(dot + 1)...]
            return isLetter
                && (ending.elementsEqual("json".utf8) || shelf == .routines && ending.elementsEqual("routine".utf8))
        }
    }

    /// Endings without their dots, in small letters; the first is the usual one.
    static func endings(of shelf: StoreShelf) -> [String] { shelf == .routines ? ["routine", "json"] : ["json"] }

    /// True for a folder whose name says that it is a file.
    static func looksLikeAFile(folder name: String, in shelf: StoreShelf) -> Bool {
        endings(of: shelf).contains(split(name).ending.lowercased())
    }

    /// "core.routine" is ("core", "routine"); a name without a dot, or with one only at its start, has no ending.
    static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    // MARK: Passed over

    /// Also true of folders: what a trash can, a sync tool or a disk keeps for itself.
    static func isPassedOver(_ name: String) -> Bool {
        // Hidden, as everywhere on Unix: .DS_Store, ._legs.json (macOS), .core.routine.a1B2c3 (rsync), .#x (Emacs), .x.swp (Vim),
        // .~lock.x# (LibreOffice), .stfolder .stversions (Syncthing), .nfs000 (NFS), .fuse_hidden, .Trash-1000.
        if name.hasPrefix(".") { return true }
        // ~$core.routine (Office), ~syncthing~core.routine.tmp, core.routine~ (most editors), #core.routine# (Emacs).
        if name.hasPrefix("~") || name.hasSuffix("~") { return true }
        if name.hasPrefix("#"), name.hasSuffix("#") { return true }
        let lower = name.lowercased()
        if systemNames.contains(lower) { return true }
        return temporaryEndings.contains(split(lower).ending)
    }

    private static let systemNames: Set<String> = [
        "desktop.ini", "thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", "icon\r", "$recycle.bin", "recycler",
        "system volume information", "lost+found", "@eadir", "#recycle", "#snapshot", "__macosx", "network trash folder",
        "temporary items", "found.000",
    ]

    private static let temporaryEndings: Set<String> = [
        // Copies and downloads on their way.
        "part", "partial", "tmp", "temp", "filepart", "crdownload", "download", "opdownload", "!sync", "ffs_tmp", "lftp-pget-status",
        // Editors' and tools' backups and locks.
        "bak", "backup", "old", "orig", "rej", "save", "swp", "swo", "swx", "kate-swp", "lock", "ffs_lock",
    ]

    // MARK: Conflict copies

    /// The name of the file that a sync tool made this copy of; nil for any other name.
    static func original(ofConflictCopy name: String) -> String? {
        let (stem, ending) = split(name)
        func whole(_ stem: Substring) -> String? {
            let stem = stem.trimmingSuffix { $0 == " " || $0 == "_" || $0 == "-" || $0 == "." }
            if stem.isEmpty { return nil }
            return ending.isEmpty ? String(stem) : "\(stem).\(ending)"
        }
        // Syncthing: legs.sync-conflict-20260412-101500-ABCDEFG.json
        if let range = stem.range(of: ".sync-conflict-") { return whole(stem[..<range.lowerBound]) }
        // Dropbox, Nextcloud, Seafile, Unison: legs (Ann's conflicted copy 2026-04-12).json, legs (SFConflict …), legs (conflict #1 on …);
        // Dropbox translates it.
        if stem.hasSuffix(")"), let open = stem.lastIndex(of: "("), isConflict(stem[open...]) { return whole(stem[..<open]) }
        // ownCloud: legs_conflict-20260412-101500.json. rclone: legs.conflict1.json. Resilio: legs.Conflict.json.
        if let mark = stem.range(of: "_conflict-", options: .backwards), stem[mark.upperBound...].first?.isNumber == true {
            return whole(stem[..<mark.lowerBound])
        }
        let last = split(stem).ending.lowercased()
        if last.hasPrefix("conflict"), last.dropFirst("conflict".count).allSatisfy(\.isNumber) { return whole(Substring(split(stem).stem)) }
        // rclone puts it behind: legs.json.conflict1
        if ending.lowercased().hasPrefix("conflict"), ending.dropFirst("conflict".count).allSatisfy(\.isNumber) { return stem }
        return nil
    }

    private static func isConflict(_ text: Substring) -> Bool {
        let lower = text.lowercased()
        return ["conflict", "konflikt", "conflit", "conflitto", "conflito", "conflicto", "конфликт"].contains { lower.contains($0) }
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isTrimmed(last) { rest = rest.dropLast() }
        return rest
    }
}
