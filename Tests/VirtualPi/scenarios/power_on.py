"""Power on: systemd brings up the kiosk by itself, its first picture is right, on two sizes of screen, and one press plays; the doctor
is content."""
import json

from pi import check

SIZES = ((1920, 1080), (800, 480))


def run(lab):
    for size in SIZES:
        is_fresh = size == SIZES[0]
        with lab.boot(f"power-on-{size[0]}x{size[1]}", is_fresh=is_fresh, screen=size) as pi:
            first = pi.until(pi.first_picture, 90, 0.02, "the player's first picture")
            # Kept before anything else can be shown, and judged when it is known what had to be shown.
            shown = pi.photograph("first")
            started = int(pi.service("ExecMainStartTimestampMonotonic")["ExecMainStartTimestampMonotonic"]) / 1e6
            lab.figures.add(f"service start to first picture, {size[0]}x{size[1]}", first - started, "s", at_most=2)
            lab.figures.add(f"kernel start to first picture, {size[0]}x{size[1]}", first, "s")
            if is_fresh:
                stays = pi.expect_screen("welcome", "the first picture")
            else:
                stays = pi.expect_screen("home", "the first picture")
                lab.figures.add("service start to the home as it stays", pi.wait_still() - started, "s", at_most=2)
            pi.expect_same(shown, stays, "the very first picture", "what stays there")
            if is_fresh:
                welcome(pi)
            plays(lab, pi, size)

            state = pi.until(lambda: active(pi), 30, 0.1, "the service's readiness")
            check(state["NRestarts"] == "0", f"systemd had to restart the player {state['NRestarts']} times")
            pi.expect_now("soon after")
            if is_fresh:
                check_service(lab, pi)
                ask_doctor(pi)


def welcome(pi):
    """What a person sees who has just installed it: one way in, and the starters behind it."""
    pi.press("pause")
    pi.expect_screen("home", "the first home")
    pi.press("skip")  # from Full body to Morning core, the sample
    pi.expect_screen("home-list", "the second routine")


def plays(lab, pi, size):
    """One press of PLAY, and the sample plays."""
    pi.wait_still()
    released = pi.press("pause") + 0.08  # held it would ask for something else: letting go is what counts
    zero = pi.play_begins(5)
    shown = pi.until(lambda: next((at for at, *_ in pi.frames(released)), None), 5, 0.02, "a picture of the routine")
    # An aim: what is first needed here comes from the disk, which answers in the host's time.
    lab.figures.add(f"PLAY let go to the routine's first picture, {size[0]}x{size[1]}", (shown - released) * 1000, "ms", aim=150)
    check(shown < zero, "the routine's picture comes only after its beginning")
    check(0 < zero - released < 0.7, f"get ready begins {zero - released:.3f} s after PLAY")
    pi.wait_until(zero + 0.5)
    pi.expect_picture(pi.photograph("get-ready"), at=0.5, what="get ready")


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
