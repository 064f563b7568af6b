"""Three buttons on real GPIO lines: what each does and when, bounce, a stuck line, a chip that vanishes and returns; a keyboard,
and the way from it to a login and back."""
from pi import check

# Places of the sample's timeline, in seconds: get ready to 5; Bridge 5-35, 45-75, 85-115, with rests between; Squats 130-160, ...
TOLERANCE = 0.001
HOLD = 1.2  # seconds, until a hold acts


def run(lab):
    with lab.pi("buttons") as pi:
        pi.forget_frames()
        zero = pi.begin_play()
        pause_and_resume(pi, zero)
        skip_and_back(pi)
        hold(pi)
        bounce(pi)
        latency(lab, pi)
        check(pi.service()["NRestarts"] == "0", "the player was restarted")
    with lab.pi("buttons-lost") as pi:
        pi.begin_play()
        keyboard(pi)
        login(pi)
        stuck(pi)
        vanished(pi)
        check(pi.service()["NRestarts"] == "0", "the player was restarted")


def motion(pi):
    """The play as its journal has it, once the player has had time to keep it."""
    pi.wait(0.1)
    state = pi.play_state()
    check(state is not None, "no play is in flight")
    (kind, values), = state["run"]["motion"].items()
    return kind, values


def seconds(duration):
    """Swift's Duration as JSON: two halves of a 128-bit count of attoseconds."""
    high, low = duration
    return ((high << 64) + low) / 1e18


def pause_and_resume(pi, zero):
    pi.wait_until(zero + 12.3)
    edge = pi.press("pause")
    kind, values = motion(pi)
    check(kind == "paused", f"after PAUSE the play is {kind}")
    error = seconds(values["position"]) - (edge - zero)
    check(abs(error) < TOLERANCE, f"PAUSE froze the position {error * 1000:.2f} ms from the edge")
    pi.wait(5)  # the keys' legend has faded
    before = pi.photograph("paused")
    pi.wait(4)  # one whole breath later the picture is the same
    pi.expect_same(pi.photograph("paused-later"), before, "paused", "what it showed a breath before")
    check(motion(pi)[0] == "paused", "the pause did not last")

    edge = pi.press("pause")
    kind, _ = motion(pi)
    check(kind == "leadIn", f"after a second PAUSE the play is {kind}, not counting in")
    pi.wait_until(edge + 3.2)
    new_zero = pi.zero("three seconds after resuming")
    shift = (new_zero - zero) - (edge + 3 - (zero + 12.3))
    check(abs(shift) < 0.01, f"after resuming the timeline is {shift * 1000:.1f} ms from its place")
    pi.wait_until(new_zero + 20.5)  # by then the keys' legend has faded
    pi.expect_picture(pi.photograph("resumed"), at=20.5, what="after resuming")


def skip_and_back(pi):
    edge = pi.press("skip")
    at_segment(pi, edge, 35, "SKIP in the first set")  # set rest
    edge = pi.press("skip", after=1)
    at_segment(pi, edge, 45, "SKIP in the rest")  # second set
    edge = pi.press("back", after=5) + 0.08
    at_segment(pi, edge, 45, "BACK in the second set")
    edge = pi.press("back", after=0.5) + 0.08
    at_segment(pi, edge, 35, "BACK again at once")
    pi.wait_until(pi.zero("after going back") + 42.5)
    pi.expect_picture(pi.photograph("back"), at=42.5, what="after going back")


def at_segment(pi, edge, start, what, within=0.002):
    """The run stood at the segment's start at the edge that counts."""
    pi.wait(0.1)
    position = edge - pi.zero(what)
    check(abs(position - start) < within, f"{what}: the play was then at {position:.3f} s of its timeline, not at {start}")


def hold(pi):
    zero = pi.zero("before BACK is held")
    edge = pi.press("back", seconds=1.5, after=0.5)
    kind, values = motion(pi)
    check(kind == "paused", f"after holding BACK the play is {kind}: the question freezes time")
    frozen = seconds(values["position"])
    error = frozen - (edge + HOLD - zero)
    check(abs(error) < TOLERANCE, f"the question froze the position {error * 1000:.2f} ms from the end of the hold")
    pi.photograph("question")
    edge = pi.press("pause", after=1)  # keep going
    check(motion(pi)[0] == "leadIn", f"after “keep going” the play is {motion(pi)[0]}, not counting in")
    pi.wait(3.1)
    error = pi.zero("after the count-in") - (edge + 3 - frozen)
    check(abs(error) < 0.01, f"after “keep going” the timeline is {error * 1000:.1f} ms from its place")


def bounce(pi):
    zero = pi.zero("before the bounce")
    segment_end = 45
    pi.wait_until(zero + segment_end + 1)
    edge = pi.bounce("skip", edges=20, spacing=0.001)
    at_segment(pi, edge, 75, "SKIP with 20 edges of bounce", within=0.03)  # by the edge after which it held
    # Spikes that no finger makes: shorter than the debounce time, they are no press.
    for _ in range(10):
        pi.press("skip", seconds=0.003, after=0.05)
    at_segment(pi, edge, 75, "SKIP's line with spikes of 3 ms", within=0.03)


def latency(lab, pi):
    """From the edge on the line to the new picture handed to the display."""
    times = []
    for _ in range(8):
        edge = pi.press("skip", after=0.613)
        pi.press("back", after=0.2)
        pi.wait(0.4)
        frame = next((instant for instant, *_ in pi.frames(edge)), None)
        check(frame is not None, "a press of SKIP showed nothing new")
        times.append((frame - edge) * 1000)
    times.sort()
    lab.figures.add("button edge to new picture, median (debounce 20 ms)", times[len(times) // 2], "ms", at_most=60)
    lab.figures.add("button edge to new picture, worst", times[-1], "ms", at_most=150)


def keyboard(pi):
    """Plugged in while a routine plays; its keys do what the buttons do, and it may go again."""
    zero = pi.zero("before the keyboard")
    pi.plug_keyboard()
    pi.wait_until(zero + 7.3)
    edge = pi.strike("space")
    kind, values = motion(pi)
    check(kind == "paused", f"after SPACE on a keyboard the play is {kind}")
    position = seconds(values["position"])
    error = position - (edge - zero)
    check(abs(error) < TOLERANCE, f"SPACE froze the position {error * 1000:.2f} ms from the key")
    edge = pi.strike("enter")
    check(motion(pi)[0] == "leadIn", f"after ENTER the play is {motion(pi)[0]}, not counting in")
    pi.wait_until(edge + 3.2)
    zero = pi.zero("three seconds after ENTER")
    error = zero - (edge + 3 - position)
    check(abs(error) < 0.01, f"after ENTER the timeline is {error * 1000:.1f} ms from its place")
    pi.wait_until(zero + 13.5)  # by then the keys' legend has faded
    pi.expect_picture(pi.photograph("resumed-by-key"), at=13.5, what="after ENTER")
    at_segment(pi, pi.strike("right"), 35, "RIGHT in the first set")
    pi.unplug_keyboard()
    at_segment(pi, pi.press("skip", after=1), 45, "SKIP once the keyboard is gone")


def login(pi):
    """Ctrl-Alt-F2 leaves the player for a login prompt, though it holds the keyboard; Ctrl-Alt-F1 comes back to it. Twice: no modifier is
    left down anywhere."""
    pi.plug_keyboard()
    pi.wait(0.5)
    for turn in ("first", "second"):
        # So long that the key repeats itself: nothing of that may be typed at the prompt.
        pi.chord("ctrl", "alt", "f2", seconds=0.6)
        pi.until(lambda: active_terminal(pi) == "tty2", 1, 0.02, f"the {turn} switch to a login")
        pi.until(lambda: {"agetty", "login"} & set(pi.on_terminal(2)), 3, 0.1, "a login prompt on the second terminal")
        check(motion(pi)[0] == "paused", f"the play is {motion(pi)[0]} while a login is shown, not paused")
        pi.strike("a")
        pi.wait(0.5)
        pi.photograph(f"{turn}-login")
        typed = pi.text_of_terminal(2).rpartition("login:")[2].strip()
        check(typed == {"first": "a", "second": "aa"}[turn], f"after an A the {turn} time the login was typed {typed!r}")
        check(motion(pi)[0] == "paused", "a key at the login acts on the player")

        pi.chord("ctrl", "alt", "f1")
        pi.until(lambda: active_terminal(pi) == "tty1", 1, 0.02, f"the {turn} way back")
        pi.wait(1)
        edge = pi.strike("space")
        check(motion(pi)[0] == "leadIn", f"SPACE after the {turn} way back leaves the play {motion(pi)[0]}, not counting in")
        pi.wait_until(edge + 12)  # nothing is said of the keys any more
        pi.expect_now(f"the {turn} time after a login")
    pi.unplug_keyboard()
    at_segment(pi, pi.press("back") + 0.08, 45, "BACK after the logins")


def active_terminal(pi):
    return pi.read("/sys/class/tty/tty0/active").strip()


def stuck(pi):
    """A line that stays down for half a minute: the screen says so, and the other keys work. A stuck SKIP acts once."""
    pi.wait(6)
    pi.pull("skip", "down")
    pi.wait(27)
    zero = pi.zero("while SKIP is stuck")
    plain = place_without_notice(pi, zero)
    check(plain, "before half a minute the screen already says that SKIP is stuck")
    pi.wait(3)
    check(not place_without_notice(pi, zero), "the screen says nothing of a stuck SKIP")
    pi.press("pause")
    check(motion(pi)[0] == "paused", "PAUSE does not work while SKIP is stuck")
    pi.press("pause", after=1)
    pi.pull("skip", "up")
    pi.wait(9)
    check(place_without_notice(pi, pi.zero("after SKIP came up")), "the screen still says that SKIP is stuck")


def place_without_notice(pi, zero):
    """Whether the screen is just the film's picture of its place."""
    at = int(pi.now() - zero) + 1.5
    pi.wait_until(zero + at)
    shown = pi.photograph(f"place-{at}")
    return shown.differences(pi.lab.rendered(at, pi.machine.screen)) == (0, 0)


def vanished(pi):
    """The whole chip goes, with its lines held, and comes back under the same names."""
    used = pi.processor_seconds()
    pi.chip(False)
    pi.wait(5)
    spent = pi.processor_seconds() - used
    check(spent < 2.5, f"the player is busy without its chip: {spent:.2f} s of 5")
    pi.photograph("no-buttons")
    check(motion(pi)[0] == "running", "the play did not go on without its buttons")
    pi.chip(True)
    pi.wait(6)
    pi.press("pause", after=1)
    check(motion(pi)[0] == "paused", "PAUSE does not work after its chip came back")
