"""Just enough of RFB 3.8 (RFC 6143) to tell virtio-gpu what display is plugged in: SetDesktopSize, 0x0 for none."""
import socket
import struct


class Display:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(10)
        self.socket.connect(path)
        self._read(12)
        self.socket.sendall(b"RFB 003.008\n")
        self._read(self._read(1)[0])
        self.socket.sendall(b"\x01")  # no authentication
        self._read(4)
        self.socket.sendall(b"\x01")  # shared
        header = self._read(24)
        self._read(struct.unpack(">I", header[20:])[0])
        self.socket.sendall(struct.pack(">BBHi", 2, 0, 1, -308))  # ExtendedDesktopSize, without which sizes are ignored

    def plug(self, width, height):
        """The display's only mode from now on; the guest sees a hotplug."""
        self.socket.sendall(
            struct.pack(">BBHHBB", 251, 0, width, height, 1, 0) + struct.pack(">IHHHHI", 0, 0, 0, width, height, 0)
        )

    def unplug(self):
        self.plug(0, 0)

    def _read(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise EOFError("QEMU closed the display's connection")
            data += part
        return data

    def close(self):
        self.socket.close()
