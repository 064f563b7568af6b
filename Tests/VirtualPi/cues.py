"""Judges a live play's sound against the film of the same routine: the same samples, at the same places of the timeline."""
import array
import operator

from pi import check
from wav import RATE, Wav, best_lag, level, onset

# Softer than any tone or voice, louder than rounding.
SILENCE = 60


class Play:
    """A sound file with a reference on its left channel (guest/library.py), beside the film's sound."""

    def __init__(self, path, reference, zero, film, last_seconds=None):
        """`reference`, `zero`: the instants at which the reference's first sample left its card and at which the timeline was at 0.
        `last_seconds`: the file's end, with all of the reference, is enough."""
        self.live = Wav(path, last_seconds)
        self.film = Wav(film).left
        pulses = array_difference(self.live)
        first = onset(pulses, 0, len(pulses), 500)
        check(first is not None, "the reference is not in the sound file")
        check_pulses(pulses, first)
        self.pulses = pulses
        # The place in the file of the timeline's zero.
        self.zero = round(first + (zero - reference) * RATE)

    def tone_error(self, cue):
        """How late a tone's first sample is, in milliseconds; None when it is missing."""
        place = cue["atMilliseconds"] * RATE // 1000
        threshold = self.threshold(place, place + RATE // 20)
        expected = onset(self.film, place - 480, place + RATE // 20, threshold)
        check(expected is not None, f"the film itself has no tone at {cue['atMilliseconds']} ms ({cue['id']})")
        reach = RATE // 10
        heard = onset(self.live.right, self.zero + expected - reach, self.zero + expected + reach, threshold)
        return None if heard is None else (heard - self.zero - expected) * 1000 / RATE

    def threshold(self, start, end):
        return max(SILENCE, max(map(abs, self.film[start:end]), default=0) // 8)

    def voice_error(self, cue):
        """How late an announcement is, in milliseconds, and how like the film's its sound is (1: the same)."""
        start = cue["atMilliseconds"] * RATE // 1000
        start = onset(self.film, start, start + cue["milliseconds"] * RATE // 1000, SILENCE * 4)
        check(start is not None, f"the film itself is silent at {cue['atMilliseconds']} ms ({cue['id']})")
        pattern = self.film[start:start + RATE // 5]
        lag, fit = best_lag(pattern, self.live.right, self.zero + start, RATE // 50)
        return lag * 1000 / RATE, fit

    def level_ratio(self, cue):
        """How loud an announcement is as a whole, against the film's."""
        start = cue["atMilliseconds"] * RATE // 1000
        end = start + cue["milliseconds"] * RATE // 1000
        return level(self.live.right, self.zero + start, self.zero + end) / max(1.0, level(self.film, start, end))

    def unexpected_sound(self, cues, until):
        """Seconds of the timeline at which there is sound though no cue is due."""
        covered = sorted((cue["atMilliseconds"] - 100, cue["atMilliseconds"] + cue["milliseconds"] + 100) for cue in cues)
        quiet, at = [], 0
        for start, end in covered + [(int(until * 1000), 0)]:
            if start > at:
                quiet.append((at, start))
            at = max(at, end)
        found = []
        for start, end in quiet:
            place = onset(self.live.right, self.zero + start * RATE // 1000, self.zero + end * RATE // 1000, SILENCE * 2)
            if place is not None:
                found.append((place - self.zero) / RATE)
        return found


def array_difference(wav):
    """The left channel without what both channels share: the reference alone."""
    return array.array("i", map(operator.sub, wav.left, wav.right))


def check_pulses(pulses, first):
    """The file has lost nothing: a pulse each second, to the sample."""
    place, number = first, 0
    while place + RATE < len(pulses):
        check(abs(pulses[place]) > 500, f"the sound file lost samples in second {number}: the reference's pulse is not at its place")
        place, number = place + RATE, number + 1
