"""The player killed in the middle of a set is back within two seconds, on the right digit; hung, it is ended and restarted."""
import signal

from pi import check

BACK_WITHIN = 2.0


def run(lab):
    with lab.pi("crash") as pi:
        pi.forget_frames()
        zero = pi.begin_play()
        pi.wait_until(zero + 15.3)
        before = pi.memory()["pid"]
        killed = pi.kill(signal.SIGKILL)
        frame = pi.until(lambda: pi.first_picture(killed, before), 10, 0.05, "a picture after the kill")
        lab.figures.add("SIGKILL to the next picture", frame - killed, "s", at_most=BACK_WITHIN)
        on_time(pi, zero, "after the kill")
        check(pi.service()["NRestarts"] == "1", f"systemd counts {pi.service()['NRestarts']} restarts, not 1")

        # Ten more, quickly: no start limit may give the kiosk up.
        for _ in range(10):
            pi.wait(0.4)
            pi.kill(signal.SIGKILL)
        pi.until(lambda: pi.service()["ActiveState"] == "active" or None, 10, 0.2, "the start after ten kills")
        on_time(pi, zero, "after ten kills")

        paused(pi)
        hung(lab, pi)


def on_time(pi, zero, what):
    """The same play, on the same clock, with the digit that it would have shown."""
    again = pi.play_begins()
    check(abs(again - zero) < 0.0005, f"{what}: the timeline moved by {(again - zero) * 1000:.2f} ms")
    pi.wait(9)  # a returned screen is said for eight seconds
    pi.expect_now(what)


def paused(pi):
    pi.press("pause")
    pi.wait(0.3)
    before = pi.play_state()["run"]["motion"]
    check("paused" in before, "PAUSE did not pause")
    pi.kill(signal.SIGKILL)
    pi.wait(3)
    after = pi.play_state()["run"]["motion"]
    check(after == before, f"the paused play came back as {after}, not as {before}")
    pi.press("pause")
    pi.wait(3.5)


def hung(lab, pi):
    zero = pi.play_begins()
    before = pi.memory()["pid"]
    stopped = pi.kill(signal.SIGSTOP)
    frame = pi.until(lambda: pi.first_picture(stopped, before), 30, 0.2, "a picture after the player hung")
    lab.figures.add("hung player to the next picture", frame - stopped, "s", at_most=20)
    on_time(pi, zero, "after hanging")
