"""The host's end of the guest's agent (guest/agent.py)."""
import json
import socket
import time


class GuestError(Exception):
    """Code that ran in the guest failed; the text is its traceback."""


class Hung(Exception):
    """The guest did not answer within its bound."""


class Agent:
    def __init__(self, path, qmp):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.buffer = b""
        self.qmp = qmp
        # What the guest may ask for in the middle of a request: a function of its keywords.
        self.serve = lambda **question: None

    def hello(self, timeout):
        """Waits for the booted guest's agent; the machine is stopped afterwards. Returns the guest's seconds since boot."""
        return self._answer(timeout)["hello"]

    def load(self, name, source):
        """Defines functions in the guest, for `call`."""
        self._request({"source": source, "name": name}, 120)

    def call(self, function, *arguments, bound=120, **options):
        """Lets time flow while `function` runs in the guest; returns its answer. `bound` is in seconds of the host's time."""
        return self._request({"call": function, "arguments": arguments, "options": options}, bound)["result"]

    def _request(self, request, timeout):
        self._send(json.dumps(request).encode() + b"\n")
        # One turn of QEMU's main loop, which takes the request over before the guest's time flows again.
        self.qmp("query-status")
        self.qmp("cont")
        reply = self._answer(timeout)
        if "error" in reply:
            raise GuestError(reply["error"])
        return reply

    def _answer(self, timeout):
        """Serves what the guest asks meanwhile; returns its answer once it has stopped its machine."""
        deadline = time.monotonic() + timeout
        try:
            while "ask" in (message := self._line(deadline)):
                self.serve(**message["ask"])
                self._send(b"done\n")
            self.qmp.wait_event("GUEST_PANICKED", deadline)
            return message
        except TimeoutError:
            raise Hung(f"the guest did not answer within {timeout:.0f} s") from None

    def _send(self, data):
        try:
            self.socket.settimeout(60)
            self.socket.sendall(data)
        except OSError as error:
            raise Hung(f"QEMU takes nothing for the guest any more: {error}") from None

    def _line(self, deadline):
        while b"\n" not in self.buffer:
            self.socket.settimeout(max(0.001, deadline - time.monotonic()))
            try:
                data = self.socket.recv(65536)
            except ConnectionError:
                data = b""
            if not data:
                raise Hung("QEMU closed the agent's connection")
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def close(self):
        self.socket.close()
