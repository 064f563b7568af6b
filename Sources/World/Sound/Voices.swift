/// From a language tag to the names under which espeak-ng may know a voice for it.
enum Voices {
    /// Tags that espeak-ng files under another name.
    private static let others = [
        "zh": "cmn", "zh-hk": "yue", "no": "nb", "nn": "nb", "iw": "he", "in": "id", "tl": "fil", "en-uk": "en-gb",
    ]

    /// Most exact first: "pt-BR" gives pt-br, pt. Empty for what is no tag at all.
    static func names(for language: String) -> [String] {
        let tag = language.lowercased().map { $0 == "_" ? "-" : $0 }
        // What a tag may hold; and a name is never read as a path.
        guard !tag.isEmpty, tag.count <= 35, tag.allSatisfy({ $0 == "-" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }) else {
            return []
        }
        var parts = String(tag).split(separator: "-").map(String.init)
        var names: [String] = []
        while !parts.isEmpty {
            let name = parts.joined(separator: "-")
            names.append(others[name] ?? name)
            parts.removeLast()
        }
        return names
    }
}
