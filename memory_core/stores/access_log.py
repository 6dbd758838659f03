"""What became of learnings, a line each: `~/.jarvis/access.jsonl` (JARVIS-65), and `conflicts.jsonl` beside it (JARVIS-47).

Who writes holds the user's lock.
"""

from collections.abc import Iterable
from typing import Any

from memory_core.domain.tiers.moves import Move, Resolution


def append(moves: Iterable[Move], now: str, project: str) -> None:
    """Write a line for each move."""
    raise NotImplementedError


def read(project: str | None = None) -> list[dict[str, Any]]:
    """The lines of the last 90 days, oldest first; of one project where it is named."""
    raise NotImplementedError


def resolved(resolutions: Iterable[Resolution], now: str, project: str) -> None:
    """Write a line for each resolution."""
    raise NotImplementedError


def resolutions(project: str | None = None) -> list[dict[str, Any]]:
    """The resolutions, oldest first: the documented object, `timestamp` and `project`."""
    raise NotImplementedError


def rotate(today: str) -> int:
    """How many lines older than 90 days went to the archive of their quarter."""
    raise NotImplementedError
