import Foundation
import Testing

@testable import Words

private let empty = catalog(["a": ["en": "A"]])

/// How a language writes what is counted and dated; every figure with the locale that is asked for, and none with the system's.
private struct Habits: Sendable {
    var locale: String
    var clocks: String
    var numbers: String
    var durations: String
    var ago: String
    var weekday: String
    var time: String
    var list: String
}

private let table = [
    Habits(
        locale: "en-GB", clocks: "0:05 5:30 1:10:00", numbers: "15 12,345 1,000,000", durations: "1 minute, 2 minutes, 11 minutes",
        ago: "8 minutes ago, Yesterday, 2 days ago, 6 days ago", weekday: "Monday", time: "18:42", list: "A, B and C"),
    Habits(
        locale: "de", clocks: "0:05 5:30 1:10:00", numbers: "15 12.345 1.000.000", durations: "1 Minute, 2 Minuten, 11 Minuten",
        ago: "vor 8 Minuten, Gestern, Vorgestern, Vor 6 Tagen", weekday: "Montag", time: "18:42", list: "A, B und C"),
    Habits(
        locale: "es", clocks: "0:05 5:30 1:10:00", numbers: "15 12.345 1.000.000", durations: "1 minuto, 2 minutos, 11 minutos",
        ago: "hace 8 minutos, Ayer, Anteayer, Hace 6 días", weekday: "Lunes", time: "18:42", list: "A, B y C"),
    Habits(
        locale: "fr", clocks: "0:05 5:30 1:10:00", numbers: "15 12\u{202F}345 1\u{202F}000\u{202F}000",
        durations: "1 minute, 2 minutes, 11 minutes", ago: "il y a 8 minutes, Hier, Avant-hier, Il y a 6 jours", weekday: "Lundi",
        time: "18:42", list: "A, B et C"),
    Habits(
        locale: "it", clocks: "0:05 5:30 1:10:00", numbers: "15 12.345 1.000.000", durations: "1 minuto, 2 minuti, 11 minuti",
        ago: "8 minuti fa, Ieri, L’altro ieri, 6 giorni fa", weekday: "Lunedì", time: "18:42", list: "A, B e C"),
    Habits(
        locale: "nl", clocks: "0:05 5:30 1:10:00", numbers: "15 12.345 1.000.000", durations: "1 minuut, 2 minuten, 11 minuten",
        ago: "8 minuten geleden, Gisteren, Eergisteren, 6 dagen geleden", weekday: "Maandag", time: "18:42", list: "A, B en C"),
    Habits(
        locale: "pt-BR", clocks: "0:05 5:30 1:10:00", numbers: "15 12.345 1.000.000", durations: "1 minuto, 2 minutos, 11 minutos",
        ago: "há 8 minutos, Ontem, Anteontem, Há 6 dias", weekday: "Segunda-feira", time: "18:42", list: "A, B e C"),
    Habits(
        locale: "ru", clocks: "0:05 5:30 1:10:00", numbers: "15 12\u{A0}345 1\u{A0}000\u{A0}000",
        durations: "1 минута, 2 минуты, 11 минут", ago: "8 минут назад, Вчера, Позавчера, 6 дней назад", weekday: "Понедельник",
        time: "18:42", list: "A, B и C"),
    // Each part keeps its own direction in a list of both.
    Habits(
        locale: "ar", clocks: "0:05 5:30 1:10:00", numbers: "15 12,345 1,000,000", durations: "دقيقة, دقيقتان, 11 دقيقة",
        ago: "قبل 8 دقائق, أمس, أول أمس, قبل 6 أيام", weekday: "الاثنين", time: "6:42 م",
        list: "\u{2068}A\u{2069} و\u{2068}B\u{2069} و\u{2068}C\u{2069}"),
    // The digits are those of the country.
    Habits(
        locale: "ar-EG", clocks: "٠:٠٥ ٥:٣٠ ١:١٠:٠٠", numbers: "١٥ ١٢٬٣٤٥ ١٬٠٠٠٬٠٠٠", durations: "دقيقة, دقيقتان, ١١ دقيقة",
        ago: "قبل ٨ دقائق, أمس, أول أمس, قبل ٦ أيام", weekday: "الاثنين", time: "٦:٤٢ م",
        list: "\u{2068}A\u{2069} و\u{2068}B\u{2069} و\u{2068}C\u{2069}"),
    Habits(
        locale: "ar-MA", clocks: "0:05 5:30 1:10:00", numbers: "15 12.345 1.000.000", durations: "دقيقة, دقيقتان, 11 دقيقة",
        ago: "قبل 8 دقائق, أمس, أول أمس, قبل 6 أيام", weekday: "الاثنين", time: "18:42",
        list: "\u{2068}A\u{2069} و\u{2068}B\u{2069} و\u{2068}C\u{2069}"),
]

@Test(arguments: table) private func aLanguageHasItsHabits(_ habits: Habits) throws {
    let words = try words(empty, habits.locale)
    #expect([5, 330, 4_200].map { words.clock($0) }.joined(separator: " ") == habits.clocks)
    #expect([15, 12_345, 1_000_000].map { words.number($0) }.joined(separator: " ") == habits.numbers)
    #expect([60, 120, 660].map { words.duration($0, in: .minutes, width: .spoken) }.joined(separator: ", ") == habits.durations)
    let ago = [words.agoInSentence(seconds: 480), words.ago(days: 1), words.ago(days: 2), words.ago(days: 6)].joined(separator: ", ")
    // Between a number and its word there may be any space.
    #expect(ago.replacing("\u{A0}", with: " ") == habits.ago)
    #expect(words.weekday(2) == habits.weekday)
    #expect(words.timeOfDay(hour: 18, minute: 42).replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ") == habits.time)
    #expect(words.list(["A", "B", "C"]) == habits.list)
}

@Test(arguments: ["en", "de", "es", "fr", "it", "nl", "pt-BR", "ru", "ar", "ar-EG"])
func theShortestWeekdaysHaveNoFullStopAndSevenOfThemStandSideBySide(_ locale: String) throws {
    let words = try words(empty, locale)
    for day in 1...7 {
        #expect(!words.weekday(day, .two).hasSuffix("."))
        #expect(words.weekday(day, .letter).count == 1)
    }
}

@Test func anArgumentDoesNotReorderWhatStandsBesideIt() throws {
    let data = catalog([
        "next": ["en": "Next: %1$@", "ar": "التالي: %1$@"], "rest": ["en": "Rest %1$@, %2$lld sets"], "done": ["en": "Done"],
    ])
    let arabic = try words(data, "ar")
    // A name in Latin letters between Arabic words, isolated (UAX 9: FSI to PDI).
    #expect(arabic("next", "Squats") == "التالي: \u{2068}Squats\u{2069}")
    // An English string among Arabic ones begins at the left, though its argument is Arabic.
    #expect(arabic("rest", "15 ث", 3) == "\u{200E}Rest \u{2068}15 ث\u{2069}, 3 sets")
    #expect(arabic("done") == "Done")
    #expect(try words(data, "de")("rest", "15 s", 3) == "Rest 15 s, 3 sets")
}

@Test func aWeekdayInASentenceIsSmallWhereTheLanguageWritesItSo() throws {
    let names = try ["en", "de", "fr", "es", "it", "pt-BR", "ru", "nl"].map { try words(empty, $0).weekdayInSentence(2) }
    #expect(names == ["Monday", "Montag", "lundi", "lunes", "lunedì", "segunda-feira", "понедельник", "maandag"])
}
