import Foundation
import Synchronization
import TestSupport
import Words
import Workouts

/// The languages that come with the program.
let shipped: Languages = {
    let data = try! Data(contentsOf: Project.resources.appendingPathComponent("languages.json"))
    return try! Languages(parsing: [UInt8](data))
}()

/// The words of a locale, read once.
func tongue(_ locale: String) -> Words {
    if let words = known.withLock({ $0[locale] }) { return words }
    let catalog = try! Data(contentsOf: Project.resources.appendingPathComponent("Localizable.xcstrings"))
    let words = try! Words(catalog: catalog, locale: Locale(identifier: locale), languages: shipped)
    known.withLock { $0[locale] = words }
    return words
}

/// The gallery in the language of the words.
func gallery(in words: Words) -> Catalog { gallery.named(by: { words($0) }, in: words.language) }

private let known = Mutex<[String: Words]>([:])
