import Foundation

/// What is wrong with the words of one entry in one language, whatever its places are. What it cannot tell: a name of a workout that was
/// left in English from one that gyms leave in English, a word in quotes that has to stay (submit, rest) from one that was forgotten, and
/// of course a wrong translation from a right one.
struct Prose {
    let key: String
    let language: String
    /// By plural form.
    let own: [String: String]
    let english: [String: String]

    var faults: [String] {
        var faults: [String] = []
        for (form, string) in own.sorted(by: { $0.key < $1.key }) {
            let words = string.replacing(/%(?:\d+\$)?(?:@|lld)|%#@\w+@|%arg|%%/, with: "\u{FFFC}")
            if words.contains("%") { faults.append("has a percent sign that opens no place: \(string)") }
            let bare = string.matches(of: /%(?:@|lld)/).count
            if bare > 0, bare + string.matches(of: /%\d+\$(?:@|lld)/).count > 1 { faults.append("has places without numbers: \(string)") }
            for scalar in words.unicodeScalars where Prose.isInvisible(scalar) {
                faults.append("has an invisible U+\(String(scalar.value, radix: 16, uppercase: true)): \(string)")
            }
            if words.contains("\"") || words.contains("'") { faults.append("has a typewriter's quotes: \(string)") }
            if words.contains(/\d{1,3}(?:[.,\u{A0}\u{202F} ]\d{3})+(?!\d)/) {
                faults.append("groups a number itself, which is the formatter's to do: \(string)")
            }
            if language == "fr", words.contains(#/ [:;?!»]|« /#) { faults.append("lets a line end before its punctuation: \(string)") }
            faults += numberFaults(words, form, string)
        }
        if language != "en", own == english, !isAllowedToBeEnglish { faults.append("is still English") }
        return faults
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false
        case 0x00..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// The numbers that stand in the words are the same in every language: examples, limits, what is to be typed. Names of workouts may
    /// spell theirs out, and a form that is said of one number may.
    private func numberFaults(_ words: String, _ form: String, _ string: String) -> [String] {
        if words.contains("%") || key.hasPrefix("workout.")
            || ["zero", "one", "two"].contains(form.split(separator: ".").last.map(String.init) ?? form)
        {
            return []
        }
        guard let original = english[form] ?? english["other"] else { return [] }
        func numbers(_ text: String) -> [String] {
            text.replacing(/%(?:\d+\$)?(?:@|lld)|%#@\w+@|%arg|%%/, with: " ").matches(of: /[0-9]+/).map { String($0.output) }.sorted()
        }
        let latin = String(words.map { letter in letter.wholeNumberValue.map { Character(String($0)) } ?? letter })
        if numbers(latin) == numbers(original) { return [] }
        return ["has other numbers than the English: \(string)"]
    }

    private var isAllowedToBeEnglish: Bool {
        if ["workout.", "focus.", "category."].contains(where: key.hasPrefix) { return true }
        // A string without words, like "%1$@, %2$@".
        let words = own.values.joined().replacing(/%(?:\d+\$)?(?:@|lld)|%#@\w+@|%arg|%%/, with: " ")
        if !words.contains(/\p{L}{2,}/) { return true }
        return Prose.sameInEnglish[key]?.contains(language) == true
    }

    /// Words that are the language's own too, or names, or what is typed.
    private static let sameInEnglish: [String: Set<String>] = [
        "aloud.home": ["it"], "check.routines": ["nl"], "movement.usage": ["nl"], "stage.reps": ["nl"], "detail.label": ["de", "fr", "nl"],
        "doctor.area.configuration": ["fr"], "file.note": ["fr"],
        "home.way.gallery.detail": ["de", "it", "nl"], "key.name.home": ["de", "it", "nl"], "key.name.pause": ["de", "fr"],
        "key.options": ["fr"], "key.pause": ["fr"], "key.plans": ["fr"], "own.name": ["de"], "place.bridge": ["it"], "place.file": ["it"],
        "place.options": ["fr"], "place.routine": ["de", "fr", "nl"], "preference.version": ["de", "fr"],
        "question.understood": ["de", "es", "fr", "it", "nl", "pt-BR"], "script.reps": ["es", "nl", "pt-BR"],
        "setting.volume": ["fr", "it", "nl", "pt-BR"], "stepper.total": ["es", "fr", "pt-BR"], "stepper.value.reps": ["es", "nl"],
        "stepper.value.sets": ["nl"], "week.plans": ["fr"], "welcome.compose.title": ["fr"],
        "welcome.name": ["de", "es", "fr", "it", "nl", "pt-BR", "ru"],
    ]
}
