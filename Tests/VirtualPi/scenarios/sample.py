"""The sample plays to its end, untouched: every beep and every announcement at its place, the screen like the film, digits on time."""
from cues import Play
from pi import check

PHOTOGRAPHS = (
    ("get-ready", 2.5), ("work", 20.5), ("last-three", 33.5), ("set-rest", 40.5), ("rest", 120.5), ("squats", 151.5),
    ("bicycle", 265.5), ("last-work", 310.5),
)
WORST_CUE_MILLISECONDS = 5


def run(lab):
    timeline = lab.timeline()
    check(timeline["totalSeconds"] == 330, f"the sample lasts {timeline['totalSeconds']} s, not 330")
    end = max(segment["startMilliseconds"] + segment["seconds"] * 1000 for segment in timeline["segments"]) / 1000
    with lab.pi("sample") as pi:
        play = pi.watch_play(1, PHOTOGRAPHS, end + 4, bound=900)
        for name, at in PHOTOGRAPHS:
            pi.expect_picture(pi.photographs[name], at=at, what=name)
        summary = pi.photograph("summary")
        check(pi.running_zero() is None, "the play is still in flight after its end")
        check(not summary.is_plain(), "the screen is blank at the end")
        check(pi.service()["NRestarts"] == "0", "the player was restarted while it played")
        drift = (play["later"] - play["reference"]) * 1000
        lab.figures.add("play: most memory resident", play["memory"]["peak"] * 1024 / 1e6, "MB", at_most=73)
        pi.machine.quit()
        judge_sound(lab, pi, play, timeline, end, drift)
    judge_frames(lab, play, end)


def judge_sound(lab, pi, play, timeline, end, drift):
    check(abs(drift) < 1, f"the reference card drifts by {drift:.2f} ms: nothing can be said of the sound")
    sound = Play(pi.machine.sound, play["reference"], play["zero"], lab.film() / "sound.wav")
    tones = [cue for cue in timeline["cues"] if cue["kind"] == "tone"]
    voices = [cue for cue in timeline["cues"] if cue["kind"] == "voice"]
    errors = {}
    for cue in tones:
        error = sound.tone_error(cue)
        check(error is not None, f"the tone {cue['id']} at {cue['atMilliseconds']} ms is not in the sound")
        errors[cue["id"]] = error
    worst = max(errors, key=lambda name: abs(errors[name]))
    lab.figures.add(f"worst of {len(tones)} tones' errors against the timeline", abs(errors[worst]), "ms", at_most=WORST_CUE_MILLISECONDS)
    spread = max(errors.values()) - min(errors.values())
    lab.figures.add("spread of the tones' errors", spread, "ms")
    late, loudness = {}, {}
    for cue in voices:
        loudness[cue["id"]] = sound.level_ratio(cue)
        if cue is voices[0]:
            continue  # the very first may be a shorter form: the voice is loaded while it is due
        error, fit = sound.voice_error(cue)
        check(fit > 0.99, f"what is heard for {cue['id']} (“{cue['text']}”) is not the film's voice: it fits by {fit:.2f}")
        late[cue["id"]] = abs(error)
    check(loudness[voices[0]["id"]] > 0.1, "nothing is said at the beginning")
    usual = sorted(loudness.values())[len(loudness) // 2]
    for cue in voices[1:]:
        check(0.95 < loudness[cue["id"]] / usual < 1.05, f"{cue['id']} (“{cue['text']}”) is not heard whole")
    lab.figures.add(f"worst of {len(late)} announcements' errors", max(late.values()), "ms", at_most=WORST_CUE_MILLISECONDS)
    stray = sound.unexpected_sound(timeline["cues"], end)
    check(not stray, f"there is sound where no cue is due: at {stray[:5]} s")


def judge_frames(lab, play, end):
    """Each second has its digit, handed to the display at its boundary."""
    instants = [instant - play["zero"] for instant, *_ in play["frames"]]
    late = []
    for second in range(1, int(end) + 1):
        lateness = next((instant - second for instant in instants if instant >= second - 0.0005), None)
        check(lateness is not None and lateness < 1, f"no picture was shown for second {second}")
        late.append(max(0, lateness) * 1000)
    late.sort()
    # The driver's share is in it: from the player's waking to the command that gives the display its buffer. A frame lasts 16.7 ms.
    lab.figures.add("digit handed to the display after its boundary, median", late[len(late) // 2], "ms", at_most=16.7)
    lab.figures.add("digit handed to the display after its boundary, worst", late[-1], "ms", at_most=50)
