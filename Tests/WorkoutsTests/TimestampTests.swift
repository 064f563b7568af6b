import TestSupport
import Testing
import Workouts

@Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2000-02-29T12:34:56Z", 951_827_696),
    ("2026-03-02T07:00:00Z", 1_772_434_800), ("2038-01-19T03:14:08Z", 2_147_483_648), ("0000-01-01T00:00:00Z", -62_167_219_200),
    ("9999-12-31T23:59:59Z", 253_402_300_799), ("1900-03-01T00:00:00Z", -2_203_891_200), ("2016-12-31T23:59:60Z", 1_483_228_800),
])
func aDateInUTCIsItsSeconds(text: String, seconds: Int) {
    #expect(Timestamp.seconds(text) == seconds)
    if !text.hasSuffix(":60Z") { #expect(Timestamp.text(seconds: seconds) == text) }
}

@Test(arguments: [
    "", "Z", "2026-03-02", "2026-03-02T07:00:00", "2026-03-02T07:00:00+00:00", "2026-13-02T07:00:00Z", "2026-00-02T07:00:00Z",
    "2026-02-29T07:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T07:00:00Z", "2026-03-00T07:00:00Z", "2026-03-02T24:00:00Z",
    "2026-03-02T07:60:00Z", "2026-03-02T07:00:61Z", "2026-03-02 07:00:00Z", "2026-03-02T07:00:00.Z", "2026-03-02T07:00:00.x1Z",
    "2026-03-02T07:00:00.1234567890Z", "9999-12-31T23:59:60Z", "-026-03-02T07:00:00Z", "2026-03-02T07:00:00ÄZ", "२०२६-03-02T07:00:00Z",
])
func whatIsNoDateInUTCHasNoSeconds(text: String) { #expect(Timestamp.parse(text) == nil) }

@Test func everySecondThatIsPrintedReadsBack() {
    var random = Seeded(7)
    for _ in 0..<20_000 {
        let seconds = Int.random(in: Timestamp.range, using: &random)
        #expect(Timestamp.seconds(Timestamp.text(seconds: seconds)) == seconds)
    }
    #expect(Timestamp.text(seconds: .max) == "9999-12-31T23:59:59Z" && Timestamp.text(seconds: .min) == "0000-01-01T00:00:00Z")
}

@Test func ofTwoDatesTheLaterInstantIsLaterHoweverItIsWritten() {
    #expect(Timestamp.isLater("2026-03-02T07:00:00.5Z", than: "2026-03-02T07:00:00Z"))
    #expect(Timestamp.isLater("2026-03-02T07:00:00.25Z", than: "2026-03-02T07:00:00.2Z"))
    #expect(!Timestamp.isLater("2026-03-02T07:00:00.50Z", than: "2026-03-02T07:00:00.5Z"))
    #expect(Timestamp.isLater("2026-03-02T07:00:00Z", than: nil) && Timestamp.isLater("2026-03-02T07:00:00Z", than: "soon"))
    #expect(!Timestamp.isLater(nil, than: nil) && !Timestamp.isLater("soon", than: nil) && !Timestamp.isLater(nil, than: "soon"))
}
