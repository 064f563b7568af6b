"""Power on: systemd brings up the kiosk by itself, and its first picture is right, on two sizes of screen; the doctor is content."""
import json
import pathlib

from picture import Picture
from pi import check
from scenarios.screen import expect_again

GOLDEN = pathlib.Path(__file__).parents[2] / "StageTests" / "Golden"

SIZES = ((1920, 1080), (800, 480))


def run(lab):
    for size in SIZES:
        with lab.boot(f"power-on-{size[0]}x{size[1]}", screen=size) as pi:
            first = pi.until(pi.first_picture, 90, 0.02, "the player's first picture")
            golden = Picture.read(GOLDEN / f"welcome-{size[0]}x{size[1]}.png")
            difference = pi.photograph("first").differences(golden)
            check(difference == (0, 0), f"the first picture is not the golden welcome: {difference} (bytes, by up to)")
            started = int(pi.service("ExecMainStartTimestampMonotonic")["ExecMainStartTimestampMonotonic"]) / 1e6
            lab.figures.add(f"service start to first picture, {size[0]}x{size[1]}", first - started, "s", goal=2)
            lab.figures.add(f"kernel start to first picture, {size[0]}x{size[1]}", first, "s")

            state = pi.until(lambda: active(pi), 30, 0.1, "the service's readiness")
            check(state["NRestarts"] == "0", f"systemd had to restart the player {state['NRestarts']} times")
            pi.keep_only_the_sample()
            pi.press_play()
            expect_again(pi, "soon after")
            if size == SIZES[0]:
                check_service(lab, pi)
                ask_doctor(pi)


def active(pi):
    state = pi.service()
    return state if state["ActiveState"] == "active" else None


def check_service(lab, pi):
    """What the unit promises, as it really runs."""
    text = pi.shell("systemd-analyze security --no-pager stepback.service")
    exposure = float(text.rsplit("service:", 1)[1].split()[0])
    lab.figures.add("exposure by systemd-analyze security", exposure, "", at_most=2.0)
    pid = pi.service("MainPID")["MainPID"]
    status = dict(line.split(":", 1) for line in pi.read(f"/proc/{pid}/status").splitlines())
    user = pi.shell(f"id -un {status['Uid'].split()[0]}").strip()
    check(user == "stepback", f"the player runs as {user}")
    check(int(status["CapEff"], 16) == 0, f"the player has capabilities {status['CapEff'].strip()}")
    networks = [line.split(":")[0].strip() for line in pi.read(f"/proc/{pid}/net/dev").splitlines()[2:]]
    check(networks == ["lo"], f"the player sees network interfaces: {networks}")
    check(pi.shown_terminal() == 1, f"the terminal shown is {pi.shown_terminal()}, not 1")
    check(pi.service_of("getty@tty1.service") != "active", "a login prompt runs on the player's terminal")
    owner = pi.shell("stat -c %U /dev/tty1").strip()
    check(owner == "stepback", f"/dev/tty1 belongs to {owner}")


def ask_doctor(pi):
    """As the README says: while the player runs, after the installation and a start."""
    status, text = pi.sh("stepback doctor --json")
    checks = json.loads(text)["checks"]
    broken = [finding["what"] for finding in checks if finding["state"] == "broken"]
    check(status == 0 and not broken, f"the doctor finds broken: {broken}")
    well = {finding["area"] for finding in checks if finding["state"] == "works"}
    for area in ("resources", "configuration", "screen", "buttons", "sound", "voice", "fonts", "permissions", "storage"):
        check(area in well, f"the doctor finds nothing that works in the area {area}: {checks}")
