"""Photographs of the guest's screen, compared with the pictures that `stepback render` draws."""
import pathlib
import struct
import subprocess
import zlib


class Picture:
    """8-bit RGB rows."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    @classmethod
    def of_ppm(cls, data):
        magic, width, height = data[:32].split()[:3]
        if magic != b"P6":
            raise ValueError("not a binary PPM picture")
        width, height = int(width), int(height)
        # Exactly one white space stands between the header and the pixels, which may themselves begin with such bytes.
        return cls(width, height, data[-3 * width * height:])

    @classmethod
    def read(cls, path):
        """A PPM file, or a PNG file by way of netpbm."""
        data = pathlib.Path(path).read_bytes()
        if data.startswith(b"\x89PNG"):
            data = subprocess.run(["pngtopnm"], input=data, stdout=subprocess.PIPE, check=True).stdout
        return cls.of_ppm(data)

    def write_png(self, path):
        stride = 3 * self.width
        rows = b"".join(b"\0" + self.pixels[y * stride:(y + 1) * stride] for y in range(self.height))

        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        pathlib.Path(path).write_bytes(
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")
        )

    def differences(self, other):
        """How many bytes differ, and by how much at most; None when the sizes do."""
        if (self.width, self.height) != (other.width, other.height):
            return None
        if self.pixels == other.pixels:
            return 0, 0
        count = worst = 0
        stride = 3 * self.width
        for y in range(self.height):
            mine, theirs = self.pixels[y * stride:(y + 1) * stride], other.pixels[y * stride:(y + 1) * stride]
            if mine != theirs:
                steps = [abs(a - b) for a, b in zip(mine, theirs) if a != b]
                count += len(steps)
                worst = max(worst, *steps)
        return count, worst

    def is_plain(self):
        """One colour all over: a blank screen."""
        return self.pixels == self.pixels[:3] * (self.width * self.height)
