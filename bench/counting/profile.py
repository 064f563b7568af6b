#!/usr/bin/env python3
"""profile.py TITLE COUNT MORE [LESS]: what callgrind counted in MORE, or had more in MORE than in LESS, by the COUNT of it.

Each library's own instructions, then each function's with what it calls. deploy/bench profile runs it.
"""
import collections
import re
import subprocess
import sys

LINE = re.compile(r" *([0-9,]+) \([^)]*\)  (\S.*?)(?: \[(.*)\])?$")


def counted(path, *options):
    """Instructions by function and library."""
    command = ["callgrind_annotate", "--auto=no", "--threshold=100", *options, path]
    text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
    counts, libraries, inlined = collections.Counter(), {}, []
    for line in text.splitlines():
        found = LINE.match(line)
        if not found or found[2] == "PROGRAM TOTALS":
            continue
        name, instructions = found[2].split(":", 1)[-1], int(found[1].replace(",", ""))
        if found[3]:
            libraries[name] = found[3].rsplit("/", 1)[-1]
            counts[name, libraries[name]] += instructions
        else:
            inlined.append((name, instructions))
    # What was inlined into a function from another source file stands apart, without its library; with what they call it is in both.
    if "--inclusive=yes" not in options:
        for name, instructions in inlined:
            counts[name, libraries.get(name, "inlined")] += instructions
    return counts


def difference(more, less, *options):
    counts = counted(more, *options)
    if less:
        counts.subtract(counted(less, *options))
    return counts


def readable(names):
    try:
        done = subprocess.run(["swift", "demangle", "--simplified"], input="\n".join(names), capture_output=True, text=True, check=True)
        return done.stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        return names


title, count, more = sys.argv[1], int(sys.argv[2]), sys.argv[3]
less = sys.argv[4] if len(sys.argv) > 4 else None
own = difference(more, less)
libraries = collections.Counter()
for (_, library), instructions in own.items():
    libraries[library] += instructions
total = sum(libraries.values())
print(f"{title}: {total / count:,.0f} instructions, by library")
for library, instructions in libraries.most_common(12):
    print(f"{100 * instructions / total:6.1f} % {instructions / count:14,.0f}  {library}")
for what, counts in (("themselves", own), ("with what they call", difference(more, less, "--inclusive=yes"))):
    top = counts.most_common(30)
    names = readable([name for (name, _), _ in top])
    print(f"{title}: functions, {what}")
    for ((_, library), instructions), name in zip(top, names):
        print(f"{100 * instructions / total:6.1f} % {instructions / count:14,.0f}  {name} [{library}]"[:180])
