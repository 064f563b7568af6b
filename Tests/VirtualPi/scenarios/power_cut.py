"""The plug is pulled at random moments of playing, ending, setting and copying, and of saving itself. Every boot comes up with nothing
torn; a session whose summary had shown is there, once; what was in flight is asked about, and each answer does what it says."""
import hashlib
import json
import random

from pi import SETTINGS, STATE, STORE, check

# In turn, so that six cuts have all of them; what was in flight is asked about after the first, the last and mostly the one in a save.
KINDS = ("playing", "ending", "copying", "setting", "saving", "playing")
ANSWERS = ("save", "resume", "discard")
MOST_OF_A_SAVE = 0.0005  # seconds


def run(lab):
    count = 50 if lab.is_full else 6
    owner = Owner(lab, random.Random(20260601))  # the same moments in every run
    try:
        owner.pi.start_service()
        for number in range(count):
            owner.pi.wait_still()
            kind = KINDS[number % len(KINDS)]
            getattr(owner, kind)()
            owner.boot(number + 1, f"after power cut {number + 1} ({kind})")
        owner.report(count)
    except BaseException as error:
        error.serial = owner.pi.machine.serial_tail()
        raise
    finally:
        owner.pi.machine.quit()


class Owner:
    """What a person does with the Pi, and remembers of it."""

    def __init__(self, lab, chance):
        self.lab, self.chance = lab, chance
        self.pi = lab.pi("power-cut")
        self.sessions = {}  # those that are there for good: a play's random digits, and the checksum of its file
        self.shown = set()  # plays whose summary was on the screen
        self.discarded = set()
        self.play = None  # the digits of the latest
        self.journal = None  # as it was before the cut
        self.expect = lambda what: None
        self.questions = {answer: 0 for answer in ANSWERS}
        self.pictures = []  # those after the press that ended the latest play that ended
        self.saves = 0
        self.saves_cut = 0

    # MARK: What is cut

    def begin(self):
        self.pi.press_play()
        self.play = self.pi.play_state()["origin"]["random"]

    def playing(self):
        self.begin()
        # Keeping happens at boundaries and presses: many of them, at odd moments.
        for _ in range(self.chance.randint(1, 6)):
            self.pi.press(self.chance.choice(["pause", "skip", "back"]), after=self.chance.uniform(0.1, 1.5))
        self.cut(self.chance.uniform(0, 0.3))

    def ending(self, late=None):
        """The plug is pulled while the summary may be on the screen, or `late` seconds after the beginning of the save."""
        self.begin()
        self.pi.press("skip", after=0.3)  # get ready
        self.pi.press("back", seconds=1.5, after=self.chance.uniform(2, 4))
        edge = self.pi.now()
        self.cut(self.chance.uniform(0.1, 1) if late is None else late, "skip", in_save=late is not None)
        # While the session is filed the question stays on the screen; the next picture is the summary. After a second it comes anyway, and
        # says that nothing is kept yet.
        self.pictures = [round(at - edge, 4) for at in self.facts["pictures"] if at > edge]
        if any(after < 1 for after in self.pictures):
            self.shown.add(self.play)

    def setting(self, late=None):
        """The voice, in the second row of the settings, by way of the home's last row. The plug is pulled a second after it, or `late`
        seconds after the beginning of the save."""
        before = self.settings().get("voice", True)
        self.pi.press("back", after=0.5)
        self.pi.press("pause", after=0.5)
        self.pi.press("skip", after=0.5)  # from the language to the voice
        self.pi.wait_still()
        self.cut(1.0 if late is None else late, "pause", in_save=late is not None)

        def is_right(what):
            after = self.settings().get("voice", True)
            check(isinstance(after, bool), f"{what} the voice is set to {after!r}")
            check(late is not None or after is not before, f"{what} the setting of a second before is lost")

        self.expect = is_right

    def saving(self):
        """The first time at the very beginning of a session's save, then at odd moments of a setting's, a session's, and so on."""
        self.saves += 1
        late = 0 if self.saves == 1 else self.chance.uniform(0, MOST_OF_A_SAVE)
        if self.saves % 2 == 1:
            self.ending(late)
        else:
            self.setting(late)

    def copying(self):
        """By another program, which may or may not have waited for the disk."""
        is_flushed = self.chance.random() < 0.5
        name = f"zz-copied-{self.chance.randrange(10**6)}.routine"
        text = f"name: Copied {name[10:-8]}\n\nBridge 30s x3, rest 10s\nSquats 20s\n"
        path = f"{STORE}/routines/{name}"
        self.pi.write(path, text)
        if is_flushed:
            self.pi.shell(f"sync {path} {STORE}/routines")
        self.cut(self.chance.uniform(0, 0.5))

        def is_right(what):
            found = self.pi.read(path) if self.pi.exists(path) else None
            check(found == text or not is_flushed, f"{what} a file that was copied and flushed reads {found!r}")
            if found != text:
                self.pi.shell(f"rm -f {path}")
            elif is_flushed:
                check(name in self.pi.shell(f"stepback list --store {STORE}"), f"{what} the player does not list {name}")

        self.expect = is_right

    def cut(self, late, button=None, in_save=False):
        """Pulls the plug that many seconds from now, when a button is pressed, which stays down; or from the beginning of a save."""
        self.facts = self.pi.cut_power(late, button, in_save)
        self.journal = self.facts["journal"]
        self.saves_cut += bool(self.facts["saving"])

    # MARK: How it comes up

    def boot(self, number, what):
        boot_id = self.facts["boot"]
        self.pi = pi = self.lab.boot("power-cut", again=True, later=number * 3600)
        check(pi.read("/proc/sys/kernel/random/boot_id") != boot_id, "the machine did not boot anew")
        pi.until(lambda: pi.service()["ActiveState"] == "active" or None, 120, 0.5, f"the player's start {what}")
        pi.wait_still()
        pi.skip_idle()
        pi.wait(3)  # until what was left half-written is swept up
        check(pi.service()["NRestarts"] == "0", f"{what} the player had to be restarted")
        check("error" not in pi.sh("dmesg | grep -i 'ext4' | grep -i 'error'")[1], f"{what} the file system has errors")
        self.nothing_torn(what)
        self.expect(what)
        self.expect = lambda what: None
        self.sessions_are_right(what)
        self.answer(what)
        pi.expect_screen("home", f"home {number}")

    def nothing_torn(self, what):
        for path in self.pi.shell(f"find {STATE} -type f ! -name lock ! -name 'zz-copied-*'").split():
            text = self.pi.read(path)
            check(text.strip("\0 \n") != "", f"{what} {path} is empty or zeros")
            if path.endswith(".json") or "/journal" in path:
                try:
                    json.loads(text)
                except ValueError:
                    check(False, f"{what} {path} is torn: {text[:200]!r}")
        leftovers = self.pi.shell(f"find {STATE} -name '*.tmp'").split()
        check(not leftovers, f"{what} half-written files are left: {leftovers}")
        check(self.settings().get("welcomeSeen") is True, f"{what} the welcome is to be shown again")

    def settings(self):
        return json.loads(self.pi.read(SETTINGS))

    def sessions_are_right(self, what):
        """Those of before are as they were, what a summary said is there once, and there is nothing else."""
        found = {}
        for path in self.pi.shell(f"find {STORE}/sessions {STATE}/outbox -name '*.json' 2>/dev/null; true").split():
            play = path.removesuffix(".json")[-8:]
            check(play not in found, f"{what} the session {play} is there twice: {path}")
            found[play] = hashlib.sha256(self.pi.read(path).encode()).hexdigest()
        for play, checksum in self.sessions.items():
            check(found.get(play) == checksum, f"{what} the session {play} of an earlier boot is gone or another")
        lost = self.shown - set(found)
        check(not lost, f"{what} there is no session of {lost}, whose summary had shown: pictures came {self.pictures} s after the press")
        check(not self.discarded & set(found), f"{what} a play that was discarded is there")
        strangers = set(found) - set(self.sessions) - {self.play}
        check(not strangers, f"{what} there are sessions of plays that never ended: {strangers}")
        self.sessions = found

    def answer(self, what):
        """What was in flight, and is not filed, is asked about; nothing else is."""
        before, self.journal = self.journal, self.pi.play_state()
        if before is None or self.play in self.sessions:
            check(self.journal is None, f"{what} a play is in flight that is over")
            check(self.play is None or self.play in self.sessions, f"{what} a play that ended is nowhere")
            self.play = None
            return
        check(self.journal is not None and self.journal["origin"] == before["origin"], f"{what} the play in flight is forgotten")
        written, earlier = (entry["written"]["nanoseconds"] for entry in (self.journal, before))
        check(written >= earlier, f"{what} the journal is older than what was in it before the cut")
        answer = ANSWERS[sum(self.questions.values()) % len(ANSWERS)]
        self.questions[answer] += 1
        getattr(self, answer)(f"{what}, {answer}")
        check(self.pi.play_state() is None, f"{what}, {answer}: the journal still has a play")
        self.sessions_are_right(f"{what}, {answer}:")
        self.journal = self.play = None

    def save(self, what):
        self.pi.press("skip")
        self.pi.wait(1)
        self.shown.add(self.play)

    def discard(self, what):
        self.pi.press("back", seconds=1.5)
        self.pi.wait(1)
        self.discarded.add(self.play)

    def resume(self, what):
        """On from where the journal stopped, after get ready's time to step back; then ended in order."""
        position = self.position(self.journal)
        self.pi.press("pause")
        zero = self.pi.play_begins(15)
        check(self.pi.play_state()["origin"]["random"] == self.play, f"{what}: another play runs")
        went_on = self.pi.now() - zero
        check(abs(went_on - position) < 0.5, f"{what}: the play went on at {went_on:.2f} s of its timeline, not at {position:.2f}")
        self.pi.press("back", seconds=1.5, after=7)
        edge = self.pi.press("skip")
        self.pi.until(lambda: any(at > edge for at, *_ in self.pi.frames(edge)), 3, 0.05, "the summary")
        self.shown.add(self.play)
        self.pi.press("pause", after=1.5)  # for a second the summary is deaf to keys
        self.pi.wait(0.5)

    @staticmethod
    def position(journal):
        """Where in its timeline the play was when the journal was written."""
        (kind, values), = journal["run"]["motion"].items()
        if kind == "running":
            return max(0, journal["written"]["nanoseconds"] - values["zero"]["nanoseconds"]) / 1e9
        return seconds(values["position"])

    def report(self, count):
        self.lab.figures.add("power cuts survived", count, "")
        self.lab.figures.add("of them with a file half-written", self.saves_cut, "")
        check(self.saves_cut, "no cut hit a save")
        self.lab.figures.add("sessions kept over them, each once", len(self.sessions), "")
        self.lab.figures.add("plays in flight that were asked about", sum(self.questions.values()), "")
        check(self.shown <= set(self.sessions), "a session whose summary had shown is gone")


def seconds(duration):
    """Swift's Duration as JSON: two halves of a 128-bit count of attoseconds."""
    high, low = duration
    return ((high << 64) + low) / 1e18
