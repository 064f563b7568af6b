"""A display that is switched on only after the boot; one on a card without acceleration of any kind; and no card at all at first."""
from pi import check
from scenarios.screen import expect_again


def run(lab):
    absent_at_boot(lab)
    bochs(lab)
    no_card(lab)


def absent_at_boot(lab):
    """The television is switched on only after the Pi."""
    with lab.boot("screen-absent", is_fresh=False, is_plugged=False) as pi:
        pi.until(lambda: pi.service()["ActiveState"] == "active" or None, 120, 0.5, "the service's start without a display")
        pi.press_play(is_seen=False)
        check(not pi.frames(), "there are pictures on a display that is not there")
        plugged = pi.now()
        pi.machine.plug(1920, 1080)
        pi.until(lambda: pi.first_picture(plugged), 5, 0.05, "a picture on the display switched on after the Pi")
        expect_again(pi, "switched on after the boot")


def bochs(lab):
    """A plain frame buffer: no cursor, no acceleration, no blanks."""
    with lab.boot("screen-bochs", is_fresh=False, screen=(1280, 720), graphics="bochs") as pi:
        pi.until(lambda: pi.service()["ActiveState"] == "active" or None, 120, 0.5, "the service's start")
        pi.press_play(is_seen=False)
        pi.expect_now("on a plain frame buffer")


def no_card(lab):
    """The driver comes late, or is wrong in the Pi's settings: the player waits without being restarted, says once for what, and can be
    heard and operated meanwhile."""
    with lab.pi("screen-no-card") as pi:
        pi.card(False)
        check(not pi.shell("ls /dev/dri 2>/dev/null || true").strip(), "the card did not go")
        begun = pi.start_service()
        pi.wait_until(begun + 40)
        state = pi.service()
        check(state["ActiveState"] == "active", f"without a card the service is {state['ActiveState']}")
        check(state["NRestarts"] == "0", f"without a card the player was restarted {state['NRestarts']} times")
        said = pi.log().count("in /dev/dri yet")
        check(said == 1, f"the log says {said} times that there is no card, not once\n{pi.log()}")
        pi.press_play(is_seen=False)
        check(pi.stream_status(0) is not None, "the player is silent without a card")
        arrived = pi.now()
        pi.card(True)
        frame = pi.until(lambda: pi.first_picture(arrived), 10, 0.05, "a picture on the card that came later")
        lab.figures.add("card there at last to picture", frame - arrived, "s", at_most=3)
        expect_again(pi, "on the card that came later")
        check(pi.service()["NRestarts"] == "0", "the player was restarted")
