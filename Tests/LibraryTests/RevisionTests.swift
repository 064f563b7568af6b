import Library
import Testing

/// The examples of FIPS 180-4 and of the NIST's test vectors (SHA256ShortMsg).
@Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
])
func aRevisionIsTheStandardsDigest(_ text: String, _ digest: String) {
    #expect(Revision(of: Array(text.utf8)).description == digest)
    #expect(Revision(digest) == Revision(of: Array(text.utf8)))
}

@Test func aRevisionIsRightAcrossEveryBlocksEdge() {
    #expect(
        Revision(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)).description
            == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    // Of the digests of 0, 1, ... 129 zeros; computed with coreutils' sha256sum.
    let digests = (0..<130).map { Revision(of: [UInt8](repeating: 0, count: $0)).description + "\n" }.joined()
    #expect(Revision(of: Array(digests.utf8)).description == "bedc50bc751024332a44b4faeac78dad588e536b68c7af49449f48faf1090522")
}

@Test func onlyItsOwnTextIsARevision() {
    for text in ["", "0", String(repeating: "0", count: 63), String(repeating: "A", count: 64), String(repeating: "é", count: 32)] {
        #expect(Revision(text) == nil)
    }
    let revision = Revision(of: [1, 2, 3])
    #expect(Revision(quarters: revision.quarters) == revision)
}
