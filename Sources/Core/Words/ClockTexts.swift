import Foundation

/// Times as the locale writes them, put together from what its formatter does with one time: it costs a hundred thousand instructions
/// each time it is asked, and two times change on the stage every second.
struct ClockTexts: Sendable {
    /// "5:06" taken apart: what stands before, between and after its numbers, and how many digits the first has at least.
    private struct Pattern {
        let literals: [String]
        let leastDigits: Int
    }

    private let digits: [String]
    private let minuteSecond: Pattern?
    private let hourMinuteSecond: Pattern?
    private let formats: (short: Duration.TimeFormatStyle, long: Duration.TimeFormatStyle)

    init(locale: Locale) {
        formats = (
            Duration.TimeFormatStyle(pattern: .minuteSecond, locale: locale),
            Duration.TimeFormatStyle(pattern: .hourMinuteSecond, locale: locale)
        )
        let written = 1_234_567_890.formatted(.number.locale(locale).grouping(.never)).map(String.init)
        // Ten digits from 1 to 0, or this locale writes numbers in a way that is not known here.
        let digits = written.count == 10 ? [written[9]] + written[..<9] : []
        self.digits = digits
        minuteSecond = ClockTexts.pattern(Duration.seconds(306).formatted(formats.short), "506", digits)
        hourMinuteSecond = ClockTexts.pattern(Duration.seconds(18_367).formatted(formats.long), "50607", digits)
    }

    /// Minutes and seconds, hours when there are any.
    func text(_ seconds: Int) -> String {
        guard seconds >= 0 else { return Duration.seconds(seconds).formatted(formats.short) }
        if seconds < 3600 {
            guard let minuteSecond else { return Duration.seconds(seconds).formatted(formats.short) }
            return text(minuteSecond, seconds / 60, seconds % 60, nil)
        }
        guard let hourMinuteSecond, seconds < 1000 * 3600 else { return Duration.seconds(seconds).formatted(formats.long) }
        return text(hourMinuteSecond, seconds / 3600, seconds / 60 % 60, seconds % 60)
    }

    /// A number below a thousand, which no locale groups; nil: ask its formatter.
    func number(_ value: Int) -> String? {
        guard (0..<1000).contains(value), !digits.isEmpty else { return nil }
        var text = ""
        append(value, atLeast: 1, to: &text)
        return text
    }

    private func text(_ pattern: Pattern, _ first: Int, _ second: Int, _ third: Int?) -> String {
        var text = pattern.literals[0]
        append(first, atLeast: pattern.leastDigits, to: &text)
        text += pattern.literals[1]
        append(second, atLeast: 2, to: &text)
        if let third {
            text += pattern.literals[2]
            append(third, atLeast: 2, to: &text)
        }
        return text + pattern.literals[pattern.literals.count - 1]
    }

    private func append(_ value: Int, atLeast count: Int, to text: inout String) {
        if value >= 100 || count > 2 { text += digits[value / 100] }
        if value >= 10 || count > 1 { text += digits[value / 10 % 10] }
        text += digits[value % 10]
    }

    /// The time `sample` in these digits, whose first number is the digit 5, with or without a zero before it; nil when it is not.
    private static func pattern(_ text: String, _ sample: String, _ digits: [String]) -> Pattern? {
        guard !digits.isEmpty else { return nil }
        var literals = [""]
        var found = ""
        var isInNumber = false
        for character in text {
            if let value = digits.firstIndex(of: String(character)) {
                found += "\(value)"
                if !isInNumber { literals.append("") }
                isInNumber = true
            } else {
                literals[literals.count - 1].append(character)
                isInNumber = false
            }
        }
        guard found == sample || found == "0" + sample, literals.count == sample.count / 2 + 2 else { return nil }
        return Pattern(literals: literals, leastDigits: found == sample ? 1 : 2)
    }
}
