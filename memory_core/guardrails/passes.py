"""Edits that a rule with `ask` stopped, and the passes that the user gave for them; derived, in `guard/passes`.

Each line holds `stopped`, `allowed` or `used`, the session, the file, the rule, the added text, the time and a mark of
the edit; or `taken` with a number, which only one hook can claim. A pass allows one edit of that file in that session
that breaks that rule. The file is in the user's state folder, so nothing that a repository brings allows an edit.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from memory_core.core.light import clock, places, session_lines

_FILE: Final = "passes"
_STOPPED, _ALLOWED, _TAKEN, _USED = "stopped", "allowed", "taken", "used"


class Entry(NamedTuple):
    """A line of the file."""

    sort: str
    session: str
    path: str
    rule: str
    where: str  # what the edit adds and where, for a reader
    when: str
    mark: str = ""  # tells the edit from others

    @property
    def key(self) -> tuple[str, str, str]:
        """The subject of a pass."""
        return self.session, self.path, self.rule


def stop(root: str, session: str, path: str, rules: Iterable[tuple[str, str]], mark: str = "") -> bool:
    """Record that these rules stopped an edit, each with the added text and its place; False if that fails."""
    return path.isprintable() and _append(root, _STOPPED, session, path, rules, mark)


def is_for(root: str, session: str, path: str, rules: Sequence[str], mark: str) -> bool:
    """Whether the last passes for these rules were given for the edit with that mark."""
    last = {
        entry.rule: entry.mark
        for entry in _read(root)
        if entry.sort == _ALLOWED and entry.key[:2] == (session_lines.safe(session), path)
    }
    return bool(mark) and all(last.get(name) == mark for name in rules)


def last(root: str, session: str, names: Iterable[str], paths: Sequence[str]) -> list[Entry]:
    """The rules that stopped the last edit, optionally of one session, of one file and by some of these rules.

    `paths` are the names of the file. Empty if no edit was stopped so.
    """
    tried = (_last(root, session, names, path) for path in paths or [""])
    return next(filter(None, tried), [])


def _last(root: str, session: str, names: Iterable[str], path: str) -> list[Entry]:
    wanted = {name.casefold() for name in names}
    entries: list[Entry] = []
    for entry in _read(root):
        if entry.sort != _STOPPED or (session and entry.session != session_lines.safe(session)):
            continue
        if (wanted and entry.rule.casefold() not in wanted) or (path and entry.path != path):
            continue
        if entries and (entries[-1].when, *entries[-1].key[:2]) != (entry.when, *entry.key[:2]):
            entries = []
        entries.append(entry)
    return list({entry.rule: entry for entry in entries}.values())


def called(root: str, file: str, starts: Iterable[str]) -> list[str]:
    """The path in the project of a file that is named from one of these folders, the likeliest first."""
    names = [name for start in starts for name in places.inside(root, os.path.join(start, file))]
    return [*dict.fromkeys(names)] or [file]


def allow(root: str, entries: Sequence[Entry]) -> bool:
    """Whether an edit like that which was stopped may now pass; a pass that is not used up is not given twice."""
    known = _read(root)
    wanted = [
        entry for entry in entries if _left(known, entry.key)[0] < 1 or _last_mark(known, entry.key) != entry.mark
    ]
    return all(
        _append(root, _ALLOWED, entry.session, entry.path, [(entry.rule, entry.where)], entry.mark) for entry in wanted
    )


def _last_mark(known: Sequence[Entry], key: tuple[str, str, str]) -> str:
    return next((entry.mark for entry in reversed(known) if entry.sort == _ALLOWED and entry.key == key), "")


def free(root: str, entries: Sequence[Entry]) -> int:
    """How many such edits may pass now."""
    known = _read(root)
    return min((_left(known, entry.key)[0] for entry in entries), default=0)


def take(root: str, session: str, path: str, rules: Sequence[str]) -> bool:
    """Whether the user let an edit pass that breaks these rules; a pass is used up thereby, and on record."""
    known = _read(root)
    keys = []
    for name in rules:
        key = (session_lines.safe(session), path, name)
        left, used = _left(known, key)
        if left < 1:
            return False
        keys.append("\t".join((_TAKEN, *key, str(used))))
    if len(session_lines.claim(root, _FILE, keys)) < len(keys):  # another hook of the session was quicker
        return False
    # Where nothing can be written no pass can be used up, so none is given.
    return _append(root, _USED, session, path, [(name, "") for name in rules])


def record(root: str, name: str) -> list[str]:
    """The edits that passed a rule: day and file of each, newest last."""
    return [f"{entry.when[:10]} {entry.path}" for entry in _read(root) if entry.sort == _USED and entry.rule == name]


def _left(known: Sequence[Entry], key: tuple[str, str, str]) -> tuple[int, int]:
    """How many passes are left, and how many are used up."""
    sorts = [entry.sort for entry in known if entry.key == key]
    used = sorts.count(_TAKEN)
    return sorts.count(_ALLOWED) - used, used


def _append(root: str, sort: str, session: str, path: str, rules: Iterable[tuple[str, str]], mark: str = "") -> bool:
    now = clock.stamp(clock.now())
    rows = [
        (sort, session_lines.safe(session), path, name, " ".join(where.split()), now, mark) for name, where in rules
    ]
    return session_lines.append(root, _FILE, ["\t".join(row) for row in rows])


def _read(root: str) -> list[Entry]:
    rows = (line.split("\t") for line in session_lines.lines(root, _FILE))
    return [Entry(*row[:7]) for row in rows if len(row) >= len(Entry._fields) - 1]
