import Playback
import Ports
import Testing

@testable import Sound

private func cue(_ tone: Tone, _ start: Instant) -> TimedCue {
    TimedCue(id: CueID(segment: 1, kind: "tone"), sound: .tone(tone), start: start)
}

private func rig(_ music: ScriptedMusic) -> Rig {
    let rig = Rig(music: music)
    rig.tell { $0.open(now: $1) }
    rig.run(for: .seconds(1))
    return rig
}

@Test func musicIsLoweredBeforeACueAndRestoredAfterIt() {
    let music = ScriptedMusic(200)
    let rig = rig(music)
    rig.tell { playout, now in playout.schedule([cue(.countdown, now + .seconds(2))], now: now) }
    rig.run(for: .milliseconds(1_590))
    #expect(music.sets == [])
    rig.run(for: .milliseconds(310))
    // Down in steps, a tenth of a second before the cue at the latest.
    #expect(music.value == 179)
    #expect(music.sets == music.sets.sorted(by: >))
    rig.run(for: .milliseconds(700))
    #expect(music.value == 179)
    rig.run(for: .milliseconds(500))
    #expect(music.value == 200)
}

@Test func aCountdownIsOneDip() {
    let music = ScriptedMusic(255)
    let rig = rig(music)
    rig.tell { playout, now in
        playout.schedule([1, 2, 3].map { cue(.countdown, now + .seconds($0)) } + [cue(.workStart, now + .seconds(4))], now: now)
    }
    rig.run(for: .seconds(10))
    let down = music.sets.prefix(6)
    let up = music.sets.suffix(6)
    #expect(music.sets.count == 12)
    #expect(down.elementsEqual(down.sorted(by: >)) && up.elementsEqual(up.sorted(by: <)))
    #expect(music.value == 255)
}

@Test func whatAPersonSetsMeanwhileIsWhatStays() {
    let music = ScriptedMusic(255)
    let rig = rig(music)
    rig.tell { playout, now in playout.schedule([cue(.done, now + .milliseconds(500))], now: now) }
    rig.run(for: .milliseconds(800))
    music.value = 120
    rig.run(for: .seconds(3))
    #expect(music.value == 120)
}

@Test func musicThatIsLowAlreadyIsNotRaised() {
    let music = ScriptedMusic(60)
    let rig = rig(music)
    rig.tell { playout, now in playout.schedule([cue(.done, now + .milliseconds(500))], now: now) }
    rig.run(for: .seconds(3))
    #expect(music.sets.allSatisfy { $0 == 60 })
}

@Test func aWithdrawalRestoresTheMusicSoon() {
    let music = ScriptedMusic(255)
    let rig = rig(music)
    rig.tell { playout, now in playout.schedule([cue(.done, now + .milliseconds(200)), cue(.done, now + .seconds(2))], now: now) }
    rig.run(for: .milliseconds(400))
    #expect(music.value == 179)
    rig.tell { playout, now in playout.withdraw(at: now, now: now) }
    rig.run(for: .seconds(1))
    #expect(music.value == 255)
}

@Test func closingRestoresTheMusicAtOnce() {
    let music = ScriptedMusic(230)
    let rig = rig(music)
    rig.tell { playout, now in playout.schedule([cue(.done, now + .milliseconds(200))], now: now) }
    rig.run(for: .milliseconds(400))
    #expect(music.value == 179)
    rig.playout.close()
    #expect(music.value == 230)
}

@Test func aLevelThatACrashLeftBehindIsPutBack() {
    #expect(rig(ScriptedMusic(179)).music?.value == 255)
    // And one that a person chose is not.
    #expect(rig(ScriptedMusic(178)).music?.value == 178)
}

@Test func withoutMusicThereIsNothingToLowerUntilItPlays() {
    let music = ScriptedMusic(nil)
    let rig = rig(music)
    rig.tell { playout, now in playout.schedule([cue(.done, now + .milliseconds(500)), cue(.done, now + .seconds(10))], now: now) }
    rig.run(for: .seconds(5))
    #expect(music.sets == [])
    music.value = 255
    rig.run(for: .milliseconds(5_600))
    #expect(music.value == 179)
    rig.run(for: .seconds(3))
    #expect(music.value == 255)
}

@Test func aLostCardStillLetsMusicBeRestored() {
    let music = ScriptedMusic(255)
    let rig = rig(music)
    rig.tell { playout, now in playout.schedule([cue(.done, now + .milliseconds(500))], now: now) }
    rig.run(for: .milliseconds(600))
    rig.output.fault = .lost(.removed, .device(action: "play on", name: "default", code: -19, reason: "No such device"))
    rig.run(for: .seconds(3))
    #expect(music.value == 255)
}

@Test func aControlThatAnotherProgramKeepsIsLeftAlone() {
    let music = ScriptedMusic(255)
    music.isHeld = true
    let rig = rig(music)
    rig.tell { playout, now in playout.schedule([cue(.done, now + .milliseconds(500))], now: now) }
    rig.run(for: .milliseconds(800))
    // Given up by its owner meanwhile: lowered from the next cue on, and back to what it was.
    music.isHeld = false
    rig.run(for: .seconds(3))
    #expect(music.value == 255)
    rig.tell { playout, now in playout.schedule([cue(.done, now + .milliseconds(500))], now: now) }
    rig.run(for: .milliseconds(800))
    #expect(music.value == 179)
}

@Test func theControlIsMadeWheneverACardIsOpened() {
    let music = ScriptedMusic(255)
    let rig = rig(music)
    #expect(music.preparations == 1)
    rig.output.fault = .lost(.removed, .device(action: "play on", name: "default", code: -19, reason: "No such device"))
    rig.run(for: .seconds(2))
    rig.output.fault = nil
    rig.run(for: .seconds(3))
    #expect(music.preparations == 2)
}
