import Testing

@testable import Workouts

private func parsed(_ text: String) -> JSON? {
    do { return try JSON(parsing: text) } catch { return nil }
}

private func fault(_ text: String) -> String? {
    do {
        _ = try JSON(parsing: text)
        return nil
    } catch { return told([error])[0] }
}

@Test func jsonOfEveryKindIsRead() {
    let json = parsed(#" {"a": [1, -2.5e3, "x", true, false, null, {}, []], "b": {"c": "d"}} "#)
    #expect(
        json?.kind
            == .object([
                .init(
                    "a",
                    JSON(
                        .array([
                            JSON(.number("1")), JSON(.number("-2.5e3")), JSON(.string("x")), JSON(.bool(true)), JSON(.bool(false)),
                            JSON(.null),
                            JSON(.object([])), JSON(.array([])),
                        ]))), .init("b", JSON(.object([.init("c", JSON(.string("d")))]))),
            ]))
    #expect(json?["b"]?["c"]?.string == "d" && json?["x"] == nil && json?["a"]?["b"] == nil)
    #expect(parsed(#"{"a": 1, "a": 2}"#)?["a"]?.kind == .number("2"))
}

@Test func escapesAreResolved() {
    #expect(parsed(#""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00""#)?.string == "\"\\/\u{8}\u{C}\n\r\tAé😀")
    #expect(parsed(#""\ud83d x \ude00 \ud83d\u0041""#)?.string == "\u{FFFD} x \u{FFFD} \u{FFFD}A")
    #expect(
        fault(#""\x""#) == "1: json.unexpected" && fault(#""\u12G4""#) == "1: json.unexpected" && fault(#""\u12"#) == "1: json.unfinished")
}

@Test(arguments: [
    ("", "1: json.unfinished"), ("{", "1: json.unfinished"), ("{\n\"a\"", "2: json.unfinished"), ("[1,\n\n2", "3: json.unfinished"),
    ("\"abc", "1: json.unfinished"), ("{\"a\" 1}", "1: json.unexpected"), ("{a: 1}", "1: json.unexpected"), ("[1,]", "1: json.unexpected"),
    ("{\"a\": 1,}", "1: json.unexpected"), ("{\"a\": 1} x", "1: json.more"), ("01", "1: json.more"), ("1.", "1: json.unfinished"),
    ("1.x", "1: json.unexpected"), ("-", "1: json.unfinished"), ("1e", "1: json.unfinished"), ("tru", "1: json.unfinished"),
    ("truth", "1: json.unexpected"), ("NaN", "1: json.unexpected"), ("'a'", "1: json.unexpected"), ("\n\n]", "3: json.unexpected"),
    ("[1 2]", "1: json.unexpected"), ("{\"a\": ü}", "1: json.unexpected"), ("+1", "1: json.unexpected"), ("{\"a\":}", "1: json.unexpected"),
])
func faultsOfJSONHaveTheirLine(text: String, expected: String) {
    #expect(fault(text) == expected, "\(text)")
}

@Test func whatCannotStandThereIsQuotedWhole() {
    do {
        _ = try JSON(parsing: "[ü]")
        Issue.record("read")
    } catch { #expect(error.what.arguments == [.text("ü")]) }
}

@Test func nestingIsBoundedBeforeTheStackIs() {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(parsed(nested(JSON.deepest)) != nil)
    #expect(fault(nested(JSON.deepest + 1)) == "1: json.deep")
    #expect(fault(String(repeating: "[", count: 500_000)) == "1: json.deep")
    #expect(fault(String(repeating: "{\"a\":", count: 100_000)) == "1: json.deep")
}

@Test func linesAreCountedForEveryValue() {
    let json = parsed("{\n\"a\": 1,\n\"b\": [\n2,\n3]}")
    guard case .array(let values)? = json?["b"]?.kind else {
        Issue.record("no list")
        return
    }
    #expect(json?.line == 1 && json?["a"]?.line == 2 && json?["b"]?.line == 3 && values.map(\.line) == [4, 5])
    #expect(parsed("[1]") == parsed("\n[\n1]"), "lines do not count in comparisons")
}

@Test func printedJSONIsReadAsItWas() {
    let text = #"{"a\"\\\u0000\u202e": [1e400, 99999999999999999999, -0, {"b": "\u001b🔥\n"}, [], {}, null, true]}"#
    let json = parsed(text)
    #expect(json != nil && parsed(json?.printed() ?? "") == json)
    #expect(json?.printed().unicodeScalars.contains { Name.isControl($0) && $0 != "\n" } == false)
    #expect(parsed("[1, {\"a\": \"b\"}]")?.printed() == "[\n  1,\n  {\n    \"a\": \"b\"\n  }\n]\n")
}

@Test(arguments: [
    ("0", 0), ("-0", 0), ("30", 30), ("30.0", 30), ("3e1", 30), ("300e-1", 30), ("0.3e2", 30), ("-15", -15), ("1E3", 1000),
    ("0e999999999999", 0),
    ("0.000", 0), ("100000000000000", 100_000_000_000_000),
])
func wholeNumbersAreReadExactly(text: String, value: Int) {
    #expect(DecimalNumber.whole(text) == value)
}

@Test(arguments: [
    "29.5", "1e400", "1e99999999999999999999", "99999999999999999999", "1e-1", "-0.5", "3.14e1", "1e15",
    String(repeating: "9", count: 100_000), "0.1e0",
])
func whatIsNoWholeNumberOrTooLargeIsNone(text: String) {
    #expect(DecimalNumber.whole(text) == nil && DecimalNumber.isNumber(text))
}

@Test(arguments: ["", "-", "x", "1x", ".5", "5.", "1e", "1e+", "0x10", "1_000", "٣٠", "1 ", "--1", "Infinity"])
func whatIsNoNumberIsNone(text: String) {
    #expect(!DecimalNumber.isNumber(text) && DecimalNumber.whole(text) == nil)
}
