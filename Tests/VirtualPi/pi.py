"""The virtual Pi that a scenario plays on, and the laboratory that makes them."""
import base64
import copy
import io
import json
import pathlib
import subprocess
import tarfile
import threading
import time

from machine import Machine, copy_disk, new_disk
from picture import Picture

STATE = "/var/lib/stepback"
STORE = STATE + "/store"
SETTINGS = STATE + "/settings.json"
HERE = pathlib.Path(__file__).parent
SAMPLE = "/usr/share/stepback/routines/morning-core.routine"
OTHER_STARTERS = ("full-body", "strength-and-stretch")


class Failed(AssertionError):
    """What a scenario found wrong, in a sentence."""


def check(is_right, sentence):
    if not is_right:
        raise Failed(sentence)


class PowerCut(Exception):
    """The plug was pulled; what the guest said last."""

    def __init__(self, facts):
        super().__init__("the plug was pulled")
        self.facts = facts


class Pi:
    """A guest whose time flows only during calls. Any function of guest/library.py and guest/plays.py is a method here."""

    def __init__(self, lab, name, machine):
        self.lab, self.name, self.machine = lab, name, machine
        self.photographs = {}
        machine.agent.serve = self.serve

    def ready(self):
        for name in ("library", "plays"):
            self.machine.agent.load(name, (HERE / "guest" / f"{name}.py").read_text())
        return self

    def __getattr__(self, function):
        return lambda *arguments, **options: self.machine.agent.call(function, *arguments, **options)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if error is not None and not hasattr(error, "serial"):
            error.serial = self.machine.serial_tail()
        self.machine.quit()

    def shell(self, command):
        """Runs a command that must succeed, and returns what it prints."""
        status, text = self.sh(command)
        check(status == 0, f"`{command}` ended with {status}: {text.strip()}")
        return text

    def serve(self, photograph=None, cut=None):
        """What the guest asks for in the middle of a call."""
        if cut is not None:
            self.machine.cut_power()
            raise PowerCut(cut)
        self.photograph(photograph)

    def cut_power(self, late, button=None, in_save=False):
        """Pulls the plug `late` seconds from now, when a button is pressed, which stays down; `in_save`: from the beginning of the save
        that the press leads to. Returns what guest/plays.py says."""
        try:
            self.machine.agent.call("say_when", late, button, in_save)
        except PowerCut as cut:
            return cut.facts
        raise Failed("the plug was not pulled")

    def photograph(self, name):
        """What the display shows. Kept in `photographs` too."""
        path = self.machine.folder / f"{len(self.photographs) + 1:02}-{name}.ppm"
        self.machine.photograph(path)
        self.photographs[name] = Picture.read(path)
        return self.photographs[name]

    def until(self, condition, within, every=0.05, what="it"):
        """Lets the guest's time flow in steps until `condition()` holds; fails after `within` of its seconds."""
        end = self.now() + within
        while True:
            answer = condition()
            if answer:
                return answer
            check(self.now() < end, f"{what} did not happen within {within:g} s\n{self.log()}")
            self.wait(every)

    def first_picture(self, since=0.0, not_of=None):
        """When a player (another process than `not_of`) showed its first picture, or None: setting the mode, which the player's own
        thread does, shows black; the next buffer is the picture."""
        frames = self.frames(since)
        modes = [at for at, program, process in frames if program.startswith("stepback") and process != not_of]
        return next((at for at, *_ in frames if modes and at > modes[0]), None)

    def play_begins(self, within=60):
        """Waits for a play in flight; returns the instant of its timeline's zero."""
        return self.until(self.running_zero, within, 0.1, "the play's beginning")

    def zero(self, what):
        """The instant of the running play's zero. Its journal may just be on its way to the disk, which answers in the host's time."""
        return self.until(self.running_zero, 1, 0.05, f"{what}: that a play runs")

    def expect_screen(self, screen, what):
        """What stands on the display is the picture that `stepback render` makes of that screen of the same store, to the last bit.
        The clock on it is the guest's. Returns the photograph."""
        self.wait_still()
        if self.wall_clock() % 60 > 58:
            self.wait(4)  # not across a change of the minute
            self.wait_still()
        seconds = int(self.wall_clock())
        seen = self.photograph(what.replace(" ", "-"))
        expected = self.lab.rendered_screen(self.machine.folder / "screens" / what.replace(" ", "-"), screen, self.packed(STORE), seconds, self.machine.screen)
        self.expect_same(seen, expected, what, f"the screen {screen}")
        return seen

    def expect_now(self, what, size=None, zero=None):
        """In the middle of the next second the screen is the film's picture of that place; returns the place."""
        zero = self.zero(what) if zero is None else zero
        at = max(0, int(self.now() - zero)) + 1.5
        self.wait_until(zero + at)
        self.expect_picture(self.photograph(what.replace(" ", "-")), at=at, what=what, size=size)
        return at

    def expect_picture(self, photograph, at, what, size=None):
        """The photograph is the picture that the film of the sample shows at `at` seconds, to the last bit."""
        self.expect_same(photograph, self.lab.rendered(at, size or self.machine.screen), what, f"the film's picture at {at} s")

    def expect_same(self, photograph, expected, what, which):
        difference = photograph.differences(expected)
        if difference == (0, 0):
            return
        photograph.write_png(self.machine.folder / f"seen-{what}.png")
        expected.write_png(self.machine.folder / f"expected-{what}.png")
        sizes = f"{photograph.width}x{photograph.height}, not {expected.width}x{expected.height}"
        check(difference is not None, f"{what}: the display is {sizes}")
        check(False, f"{what}: the display does not show {which}: {difference[0]} bytes differ, by up to {difference[1]}")


class Lab:
    def __init__(self, files, out, is_full, figures):
        """`files`: the cache folder, with kernel/ and guest-disk/. `out`: what is left of a run, one folder a scenario."""
        self.kernel = pathlib.Path(files) / "kernel"
        self.disk = pathlib.Path(files) / "guest-disk" / "disk.img"
        self.out, self.is_full, self.figures = pathlib.Path(out), is_full, figures
        self.lock = threading.Lock()

    def scenario(self, name):
        """The same laboratory, with that scenario's rows of figures."""
        lab = copy.copy(self)
        lab.figures = self.figures.of(name)
        return lab

    def boot(self, name, bound=240, again=False, is_fresh=True, **options):
        """Switches a new Pi on (or `again`: the one of that name, with what its disk holds) and waits for its agent. `is_fresh`: its
        player was never started; else it is as `prepare` left it."""
        folder = self.out / name
        if is_fresh and not again:
            new_disk(self.disk, folder)
        elif not again:
            copy_disk(self.out / "ready", folder)
        pi = Pi(self, name, Machine(self.kernel, folder, **options))
        with_serial(pi, lambda: pi.machine.wait_boot(bound))
        return pi.ready()

    def prepare(self):
        """One boot serves most scenarios: a snapshot of a Pi whose player is installed, was welcomed and was stopped. Its store has the
        sample alone, so that one press plays it."""
        with self.boot("ready") as pi:
            pi.until(lambda: pi.service_of("multi-user.target") == "active", 300, 0.5, "the boot's end")
            pi.wait_still()
            pi.press("pause")
            pi.until(lambda: pi.exists(SETTINGS), 5, 0.1, "the settings' first keeping")
            pi.shell("rm " + " ".join(f"{STORE}/routines/{name}.routine" for name in OTHER_STARTERS))
            pi.wait(1)
            pi.stop_service()
            pi.skip_idle()
            # Read ahead what the player is made of: in a snapshot's time, waiting for the disk takes for ever.
            pi.shell("cat /usr/bin/stepback /usr/lib/x86_64-linux-gnu/*.so* /usr/bin/aplay >/dev/null; find /usr/share/{stepback,fonts,alsa} /usr/lib/x86_64-linux-gnu/espeak-ng-data /etc /var/cache/fontconfig /var/lib/stepback -type f -exec cat {} + >/dev/null")
            pi.shell("systemctl reset-failed; rm -rf /var/lib/stepback/journal* /var/cache/stepback/*; journalctl --rotate -q; journalctl --vacuum-time=1s -q; sync")
            pi.machine.save("ready")

    def pi(self, name):
        """A Pi with a 1920x1080 screen, booted, its player stopped."""
        copy_disk(self.out / "ready", self.out / name)
        pi = Pi(self, name, Machine(self.kernel, self.out / name, snapshot="ready"))
        with_serial(pi, pi.ready)
        return pi

    def rendered(self, at, size):
        """What the installed program renders of the sample, on this machine."""
        width, height = size
        with self.lock:
            folder = self.out / "expected" / f"{width}x{height}-{at}"
            if not folder.exists():
                self._render(folder, SAMPLE, f"--at={at}", f"--size={width}x{height}")
        return Picture.read(next((folder / "frames").glob("*.png")))

    def rendered_screen(self, folder, screen, store, seconds, size):
        """What the installed program draws of a screen, of a store (packed) and at a time (since 1970), on this machine."""
        width, height = size
        with tarfile.open(fileobj=io.BytesIO(base64.b64decode(store))) as files:
            files.extractall(folder / "store")
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
        with self.lock:
            self._render(folder / "pictures", f"--screen={screen}", "--store=/mnt/store", f"--now={now}", f"--size={width}x{height}")
        return Picture.read(folder / "pictures" / f"{screen}.png")

    def film(self):
        """The folder with the sample's timeline.json and sound.wav."""
        with self.lock:
            folder = self.out / "expected" / "film"
            if not folder.exists():
                self._render(folder, SAMPLE, "--no-frames")
        return folder

    def timeline(self):
        return json.loads((self.film() / "timeline.json").read_text())

    def _render(self, folder, *arguments):
        subprocess.run(["bash", str(HERE / "guest" / "render.sh"), str(folder), *arguments], check=True, stdout=subprocess.PIPE)


def with_serial(pi, action):
    """Ends the machine when it does not come up, keeping what its serial line said."""
    try:
        return action()
    except BaseException as error:
        error.serial = pi.machine.serial_tail()
        pi.machine.quit()
        raise
