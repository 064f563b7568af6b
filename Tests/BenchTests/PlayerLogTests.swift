import Testing

@testable import bench

@Test func aPlayerHasSaidSomethingOnlyWithAWholeLineOfIt() {
    var log = PlayerLog(form: .monotonic)
    log.add("ALSA lib: append the first endpoint\nframe 1 2\nfir".utf8)
    #expect(!log.has("first") && !log.has("end"))
    log.add("st 12".utf8)
    #expect(!log.has("first"))
    log.add("34\n".utf8)
    #expect(log.has("first") && log.entries("first", wallAheadNanoseconds: 5) == [[1234]])
    log.add("end\n".utf8)
    #expect(log.has("end"))
}

@Test func aPageSpeaksInQuotationMarksAndMilliseconds() {
    var log = PlayerLog(form: .page)
    log.add("[1:2:ERROR:dbus.cc(1)] the end of first\n[1:2:INFO:CONSOLE(9)] \"frame 1 2.5\", source: x\n".utf8)
    #expect(!log.has("end") && log.has("frame"))
    #expect(log.entries("frame", wallAheadNanoseconds: 0) == [])
    // The page's zero at 100 ms of a wall clock that is 40 ms ahead.
    log.add("[1:2:INFO:CONSOLE(9)] \"zero 100\", source: x\n".utf8)
    #expect(log.entries("frame", wallAheadNanoseconds: 40e6) == [[61_000_000, 62_500_000]])
    #expect(log.lastWords.hasSuffix("\"zero 100\", source: x"))
}
