"""What became of learnings, a line each: `access.jsonl` (JARVIS-65) and `conflicts.jsonl` (JARVIS-47) in `user.state`.

Who writes holds the user's lock.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Any, Final

from memory_core.core import lock, log
from memory_core.core.json_log import JsonLog
from memory_core.core.light import clock, files, json_store, user
from memory_core.core.light.errors import Refusal
from memory_core.core.timestamps import days_between, utc
from memory_core.learnings import archive, warm_files
from memory_core.learnings.learning import PROJECT, Move, Resolution

FILE: Final = "access.jsonl"
CONFLICTS: Final = "conflicts.jsonl"
LIMIT: Final = 64 * 1024 * 1024  # bytes of a log that are read: its end
_LOG: Final = JsonLog(lambda name: os.path.join(user.state(), name), LIMIT)


def record(root: str, moves: Sequence[Move], resolutions: Sequence[Resolution] = ()) -> None:
    """Write a line for each move and resolution; a failure is logged.

    The log belongs to the user: learnings that a repository brought leave no line in it.
    """
    brought = warm_files.brought(root, [move.learning for move in moves])
    moves = [move for move in moves if move.learning.id not in brought or move.learning.level != PROJECT]
    now = clock.stamp(clock.now())
    try:
        append(moves, now, root)
        resolved(resolutions, now, root)
    except (Refusal, OSError) as error:
        log.write("learnings: access log", str(error), root)


def append(moves: Iterable[Move], now: str, project: str) -> None:
    """Write a line for each move. `Refusal` if it cannot be written."""
    _append(
        FILE,
        [
            {
                "timestamp": now,
                "learning_id": move.learning.id,
                **{name: getattr(move, name) for name in ("action", "from_tier", "to_tier", "trigger")},
                "project": project,
            }
            for move in moves
        ],
    )


def read(project: str | None = None) -> list[dict[str, Any]]:
    """The lines of the last 90 days, oldest first; only those of one project if it is named."""
    return _read(FILE, project)


def resolved(resolutions: Iterable[Resolution], now: str, project: str) -> None:
    """Write a line for each resolution. `Refusal` if it cannot be written."""
    _append(CONFLICTS, [{**resolution.to_json(), "timestamp": now, "project": project} for resolution in resolutions])


def resolutions(project: str | None = None) -> list[dict[str, Any]]:
    """The resolutions, oldest first: the documented object, `timestamp` and `project`."""
    return _read(CONFLICTS, project)


def rotate(today: str) -> int:
    """How many lines older than 90 days went to the archive of their quarter; there they are before they go here."""
    with lock.of_user():
        lines = _LOG.lines(FILE)
        old = [line for line in lines if days_between(_day(line), today) > archive.DAYS]
        if old:
            archive.keep_lines(old, _day)
            gone = set(old)
            path = _LOG.path(FILE)
            with json_store.writing(path, "old lines stand in it and in the archive"):
                files.write(path, "".join(f"{line}\n" for line in lines if line not in gone))
        return len(old)


def _day(line: str) -> str:
    """The day of a line; "" if it has none."""
    stamp = json_store.parsed(line).get("timestamp")
    return utc(stamp)[:10] if isinstance(stamp, str) else ""


def _read(name: str, project: str | None) -> list[dict[str, Any]]:
    return [entry for entry in _LOG.entries(name) if project in (None, entry.get("project"))]


def _append(name: str, entries: Sequence[dict[str, Any]]) -> None:
    if entries:
        with lock.of_user(), json_store.writing(_LOG.path(name), "the log lacks what was done"):
            _LOG.append(name, entries=entries)
