"""What became of learnings, a line each: `access.jsonl` (JARVIS-65) and `conflicts.jsonl` (JARVIS-47) in `user.state`.

Who writes holds the user's lock.
"""

import json
import os
from collections.abc import Iterable, Sequence
from typing import Any, Final

from memory_core.domain import screen
from memory_core.domain.moment import days_between, utc
from memory_core.domain.tiers.moves import Move, Resolution
from memory_core.stores import archive, files, home, user

FILE: Final = "access.jsonl"
CONFLICTS: Final = "conflicts.jsonl"
LIMIT: Final = 64 * 1024 * 1024  # bytes of a log that are read: its end


def append(moves: Iterable[Move], now: str, project: str) -> None:
    """Write a line for each move. `Refusal` where it cannot be written."""
    _append(
        FILE,
        [
            {
                "timestamp": now,
                "learning_id": one.learning.id,
                "action": one.action,
                "from_tier": one.from_tier,
                "to_tier": one.to_tier,
                "trigger": one.trigger,
                "project": project,
            }
            for one in moves
        ],
    )


def read(project: str | None = None) -> list[dict[str, Any]]:
    """The lines of the last 90 days, oldest first; of one project where it is named."""
    return _read(FILE, project)


def resolved(resolutions: Iterable[Resolution], now: str, project: str) -> None:
    """Write a line for each resolution. `Refusal` where it cannot be written."""
    _append(CONFLICTS, [{**one.to_json(), "timestamp": now, "project": project} for one in resolutions])


def resolutions(project: str | None = None) -> list[dict[str, Any]]:
    """The resolutions, oldest first: the documented object, `timestamp` and `project`."""
    return _read(CONFLICTS, project)


def rotate(today: str) -> int:
    """How many lines older than 90 days went to the archive of their quarter; there they are before they go here."""
    with archive.held():
        raw = _raw(FILE)
        lines = raw.decode("utf-8", "replace").splitlines()
        old = [line for line in lines if days_between(_day(line), today) > archive.DAYS]
        if old:
            archive.keep_lines(old, _day)
            gone = set(old)
            with home.writing(_path(FILE), "old lines stand in it and in the archive"):
                files.write(_path(FILE), "".join(f"{line}\n" for line in lines if line not in gone))
        return len(old)


def _path(name: str) -> str:
    return os.path.join(user.state(), name)


def _day(line: str) -> str:
    """The day of a line, "" where it says none."""
    said = home.parsed(line).get("timestamp")
    return utc(said)[:10] if isinstance(said, str) else ""


def _read(name: str, project: str | None) -> list[dict[str, Any]]:
    found = map(home.parsed, _raw(name).decode("utf-8", "replace").splitlines())
    return [one for one in found if one and project in (None, one.get("project"))]


def _raw(name: str) -> bytes:
    raw = files.read_bytes(_path(name)) or b""
    return raw if len(raw) <= LIMIT else raw[-LIMIT:].partition(b"\n")[2]


def _append(name: str, entries: Sequence[dict[str, Any]]) -> None:
    if not entries:
        return
    path = _path(name)
    lines = [json.dumps(screen.clean_within(entry), ensure_ascii=False) for entry in entries]
    with archive.held(), home.writing(path, "the log lacks what was done"):
        files.append(path, "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"), durable=False)
