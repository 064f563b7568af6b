"""Playing on and on: no growth in memory or descriptors, digits on time in every play, and in the last one the tones where they belong."""
from cues import Play
from pi import check

PLAY_SECONDS = 335
DIGITS = 19  # of each play: those before its first minute's end
# Reading the frames of a play's first minute stops the machine, and that shifts its sound: by up to 10 ms for some twenty seconds, and for
# good by as much as 4 ms on a busy host. What is judged here is drift, by the tones after that; `sample` judges a machine that never stops.
SETTLED_SECONDS = 45
WORST_CUE_MILLISECONDS = 10


def run(lab):
    minutes = 120 if lab.is_full else 10
    with lab.pi("soak") as pi:
        zero = pi.begin_play()
        # Within the first play whatever is kept for reuse is made: voices, outlines of glyphs. After it nothing may be added.
        zero = play_on(pi, zero, 1)
        first, used, begun, plays = pi.memory(), pi.processor_seconds(), pi.now(), 1
        worst = lateness(pi, zero)
        while pi.now() - begun < minutes * 60:
            plays += 1
            zero = play_on(pi, zero, plays)
            worst = max(worst, lateness(pi, zero))
        last = pi.memory()
        spent = (pi.processor_seconds() - used) / (pi.now() - begun) * 60
        check(last["pid"] == first["pid"], "the player was restarted")
        for name in ("descriptors", "threads"):
            check(last[name] <= first[name], f"{name}: {first[name]} at first, {last[name]} after {minutes} minutes")
        growth = (last["anonymous"] - first["anonymous"]) * 1024 / 1e6
        lab.figures.add(f"memory growth over {minutes} minutes, after a first play", growth, "MB", at_most=0.5)
        lab.figures.add("memory at most", last["peak"] * 1024 / 1e6, "MB", at_most=73)
        lab.figures.add(f"worst digit's lateness, {DIGITS} digits of each of {plays} plays", worst, "ms", at_most=50)
        lab.figures.add("processor seconds a minute, at a billion instructions a second", spent, "s")
        heard = pi.listen(1, zero, PLAY_SECONDS - 2, bound=600)
        pi.machine.quit()
    judge_sound(lab, pi.machine.sound, zero, heard)


def judge_sound(lab, path, zero, heard):
    """Whatever drifted in all that time would be heard in the last minutes."""
    drift = (heard["later"] - heard["reference"]) * 1000
    check(abs(drift) < 1, f"the reference card drifts by {drift:.2f} ms: nothing can be said of the sound")
    sound = Play(path, heard["reference"], zero, lab.film() / "sound.wav", last_seconds=int(heard["seconds"]) + 10)
    first, last = (heard["from"] + SETTLED_SECONDS) * 1000, (PLAY_SECONDS - 4) * 1000
    tones = [cue for cue in lab.timeline()["cues"] if cue["kind"] == "tone" and first < cue["atMilliseconds"] < last]
    errors = []
    for cue in tones:
        error = sound.tone_error(cue)
        check(error is not None, f"the tone {cue['id']} at {cue['atMilliseconds']} ms of the last play is not in the sound")
        errors.append(abs(error))
    check(errors, "no tone was due in the last play's last minutes")
    lab.figures.add(f"worst of {len(errors)} tones' errors in the last play", max(errors), "ms", at_most=WORST_CUE_MILLISECONDS)


def play_on(pi, zero, number):
    """Plays to the end and goes again; returns the next play's zero, a minute into it."""
    pi.wait_until(zero + PLAY_SECONDS + 2, bound=600)
    check(pi.running_zero() is None, f"play {number} did not end on time")
    pi.press("skip", after=0.5)
    zero = pi.play_begins()
    pi.wait_until(zero + 60, bound=600)
    return zero


def lateness(pi, zero):
    """The worst digit's lateness in the seconds before the play's first minute's end, in ms."""
    instants = [instant - zero for instant, *_ in pi.frames(zero + 60 - DIGITS - 1)]
    late = [next((at - second for at in instants if at >= second - 0.0005), 1) for second in range(60 - DIGITS, 60)]
    pi.forget_frames()
    return max(late) * 1000
