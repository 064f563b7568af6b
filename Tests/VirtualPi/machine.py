"""One QEMU guest: started, snapshotted, photographed, unplugged from the power."""
import datetime
import os
import pathlib
import shutil
import subprocess
import time

from agent import Agent, Hung
from qmp import QMP
from vnc import Display

# Later than any systemd that the guest may hold, which would otherwise move the clock to its own build date.
BOOT_DATE = datetime.datetime(2030, 1, 7, 6)


class Machine:
    """Virtual time: a nanosecond an instruction (about one core of a Pi 3 or Zero 2), and idle time is skipped. Sound, timers and presses all live in it.

    While it boots the guest is never idle (guest/init sees to that): it waits for its disk, which answers in the host's time, and
    its clock would race meanwhile.
    """

    # Every QEMU of this process.
    begun = []

    def __init__(self, files, folder, screen=(1920, 1080), graphics="virtio", snapshot=None, is_plugged=True, later=0):
        """`files`: the folder with vmlinux, initrd.cpio. `folder`: this machine's own, which holds disk.qcow2. `later`: by how many
        seconds its clock chip is ahead of BOOT_DATE: a machine that is booted again has not gone back in time."""
        self.folder = pathlib.Path(folder)
        self.screen = screen
        for name in ("qmp", "agent", "vnc"):
            (self.folder / name).unlink(missing_ok=True)
        # A socket's path may have 107 bytes, and the project may be anywhere: QEMU is told names in its own folder, and here they are
        # reached by way of that folder's descriptor.
        self.directory = os.open(self.folder, os.O_PATH | os.O_DIRECTORY)
        width, height = screen
        display = {
            "virtio": ["-device", f"virtio-gpu-pci,id=gpu,xres={width},yres={height}"],
            "bochs": ["-device", f"bochs-display,id=gpu,edid=on,xres={width},yres={height},vgamem=32M"],
            "none": [],
        }[graphics]
        arguments = [
            "qemu-system-x86_64", "-nodefaults", "-no-user-config", "-machine", "q35,usb=off", "-accel", "tcg", "-cpu", "qemu64",
            "-smp", "1", "-m", "512M", "-display", "none", "-no-reboot", "-action", "panic=pause", "-device", "pvpanic",
            "-icount", "shift=0,sleep=off", "-rtc", f"base={(BOOT_DATE + datetime.timedelta(seconds=later)).isoformat()},clock=vm",
            "-serial", f"file:{self.folder}/serial.log",
            "-chardev", "socket,id=qmp,path=qmp,server=on,wait=off", "-mon", "chardev=qmp,mode=control",
            "-device", "virtio-serial-pci", "-chardev", "socket,id=agent,path=agent,server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=agent",
            "-vnc", "unix:vnc", *display,
            "-audiodev", f"wav,id=sound,path={self.folder}/sound.wav,out.frequency=48000",
            "-device", "intel-hda,id=hda0", "-device", "hda-output,bus=hda0.0,mixer=off,audiodev=sound",
            "-device", "intel-hda,id=hda1", "-device", "hda-output,bus=hda1.0,mixer=off,audiodev=sound",
            # A flush need not reach this machine's own disk: what the guest has flushed survives the end of QEMU all the same.
            "-drive", f"if=none,id=disk,file={self.folder}/disk.qcow2,format=qcow2,cache=unsafe",
            "-device", "virtio-blk-pci,drive=disk",
            "-kernel", f"{files}/vmlinux", "-initrd", f"{files}/initrd.cpio",
            "-append", f"console=ttyS0 panic=-1 quiet rw",
        ]
        if snapshot:
            arguments += ["-S", "-loadvm", snapshot]
        self.log = self.folder / "qemu.log"
        self.started = time.monotonic()
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder)
        Machine.begun.append(self.process)
        self.qmp = self._connect(lambda: QMP(self._socket("qmp")))
        self.agent = self._connect(lambda: Agent(self._socket("agent"), self.qmp))
        self.display = None
        if not is_plugged:
            self.unplug()

    def _socket(self, name):
        return f"/proc/self/fd/{self.directory}/{name}"

    def _connect(self, connect):
        deadline = time.monotonic() + 60
        while True:
            try:
                return connect()
            except (FileNotFoundError, ConnectionRefusedError):
                if self.process.poll() is not None:
                    raise Hung("QEMU ended: " + self.log.read_text().strip()) from None
                if time.monotonic() > deadline:
                    raise Hung("QEMU did not open its sockets") from None
                time.sleep(0.02)

    def wait_boot(self, bound=240):
        return self.agent.hello(bound)

    def save(self, name):
        self.qmp.monitor(f"savevm {name}")

    def photograph(self, path):
        """What the display shows, as a PPM file."""
        self.qmp("screendump", filename=str(path))
        return path

    def plug(self, width, height):
        if self.display is None:
            self.display = Display(self._socket("vnc"))
            # virtio-gpu tells the guest only of a change, and does not count its first size as one.
            self.display.plug(*self.screen)
        self.display.plug(width, height)
        self.qmp("query-status")

    def unplug(self):
        self.plug(0, 0)

    @property
    def sound(self):
        return self.folder / "sound.wav"

    def serial_tail(self, lines=40):
        path = self.folder / "serial.log"
        text = path.read_text(errors="replace") if path.exists() else ""
        return "\n".join(text.replace("\r", "").splitlines()[-lines:])

    def cut_power(self):
        """SIGKILL: what the guest had not written out is lost."""
        self.process.kill()
        self.process.wait()
        self._close()

    def quit(self):
        """Ends QEMU in order, which completes the sound file."""
        try:
            self.qmp("quit")
            self.process.wait(30)
        except Exception:
            self.process.kill()
            self.process.wait()
        self._close()

    def _close(self):
        for connection in (self.display, self.agent, self.qmp):
            if connection is not None:
                connection.close()
        if self.directory is not None:
            os.close(self.directory)
            self.directory = None


def new_disk(base, folder):
    """An empty layer over the guest's disk, for one machine."""
    os.makedirs(folder, exist_ok=True)
    path = pathlib.Path(folder) / "disk.qcow2"
    path.unlink(missing_ok=True)
    subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-b", str(base), "-F", "raw", str(path)], check=True)
    return path


def copy_disk(source, folder):
    """A copy of a layer, with its snapshots."""
    os.makedirs(folder, exist_ok=True)
    return shutil.copyfile(pathlib.Path(source) / "disk.qcow2", pathlib.Path(folder) / "disk.qcow2")
