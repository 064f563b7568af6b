"""The plug is pulled at random moments of playing and saving. Every boot comes up, with nothing torn."""
import json
import random

from pi import check

SETTINGS = {"marker": "kept"}


def run(lab):
    count = 50 if lab.is_full else 5
    chance = random.Random(20260601)  # the same moments in every run
    pi = lab.pi("power-cut")
    try:
        for number in range(1, count + 1):
            if number == 1:
                pi.start_service()
            pi.press_play(120, bound=300)
            # Saving happens at boundaries and presses: many of them, at odd moments.
            for _ in range(chance.randint(1, 6)):
                pi.press(chance.choice(["pause", "skip", "back"]), after=chance.uniform(0.1, 1.5))
            pi.wait(chance.uniform(0, 0.3))
            boot_id = pi.read("/proc/sys/kernel/random/boot_id")
            pi.machine.cut_power()
            pi = lab.boot("power-cut", again=True)
            check(pi.read("/proc/sys/kernel/random/boot_id") != boot_id, "the machine did not boot anew")
            judge(pi, number)
        lab.figures.add("power cuts survived", count, "")
    except BaseException as error:
        error.serial = pi.machine.serial_tail()
        raise
    finally:
        pi.machine.quit()


def judge(pi, number):
    what = f"after power cut {number}"
    pi.until(lambda: pi.service()["ActiveState"] == "active" or None, 120, 0.5, f"the player's start {what}")
    check(pi.service()["NRestarts"] == "0", f"{what} the player had to be restarted")
    check("error" not in pi.sh("dmesg | grep -i 'ext4' | grep -i 'error'")[1], f"{what} the file system has errors")
    for path in pi.shell("find /var/lib/stepback -type f").split():
        check(pi.read(path).strip("\0 \n") != "" or path.endswith("/lock"), f"{what} {path} is empty or zeros")
        if path.endswith(".json") or "/journal" in path:
            try:
                json.loads(pi.read(path))
            except ValueError:
                check(False, f"{what} {path} is torn: {pi.read(path)[:200]!r}")
    leftovers = pi.shell("find /var/lib/stepback -name '*.tmp' -o -name '.*.new'").split()
    check(len(leftovers) <= 1, f"{what} half-written files pile up: {leftovers}")
