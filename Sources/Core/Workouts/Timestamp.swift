/// ISO 8601 in UTC, as files carry it: 2026-03-02T07:00:00Z, with or without a fraction of a second.
public enum Timestamp {
    /// The seconds that have a text: the years 0000 to 9999, since 1970 UTC.
    public static let range = -62_167_219_200...253_402_300_799

    /// Seconds since 1970 UTC and the nanoseconds behind them; nil for anything but a date that exists, in UTC. A leap second is the next
    /// minute's first.
    public static func parse(_ text: String) -> (seconds: Int, nanoseconds: Int)? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte) - 0x30
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month),
            (1...daysInMonth(month, year)).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
        guard range.contains(seconds) else { return nil }
        if bytes.count == 20 { return (seconds, 0) }
        guard bytes[19] == UInt8(ascii: "."), (22...30).contains(bytes.count), var fraction = number(20..<(bytes.count - 1)) else {
            return nil
        }
        for _ in bytes.count..<30 { fraction *= 10 }
        return (seconds, fraction)
    }

    /// Whole seconds since 1970 UTC, rounded down; nil for anything but a date in UTC.
    public static func seconds(_ text: String) -> Int? { parse(text)?.seconds }

    /// The text of an instant; one beyond `range` becomes its nearer end.
    public static func text(seconds: Int) -> String {
        let seconds = min(max(seconds, range.lowerBound), range.upperBound)
        let day = floorDivide(seconds, 86_400)
        let second = seconds - day * 86_400
        let date = civil(day)
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
            + "T\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
    }

    /// Whether a document's `updatedAt` is later than another's. A date that is absent or no date is earlier than every date.
    public static func isLater(_ text: String?, than other: String?) -> Bool {
        guard let instant = text.flatMap(parse) else { return false }
        guard let earlier = other.flatMap(parse) else { return true }
        return instant > earlier
    }

    static func isValid(_ text: String) -> Bool { parse(text) != nil }

    // MARK: The Gregorian calendar, in whole days since 1970-01-01
    // Both ways as Howard Hinnant derived them ("chrono-Compatible Low-Level Date Algorithms"): years begin in March, so that a leap day
    // is a year's last.

    private static func daysInMonth(_ month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = floorDivide(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
    }
}
