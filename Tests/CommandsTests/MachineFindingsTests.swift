import Foundation
import Glibc
import TestSupport
import Testing

@testable import Commands
@testable import Display

private func text(_ findings: [Finding]) -> [String] {
    findings.map { finding in
        [finding.state.rawValue, finding.what.text(english), finding.remedy?.text(english)].compactMap { $0 }.joined(separator: " | ")
    }
}

@Test func theFirmwareNeedsTheDisplayDriver() {
    let path = "/boot/firmware/config.txt"
    let usual = "# Enable DRM VC4 V3D driver\ndtoverlay = vc4-kms-v3d # the screen\r\n[cm4]\notg_mode=1\ndtparam=audio=on\n"
    #expect(text(FirmwareFindings.findings(usual, path)) == ["works | \(path) loads the display driver"])
    #expect(
        text(FirmwareFindings.findings("#dtoverlay=vc4-kms-v3d\n", path)) == [
            "broken | \(path) loads no display driver | Add the line dtoverlay=vc4-kms-v3d to \(path) and restart."
        ])
    #expect(
        text(FirmwareFindings.findings("dtoverlay=vc4-fkms-v3d,cma-256\n", path)) == [
            "broken | \(path) loads the display driver of before 2021 | Write vc4-kms-v3d for vc4-fkms-v3d in \(path) and restart."
        ])
    // The Pi 4's and 5's own variants of the overlay.
    #expect(FirmwareFindings.findings("dtoverlay=vc4-kms-v3d-pi5\n", path).map(\.state) == [.works])
}

@Test func theFirmwareMayTurnEverySoundOff() {
    let silent = "dtoverlay=vc4-kms-v3d,noaudio\n"
    #expect(FirmwareFindings.findings(silent, "config.txt").map(\.state) == [.works, .doubtful])
    #expect(FirmwareFindings.findings(silent + "dtparam=audio=on\n", "config.txt").map(\.state) == [.works])
}

@Test func aMachineWithoutFirmwareFileIsNoPi() throws {
    let scratch = try Scratch()
    #expect(FirmwareFindings.examine([scratch.path("config.txt")]) == [])
    let older = try scratch.file("older.txt", "dtoverlay=vc4-kms-v3d\n")
    #expect(FirmwareFindings.examine([scratch.path("config.txt"), older]).map(\.state) == [.works])
}

private let mountinfo = """
    22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw
    30 22 0:26 / /run rw,nosuid,nodev shared:5 - tmpfs tmpfs rw,size=190000k
    41 22 8:1 / /media/my\\040stick ro,relatime shared:9 master:2 - vfat /dev/sda1 rw
    42 22 8:2 / /media rw - ext4 /dev/sda2 ro

    """

@Test func aFolderBelongsToTheDeepestMountAboveIt() throws {
    let mounts = StorageFindings.Mount.parse(mountinfo)
    #expect(mounts.count == 4)
    let hold = { StorageFindings.Mount.holding($0, of: mounts) }
    #expect(hold("/var/lib/stepback") == .init(point: "/", kind: "ext4", isReadOnly: false))
    #expect(hold("/runner")?.point == "/")
    #expect(hold("/run/user/1000")?.isForgotten == true)
    #expect(hold("/media/my stick/routines") == .init(point: "/media/my stick", kind: "vfat", isReadOnly: true))
    // The file system below is only read, whatever the mount says.
    #expect(hold("/media")?.isReadOnly == true)
    #expect(StorageFindings.Mount.holding("/x", of: []) == nil)
}

@Test func storageThatDoesNotKeepIsNamedWithTheWayOut() {
    let root = StorageFindings.Mount(point: "/", kind: "ext4", isReadOnly: false)
    let overlay = StorageFindings.Mount(point: "/", kind: "overlay", isReadOnly: false)
    let sealed = StorageFindings.Mount(point: "/", kind: "ext4", isReadOnly: true)
    let said = { (code: Int32?, mount) in text([StorageFindings.finding(.init(path: "/store", errorCode: code, mount: mount))])[0] }
    #expect(said(nil, root) == "works | /store can be written and keeps what is written (ext4)")
    #expect(
        said(nil, overlay) == "doubtful | /store is in memory (overlay): without power all of it is forgotten | "
            + "With a read-only root, mount a partition of its own at /store.")
    #expect(said(EROFS, sealed).hasPrefix("broken | /store is on a file system that is only read | Mount a partition "))
    #expect(said(EACCES, sealed).hasPrefix("broken | /store is on a file system that is only read"))
    #expect(said(ENOENT, root).hasPrefix("doubtful | /store is not there | The package makes the usual one"))
    #expect(said(EACCES, root).hasPrefix("doubtful | this user may not write to /store: Permission denied | The player itself may."))
}

@Test func theFoldersOfThisMachineAreLookedAt() throws {
    let scratch = try Scratch()
    let findings = text(StorageFindings.examine(state: scratch.path("state"), store: scratch.url.path))
    #expect(findings.count == 2)
    #expect(findings[0].hasPrefix("doubtful | \(scratch.path("state")) is not there"))
    #expect(findings[1].contains(scratch.url.path) && !findings[1].contains("is not there"))
}

@Test func aShareIsOneThatHoldsTheStore() {
    let store = "/var/lib/stepback/store"
    let said = { (samba: String?, hasRsync) in text(ShareFindings.examine(.init(store: store, samba: samba, hasRsync: hasRsync))) }
    #expect(said("[stepback]\n  Path = \(store)/\n", false) == ["works | Samba shares \(store)"])
    #expect(said("path=/var/lib/stepback", false) == ["works | Samba shares \(store)"])
    #expect(
        said("path = /srv/films\n; path = \(store)", true) == [
            "doubtful | Samba runs here, and does not share \(store) | Add /usr/share/doc/stepback/examples/samba.conf to "
                + "/etc/samba/smb.conf and restart it: sudo systemctl restart smbd.",
            "works | rsync can copy routines to \(store)",
        ])
    #expect(said("path = /var/lib/stepback/store-of-another", false).map { $0.prefix(8) } == ["doubtful"])
    #expect(said(nil, false)[0].hasPrefix("doubtful | neither Samba nor rsync is here"))
}

@Test func anUprightPanelIsAskedAboutUnlessThePictureIsTurned() {
    let choice = { ScreenReport.Choice(card: "/dev/dri/card1", connector: "DSI-1", mode: $0, reason: .connected, hasConfiguredMode: true) }
    #expect(
        text(ScreenFindings.turn(choice("720x1280@60"), .none)) == [
            "doubtful | the panel of DSI-1 is upright (720x1280@60), and the picture is not turned | "
                + "If it hangs on its side, set screen.rotation to 90 or 270."
        ])
    #expect(text(ScreenFindings.turn(choice("720x1280@60"), .quarter)) == ["works | the picture is turned by 90 degrees, clockwise"])
    #expect(ScreenFindings.turn(choice("1920x1080@60"), .none) == [])
    #expect(ScreenFindings.turn(nil, .half) == [])
}

private let unit = """
    [Service]
    User=nobody
    # SupplementaryGroups=root
    SupplementaryGroups=video audio no-such-group
    StateDirectory=stepback
    ReadWritePaths=-/srv -/media
    ProtectSystem=strict

    """

/// The folder of a unit, with the drop-ins that are asked for.
private func units(_ dropIns: [String: String] = [:]) throws -> (scratch: Scratch, folders: [String]) {
    let scratch = try Scratch()
    for folder in ["etc/stepback.service.d", "usr"] {
        try FileManager.default.createDirectory(at: scratch.url.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    _ = try scratch.file("usr/stepback.service", unit)
    for (name, text) in dropIns { _ = try scratch.file("etc/stepback.service.d/\(name)", text) }
    return (scratch, [scratch.path("etc"), scratch.path("usr")])
}

@Test func theServiceIsSeenAsItsUnitAndDropInsHaveIt() throws {
    let plain = try units()
    let service = try #require(PlayersService.of(PlayersService.unit(in: plain.folders)))
    #expect(service.user == "nobody" && service.userID == getpwnam("nobody").pointee.pw_uid)
    let groups = Set(["video", "audio"].map { (name: String) in getgrnam(name).pointee.gr_gid }).union([getpwnam("nobody").pointee.pw_gid])
    #expect(service.groupIDs == groups)
    #expect(service.places == ["/var/lib/stepback", "/srv", "/media"])
    #expect(!service.isShutOut(of: "/var/lib/stepback/store") && !service.isShutOut(of: "/srv"))
    #expect(service.isShutOut(of: "/home/pi/store") && service.isShutOut(of: "/srvice"))
    // A later file forgets the places and names one; another turns the protection off.
    let more = try units(["a.conf": "[Service]\nReadWritePaths=\nReadWritePaths=/home/pi/store\n", "b.txt": "[Service]\nUser=root\n"])
    let own = try #require(PlayersService.of(PlayersService.unit(in: more.folders)))
    #expect(own.places == ["/var/lib/stepback", "/home/pi/store"] && !own.isShutOut(of: "/home/pi/store/x") && own.user == "nobody")
    let open = try units(["z.conf": "[Service]\nProtectSystem=full\n"])
    #expect(PlayersService.of(PlayersService.unit(in: open.folders))?.isShutOut(of: "/home") == false)
    // No unit, or none of a user that is here.
    #expect(PlayersService.unit(in: ["/nowhere"]) == nil && PlayersService.of(nil) == nil)
    let stranger = try units(["a.conf": "User=nobody-of-this-name\n"])
    #expect(PlayersService.of(PlayersService.unit(in: stranger.folders)) == nil)
}

@Test func ourOwnUnitSaysWhereItWrites() throws {
    let service = try #require(PlayersService.unit(in: [Project.root.appendingPathComponent("systemd").path]))
    #expect(PlayersService.places(service) == ["/var/lib/stepback", "/srv", "/media", "/mnt"])
}

@Test func askedByRootTheDoctorSaysWhatTheServiceMay() throws {
    let scratch = try Scratch()
    let store = scratch.url.path
    var service = PlayersService(user: "stepback", userID: 4321, groupIDs: [5432], places: ["/srv", "/var/lib/stepback"])
    #expect(
        text([try #require(StorageFindings.obstacle(service, store))]) == [
            "doubtful | the player’s service only reads \(store); it may write below /srv, /var/lib/stepback | Move the store to one of those "
                + "places, or allow this one: sudo systemctl edit stepback, with the lines [Service] and ReadWritePaths=-\(store); then sudo "
                + "systemctl restart stepback."
        ])
    service.places = nil
    #expect(chmod(store, 0o755) == 0)
    #expect(
        text([try #require(StorageFindings.obstacle(service, store))]) == [
            "doubtful | the player, as the user stepback, may not write to \(store) | Give the folder to its group: sudo chgrp -R stepback "
                + "\(store) && sudo chmod -R g+rwX \(store). Every folder above has to let it pass, too."
        ])
    // Whoever it is for: the others, the group, the owner.
    #expect(chmod(store, 0o757) == 0 && StorageFindings.obstacle(service, store) == nil)
    service.groupIDs = [getegid()]
    #expect(StorageFindings.obstacle(service, store) != nil)
    #expect(chmod(store, 0o770) == 0 && StorageFindings.obstacle(service, store) == nil)
    service.userID = geteuid()
    #expect(chmod(store, 0o570) == 0 && StorageFindings.obstacle(service, store) != nil)
    #expect(chmod(store, 0o700) == 0 && StorageFindings.obstacle(service, store) == nil)
    // A folder on the way that does not let it through.
    let below = scratch.url.appendingPathComponent("closed/store")
    try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
    #expect(StorageFindings.obstacle(service, below.path) == nil)
    #expect(chmod(scratch.path("closed"), 0o600) == 0 && StorageFindings.obstacle(service, below.path) != nil)
    #expect(chmod(scratch.path("closed"), 0o700) == 0)
    let identity = Permissions.Identity.of(service)
    #expect(identity.user == "stepback" && !identity.isRoot && identity.membership["video"] == false)
}

@Test func aGroupThatTheUnitNamesAndTheMachineHasNotKeepsTheServiceFromStarting() throws {
    let plain = try units()
    let service = try #require(PlayersService.of(PlayersService.unit(in: plain.folders)))
    let said =
        "broken | there is no group no-such-group, and the player’s service does not start without it | "
        + "Make it and restart: sudo groupadd --system no-such-group && sudo reboot"
    let findings = text(Permissions.examine(.of(service)))
    #expect(findings.first == said && !findings.contains { $0.hasPrefix("works") })
    // Whoever asks.
    #expect(text(Permissions.examine(.of(service, isRoot: false))).first == said)
    // An empty line of a drop-in forgets it.
    let fewer = try units(["a.conf": "[Service]\nSupplementaryGroups=\nSupplementaryGroups=video\n"])
    let other = try #require(PlayersService.of(PlayersService.unit(in: fewer.folders)))
    #expect(!text(Permissions.examine(.of(other))).contains { $0.contains("there is no group") })
}
