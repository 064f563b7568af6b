"""What scenarios call in the guest. Loaded through the agent at each start, so never older than the scenarios.
Each function is a method of the host's Pi, whose __getattr__ (pi.py) calls it here by its name.

Times are seconds of CLOCK_MONOTONIC, the clock of the player and of the kernel's GPIO stamps.
"""
import base64
import fcntl
import glob
import json
import os
import struct
import subprocess
import time

PULL = "/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio{}/pull"
LIVE = "/sys/kernel/config/gpio-sim/header/live"
LINES = {"back": 17, "pause": 27, "skip": 22}
STATE = "/var/lib/stepback"
STORE = STATE + "/store"


def now():
    return time.clock_gettime(time.CLOCK_MONOTONIC)


def wait_until(instant):
    """Exact to well under a millisecond: this process runs before all others."""
    while (left := instant - now()) > 0:
        time.sleep(left)
    return now()


def wait(seconds):
    return wait_until(now() + seconds)


def skip_idle():
    """From now on idle time is skipped (see guest/init)."""
    subprocess.run(["pkill", "-f", "# busy"], check=True)


def sh(command):
    done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def wall_clock():
    """Seconds since 1970."""
    return time.time()


def packed(folder):
    """What a folder holds, as a tar file in base64."""
    done = subprocess.run(["tar", "-C", folder, "-c", "."], stdout=subprocess.PIPE, check=True)
    return base64.b64encode(done.stdout).decode()


def read(path):
    with open(path, errors="replace") as file:
        return file.read()


def exists(path):
    return os.path.exists(path)


def photograph(name):
    """Has the host keep what the display shows, under that name, in the middle of a call."""
    ask(photograph=name)


# MARK: Buttons


def line_of(button):
    """A chip that returns may have another number."""
    (path,) = glob.glob(PULL.format(LINES[button]))
    return path


def pull(button, level):
    """`down` is pressed: the buttons go to ground."""
    write(line_of(button), "pull-" + level)


def press(button, seconds=0.08, after=0.0):
    """A clean press. Returns the instant of its first edge."""
    wait(after)
    path = line_of(button)
    mark(f"press {button}")
    edge = now()
    write(path, "pull-down")
    wait_until(edge + seconds)
    write(path, "pull-up")
    return edge


def bounce(button, edges, spacing, hold=0.1):
    """A press whose contact bounces: `edges` edges, `spacing` seconds apart, before it settles down; and again on release."""
    path = line_of(button)
    mark(f"bounce {button}")
    edge = now()
    for level in ("down", "up"):
        for number in range(edges | 1):
            other = {"down": "up", "up": "down"}[level]
            write(path, "pull-" + (level if number % 2 == 0 else other))
            wait(spacing)
        wait(hold)
    return edge


def chip(is_there):
    with open(LIVE, "w") as file:
        file.write("1" if is_there else "0")
    if is_there:
        for button in LINES:
            pull(button, "up")


# MARK: A keyboard, which the kernel makes for whoever says what it types (linux/uinput.h)

KEY_CODES = {"space": 57, "enter": 28, "right": 106, "a": 30, "ctrl": 29, "alt": 56, "f1": 59, "f2": 60}
EV_SYN, EV_KEY, EV_REP = 0, 1, 0x14
UI_SET_EVBIT, UI_SET_KEYBIT, UI_DEV_SETUP, UI_DEV_CREATE = 0x40045564, 0x40045565, 0x405C5503, 0x5501
keyboards = []


def plug_keyboard():
    keyboard = os.open("/dev/uinput", os.O_WRONLY)
    fcntl.ioctl(keyboard, UI_SET_EVBIT, EV_KEY)
    fcntl.ioctl(keyboard, UI_SET_EVBIT, EV_REP)  # the kernel repeats a key that is held
    for code in KEY_CODES.values():
        fcntl.ioctl(keyboard, UI_SET_KEYBIT, code)
    usb = 3
    fcntl.ioctl(keyboard, UI_DEV_SETUP, struct.pack("HHHH80sI", usb, 0x1209, 0x0001, 1, b"A keyboard", 0))
    fcntl.ioctl(keyboard, UI_DEV_CREATE)
    keyboards.append(keyboard)


def unplug_keyboard():
    os.close(keyboards.pop())


def strike(key, seconds=0.08):
    """A key of the keyboard, down and up. Returns the instant at which it went down."""
    mark(f"strike {key}")
    edge = now()
    move_key(key, 1)
    wait_until(edge + seconds)
    move_key(key, 0)
    return edge


def chord(*keys, seconds=0.08):
    """Keys that go down one after the other and come up in the opposite order. Returns the instant at which the last came up."""
    for key in keys:
        move_key(key, 1)
        wait(0.03)
    wait(seconds)
    for key in reversed(keys):
        move_key(key, 0)
        wait(0.03)
    return now()


def move_key(key, value):
    for event in ((EV_KEY, KEY_CODES[key], value), (EV_SYN, 0, 0)):
        os.write(keyboards[-1], struct.pack("llHHi", 0, 0, *event))


# MARK: The screen, as the kernel sees it: each picture is one SET_SCANOUT command to virtio-gpu (see the guest's `trace`).

TRACING = "/sys/kernel/tracing/"


def forget_frames():
    write(TRACING + "trace", "")


def mark(text):
    try:
        write(TRACING + "trace_marker", text + "\n")
    except OSError:
        pass  # there is no virtio-gpu, so nothing is recorded


def frames(since=0.0):
    """When a picture was handed to the display, and whose doing it was: a program's name and its process (or a kernel thread's)."""
    answer = []
    with open(TRACING + "trace") as file:
        for line in file:
            if line.startswith("#") or "virtio_gpu_cmd_queue:" not in line:
                continue
            words = line.split()
            instant = float(words[words.index("virtio_gpu_cmd_queue:") - 1].rstrip(":"))
            if instant >= since:
                program, process = words[0].rsplit("-", 1)
                answer.append((instant, program, int(process)))
    return answer


def last_picture(since=0.0):
    """When a player that was started since then last showed something; None before its first picture."""
    instants = frames(since)
    modes = [at for at, program, _ in instants if program.startswith("stepback")]
    return instants[-1][0] if modes and instants[-1][0] > modes[0] else None


GPU = "/sys/bus/virtio/drivers/virtio_gpu/"


def card(is_there):
    """The display's driver takes its device or lets it go: with it /dev/dri/card0 comes and goes."""
    write(GPU + ("bind" if is_there else "unbind"), gpu)


(gpu,) = [os.path.basename(path) for path in glob.glob(GPU + "virtio*")] or [None]


# MARK: Virtual terminals

VT_ACTIVATE, VT_GETSTATE = 0x5606, 0x5603


def show_terminal(number):
    with open("/dev/tty0") as tty:
        fcntl.ioctl(tty, VT_ACTIVATE, number)


def on_terminal(number):
    """The programs whose terminal that is."""
    return sh(f"ps -o comm= -t tty{number}")[1].split()


def text_of_terminal(number):
    """What stands on it, with the blanks of its empty places."""
    return read(f"/dev/vcs{number}")


def shown_terminal():
    with open("/dev/tty0") as tty:
        state = fcntl.ioctl(tty, VT_GETSTATE, b"\0" * 6)
    return int.from_bytes(state[:2], "little")


# MARK: The service


def service(*properties):
    names = properties or ("ActiveState", "SubState", "MainPID", "NRestarts", "Result")
    text = subprocess.run(
        ["systemctl", "show", "stepback", "-p", ",".join(names)], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    return dict(line.split("=", 1) for line in text.splitlines())


def service_of(unit):
    return sh(f"systemctl is-active {unit}")[1].strip()


def start_service():
    """Returns the instant at which systemd was asked; it goes on by itself."""
    begun = now()
    subprocess.run(["systemctl", "start", "--no-block", "stepback"], check=True)
    return begun


def stop_service():
    subprocess.run(["systemctl", "stop", "stepback"], check=True)


def kill(signal):
    """Returns when, or None while there is no player; 0 would be this very process and its like."""
    pid = int(service("MainPID")["MainPID"])
    if pid == 0:
        return None
    os.kill(pid, signal)
    return now()


def memory():
    """Of the running player: kB resident now and at most, descriptors, threads."""
    pid = service("MainPID")["MainPID"]
    values = dict(line.split(":", 1) for line in read(f"/proc/{pid}/status").splitlines())
    return {
        "pid": int(pid),
        "resident": int(values["VmRSS"].split()[0]),
        "peak": int(values["VmHWM"].split()[0]),
        "anonymous": int(values["RssAnon"].split()[0]),
        "descriptors": len(os.listdir(f"/proc/{pid}/fd")),
        "threads": int(values["Threads"]),
    }


def processor_seconds():
    """What the running player has used."""
    pid = service("MainPID")["MainPID"]
    fields = read(f"/proc/{pid}/stat").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def log():
    return sh("journalctl -u stepback --no-pager -o short-monotonic")[1]


def play_state():
    """The journal of the play in flight, or None."""
    for path in glob.glob(STATE + "/journal*"):
        try:
            return json.loads(read(path))
        except (OSError, ValueError):
            continue
    return None


def running_zero():
    """The instant at which the running play's timeline is, or was, at zero: what its journal says. None unless it runs."""
    state = play_state()
    running = state and state["run"]["motion"].get("running")
    return running["zero"]["nanoseconds"] / 1e9 if running else None


# MARK: Sound

started = {}


def play(name, *command):
    """Starts a program that goes on in the background, under a name for `end`."""
    started[name] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def end(name):
    process = started.pop(name)
    process.terminate()
    return process.wait()


def is_running(name):
    return started[name].poll() is None


def stream_status(card):
    """Where a card's playback stands: frames played at an instant of CLOCK_MONOTONIC; None when nothing plays."""
    text = read(f"/proc/asound/card{card}/pcm0p/sub0/status")
    if "RUNNING" not in text:
        return None
    return {key.strip(): value.strip() for key, value in (line.split(":", 1) for line in text.splitlines() if ":" in line)}
