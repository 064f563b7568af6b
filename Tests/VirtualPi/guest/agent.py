"""The virtual Pi's end of the test harness: runs Python that the host sends over a virtio-serial port and answers with JSON.

Virtual time flows only while a request runs: after each answer the guest stops its own machine, by the pvpanic device, at that
very instruction. So an idle guest, whose clock would race ahead of the host, never waits for the host.

A stop costs QEMU's sound up to 10 ms, though. Where sound is measured, one request runs all the while, and asks the host for
photographs by `ask`, which keeps the processor busy until the host has answered: time then goes on at the processor's own speed.
"""
import json
import os
import sys
import time
import traceback

PORT = "/dev/virtio-ports/agent"
PVPANIC = 0x505  # the I/O port of QEMU's pvpanic device; bit 0 means a panic, which the host has set to pause


def stop_machine():
    os.pwrite(io_ports, b"\x01", PVPANIC)


def send(message):
    """The port takes at most 32 kB at a time."""
    data = json.dumps(message).encode() + b"\n"
    while data:
        data = data[os.write(port, data):]


def answer(message):
    send(message)
    stop_machine()


def ask(stops=False, **question):
    """Has the host do something now, and waits for it without letting time race: busily, but behind every other program. `stops`: no
    other program does anything more, since the machine stops at once; only the host can then go on."""
    send({"ask": question})
    if stops:
        stop_machine()
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    os.set_blocking(port, False)
    try:
        while True:
            try:
                if os.read(port, 65536):
                    return
            except BlockingIOError:
                pass
    finally:
        os.set_blocking(port, True)
        run_first()


def requests():
    buffer = b""
    while True:
        data = os.read(port, 65536)
        if not data:  # no host is connected
            time.sleep(0.1)
            continue
        buffer += data
        while b"\n" in buffer:
            line, buffer = buffer.split(b"\n", 1)
            yield json.loads(line)


def run_first():
    """Presses must not wait for the player's drawing to end."""
    os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(20))


port = os.open(PORT, os.O_RDWR)
io_ports = os.open("/dev/port", os.O_RDWR)
run_first()
names = {"__name__": "guest", "ask": ask}
answer({"hello": time.monotonic()})
for request in requests():
    try:
        if "source" in request:
            exec(compile(request["source"], request.get("name", "request"), "exec"), names)
            result = None
        else:
            result = names[request["call"]](*request["arguments"], **request["options"])
        answer({"result": result})
    except Exception:
        answer({"error": traceback.format_exc()})
