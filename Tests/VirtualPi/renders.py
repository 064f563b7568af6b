"""renders.py same|across ONE OTHER: compares what `stepback render` made on two machines.

`same`: of one Debian release, on two processors: the same timeline, the same sound to the bit, pictures within rounding.
`across`: of two releases, whose voices, fonts and shapers differ: the same segments, cues and tones' times.
"""
import json
import pathlib
import sys

from picture import Picture

# What one step of rounding may differ, in 255ths of a channel, and on how many of the channels' values.
STEP, SHARE = 2, 0.001


def main():
    kind, one, other = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    problems = list((same if kind == "same" else across)(one, other))
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


def same(one, other):
    if (one / "timeline.json").read_bytes() != (other / "timeline.json").read_bytes():
        yield from differing_cues(timeline(one), timeline(other))
        yield "timeline.json differs"
    if (one / "sound.wav").read_bytes() != (other / "sound.wav").read_bytes():
        yield "sound.wav differs"
    moments = sorted(path.name for path in one.glob("at-*"))
    if not moments:
        yield "there are no pictures to compare"
    for moment in moments:
        pictures = [Picture.read(next((folder / moment / "frames").glob("*.png"))) for folder in (one, other)]
        difference = pictures[0].differences(pictures[1])
        if difference is None:
            yield f"{moment}: the pictures' sizes differ"
            continue
        count, worst = difference
        print(f"{moment}: {count} of {len(pictures[0].pixels)} values differ, by up to {worst}")
        if worst > STEP or count > SHARE * len(pictures[0].pixels):
            yield f"{moment}: the pictures differ by more than rounding"


def across(one, other):
    timelines = timeline(one), timeline(other)
    for field in ("routine", "totalSeconds", "segments"):
        if timelines[0][field] != timelines[1][field]:
            yield f"{field} differs"
    yield from differing_cues(*timelines)


def differing_cues(one, other):
    """By id and kind; a tone by its time too."""
    def facts(cues):
        return [(cue["id"], cue["kind"], cue["atMilliseconds"] if cue["kind"] == "tone" else None) for cue in cues["cues"]]

    for mine, theirs in zip(facts(one), facts(other)):
        if mine != theirs:
            yield f"cue {mine} is {theirs}"
    if len(one["cues"]) != len(other["cues"]):
        yield f"{len(one['cues'])} cues and {len(other['cues'])}"


def timeline(folder):
    return json.loads((folder / "timeline.json").read_text())


if __name__ == "__main__":
    main()
