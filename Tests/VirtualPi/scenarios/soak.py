"""Playing on and on: no growth in memory or descriptors, and the last second as exact as the first."""
from pi import check

PLAY_SECONDS = 335


def run(lab):
    minutes = 120 if lab.is_full else 10
    with lab.pi("soak") as pi:
        pi.start_service()
        zero = pi.play_begins()
        pi.wait_until(zero + 60)
        first, used = pi.memory(), pi.processor_seconds()
        begun, plays = pi.now(), 1
        worst = lateness(pi, zero, 60)
        while pi.now() - begun < minutes * 60:
            pi.wait_until(zero + PLAY_SECONDS + 2, bound=600)
            check(pi.running_zero() is None, f"play {plays} did not end on time")
            pi.press("skip", after=0.5)  # go again
            zero = pi.play_begins()
            plays += 1
            pi.wait_until(zero + 60, bound=600)
            worst = max(worst, lateness(pi, zero, 60))
        last = pi.memory()
        spent = (pi.processor_seconds() - used) / (pi.now() - begun) * 60
        check(last["pid"] == first["pid"], "the player was restarted")
        for name in ("descriptors", "threads"):
            check(last[name] <= first[name], f"{name}: {first[name]} at first, {last[name]} after {minutes} minutes")
        growth = (last["anonymous"] - first["anonymous"]) / 1024
        lab.figures.add(f"memory growth over {minutes} minutes and {plays} plays", growth, "MB", at_most=4)
        lab.figures.add("memory at most", last["peak"] / 1024, "MB", goal=70)
        lab.figures.add("worst digit's lateness, all sampled minutes", worst, "ms", at_most=50)
        lab.figures.add("processor seconds a minute (at 500 million instructions a second)", spent, "s")


def lateness(pi, zero, seconds):
    """The worst digit's lateness in the seconds before that place of the timeline, in ms."""
    instants = [instant - zero for instant, *_ in pi.frames(zero + seconds - 20)]
    late = [next((at - second for at in instants if at >= second - 0.0005), 1) for second in range(seconds - 19, seconds)]
    pi.forget_frames()
    return max(late) * 1000
