"""The player killed in the middle of a set is back within two seconds, on the right digit; hung, it is ended and restarted. What would
fail again at once is not tried ten times a second, and a panel that a service cannot have is none that it fails for."""
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
    with lab.pi("crash-lasting") as pi:
        panel_of_a_terminal(pi)
        cannot_start(pi)


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


def panel_of_a_terminal(pi):
    """A configuration for playing by hand: the service says so once, and shows itself on the screen."""
    pi.configure("panel = terminal")
    started = pi.start_service()
    pi.until(lambda: pi.first_picture(started), 5, 0.05, "a picture in spite of panel = terminal")
    told = pi.log().count("panel = terminal")
    check(told == 1, f"that a service has no terminal is said {told} times\n{pi.log()}")
    check(pi.service()["NRestarts"] == "0", "the player was restarted")
    pi.stop_service()


def cannot_start(pi):
    """A lasting fault: the words are missing. It is tried every five seconds, stops when it is told to, and works once that is mended."""
    words = "/usr/share/stepback/Localizable.xcstrings"
    pi.shell(f"mv {words} {words}.away")
    pi.start_service()
    pi.wait(17)
    tries = int(pi.service()["NRestarts"]) + 1
    check(3 <= tries <= 4, f"a start that fails was tried {tries} times in 17 s\n{pi.log()}")
    asked = pi.now()
    pi.stop_service()
    check(pi.now() - asked < 2, f"a start that fails takes {pi.now() - asked:.1f} s to stop")
    pi.shell(f"mv {words}.away {words}")
    pi.begin_play()
