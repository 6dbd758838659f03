"""Plays the demo's recorded session: real files and commits, a growing transcript, the real hooks between its lines.

`data/demo.jsonl` has a row for each thing that happens: a `file` is written, a `commit` is made, a `hook` is called,
and every other row is a line of the transcript. `{project}`, `{committed}` (what git printed) and `{pasted}` stand for
what each play has of its own, and all times are moved so that the session ends now.
"""

import json
import os
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from memory_core import data
from memory_core.core.light import files
from memory_core.setup.demo_client import Answer, Hooks, Stage

SESSION: Final = "5d0c6b1e-7f42-4c3a-9a8e-2b64f1d7c908"
QUESTIONS: Final = (
    "why can two datetimes not be compared?",
    "may I change a migration by hand?",
    "what happens to the row of a cancelled booking, and why?",
)
# What the developer pastes by mistake; put together, so that nothing that looks like a secret stands in the source.
PASTED: Final = "ro" + "wing4Life" + "-2b8Q"

_TIME: Final = re.compile(r'(?<="timestamp": ")[^"]+')
_END: Final = datetime.fromisoformat("2026-03-31T09:30:00Z")  # of the recording


def recording() -> list[str]:
    """The rows of the recorded session, each a JSON object."""
    return data.lines("demo.jsonl")


def prepare(place: Stage) -> None:
    """A repository with one commit, for a session of somebody's own."""
    _begin(place)
    _write(place, "README.md", "# A throw-away project\n")
    _commit(place, "Start")


def play(place: Stage, now: datetime) -> Iterator[tuple[str, Answer]]:
    """Every hook's answer in its turn, with the prompt that it belongs to; the session ends at `now`."""
    hooks = Hooks(place, SESSION)
    later, committed = now - _END, ""
    os.makedirs(os.path.dirname(hooks.path), exist_ok=True)
    _begin(place)
    for row in recording():
        text = row
        for mark, own in (("{project}", place.project), ("{committed}", committed), ("{pasted}", PASTED)):
            text = text.replace(mark, json.dumps(own, ensure_ascii=False)[1:-1])
        happens = json.loads(text)
        if "file" in happens:
            _write(place, happens["file"], happens["text"])
        elif "commit" in happens:
            committed = _commit(place, happens["commit"])
        elif happens.get("hook") == "SessionEnd":
            yield "", hooks.end()
        elif event := happens.pop("hook", ""):
            yield happens.get("prompt", ""), hooks.fire(event, **happens)
        else:
            files.append(hooks.path, [_moved(text, later)], durable=False)


def _moved(line: str, later: timedelta) -> str:
    """A line of the transcript with its time moved."""

    def shifted(match: re.Match[str]) -> str:
        time = datetime.fromisoformat(match[0]) + later
        return f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03d}Z"

    return _TIME.sub(shifted, line, count=1)


def _begin(place: Stage) -> None:
    place.git("init", "-q")
    place.git("symbolic-ref", "HEAD", "refs/heads/main")  # `init -b` came with git 2.28


def _commit(place: Stage, message: str) -> str:
    """What git prints of a commit of everything that stands in the repository."""
    place.git("add", "-A")
    return place.git("commit", "-m", message).strip()


def _write(place: Stage, name: str, text: str) -> None:
    path = os.path.join(place.project, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    files.write(path, text)
