import Foundation
import Testing

@testable import Words

private let empty = catalog(["a": ["en": "A"]])

@Test func clocksShowMinutesAndSecondsAndHoursWhenThereAreAny() throws {
    let english = try words(empty, "en")
    #expect([0, 5, 52, 65, 330, 3_599].map { english.clock($0) } == ["0:00", "0:05", "0:52", "1:05", "5:30", "59:59"])
    #expect([3_600, 4_200, 36_000, 604_800].map { english.clock($0) } == ["1:00:00", "1:10:00", "10:00:00", "168:00:00"])
}

@Test func everyLocalesTimesAndNumbersAreWhatItsOwnFormatterWrites() throws {
    // They are put together here, since the formatter is slow.
    let languages = [
        "en", "de", "da", "fi", "fr", "es", "pt-BR", "it", "ja", "zh-Hans", "ar", "ar-EG", "fa", "he", "hi", "mr", "ne", "my", "bn", "ur",
        "th", "sw",
    ]
    let times = Array(0...130) + [599, 600, 3_599, 3_600, 3_661, 35_999, 36_000, 360_000, 3_599_999, 3_600_000, 604_800]
    for language in languages {
        let words = try words(empty, language)
        // With the digits that are settled for Arabic of no country.
        let locale = words.locale
        #expect(locale.language.languageCode == Locale(identifier: language).language.languageCode)
        for time in times {
            let style = Duration.TimeFormatStyle(pattern: time < 3600 ? .minuteSecond : .hourMinuteSecond, locale: locale)
            #expect(words.clock(time) == Duration.seconds(time).formatted(style), "\(time) s in \(language)")
        }
        for number in [0, 1, 9, 10, 99, 100, 999, 1_000, 10_000, -1] {
            #expect(words.number(number) == number.formatted(.number.locale(locale)), "\(number) in \(language)")
        }
    }
}

@Test func clocksAndNumbersHaveTheLocalesDigits() throws {
    #expect(try words(empty, "da").clock(330) == "5.30")
    #expect(try words(empty, "fa").clock(4_200) == "۱:۱۰:۰۰")
    #expect(try words(empty, "ar-u-nu-arab").number(15) == "١٥")
    #expect(try words(empty, "de").number(9_999) == "9.999")
    #expect(try words(empty, "en-US").number(9_999) == "9,999")
}

@Test func durationsHaveOneUnitInWordsOrShort() throws {
    let english = try words(empty, "en")
    #expect([english.duration(18), english.duration(1, width: .spoken)] == ["18 sec", "1 second"])
    #expect([english.duration(5_799, in: .minutes), english.duration(119, in: .minutes, width: .spoken)] == ["96 min", "1 minute"])
    #expect(try words(empty, "de").duration(30, width: .spoken) == "30 Sekunden")
    #expect(try words(empty, "ru").duration(120, in: .minutes) == "2 мин")
}

@Test func listsAreJoinedTheWayOfTheLocale() throws {
    #expect(try words(empty, "de").list(["Bridge", "Squats", "Plank"]) == "Bridge, Squats und Plank")
    #expect(try words(empty, "en-US").list(["Bridge", "Squats", "Plank"]) == "Bridge, Squats, and Plank")
    #expect(try words(empty, "en").list([]) == "")
}

@Test(arguments: [
    ("ar", true), ("he", true), ("fa-IR", true), ("ar-XB", true), ("en", false), ("ru", false), ("en-XA", false), ("zh-Hans", false),
])
func directionIsTheLocales(_ locale: String, _ isRightToLeft: Bool) throws {
    #expect(try words(empty, locale).isRightToLeft == isRightToLeft)
}

@Test func theAccentedPseudoLocaleIsLongerAndLeavesArgumentsAlone() throws {
    let text = "Bring back the starter routines that were deleted: %1$@"
    let data = catalog(["a": ["en": text, "de": "Deutsch"], "short": ["en": "Rest"]])
    let pseudo = try words(data, "en-XA")("a", "Morning core")
    #expect(pseudo.hasPrefix("[Ɓŕîñĝ ƀåçķ ţĥé šţåŕţéŕ ŕöûţîñéš ţĥåţ ŵéŕé ðéļéţéð: Morning core ") && pseudo.hasSuffix("]"))
    let plain = try words(data, "en")("a", "Morning core")
    let growth = Double(pseudo.count) / Double(plain.count)
    #expect((1.3...1.4).contains(growth), "\(growth)")
    #expect(try words(data, "en-XA")("short") == "[Ŕéšţ]")
}

@Test func theMirroredPseudoLocaleIsEnglishFromRightToLeft() throws {
    let data = catalog(["a": ["en": "Set %1$lld of %2$lld", "ar": "عربي"]])
    #expect(try words(data, "ar_XB")("a", 2, 3) == "\u{202E}Set\u{202C} 2 \u{202E}of\u{202C} 3")
}

@Test func sharesOfAHundredAreTheLocales() throws {
    let data = catalog(["a": ["en": "A"]])
    #expect(try ["en", "nl", "it", "pt-BR"].map { try words(data, $0).percent(80) } == ["80%", "80%", "80%", "80%"])
    for language in ["de", "es", "ru"] { #expect(try words(data, language).percent(80) == "80\u{A0}%") }
    #expect(try words(data, "fr").percent(80).replacing("\u{202F}", with: "\u{A0}") == "80\u{A0}%")
    #expect(try words(data, "ar-EG").percent(0).contains("٠"))
}
