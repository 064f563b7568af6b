"""The display unplugged and plugged, with another mode, absent at first, changed in silence; the terminal switched away and back; the
older mode setting calls; true vertical blanks."""
from pi import check

POLL = 8  # seconds: a change without any event is noticed by looking again


def run(lab):
    with lab.pi("screen") as pi:
        absent_at_first(lab, pi)
        unplugged(lab, pi)
        other_mode(lab, pi)
        silent_change(lab, pi)
        other_terminal(lab, pi)
        check(pi.service()["NRestarts"] == "0", "the player was restarted")
    legacy(lab)
    vertical_blanks(lab)


def absent_at_first(lab, pi):
    pi.machine.unplug()
    pi.wait(0.5)
    pi.begin_play(is_seen=False)
    pi.forget_frames()
    plugged = pi.now()
    pi.machine.plug(1920, 1080)
    frame = pi.until(lambda: next((instant for instant, *_ in pi.frames(plugged)), None), 5, 0.05, "a picture on the display plugged in later")
    lab.figures.add("display plugged in to picture", frame - plugged, "s", at_most=2)
    expect_again(pi, "plugged in later")


def expect_again(pi, what, size=None):
    """The film's picture, once nothing is said any more of what was lost, nor a legend shown."""
    pi.wait(9)
    pi.expect_now(what, size)


def unplugged(lab, pi):
    zero = pi.zero("before the display is unplugged")
    pi.machine.unplug()
    pi.wait(4)
    check(abs(pi.zero("without a display") - zero) < 1e-6, "the play did not go on without a display")
    pi.machine.plug(1920, 1080)
    expect_again(pi, "plugged in again")


def other_mode(lab, pi):
    pi.machine.plug(800, 480)
    pi.wait(1)
    expect_again(pi, "another mode", size=(800, 480))
    pi.machine.unplug()
    pi.wait(1)
    pi.machine.plug(1920, 1080)
    expect_again(pi, "the first mode again")


def silent_change(lab, pi):
    """Some chains of adapters send no event; writing `status` sends none either."""
    status = pi.shell("ls -d /sys/class/drm/card*-Virtual-1").strip() + "/status"
    pi.write(status, "off")
    pi.wait(POLL)
    pi.write(status, "detect")
    pi.wait(POLL)
    expect_again(pi, "a change without an event")


def other_terminal(lab, pi):
    pi.show_terminal(2)
    pi.until(lambda: pi.shown_terminal() == 2 or None, 3, 0.05, "the switch to terminal 2")
    pi.wait(0.5)
    state = pi.play_state()["run"]["motion"]
    check("paused" in state, "the play is not paused while another terminal is shown")
    console = pi.photograph("terminal-2")
    pi.wait(3)
    pi.show_terminal(1)
    pi.until(lambda: pi.shown_terminal() == 1 or None, 3, 0.05, "the switch back to terminal 1")
    pi.wait(0.5)
    check(pi.photograph("paused").differences(console) != (0, 0), "the player does not show itself after the switch back")
    pi.press("pause")
    pi.wait(3.5)
    check(pi.running_zero() is not None, "the play does not go on after the switch back")
    expect_again(pi, "after the switch back")


def legacy(lab):
    """The older mode setting calls."""
    with lab.pi("screen-legacy") as pi:
        pi.configure("screen.legacy = on")
        pi.begin_play()
        check("legacy" in pi.log(), "the log does not say that the older calls are used")
        pi.expect_now("by the legacy calls")
        pi.machine.plug(800, 480)
        pi.wait(1)
        expect_again(pi, "legacy, another mode", size=(800, 480))


def vertical_blanks(lab):
    """On vkms, whose blanks are true ones: each digit is on the glass at the first blank after its boundary."""
    with lab.pi("screen-vkms") as pi:
        facts = pi.play_on_vkms(33)
    check("1024x768@60" in facts["log"], "the player does not say that it shows on vkms, which alone has that mode")
    late = []
    for second in range(1, 32):
        at = next((instant - facts["zero"] for instant in facts["shown"] if instant - facts["zero"] >= second), None)
        check(at is not None, f"on vkms no picture was shown after second {second}")
        late.append((at - second) * 1000)
    late.sort()
    lab.figures.add("vkms at 60 Hz: digit on the glass after its boundary, median", late[len(late) // 2], "ms", at_most=16.7)
    lab.figures.add("vkms at 60 Hz: digit on the glass after its boundary, worst", late[-1], "ms", at_most=34)
