"""What sessions ended since the user was last told: a file beside what is derived, read once."""

from collections.abc import Iterable
from typing import Final

from memory_core.core.json_log import JsonLog
from memory_core.core.light import files, user

_LOG: Final = JsonLog(lambda root: user.derived(root, "replaced.jsonl"), kind=list)


def add(root: str, ended: Iterable[tuple[str, str, str, str]]) -> None:
    """Add what was ended: id and words of the older memory, then those of the newer, without secrets."""
    _LOG.append(root, entries=[*ended])


def take(root: str) -> list[list[str]]:
    """All that was added, the oldest first; the next who asks gets none of it."""
    rows = _LOG.entries(root)
    files.remove(_LOG.path(root))
    return [[*map(str, row)] for row in rows if len(row) == 4]
