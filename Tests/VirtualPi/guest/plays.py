"""Whole plays for scenarios to judge, each in one call, so that the machine never stops and the sound file is whole.

Loaded after library.py, whose names it uses; like those, each function is a method of the host's Pi by its __getattr__ (pi.py).
"""
import ctypes
import glob
import math
import os
import select


# MARK: The reference: a second card plays a pulse each second on the left channel alone, so that a place in the sound file can be
# told as an instant of the guest's clock. The player plays both channels alike.

PULSE = 8  # samples


def start_reference(card):
    second = bytearray(48000 * 4)
    for index in range(PULSE):
        second[index * 4:index * 4 + 2] = (2000 if index % 2 == 0 else -2000).to_bytes(2, "little", signed=True)
    with open("/run/pulse.raw", "wb") as file:
        file.write(second)
    command = f"while cat /run/pulse.raw; do :; done | aplay -q -D hw:{card} -t raw -f S16_LE -c 2 -r 48000 --buffer-time=400000"
    play("reference", "sh", "-c", command)
    wait(1)


def reference_start(card):
    """The instant at which the reference's first sample left the card: the earliest that its position ever says."""
    starts = []
    for _ in range(50):
        frames = int(stream_status(card)["hw_ptr"])
        starts.append(now() - frames / 48000)
        wait(0.0137)
    return min(starts)


def watch_play(card, photographs, seconds, music=None):
    """Plays the sample without ever stopping the machine, with photographs at these places of its timeline. Returns what a scenario
    needs to judge it."""
    start_reference(card)
    reference = reference_start(card)
    forget_frames()
    begun = now()
    zero = begin_play()
    for name, at in photographs:
        wait_until(zero + at)
        photograph(name)
    wait_until(zero + seconds)
    later = reference_start(card)
    return {"reference": reference, "later": later, "begun": begun, "zero": zero, "frames": frames(), "memory": memory()}


def listen(card, zero, until):
    """Lets a play go on to a place of its timeline with the reference beside it, in one call. Where the sound stands is told as by
    `watch_play`."""
    start_reference(card)
    reference, begun = reference_start(card), now()
    wait_until(zero + until)
    later = reference_start(card)
    return {"reference": reference, "later": later, "from": begun - zero, "seconds": now() - begun}


# MARK: Plays with trouble, each one call, so that the sound file is whole

CONFIGURATION = "/etc/stepback/stepback.conf"


def configure(*lines):
    write(CONFIGURATION, "\n".join(lines) + "\n")


def begin_play(within=60, is_seen=True):
    """Starts the player and plays what its home has the focus on; returns the instant of the timeline's zero."""
    return press_play(start_service(), within, is_seen)


def press_play(since=0.0, within=60, is_seen=True):
    """One press of PAUSE on the home, once its picture is there. `is_seen`: the pictures go to virtio-gpu; if they do not, the player
    says that it runs, and has a second more."""
    if is_seen:
        wait_still(since, within)
    else:
        wait_for(lambda: service()["ActiveState"] == "active", within)
        wait(1)
    press("pause")
    if not wait_for(lambda: running_zero() is not None, 3):
        raise RuntimeError("no play began\n" + log())
    return running_zero()


def wait_still(since=0.0, within=60, still=0.5):
    """Waits until a player that was started since then has a picture and shows no other for a while: menus stand still. Returns when it
    was shown."""
    wait(still)  # a press may just have asked for another one
    if not wait_for(lambda: (last_picture(since) or now()) + still < now(), within):
        raise RuntimeError("the player's picture does not stand still\n" + log())
    return last_picture(since)


def wait_for(condition, within):
    """Returns when it came true, or None."""
    end = now() + within
    while not condition():
        if now() > end:
            return None
        wait(0.02)
    return now()


def play_while_busy(card=0):
    """Another program has the card to itself when the play begins, and lets it go in its middle."""
    play("other", "aplay", "-q", "-D", f"hw:{card}", "-t", "raw", "-f", "S16_LE", "-c", "2", "-r", "48000", "/dev/zero")
    wait(1)
    zero = begin_play()
    wait_until(zero + 8)
    photograph("busy")
    facts = {"running": running_zero() == zero, "said": "busy" in log().lower()}
    end("other")
    freed = now()
    taken = wait_for(lambda: stream_status(card) is not None, 20)
    wait_until(zero + 36)  # the end of the first set has beeps
    return facts | {"zero": zero, "freed": freed, "taken": taken, "restarts": service()["NRestarts"]}


def play_while_removed(card=0):
    """The card is pulled out in the middle of the play, and put back."""
    bus = os.path.realpath(f"/sys/class/sound/card{card}/device")
    zero = begin_play()
    wait_until(zero + 12.5)
    heard = stream_status(card) is not None
    write(bus + "/remove", "1")
    wait(6.5)
    photograph("removed")
    gone = not os.path.exists(f"/proc/asound/card{card}")
    later = running_zero()
    put_back = now()
    write("/sys/bus/pci/rescan", "1")
    returned = wait_for(lambda: os.path.exists(f"/proc/asound/card{card}/pcm0p/sub0/status") and stream_status(card) is not None, 30)
    wait_until(zero + 46)
    return {
        "zero": zero, "zero_later": later, "heard": heard, "gone": gone, "put_back": put_back, "returned": returned,
        "restarts": service()["NRestarts"],
    }


def play_without_card():
    """No card is there when the player starts, nor when the play begins; then they are put in."""
    for card in sorted(glob.glob("/sys/class/sound/card[0-9]*")):
        write(os.path.realpath(card + "/device") + "/remove", "1")
    left = glob.glob("/proc/asound/card[0-9]*")
    zero = begin_play()
    wait_until(zero + 8.5)
    photograph("absent")
    facts = {"left": left, "running": running_zero() == zero, "put_in": now()}
    write("/sys/bus/pci/rescan", "1")
    started = wait_for(lambda: any(map(is_playing, glob.glob("/proc/asound/card[0-9]*/pcm0p/sub0/status"))), 20)
    wait_until(zero + 36)  # the end of the first set has beeps
    return facts | {"started": started, "restarts": service()["NRestarts"]}


def is_playing(status):
    return "RUNNING" in read(status)


def play_with_music(hertz, seconds=60, card=0):
    """A tone as music on top of the player, through the ALSA configuration that the package has for that; the player ends first."""
    name = read(f"/proc/asound/card{card}/id").strip()
    sample = read("/usr/share/doc/stepback/examples/asound.conf")
    write("/etc/asound.conf", sample.replace('"Headphones"', f'"{name}"'))
    configure("sound.device = stepback", "sound.music-control = StepBack Music")
    with open("/run/music.raw", "wb") as file:
        for index in range(48000):
            value = round(6000 * math.sin(2 * math.pi * hertz * index / 48000))
            file.write(value.to_bytes(2, "little", signed=True) * 2)
    start_reference(1)
    reference = reference_start(1)
    zero = begin_play()
    play("music", "sh", "-c", "while cat /run/music.raw; do :; done | aplay -q -t raw -f S16_LE -c 2 -r 48000")
    wait_until(zero + seconds)
    stop_service()
    wait(3)
    return {"reference": reference, "zero": zero, "seconds": seconds, "plays_on": is_running("music"), "stopped": now() - 3, "end": now()}


# MARK: Power cuts


def say_when(late, button, in_save):
    """Has the host pull the plug `late` seconds from now, whatever the player is doing then; `in_save`: from the moment at which it has
    begun to save something. Says what surely was on the disk before, and what was shown and half-written at that very moment."""
    instant = now() + late
    boot, journal = read("/proc/sys/kernel/random/boot_id"), play_state()
    saves = watch_files() if in_save else None
    if button:
        pull(button, "down")
    if in_save:
        while not half_written():
            if not select.select([saves], [], [], 3)[0]:
                raise RuntimeError("nothing was saved\n" + log())
            os.read(saves, 65536)
        instant = now() + late
    wait_busily(instant)
    # To read them takes long enough for a save to end in it; and in its first half millisecond there is no new picture.
    shown = [] if in_save else [at for at, *_ in frames()][-100:]
    ask(stops=True, cut={"boot": boot, "pictures": shown, "journal": journal, "saving": half_written()})


def wait_busily(instant):
    """Behind every other program. Idle time would be skipped, and what the player has flushed a second before would still be on its way
    to the disk, which answers in the host's time."""
    if now() >= instant:
        return  # to step behind the others for a moment is enough for a save to end
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    while now() < instant:
        pass
    os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(20))


def watch_files():
    """An inotify descriptor that can be read when a file is made in the player's folders."""
    libc = ctypes.CDLL(None, use_errno=True)
    watch = libc.inotify_init()
    for folder, *_ in os.walk(STATE):
        if watch < 0 or libc.inotify_add_watch(watch, folder.encode(), 0x100) < 0:  # IN_CREATE
            raise OSError(ctypes.get_errno(), f"{folder} cannot be watched")
    return watch


def half_written():
    """Files of the player's that have not got their names yet."""
    return [os.path.join(folder, name) for folder, _, names in os.walk(STATE) for name in names if name.endswith(".tmp")]


# MARK: vkms, whose vertical blanks come 60 times a second as a display's do


def play_on_vkms(seconds):
    """Plays on vkms. Returns the play's zero and the vertical blanks at which new pictures were shown, all in seconds of the clock."""
    sh("modprobe vkms")
    configure("screen.card = vkms")
    write(TRACING + "events/drm/drm_vblank_event_delivered/enable", "1")
    forget_frames()
    zero = begin_play(is_seen=False)
    wait_until(zero + seconds)
    shown = []
    with open(TRACING + "trace") as file:
        for line in file:
            if not line.startswith("#") and "drm_vblank_event_delivered:" in line:
                words = line.split()
                shown.append(float(words[words.index("drm_vblank_event_delivered:") - 1].rstrip(":")))
    return {"zero": zero, "shown": shown, "log": log()}
