"""A display that is switched on only after the boot; and one on a card without acceleration of any kind."""
from pi import check
from scenarios.screen import expect_again


def run(lab):
    absent_at_boot(lab)
    bochs(lab)


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
