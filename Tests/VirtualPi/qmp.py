"""QEMU's machine protocol: JSON lines over a Unix socket."""
import json
import socket
import time


class QMPError(Exception):
    """QEMU refused a command, or is gone."""


class QMP:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.buffer = b""
        self.events = []
        self._message(deadline=time.monotonic() + 10)  # the greeting
        self("qmp_capabilities")

    def __call__(self, command, timeout=60, **arguments):
        """Runs a command and returns its answer; events that arrive meanwhile are kept for `wait_event`."""
        try:
            return self._answer(command, arguments, time.monotonic() + timeout)
        except TimeoutError:
            raise QMPError(f"{command}: QEMU did not answer within {timeout:.0f} s") from None
        except ConnectionError:
            raise QMPError(f"{command}: QEMU ended") from None

    def _answer(self, command, arguments, deadline):
        request = {"execute": command, "arguments": {name.replace("_", "-"): value for name, value in arguments.items()}}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        while True:
            message = self._message(deadline)
            if "event" in message:
                self.events.append(message)
            elif "error" in message:
                raise QMPError(f"{command}: {message['error']['desc']}")
            else:
                return message["return"]

    def monitor(self, line):
        """A command of the human monitor (savevm has no other)."""
        answer = self("human-monitor-command", command_line=line, timeout=300)
        if "rror" in answer:
            raise QMPError(f"{line}: {answer.strip()}")
        return answer

    def wait_event(self, name, deadline):
        """Waits for an event, dropping the others. A TimeoutError when it does not come."""
        while True:
            while self.events:
                event = self.events.pop(0)
                if event["event"] == name:
                    return event
            self.events.append(self._message(deadline))

    def _message(self, deadline):
        while b"\n" not in self.buffer:
            self.socket.settimeout(max(0.001, deadline - time.monotonic()))
            data = self.socket.recv(65536)
            if not data:
                raise QMPError("QEMU ended")
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def close(self):
        self.socket.close()
