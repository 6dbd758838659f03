"""The client as it is used: in a terminal, on a pseudo-terminal, by keys and by what is on the screen."""

import contextlib
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from pathlib import Path
from typing import Self

from tests.client.driver import PATIENCE, Client

_ROWS, _COLUMNS = 50, 150
_CONTROL = re.compile(rb"\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-_]|[\x00-\x08\x0b-\x1f]")
_FRAME = re.compile(r"[\s─-╿▀-▟]+")  # white space and lines: where the client breaks a line is its own affair


class Terminal:
    """A running session in a terminal; leave its `with` block to end it."""

    def __init__(self, client: Client, project: Path, *flags: str) -> None:
        _settle(client, project)
        self._screen, tty = pty.openpty()
        fcntl.ioctl(tty, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, _COLUMNS, 0, 0))
        self.process = subprocess.Popen(
            [str(client.program), "--model", "claude-sonnet-4-5", *flags],
            cwd=project,
            env={**client.env, "TERM": "xterm-256color"},
            stdin=tty,
            stdout=tty,
            stderr=tty,
            start_new_session=True,
        )
        os.close(tty)
        self._drawn = b""
        self._seen = 0
        self.shows("❯")

    def shows(self, *parts: str) -> None:
        """Wait until all of this was drawn since the last key."""
        end = time.perf_counter() + PATIENCE
        wanted = [_FRAME.sub("", part) for part in parts]
        while not all(part in self.text for part in wanted):
            assert time.perf_counter() < end, f"not on the screen: {parts}\n{self.text[-4000:]}"
            self._read(0.2)

    @property
    def text(self) -> str:
        """What was drawn since the last key, without white space and lines."""
        return _FRAME.sub("", _CONTROL.sub(b"", self._drawn[self._seen :]).decode("utf-8", "replace"))

    def types(self, line: str) -> None:
        """Type a line and send it."""
        self._read(1)
        for char in line:
            os.write(self._screen, char.encode())
            self._read(0.01)
        self._read(0.6)
        self.presses("\r")

    def presses(self, key: str) -> None:
        """Press one key; what was drawn before is forgotten."""
        self._read(0.5)
        self._seen = len(self._drawn)
        os.write(self._screen, key.encode())

    def ends(self) -> bool:
        """Whether the client comes to its end, while what it draws is read."""
        end = time.perf_counter() + PATIENCE
        while self.process.poll() is None and time.perf_counter() < end:
            self._read(0.01)
            time.sleep(0.02)  # a terminal that is closed has nothing to read
        return self.process.poll() is not None

    def interrupts(self) -> None:
        """Press Ctrl-C twice, as quickly as the client wants it."""
        for _ in range(2):
            os.write(self._screen, b"\x03")
            time.sleep(0.3)

    def _read(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self._screen], [], [], left)[0]:
                try:
                    self._drawn += os.read(self._screen, 65536)
                except OSError:  # the client has ended
                    return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):  # it has ended
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self._screen)


def _settle(client: Client, project: Path) -> None:
    """What the client asks of who starts it for the first time, answered."""
    path = client.home / ".claude.json"
    kept = json.loads(path.read_text()) if path.exists() else {}
    kept |= {"hasCompletedOnboarding": True, "theme": "dark", "lastOnboardingVersion": "9.9.9", "numStartups": 5}
    kept["customApiKeyResponses"] = {"approved": [client.env["ANTHROPIC_API_KEY"][-20:]], "rejected": []}
    trusted = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True, "allowedTools": []}
    kept.setdefault("projects", {})[str(project)] = trusted
    path.write_text(json.dumps(kept))
