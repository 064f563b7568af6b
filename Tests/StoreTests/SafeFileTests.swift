import Foundation
import Store
import Testing

@Suite struct SafeFileTests {
    let folder = ScratchFolder()

    @Test func whatIsWrittenIsReadAndNothingElseIsLeft() throws {
        let path = folder.path + "/journal.json"
        try SafeFile.write([1, 2, 3], to: path)
        try SafeFile.write([4], to: path)
        #expect(try SafeFile.read(path, limit: 10) == [4])
        #expect(folder.names == ["journal.json"])
    }

    @Test func aFileThatIsNotThereIsNothing() throws {
        #expect(try SafeFile.read(folder.path + "/none", limit: 10) == nil)
        try SafeFile.remove(folder.path + "/none")
    }

    @Test func aFailureNamesTheFileAndTheCause() {
        let path = folder.path + "/missing/journal.json"
        #expect {
            try SafeFile.write([1], to: path)
        } throws: { error in
            "\(error)" == "could not keep \(path): could not open \(folder.path)/missing: No such file or directory"
        }
    }

    @Test func aFileOverTheLimitAFolderAndALinkAreNotRead() throws {
        let path = folder.path + "/big"
        try SafeFile.write([UInt8](repeating: 7, count: 11), to: path)
        #expect(throws: StoreError.self) { try SafeFile.read(path, limit: 10) }
        #expect(throws: StoreError.self) { try SafeFile.read(folder.path, limit: 10) }
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: path)
        #expect(throws: StoreError.self) { try SafeFile.read(folder.path + "/link", limit: 100) }
    }

    @Test func theJournalKeepsTheNewestAndClears() throws {
        let path = folder.path + "/journal.json"
        let journal = JournalFile(path: path)
        for number in 0..<200 { journal.keep { [UInt8(number)] } }
        journal.flush()
        #expect(try JournalFile.left(at: path) == [199])
        journal.clear()
        journal.flush()
        #expect(try JournalFile.left(at: path) == nil)
        #expect(journal.takeFailure() == nil)
    }

    @Test func aJournalThatCannotBeKeptSaysSoAndGoesOn() {
        let journal = JournalFile(path: folder.path + "/missing/journal.json")
        journal.keep { [1] }
        journal.flush()
        #expect(journal.takeFailure() != nil)
        #expect(journal.takeFailure() == nil)
    }
}
