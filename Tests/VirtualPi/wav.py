"""The guest's sound, as its card played it: 48 kHz, 16 bit, two channels, in one WAV file."""
import array
import math
import os

RATE = 48000


class Wav:
    def __init__(self, path, last_seconds=None):
        """`last_seconds`: only so much of its end."""
        with open(path, "rb") as file:
            head = file.read(1024)
            start = head.find(b"data") + 8  # a file that was not closed says a length of 0: all that follows is sound
            channels = int.from_bytes(head[22:24], "little")
            rate = int.from_bytes(head[24:28], "little")
            count = (os.path.getsize(path) - start) // 4 * 4
            if last_seconds is not None:
                count = min(count, last_seconds * RATE * 2 * channels)
            file.seek(start + (os.path.getsize(path) - start) // 4 * 4 - count)
            samples = array.array("h")
            samples.frombytes(file.read(count))
        if rate != RATE or channels not in (1, 2):
            raise ValueError(f"{path}: {channels} channels at {rate} Hz are not expected")
        self.left = samples[::channels]
        self.right = samples[1::2] if channels == 2 else self.left

    def __len__(self):
        return len(self.left)


def level(samples, start, end):
    """Root mean square of a stretch, 0 to 32768."""
    part = samples[max(0, start):max(0, end)]
    return math.sqrt(sum(x * x for x in part) / len(part)) if part else 0.0


def peak(samples, start, end):
    return max(map(abs, samples[max(0, start):max(0, end)]), default=0)


def onset(samples, start, end, threshold):
    """The first sample in the stretch that is louder than the threshold; None in silence."""
    for index in range(max(0, start), min(len(samples), end)):
        if abs(samples[index]) > threshold:
            return index
    return None


def tone(samples, start, end, frequency):
    """The amplitude of one frequency in a stretch (Goertzel)."""
    part = samples[start:end]
    coefficient = 2 * math.cos(2 * math.pi * frequency / RATE)
    before = last = 0.0
    for sample in part:
        before, last = last, sample + coefficient * last - before
    power = before * before + last * last - coefficient * before * last
    return 2 * math.sqrt(max(0.0, power)) / len(part) if part else 0.0


def best_lag(pattern, samples, start, reach):
    """By how many samples a pattern is shifted from `start`, within ±`reach`, and how well it fits there (1: exactly).

    Coarse steps first: a voice and a tone both correlate over several samples.
    """
    energy = math.sqrt(sum(x * x for x in pattern))

    def fit(lag):
        part = samples[start + lag:start + lag + len(pattern)]
        if len(part) < len(pattern):
            return 0.0
        other = math.sqrt(sum(x * x for x in part))
        return sum(map(int.__mul__, pattern, part)) / (energy * other) if energy and other else 0.0

    best = max(range(-reach, reach + 1, 6), key=fit)
    best = max(range(best - 6, best + 7), key=fit)
    return best, fit(best)
