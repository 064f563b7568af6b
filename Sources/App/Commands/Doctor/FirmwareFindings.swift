import Words

/// A Raspberry Pi's config.txt: the lines without which there is no screen, or no sound.
enum FirmwareFindings {
    /// Where Raspberry Pi OS has it since Debian 12, and before.
    static let usualPaths = ["/boot/firmware/config.txt", "/boot/config.txt"]

    /// Nothing on a machine that has no such file: it is no Pi.
    static func examine(_ paths: [String] = usualPaths) -> [Finding] {
        for path in paths {
            // One that is not there, or that this user may not read, says nothing.
            guard let bytes = try? RegularFile.read(path) else { continue }
            return findings(String(decoding: bytes, as: UTF8.self), path)
        }
        return []
    }

    static func findings(_ text: String, _ path: String) -> [Finding] {
        let overlays = settings(text).filter { $0.key == "dtoverlay" }.map { $0.value.split(separator: ",").map(String.init) }
        let file = Words.Argument.text(path)
        guard let screen = overlays.last(where: { $0.first?.hasPrefix("vc4-kms-v3d") == true }) else {
            let old = overlays.contains { $0.first?.hasPrefix("vc4-fkms-v3d") == true }
            return [.broken(.firmware, Sentence(old ? "doctor.firmware.oldScreen" : "doctor.firmware.noScreen", file))]
        }
        var findings = [Finding.works(.firmware, Sentence("doctor.firmware.screen", file))]
        let hasHeadphones = settings(text).contains { $0.key == "dtparam" && $0.value.split(separator: ",").contains("audio=on") }
        // A USB card or one on the header needs neither line.
        if screen.contains("noaudio"), !hasHeadphones { findings.append(.doubtful(.firmware, Sentence("doctor.firmware.noSound", file))) }
        return findings
    }

    /// `key=value`, without comments and the section headings, which name models that the file cannot tell us.
    private static func settings(_ text: String) -> [(key: String, value: String)] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let words = (line.split(separator: "#", omittingEmptySubsequences: false).first ?? "").split(separator: "=", maxSplits: 1)
            return words.count == 2 ? (String(words[0]).trimmed, String(words[1]).trimmed) : nil
        }
    }
}
