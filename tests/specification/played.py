"""A project that all tests of a file share, with a HOME, git and state of its own; verbs run in forked processes."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import forked
from tests.conftest import ROOT, Output
from tests.patience import sitecustomize

TODAY = "2026-03-14"
NOON = f"{TODAY}T12:00:00.000Z"
_FOREIGN = ("GIT_", "CLAUDE", "MEMORY_CORE_", "JARVIS_", "XDG_")
_SHARED = ("MEMORY_CORE_DATA", "MEMORY_CORE_CLIENTS")


class Played:
    """A git repository with one commit, and what a user does in it."""

    def __init__(self, folder: Path) -> None:
        self.root, self.home, self.jarvis = folder / "depot", folder / "home", folder / "jarvis"
        self.state = folder / "state"
        for made in (self.root, self.home, self.jarvis, self.state, folder / "template"):
            made.mkdir()
        self.environment = {
            "HOME": str(self.home),
            "MEMORY_CORE_STATE": str(self.state),
            "JARVIS_ROOT": str(self.jarvis),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_TEMPLATE_DIR": str(folder / "template"),
            **{f"GIT_{role}_NAME": "A Developer" for role in ("AUTHOR", "COMMITTER")},
            **{f"GIT_{role}_EMAIL": "developer@example.invalid" for role in ("AUTHOR", "COMMITTER")},
            "TZ": "UTC",
            "PYTHONPATH": os.pathsep.join((str(ROOT), os.path.dirname(sitecustomize.__file__))),
        }
        self.git("init", "-q")
        self.git("symbolic-ref", "HEAD", "refs/heads/main")
        self.write("README.md", "# Depot\n")
        self.git("add", ".")
        self.git("commit", "-qm", "Start")

    def fence(self, patch: pytest.MonkeyPatch, day: str) -> None:
        """Let nothing of the machine reach what runs."""
        for name in list(os.environ):
            if name.startswith(_FOREIGN) and name not in _SHARED:
                patch.delenv(name)
        for name, value in self.environment.items():
            patch.setenv(name, value)
        patch.setenv("MEMORY_CORE_NOW", day if "T" in day else f"{day}T15:09:26Z")

    def run(self, *words: str, day: str = TODAY, given: str = "") -> Output:
        """How a verb ended, and what it printed."""
        with pytest.MonkeyPatch.context() as patch:
            self.fence(patch, day)
            done = forked.run(["memory-core", *words], self.root, given.encode())
        return Output(done.returncode, done.stdout.decode(), done.stderr.decode())

    def do(self, *words: str, day: str = TODAY, given: str = "") -> str:
        """What a verb printed that must end well."""
        done = self.run(*words, day=day, given=given)
        assert done.code == 0, done.err
        return done.out

    def answer(self, *words: str, day: str = TODAY, given: str = "") -> Any:
        """What a verb answers with `--json`."""
        return json.loads(self.do(*words, "--json", day=day, given=given))

    def hook(self, event: str, session: str = "s-1", day: str = TODAY, **fields: Any) -> str:
        """What a hook prints, once what it left to the worker is done."""
        name = re.sub("(?<!^)(?=[A-Z])", "_", event).lower()
        words = {
            "hook_event_name": event, "session_id": session, "cwd": str(self.root),
            "transcript_path": str(self.transcript(session)), **fields,
        }  # fmt: skip
        with pytest.MonkeyPatch.context() as patch:
            self.fence(patch, day)
            done = forked.run([str(ROOT / "hooks" / f"{name}.py")], self.root, json.dumps(words).encode())
            if event in ("PreCompact", "Stop", "SessionEnd"):
                forked.run(["memory-core", "work", "--wait"], self.root)
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode()

    def context(self, event: str, **fields: Any) -> str:
        """What a hook tells the session."""
        out = self.hook(event, **fields)
        return str(json.loads(out)["hookSpecificOutput"]["additionalContext"]) if out else ""

    def transcript(self, session: str = "s-1") -> Path:
        return self.root.parent / f"{session}.jsonl"

    def says(
        self, text: str, role: str = "assistant", session: str = "s-1", at: str = f"{TODAY}T12:00:00.000Z"
    ) -> None:
        """Add what somebody says to the transcript of a session."""
        path = self.transcript(session)
        number = len(path.read_text().splitlines()) if path.exists() else 0
        line = {
            "type": role, "uuid": f"{number:012x}", "timestamp": at, "sessionId": session, "isSidechain": False,
            "message": {"role": role, "content": [{"type": "text", "text": text}]},
        }  # fmt: skip
        with path.open("a") as out:
            out.write(json.dumps(line) + "\n")

    def git(self, *words: str) -> str:
        """What git prints."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
        done = subprocess.run(
            ["git", *words], cwd=self.root, env={**environment, **self.environment}, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"git {' '.join(words)}: {done.stderr}"
        return done.stdout.strip()

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def json(self, name: str) -> Any:
        return json.loads((self.root / name).read_text())


def headings(text: str) -> list[str]:
    """The lines of a text that begin with `#`."""
    return [line for line in text.splitlines() if line.startswith("#")]


def table(text: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without the line of dashes."""
    lines = text.splitlines()
    below = lines[next(at for at, line in enumerate(lines) if line.startswith(heading)) + 1 :]
    rows: list[list[str]] = []
    for line in below:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows or line.startswith("#"):
            break
    return [row for row in rows if set("".join(row)) - set("-: ")]
