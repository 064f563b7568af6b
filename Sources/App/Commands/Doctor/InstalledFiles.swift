import Foundation
import Words

/// What came with the program, and the fonts.
enum InstalledFiles {
    /// Every resource that some command needs.
    private static let names = ["Localizable.xcstrings", "languages.json", "catalog.json", "routines"]

    static func examine(_ resources: Resources) -> [Finding] {
        names.map { name in
            do throws(CommandError) {
                return .works(.resources, Sentence("doctor.resource", .text(name), .text(try resources.path(of: name))))
            } catch {
                return .broken(
                    .resources, Sentence("doctor.resourceMissing", .text(name), .text(resources.folders.joined(separator: ", "))))
            }
        }
    }

    /// A font file's beginning, the package it comes in, and whether text cannot be drawn right without it.
    private static let fonts: [(beginning: String, package: String, isNeeded: Bool)] = [
        ("Inter", "fonts-inter", true), ("NotoSans", "fonts-noto-core", false),
    ]

    static func fonts(below folders: [String]) -> [Finding] {
        let files = folders.flatMap { folder in
            // A folder that is not there holds no fonts.
            ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).map { folder + "/" + $0 }
        }
        return fonts.map { font in
            let file = files.filter { isFont($0, beginning: font.beginning) }.min()
            if let file { return .works(.fonts, Sentence("doctor.font", .text(font.package), .text(file))) }
            let sentence = Sentence("doctor.fontMissing", .text(font.package))
            return font.isNeeded ? .broken(.fonts, sentence) : .doubtful(.fonts, sentence)
        }
    }

    private static func isFont(_ path: String, beginning: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return name.hasPrefix(beginning) && [".ttf", ".otf", ".ttc"].contains { name.lowercased().hasSuffix($0) }
    }
}
