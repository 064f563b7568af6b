"""The sound card busy, absent, pulled out and put back; other programs' music turned down under the cues and up again."""
from cues import Play
from pi import check
from wav import RATE, Wav, level, tone

MUSIC_HERTZ = 440
MUSIC_UNDER_VOICE = 0.5


def run(lab):
    busy(lab)
    absent(lab)
    removed(lab)
    music(lab)


def busy(lab):
    with lab.pi("sound-busy") as pi:
        facts = pi.play_while_busy(bound=600)
        pi.machine.quit()
    check(facts["restarts"] == "0", "a busy card restarted the player")
    check(facts["running"], "the play did not run while the card was busy")
    check(facts["said"], "the log says nothing of a busy card")
    check(says_something(pi, "busy", at=8), "the screen says nothing of a busy card")
    check(facts["taken"] is not None, "the player did not take the card once it was free")
    lab.figures.add("sound card free again to its stream running", facts["taken"] - facts["freed"], "s", at_most=8)
    check(peak(Wav(pi.machine.sound)) > 5000, "no beep was heard after the card was free again")


def absent(lab):
    with lab.pi("sound-absent") as pi:
        facts = pi.play_without_card(bound=600)
        pi.machine.quit()
    check(not facts["left"], f"there still are cards: {facts['left']}")
    check(facts["restarts"] == "0", "the player was restarted for want of a card")
    check(facts["running"], "the play did not run without a card")
    check(says_something(pi, "absent", at=8.5), "the screen says nothing of a card that is not there")
    check(facts["started"] is not None, "the player did not take the card that was put in")
    lab.figures.add("sound card put in after the start to its stream running", facts["started"] - facts["put_in"], "s", at_most=8)
    check(peak(Wav(pi.machine.sound)) > 5000, "no beep was heard after the card was put in")


def removed(lab):
    with lab.pi("sound-removed") as pi:
        facts = pi.play_while_removed(bound=600)
        pi.machine.quit()
    check(facts["heard"] and facts["gone"], "the card was not there, or did not go")
    check(facts["restarts"] == "0", "a card pulled out restarted the player")
    check(facts["zero"] == facts["zero_later"], "the play did not go on without its card")
    check(says_something(pi, "removed", at=19), "the screen says nothing of a card that went away")
    check(facts["returned"] is not None, "the player did not take its card back")
    lab.figures.add("sound card put back to its stream running", facts["returned"] - facts["put_back"], "s", at_most=8)
    sound = Wav(pi.machine.sound)
    last = len(sound) - 10 * RATE
    check(max(map(abs, sound.right[last:])) > 5000, "no beep was heard after the card was put back")


def says_something(pi, name, at):
    """The photograph is not just the film's picture."""
    return pi.photographs[name].differences(pi.lab.rendered(at, pi.machine.screen)) not in (None, (0, 0))


def peak(sound):
    return max(map(abs, sound.right), default=0)


def music(lab):
    """A tone of 440 Hz stands for music; its level tells whether it is ducked."""
    with lab.pi("sound-music") as pi:
        facts = pi.play_with_music(MUSIC_HERTZ, bound=600)
        pi.machine.quit()
    check(facts["plays_on"], "the music player ended when the workout player did")
    sound = Play(pi.machine.sound, facts["reference"], facts["zero"], lab.film() / "sound.wav")
    cues = [cue for cue in lab.timeline()["cues"] if cue["atMilliseconds"] < (facts["seconds"] - 4) * 1000]

    def music_at(milliseconds):
        place = sound.zero + milliseconds * RATE // 1000
        return tone(sound.live.right, place - RATE // 10, place + RATE // 10, MUSIC_HERTZ)

    # In the middle of long gaps the music is itself; under every voice it is lower.
    ends = sorted((cue["atMilliseconds"], cue["atMilliseconds"] + cue["milliseconds"]) for cue in cues)
    free = [(end + start) // 2 for (_, end), (start, _) in zip(ends, ends[1:]) if start - end > 4000]
    full = [music_at(place) for place in free]
    check(free and min(full) > 1000, f"the music is not heard between the cues: {full}")
    check(min(full) > 0.9 * max(full), f"the music does not come back to its level after a cue: {full}")
    worst = 0
    for cue in [cue for cue in cues if cue["kind"] == "voice"][1:]:
        ratio = music_at(cue["atMilliseconds"] + cue["milliseconds"] // 2) / max(full)
        worst = max(worst, ratio)
        check(ratio <= MUSIC_UNDER_VOICE, f"the music is not turned down under {cue['id']}: it has {100 * ratio:.0f} % of its level")
    lab.figures.add("music under a voice, of its own level", 100 * worst, "%", at_most=100 * MUSIC_UNDER_VOICE)
    after = music_at(round((facts["end"] - 1 - facts["zero"]) * 1000))
    check(after > 0.9 * max(full), "the music stays low after the player has ended")
    for cue in [cue for cue in cues if cue["kind"] == "tone"]:
        place = cue["atMilliseconds"] + 60
        heard = level(sound.live.right, sound.zero + place * RATE // 1000, sound.zero + (place + 40) * RATE // 1000)
        check(heard > 2 * max(full) * 0.3, f"the tone {cue['id']} is not heard over the music")
