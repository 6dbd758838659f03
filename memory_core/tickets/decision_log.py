"""The log of a ticket's decisions: `aidd/reports/memory/<ticket>.decisions.jsonl`, append-only (AIDD-10).

No byte of a log is ever changed, damaged or not. To append, the project's lock must be held.
"""

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from memory_core.core import git
from memory_core.core.light import append_file, files, json_store
from memory_core.core.memory import DECISIONS
from memory_core.tickets import decision, places
from memory_core.tickets.decision import Damage, Entry, Log

NAME: Final = DECISIONS
LIMIT: Final = 64_000_000  # bytes of a log that is read whole
END: Final = 16_000_000  # bytes that are read at the end of a longer log
GLANCED: Final = 4_000_000  # bytes of all logs that `notice` looks at
SECONDS_A_BYTE: Final = 5e-8  # seconds per byte, on the machine of docs/benchmarks.md

_SHOWN: Final = 3  # long logs that are named
_FIRST_RULES: Final = f"*{places.LOG} merge=union\n"  # the content before packs had a rule
# A merged pack is made again from the merged sources, so its conflicts need no manual merge.
_KEPT: Final = {".gitkeep": "", ".gitattributes": f"{_FIRST_RULES}*.pack.json merge=union\n"}


def folder(root: str) -> str:
    """The folder of the logs and the packs."""
    return os.path.join(root, *places.MEMORY.split("/"))


def path(root: str, ticket: str) -> str:
    """The path of a ticket's log; the file may not exist."""
    return os.path.join(folder(root), f"{ticket}{places.LOG}")


def make_folder(root: str) -> None:
    """Make the folder of logs and packs, with the file that tells git how to merge them.

    Raises `OSError` if they cannot be made.
    """
    for name, content in _KEPT.items():
        beside = os.path.join(folder(root), name)
        if files.is_absent(beside) or (content and files.read(beside, 200) == _FIRST_RULES):
            files.write(beside, content)


def is_merged(root: str, ticket: str) -> bool:
    """Whether git keeps both sides if two branches append to the log; true without git."""
    try:
        attribute = git.run(root, "check-attr", "merge", "--", places.decision_log(ticket))
    except git.GitError:
        return True
    return attribute.rpartition(b": ")[2].strip() not in (b"unspecified", b"unset", b"set", b"text", b"binary")


def tickets(root: str, what: str = places.LOG) -> list[str]:
    """The tickets with a file name that ends with `what`, sorted."""
    names = files.names(folder(root))
    stems = (name.removesuffix(what) for name in names if name.endswith(what))
    return sorted(stem for stem in stems if places.ticket(stem) == stem)


def stamp(root: str, ticket: str) -> str:
    """A signature that changes whenever the log may have changed; the log is not read."""
    return files.stamp((path(root, ticket),))


def seconds(root: str, ticket: str) -> float:
    """The estimated time to read the log; looks at its size only."""
    size = max(0, files.size(path(root, ticket)))
    return SECONDS_A_BYTE * (size if size <= LIMIT else END)


def read(root: str, ticket: str) -> Log:
    """The content of the log, of a long log its newest lines; unreadable parts are damage. An empty log if there is
    none.
    """
    try:
        raw = _newest(root, ticket)
    except OSError as error:
        return Log(damages=(Damage(0, f"cannot be read: {error.strerror}"),))
    why = too_long(root, ticket)
    log = decision.fold(_entries(raw, ticket, is_end=bool(why)))
    return log._replace(damages=(Damage(0, why), *log.damages)) if why else log


def parsed(raw: bytes, ticket: str) -> Log:
    """The content of a log with these bytes."""
    return decision.fold(_entries(raw, ticket))


def too_long(root: str, ticket: str) -> str:
    """Why only the end of a log is read; "" for a log that is read whole."""
    name = path(root, ticket)
    why = files.too_long(name, END, "the newest") if files.size(name) > LIMIT else ""
    return f"is long: {why}; move old entries into another file" if why else ""


def find(root: str, ticket: str, name: str, more: Sequence[Entry] = ()) -> Entry | None:
    """The decision with that id, after the lines `more`; None if there is none."""
    try:
        raw = _newest(root, ticket)
    except OSError:
        return None
    if name.encode("utf-8", "replace") not in raw and all(each.id != name for each in more):
        return None  # a new decision is found without parsing the log
    log = decision.fold((*_entries(raw, ticket, is_end=bool(too_long(root, ticket))), *more))
    return next((entry for entry in log.entries if entry.id == name), None)


def before(root: str, ticket: str, size: int) -> Log:
    """The content of the first `size` bytes of the log."""
    return decision.fold(_lines(_raw(root, ticket)[:size], ticket))


def touched(root: str, ticket: str, start: int, end: int) -> list[str]:
    """The ids in the lines between two byte positions of the log, including those that are superseded there."""
    entries = [each for each in _lines(_raw(root, ticket)[start:end], ticket) if isinstance(each, Entry)]
    return list(dict.fromkeys(name for each in entries for name in (each.id, each.supersedes) if name))


def named(root: str, ticket: str, start: str, more: Sequence[Entry] = ()) -> list[str]:
    """The ids of the log, and of `more` after it, that begin with `start`; only `start` if that is an id.

    Only lines that contain `start` are parsed.
    """
    try:
        lines = [each for each in _newest(root, ticket).split(b"\n") if start.encode("utf-8", "replace") in each]
    except OSError:
        return []
    log = decision.fold((*_lines(b"\n".join(lines), ticket), *more))
    ids = [entry.id for entry in log.entries if entry.id.startswith(start)]
    return [start] if start in ids else ids


def damages(root: str) -> list[tuple[str, str]]:
    """The damage in all logs: (path and line, fault)."""
    every = [(places.decision_log(ticket), damage) for ticket in tickets(root) for damage in read(root, ticket).damages]
    return [(f"{place}:{damage.line}" if damage.line else place, damage.what) for place, damage in every]


def notice(root: str) -> str:
    """One line that names the logs that are too long to be read whole or have cut lines; "" if there are none.

    No line is parsed, and at most `GLANCED` bytes of all logs are checked for cut lines.
    """
    faults = []
    room = GLANCED
    for ticket in tickets(root):
        size = max(0, files.size(path(root, ticket)))
        if why := too_long(root, ticket):
            faults.append(f"{places.decision_log(ticket)} {why}")
        elif size <= room:
            room -= size
            if _is_cut(files.read_bytes(path(root, ticket), size + 1) or b""):
                faults.append(f"{places.decision_log(ticket)} has lines that cannot be read")
    return json_store.notice(faults[:_SHOWN], ())


def _is_cut(raw: bytes) -> bool:
    lines = map(bytes.strip, raw.removeprefix(b"\xef\xbb\xbf").split(b"\n"))
    return any(line and not (line.startswith(b"{") and line.endswith(b"}")) for line in lines)


def glance(root: str, ticket: str) -> int:
    """The approximate number of decisions in the log: its lines, of a long log the lines that are read."""
    try:
        return _newest(root, ticket).count(b"\n")
    except OSError:
        return 0


def append(root: str, ticket: str, entries: Iterable[Entry]) -> list[Entry]:
    """Append the entries to the log, a line each, and return them with their line numbers. The caller holds the lock.

    All are written at once, or none. Raises `Refusal` if the log cannot be written.
    """
    given = [entry._replace(ticket=ticket) for entry in entries]
    if not given:
        return []
    name = path(root, ticket)
    with json_store.writing(name, "nothing was kept"):
        make_folder(root)
        before = _raw(root, ticket)
        start = before.count(b"\n") + (bool(before) and not before.endswith(b"\n"))
        placed = [each._replace(line=start + at) for at, each in enumerate(given, 1)]
        lines = list(map(decision.line, placed))
        if any(len(line) > decision.LONGEST for line in lines):
            raise OSError(errno.EFBIG, f"a decision has at most {decision.LONGEST:,} characters; say it shorter", name)
        append_file.append(name, lines)
    return placed


def _raw(root: str, ticket: str) -> bytes:
    """The bytes of the log, b"" if there is none; raises `OSError` if the path is no readable file."""
    name = path(root, ticket)
    raw = files.read_whole(name, LIMIT) or b""
    if json_store.is_wide(raw):
        raise OSError(errno.EINVAL, f"it {json_store.WIDE}", name)
    return raw


def _newest(root: str, ticket: str) -> bytes:
    """The bytes of the log, or of its last lines if it is too long. Raise `OSError` if it is not a readable file."""
    if not too_long(root, ticket):
        return _raw(root, ticket)
    end = files.read_end(path(root, ticket), END)
    if end is None:
        raise OSError(errno.EIO, "it cannot be read to its end", path(root, ticket))
    return end.partition("\n")[2].encode("utf-8", "replace")


@lru_cache(2)  # a verb reads a log several times, and parsing is slow
def _entries(raw: bytes, ticket: str, *, is_end: bool = False) -> tuple[Entry | Damage, ...]:
    """The parsed lines; without line numbers if `raw` is only the end of a log."""
    result = _lines(raw, ticket)
    return tuple(each._replace(line=0) for each in result) if is_end else tuple(result)


def _lines(raw: bytes, ticket: str) -> Iterator[Entry | Damage]:
    """Each line that is not blank, as a decision or as damage."""
    for number, each in enumerate(raw.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if each and not each.isspace():
            yield decision.entry_of(each, number, ticket)
