"""vmlinux.py IMAGE OUTPUT: unpacks the ELF kernel from a compressed x86 boot image."""
import lzma
import sys
import zlib


def unpack(image: bytes) -> bytes:
    """The boot image is a loader followed by the compressed kernel, whose place only its magic number tells."""
    for magic, decompress in (
        (b"\xfd7zXZ\0", lambda data: lzma.LZMADecompressor().decompress(data)),
        (b"\x1f\x8b\x08", lambda data: zlib.decompressobj(31).decompress(data)),
    ):
        start = image.find(magic)
        while start >= 0:
            try:
                kernel = decompress(image[start:])
                if kernel.startswith(b"\x7fELF"):
                    return kernel
            except (lzma.LZMAError, zlib.error):
                pass  # the magic number occurred by chance
            start = image.find(magic, start + 1)
    sys.exit("no xz or gzip compressed kernel in this boot image")


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as boot_image:
        elf = unpack(boot_image.read())
    with open(sys.argv[2], "wb") as output:
        output.write(elf)
