import Foundation
import Ports
import Testing
import Workouts

@testable import Store

@Suite struct SettingsFileTests {
    private func settings() -> Settings {
        var settings = Settings()
        settings.hasVoice = false
        settings.volume = 35
        settings.getReadySeconds = 30
        settings.light = .byClock
        settings.legendSide = .trailing
        settings.language = "pt-BR"
        settings.hasSeenWelcome = true
        return settings
    }

    @Test func whatIsKeptIsRead() throws {
        let folder = ScratchFolder()
        let file = SettingsFile(folder.kept())
        #expect(file.read() == SettingsFile.Contents())
        try file.write(settings())
        #expect(file.read() == SettingsFile.Contents(settings: settings()))
        try file.write(Settings())
        #expect(file.read() == SettingsFile.Contents() && folder.text("settings.json") == "{}\n")
    }

    @Test func unknownMembersStay() throws {
        let folder = ScratchFolder()
        folder.put(#"{"rowing": {"a": [1.50]}, "volume": 20, "tones": true}"#, "settings.json")
        let file = SettingsFile(folder.kept())
        try file.write(settings())
        let text = folder.text("settings.json") ?? ""
        #expect(text.contains(#""rowing": {"#) && text.contains("1.50") && text.contains(#""volume": 35"#) && !text.contains("tones"))
        #expect(file.read().settings == settings())
    }

    @Test func aWrongValueIsNamedAndLeavesTheOthersAlone() throws {
        let folder = ScratchFolder()
        folder.put(
            #"{"volume": 101, "voiceSpeed": 1e2, "stage": "dim", "voice": 1, "language": "../x", "getReadySeconds": 7, "idleMinutes": null}"#,
            "settings.json")
        let file = SettingsFile(folder.kept())
        let contents = file.read()
        var expected = Settings()
        expected.getReadySeconds = 7
        #expect(contents.settings == expected)
        #expect(
            contents.complaints.map { $0.arguments[1] }
                == [.text("voice"), .text("volume"), .text("voiceSpeed"), .text("stage"), .text("language")].sorted(by: order))
        // It is not lost by keeping another.
        try file.write(expected)
        #expect(folder.text("settings.json")?.contains(#""volume": 101"#) == true)
    }

    private func order(_ left: Message.Argument, _ right: Message.Argument) -> Bool {
        let keys = [
            "voice", "tones", "volume", "voiceSpeed", "voiceLanguage", "getReadySeconds", "stage", "insetPercent", "legend", "idleMinutes",
            "offMinutes", "language",
        ]
        func place(_ argument: Message.Argument) -> Int {
            if case .text(let text) = argument { keys.firstIndex(of: text) ?? 99 } else { 99 }
        }
        return place(left) < place(right)
    }

    @Test(arguments: ["", "{", "[1]", "\0\0\0\0", "nul", "{\"volume\": 30}}"])
    func aBrokenFileIsSetAsideAndNeverDeleted(_ text: String) throws {
        let folder = ScratchFolder()
        folder.put(text, "settings.json")
        let file = SettingsFile(folder.kept())
        #expect(file.read().settings == Settings() && file.read().complaints.map(\.key) == ["settingsFile.broken"])
        #expect(folder.tree == ["settings.json": text])
        try file.write(settings())
        #expect(folder.text("settings-broken.json") == text && file.read().settings == settings())
        folder.put("another", "settings.json")
        try file.write(settings())
        #expect(folder.names == ["settings-broken-2.json", "settings-broken.json", "settings.json"])
    }

    @Test func savingCutAnywhereLeavesOldOrNew() throws {
        for old in [#"{"volume": 20, "x": 1}"#, "{", nil] as [String?] {
            try withEveryCut(
                { folder in if let old { folder.put(old, "settings.json") } },
                { folder, files in try? SettingsFile(folder.kept(files)).write(settings()) },
                { folder, isThrough in
                    let read = SettingsFile(folder.kept()).read()
                    #expect(read.settings == settings() || folder.text("settings.json") == old && !isThrough)
                    if old == "{" { #expect(folder.text("settings.json") == "{" || folder.text("settings-broken.json") == "{") }
                    try SettingsFile(folder.kept()).write(settings())
                    #expect(SettingsFile(folder.kept()).read().settings == settings())
                })
        }
    }

    @Test func aFileThatCannotBeReadIsComplainedOf() throws {
        let folder = ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/settings.json", withIntermediateDirectories: true)
        #expect(SettingsFile(folder.kept()).read().complaints.map(\.key) == ["settingsFile.unread"])
        #expect(throws: StoreError.self) { try SettingsFile(folder.kept()).write(settings()) }
    }
}

@Suite struct DeviceIDTests {
    @Test func itIsMadeOnceAndStays() throws {
        let folder = ScratchFolder()
        let id = try DeviceID.of(folder.kept())
        #expect(HexDigits.areValid(id))
        #expect(try DeviceID.of(folder.kept()) == id && folder.text("device") == id + "\n")
        for spoilt in ["", "xyz", "0A1B2C3D", "0a1b2c3d4"] {
            folder.put(spoilt, "device")
            let made = try DeviceID.of(folder.kept())
            #expect(HexDigits.areValid(made))
            #expect(try DeviceID.of(folder.kept()) == made)
        }
    }

    @Test func madeByTwoAtOnceItIsOne() async throws {
        for _ in 0..<20 {
            let folder = ScratchFolder()
            let kept = folder.kept()
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<4 { group.addTask { try DeviceID.of(kept) } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(ids.count == 1 && folder.names == ["device"])
        }
    }

    @Test func makingItCutAnywhereGivesOneInTheEnd() throws {
        try withEveryCut(
            { _ in }, { folder, files in _ = try? DeviceID.of(folder.kept(files)) },
            { folder, _ in
                let id = try DeviceID.of(folder.kept())
                #expect(try HexDigits.areValid(id) && DeviceID.of(folder.kept()) == id)
            })
    }
}
