"""How well the session's model writes marker lines: counts of the last ten sessions, in the user's state folder."""

from typing import Final, NamedTuple

from memory_core.core.light import json_store

MOST: Final = 10  # sessions
_FILE: Final = json_store.derived("marks.json", 100_000)


class Counts(NamedTuple):
    """The counts of one session, or of several together."""

    turns: int = 0  # that a person began
    marked: int = 0  # of them with a marker line
    markers: int = 0
    withdrawn: int = 0  # markers that a person denied
    tokens: int = 0  # of all marker lines, about

    def plus(self, other: "Counts") -> "Counts":
        """The sums."""
        return Counts(*(mine + yours for mine, yours in zip(self, other, strict=True)))


def add(root: str, session: str, new: Counts) -> None:
    """Count a reading of a session in; beyond ten the oldest session goes. The caller holds the lock."""
    if not any(new):
        return
    known = read(root)
    before = known.pop(session, Counts())
    rows = {**known, session: before.plus(new)}
    latest = [*rows.items()][-MOST:]
    _FILE.save(root, value={"sessions": [[name, *counts] for name, counts in latest]})


def read(root: str) -> dict[str, Counts]:
    """The counts of each session, the latest last; nothing if the file is missing or damaged."""
    rows = _FILE.load(root).get("sessions")
    return {row[0]: Counts(*row[1:]) for row in (rows if isinstance(rows, list) else [])[-MOST:] if _fits(row)}


def _fits(row: object) -> bool:
    is_row = isinstance(row, list) and len(row) == 1 + len(Counts._fields) and isinstance(row[0], str)
    return is_row and all(type(number) is int and 0 <= number < 10**9 for number in row[1:])  # type: ignore[index]
