#!/usr/bin/env python3
"""The usual hobby player: pygame at 30 frames a second, espeak-ng started for each phrase, tones by pygame's mixer.

Written as well as such programs are: the time comes from the monotonic clock and not from counting frames, text is rendered once, and
nothing of sound is opened, made or started before the first frame is shown.
`player.py SECONDS` plays the sample that long and then prints its log, in monotonic nanoseconds: `frame DUE SHOWN` (a digit),
`tone DUE` (a tone's instant), `press AT SHOWN` (a key until the frame that answers it), `lost AT` (a key whose frame was the next key's,
too) and `end`; `first AT` (its first frame) at once.
"""
import array
import math
import random
import subprocess
import sys
import threading
import time

import pygame

STEPS = [  # name, work seconds, sets, rest between sets, rest after
    ("Bridge", 30, 3, 10, 15),
    ("Squats", 30, 2, 0, 15),
    ("Russian twist", 30, 1, 0, 20),
    ("Bicycle crunch", 30, 1, 0, 20),
    ("Mountain climbers", 30, 1, 0, 0),
]
AMBER, BLUE, INK, WHITE = (255, 174, 43), (14, 47, 124), (20, 17, 13), (255, 255, 255)


def timeline():
    """(kind, seconds, what is shown, what is said)"""
    segments = [("ready", 5, STEPS[0][0], f"Get ready. First: {STEPS[0][0]}")]
    for number, (name, work, sets, between, after) in enumerate(STEPS):
        for one in range(1, sets + 1):
            said = name if sets == 1 else f"{name}. Set {one} of {sets}"
            segments.append(("work", work, name, said))
            if one < sets and between:
                segments.append(("rest", between, "Rest", "Rest"))
        if after and number + 1 < len(STEPS):
            following = STEPS[number + 1][0]
            segments.append(("rest", after, f"Next: {following}", f"Rest. Next: {following}"))
    return segments


def tone(pitch, seconds):
    samples = array.array("h")
    for index in range(int(48000 * seconds)):
        value = int(24000 * math.sin(2 * math.pi * pitch * index / 48000))
        samples.append(value)
        samples.append(value)
    return pygame.mixer.Sound(buffer=samples.tobytes())


class Player:
    def __init__(self):
        pygame.display.init()
        pygame.font.init()
        self.screen = pygame.display.set_mode((1920, 1080))
        self.hero = pygame.font.SysFont("inter", 800, bold=True)
        self.label = pygame.font.SysFont("inter", 120, bold=True)
        self.small = pygame.font.SysFont("inter", 56)
        self.rendered = {}
        self.clock = pygame.time.Clock()
        self.segments = timeline()
        self.index = 0
        self.start = time.monotonic_ns()
        self.paused_at = None
        self.beeped = 0
        self.log = []

    def open_sound(self):
        pygame.mixer.init(frequency=48000, size=-16, channels=2, buffer=512)
        self.beep, self.go, self.rest = tone(880, 0.12), tone(1318, 0.35), tone(587, 0.35)

    def text(self, place, font, string, colour):
        """Rendered when it changes; one surface for each place is kept."""
        if self.rendered.get(place, (None,))[0] != (string, colour):
            self.rendered[place] = ((string, colour), font.render(string, True, colour))
        return self.rendered[place][1]

    def say(self, words):
        try:
            subprocess.Popen(["espeak-ng", "-s", "175", words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except FileNotFoundError:
            pass

    def begin(self):
        kind, _, _, said = self.segments[self.index]
        if kind != "ready":
            (self.go if kind == "work" else self.rest).play()
            self.log.append(f"tone {self.start}")
        self.beeped = 0
        self.say(said)

    def advance(self, now):
        kind, seconds, _, _ = self.segments[self.index]
        if self.paused_at is not None:
            return
        end = self.start + seconds * 1_000_000_000
        if now >= end and self.index + 1 < len(self.segments):
            self.start = end
            self.index += 1
            self.begin()
            return
        left = -(-(end - now) // 1_000_000_000)
        if left <= 3 and left != self.beeped and left > 0:
            self.beeped = left
            self.beep.play()
            self.log.append(f"tone {end - left * 1_000_000_000}")

    def digit(self, now):
        """What is left, and the instant from which on it is so."""
        _, seconds, _, _ = self.segments[self.index]
        end = self.start + seconds * 1_000_000_000
        if self.paused_at is not None:
            now = self.paused_at
        left = max(1, -(-(end - now) // 1_000_000_000))
        return left, end - left * 1_000_000_000

    def draw(self, now):
        kind, seconds, shown, _ = self.segments[self.index]
        field, ink = (AMBER, INK) if kind == "work" else (BLUE, WHITE)
        left, _ = self.digit(now)
        self.screen.fill(field)
        self.screen.blit(self.text("name", self.label, shown, ink), (60, 50))
        self.screen.blit(self.text("digit", self.hero, str(left), ink), (60, 180))
        total = sum(segment[1] for segment in self.segments[1:])
        before = sum(segment[1] for segment in self.segments[1 : self.index])
        gone = 0 if kind == "ready" else before + seconds - left
        self.screen.blit(self.text("time", self.small, f"{gone // 60}:{gone % 60:02}", ink), (60, 960))
        pygame.draw.rect(self.screen, ink, (240, 980, 1440, 40), 3)
        pygame.draw.rect(self.screen, ink, (240, 980, 1440 * gone // total, 40))
        if self.paused_at is not None:
            self.screen.blit(self.text("paused", self.label, "Paused", ink), (1300, 500))
        pygame.display.flip()

    def press(self, now):
        if self.paused_at is None:
            self.paused_at = now
        else:
            self.start += now - self.paused_at
            self.paused_at = None

    def run(self, seconds, presses):
        began = time.monotonic_ns()
        self.start = began
        shown, is_first = None, True
        while time.monotonic_ns() - began < seconds * 1_000_000_000:
            pressed = None
            for event in pygame.event.get():
                if event.type == pygame.KEYDOWN:
                    if pressed is not None:
                        self.log.append(f"lost {pressed}")
                    pressed = event.at
                    self.press(time.monotonic_ns())
            now = time.monotonic_ns()
            self.advance(now)
            self.draw(now)
            after = time.monotonic_ns()
            if is_first:
                print(f"first {after}", flush=True)
                is_first = False
                self.open_sound()
                self.begin()
            current = (self.index, self.digit(now)[0])
            if pressed is not None:
                self.log.append(f"press {pressed} {after}")
            elif current != shown and not presses:
                self.log.append(f"frame {self.digit(now)[1]} {after}")
            shown = current
            self.clock.tick(30)
        print("\n".join([*self.log, "end"]), flush=True)


def press_now_and_then():
    while True:
        time.sleep(random.uniform(0.2, 0.4))
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, at=time.monotonic_ns()))


if __name__ == "__main__":
    player = Player()
    has_presses = "presses" in sys.argv
    if has_presses:
        threading.Thread(target=press_now_and_then, daemon=True).start()
    player.run(float(sys.argv[1]), has_presses)
