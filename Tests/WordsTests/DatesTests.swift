import Foundation
import Testing

@testable import Words

private let empty = catalog(["a": ["en": "A"]])

@Test func timesAgoAreSaidTheWayAPersonBeginsALine() throws {
    let english = try words(empty, "en")
    #expect([1, 2, 6, 20, 400].map { english.ago(days: $0) } == ["Yesterday", "2 days ago", "6 days ago", "3 weeks ago", "Last year"])
    #expect(
        [0, 60, 480, 7_200].map { english.agoInSentence(seconds: $0) } == ["1 minute ago", "1 minute ago", "8 minutes ago", "2 hours ago"])
    #expect(english.agoInSentence(seconds: 86_400) == "yesterday")
    #expect(try words(empty, "de").ago(days: 2) == "Vorgestern")
    #expect(try words(empty, "ru").ago(days: 6) == "6 дней назад")
}

@Test func weekdaysAndTimesOfDayAreTheLocales() throws {
    let english = try words(empty, "en-GB")
    #expect((1...7).map { english.weekday($0, .letter) }.joined() == "SMTWTFS")
    #expect(english.weekday(5) == "Thursday")
    #expect(english.weekday(5, .short) == "Thu")
    #expect(english.timeOfDay(hour: 18, minute: 42) == "18:42")
    #expect(english.timeOfDay(hour: 0, minute: 5) == "00:05")
    #expect(english.dayAndTime(weekday: 5, hour: 18, minute: 42, .short) == "Thu 18:42")
    #expect(try words(empty, "en-US").timeOfDay(hour: 18, minute: 42).hasSuffix("PM"))
    #expect(try words(empty, "de").dayAndTime(weekday: 5, hour: 9, minute: 5) == "Donnerstag, 09:05")
    #expect(try words(empty, "fr").weekday(1) == "Dimanche")
}
