import Foundation

extension Words {
    /// How a weekday's name is written.
    public enum WeekdayWidth: Hashable, Sendable {
        /// "Thursday"
        case full
        /// "Thu"
        case short
        /// "Th"
        case two
        /// "T"
        case letter
    }

    /// How long ago, as a person says it at the beginning of a line: "Yesterday", "2 weeks ago". From 1 whole calendar day, which whoever
    /// asks has counted.
    public func ago(days: Int) -> String { capitalised(ago(TimeInterval(max(1, days)) * 86_400)) }

    /// How long ago as it stands within a sentence: "8 minutes ago", "yesterday". From 60 seconds.
    public func agoInSentence(seconds: Int) -> String { ago(TimeInterval(max(60, seconds))) }

    private func ago(_ interval: TimeInterval) -> String {
        // Both ends are in UTC, where every day has 24 hours: what "yesterday" is was decided by whoever counted the days.
        let style = Date.AnchoredRelativeFormatStyle(
            anchor: Words.noon, presentation: .named, unitsStyle: .wide, locale: locale, calendar: Words.calendar)
        return style.format(Words.noon.addingTimeInterval(interval))
    }

    /// A weekday's name as it stands within a sentence: small where the language writes it small.
    public func weekdayInSentence(_ weekday: Int) -> String { plainWeekday(weekday, .wide) }

    /// A weekday's own name, 1 for Sunday to 7 for Saturday, as the calendar counts them.
    public func weekday(_ weekday: Int, _ width: WeekdayWidth = .full) -> String {
        let symbol: Date.FormatStyle.Symbol.Weekday =
            switch width {
            case .full: .wide
            case .short: .abbreviated
            case .two: .short
            case .letter: .narrow
            }
        let name = capitalised(plainWeekday(weekday, symbol))
        // "Mo." in German: alone in a column, the full stop says nothing.
        return width == .two && name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    private func plainWeekday(_ weekday: Int, _ symbol: Date.FormatStyle.Symbol.Weekday) -> String {
        Words.sunday.addingTimeInterval(TimeInterval((weekday - 1) * 86_400)).formatted(Words.style(locale).weekday(symbol))
    }

    /// "18:42", "6:42 PM": the way the locale writes a time of day.
    public func timeOfDay(hour: Int, minute: Int) -> String { moment(1, hour, minute).formatted(Words.style(locale).hour().minute()) }

    /// "Thursday 18:42", the short form "Thu 18:42".
    public func dayAndTime(weekday: Int, hour: Int, minute: Int, _ width: WeekdayWidth = .full) -> String {
        let style = Words.style(locale).weekday(width == .full ? .wide : .abbreviated).hour().minute()
        return capitalised(moment(weekday, hour, minute).formatted(style))
    }

    private func moment(_ weekday: Int, _ hour: Int, _ minute: Int) -> Date {
        Words.sunday.addingTimeInterval(TimeInterval((weekday - 1) * 86_400 + (hour - 12) * 3600 + minute * 60))
    }

    /// As it stands at the beginning of a line; CLDR's typewriter apostrophe (Italian "l'altro ieri") as a printer sets it.
    private func capitalised(_ text: String) -> String {
        (text.prefix(1).uppercased(with: locale) + text.dropFirst()).replacing("'", with: "’")
    }

    /// Monday 1 January 2001, noon; and the Sunday before it.
    private static let noon = Date(timeIntervalSinceReferenceDate: 43_200)
    private static let sunday = noon.addingTimeInterval(-86_400)
    private static let utc = TimeZone(secondsFromGMT: 0)!
    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = utc
        return calendar
    }()
    private static func style(_ locale: Locale) -> Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: calendar, timeZone: utc)
    }
}

extension Locale {
    /// Arabic of no country has European digits, as newer Foundations have it; that of Swift 6.0 writes ١٢٣ there, and a routine shall
    /// look the same on every Pi. Where there is a country, or the digits were asked for, nothing is settled here.
    var withSettledDigits: Locale {
        var parts = Locale.Components(locale: self)
        guard parts.languageComponents.languageCode == .arabic, parts.languageComponents.region == nil, parts.region == nil,
            parts.numberingSystem == nil
        else { return self }
        parts.numberingSystem = Locale.NumberingSystem("latn")
        return Locale(components: parts)
    }
}
