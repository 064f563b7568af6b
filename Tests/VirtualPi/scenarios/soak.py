"""Playing on and on: no growth in memory or descriptors, and the last second as exact as the first."""
from pi import check

PLAY_SECONDS = 335


def run(lab):
    minutes = 120 if lab.is_full else 10
    with lab.pi("soak") as pi:
        zero = pi.begin_play()
        # Within the first play whatever is kept for reuse is made: voices, outlines of glyphs. After it nothing may be added.
        zero = play_on(pi, zero, 1)
        first, used, begun, plays = pi.memory(), pi.processor_seconds(), pi.now(), 1
        worst = lateness(pi, zero, 60)
        while pi.now() - begun < minutes * 60:
            plays += 1
            zero = play_on(pi, zero, plays)
            worst = max(worst, lateness(pi, zero, 60))
        last = pi.memory()
        spent = (pi.processor_seconds() - used) / (pi.now() - begun) * 60
        check(last["pid"] == first["pid"], "the player was restarted")
        for name in ("descriptors", "threads"):
            check(last[name] <= first[name], f"{name}: {first[name]} at first, {last[name]} after {minutes} minutes")
        growth = (last["anonymous"] - first["anonymous"]) / 1024
        lab.figures.add(f"memory growth over {minutes} minutes, after a first play", growth, "MB", at_most=0.5)
        lab.figures.add("memory at most", last["peak"] / 1024, "MB", goal=70)
        lab.figures.add("worst digit's lateness, the sampled minutes", worst, "ms", at_most=50)
        lab.figures.add("processor seconds a minute, at a billion instructions a second", spent, "s")


def play_on(pi, zero, number):
    """Plays to the end and goes again; returns the next play's zero, a minute into it."""
    pi.wait_until(zero + PLAY_SECONDS + 2, bound=600)
    check(pi.running_zero() is None, f"play {number} did not end on time")
    pi.press("skip", after=0.5)
    zero = pi.play_begins()
    pi.wait_until(zero + 60, bound=600)
    return zero


def lateness(pi, zero, seconds):
    """The worst digit's lateness in the seconds before that place of the timeline, in ms."""
    instants = [instant - zero for instant, *_ in pi.frames(zero + seconds - 20)]
    late = [next((at - second for at in instants if at >= second - 0.0005), 1) for second in range(seconds - 19, seconds)]
    pi.forget_frames()
    return max(late) * 1000
