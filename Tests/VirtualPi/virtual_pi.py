"""virtual_pi.py play OUT CACHE [--full] [--jobs N] [--reuse] [SCENARIO...]: plays the scenarios. deploy/test-virtual-pi makes what it needs
and calls it. `virtual_pi.py check OUT ...` only looks at the arguments.

A new scenario is a file in scenarios/ with a function run(lab), which gets its Pis from the laboratory (pi.py) and says what must hold
with check(); its name goes into SCENARIOS below. What it has the guest do is a function in guest/library.py, or in guest/plays.py when
the machine must not stop meanwhile.
"""
import argparse
import concurrent.futures
import importlib
import os
import pathlib
import shutil
import signal
import sys
import time
import traceback

from agent import GuestError, Hung
from figures import Figures
from machine import Machine
from pi import Lab
from qmp import QMPError

HERE = pathlib.Path(__file__).parent
# The long ones first, so that two processors end together.
SCENARIOS = ("power_cut", "soak", "sample", "samba", "screen", "screen_at_boot", "sound", "crash", "power_on", "buttons")


def main():
    verb, out = sys.argv[1], pathlib.Path(sys.argv[2])
    rest = sys.argv[3:] if verb == "check" else sys.argv[4:]
    # Not abbreviated: what is no option of ours must be refused.
    arguments = argparse.ArgumentParser(prog="test-virtual-pi", allow_abbrev=False)
    arguments.add_argument("--full", action="store_true", help="the long counts: 50 power cuts, two hours of soak")
    arguments.add_argument("--jobs", type=at_least_one, default=2, help="how many virtual Pis run at a time")
    arguments.add_argument("--reuse", action="store_true", help="start from the last run's snapshot: quicker, for work on a scenario")
    arguments.add_argument("scenario", nargs="*", help=f"of {', '.join(SCENARIOS)}; all of them when none is named")
    options = arguments.parse_args(rest)
    names = [name.replace("-", "_") for name in options.scenario] or list(SCENARIOS)
    for name in names:
        if name not in SCENARIOS:
            arguments.error(f"there is no scenario “{name}”; there are {', '.join(SCENARIOS)}")
    if options.reuse and not (out / "ready" / "disk.qcow2").exists():
        arguments.error(f"there is no snapshot of an earlier run in {out}; leave --reuse away once")
    if verb == "check":
        return 0

    if not options.reuse:
        if not clear(out):
            say(f"{out} holds what no run of this command has made, and is not deleted: move it away")
            return 1
    signal.signal(signal.SIGTERM, end)
    figures = Figures()
    lab = Lab(sys.argv[3], out, options.full, figures)
    begun = time.monotonic()
    if not options.reuse and not attempt("ready", lab.prepare, out):
        print("0 passed, 1 failed")
        return 1
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda name: attempt(name, lambda: scenario(lab, name), out), names))
    print(f"\n{figures.table()}\n")
    figures.write(out / "figures.json")
    print(f"the figures are in {out / 'figures.json'} too; the whole took {time.monotonic() - begun:.0f} s")
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


def at_least_one(text):
    """argparse's own words say what is wrong with any other."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


at_least_one.__name__ = "number of virtual Pis"


def clear(out):
    """Empties the folder of results. False, and nothing is touched, when it holds something, but not what every run begins with."""
    if out.exists() and any(out.iterdir()) and not (out / "ready").is_dir():
        return False
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    return True


def end(*_):
    """Ended from outside, so are the virtual Pis."""
    for process in Machine.begun:
        if process.poll() is None:
            process.kill()
    os._exit(128 + signal.SIGTERM)


def scenario(lab, name):
    module = importlib.import_module("scenarios." + name)
    module.run(lab.scenario(name))


def attempt(name, action, out):
    """Runs it and says how it went; what it left stays in `out` when it failed."""
    begun = time.monotonic()
    try:
        action()
    except (AssertionError, GuestError, Hung, QMPError) as error:
        where = traceback.extract_tb(error.__traceback__)
        place = next((frame for frame in reversed(where) if "scenarios" in frame.filename), where[-1])
        say(f"FAIL  {name} ({time.monotonic() - begun:.0f} s, {pathlib.Path(place.filename).name}:{place.lineno}): {error}")
        if not isinstance(error, AssertionError):
            say("the end of its serial line:\n" + getattr(error, "serial", ""))
        return False
    except Exception as error:
        say(f"FAIL  {name}: the harness itself failed\n{traceback.format_exc()}")
        if serial := getattr(error, "serial", ""):
            say("the end of its serial line:\n" + serial)
        return False
    say(f"pass  {name} ({time.monotonic() - begun:.0f} s)")
    return True


def say(text):
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
