"""The home of what was decided for a ticket: `aidd/reports/memory/<ticket>.decisions.jsonl`, append-only (AIDD-10).

No byte that stands in a log is ever changed, damaged or not. Who appends holds the project's lock.
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
END: Final = 16_000_000  # bytes of a longer one that are read, at its end
GLANCED: Final = 4_000_000  # bytes of all logs that `notice` looks at
SECONDS_A_BYTE: Final = 5e-8  # of reading, on the machine of docs/benchmarks.md

_SHOWN: Final = 3  # long logs that are named
_FIRST_RULES: Final = f"*{places.LOG} merge=union\n"  # as they were written before packs had one
# A pack that two branches both made is made again from what they both say: until then nobody has to look at it.
_KEPT: Final = {".gitkeep": "", ".gitattributes": f"{_FIRST_RULES}*.pack.json merge=union\n"}


def folder(root: str) -> str:
    """The folder of the logs and the packs."""
    return os.path.join(root, *places.MEMORY.split("/"))


def path(root: str, ticket: str) -> str:
    """The path of a ticket's log, whether the file exists or not."""
    return os.path.join(folder(root), f"{ticket}{places.LOG}")


def make_folder(root: str) -> None:
    """Make the folder of logs and packs, and what in it tells git how two branches' logs are merged, where they lack.

    `OSError` where they cannot be made.
    """
    for name, content in _KEPT.items():
        beside = os.path.join(folder(root), name)
        if files.is_absent(beside) or (content and files.read(beside, 200) == _FIRST_RULES):
            files.write(beside, content)


def is_merged(root: str, ticket: str) -> bool:
    """Whether git keeps both sides where two branches appended to the log; true where there is no git to ask."""
    try:
        attribute = git.run(root, "check-attr", "merge", "--", places.decision_log(ticket))
    except git.GitError:
        return True
    return attribute.rpartition(b": ")[2].strip() not in (b"unspecified", b"unset", b"set", b"text", b"binary")


def tickets(root: str, what: str = places.LOG) -> list[str]:
    """The tickets with a file whose name ends on `what`, by name."""
    names = files.names(folder(root))
    stems = (name.removesuffix(what) for name in names if name.endswith(what))
    return sorted(stem for stem in stems if places.ticket(stem) == stem)


def stamp(root: str, ticket: str) -> str:
    """A signature that changes whenever the log may have changed; reads nothing of it."""
    return files.stamp((path(root, ticket),))


def seconds(root: str, ticket: str) -> float:
    """About how long reading the log takes; looks at its size only."""
    size = max(0, files.size(path(root, ticket)))
    return SECONDS_A_BYTE * (size if size <= LIMIT else END)


def read(root: str, ticket: str) -> Log:
    """What the log says, of a long one what its newest lines say; what of it cannot be read is damage. A ticket
    without a log has decided nothing.
    """
    try:
        raw = _newest(root, ticket)
    except OSError as error:
        return Log(damages=(Damage(0, f"cannot be read: {error.strerror}"),))
    why = too_long(root, ticket)
    log = decision.fold(_entries(raw, ticket, is_end=bool(why)))
    return log._replace(damages=(Damage(0, why), *log.damages)) if why else log


def told(raw: bytes, ticket: str) -> Log:
    """What the bytes of a log say."""
    return decision.fold(_entries(raw, ticket))


def too_long(root: str, ticket: str) -> str:
    """Why a log is read at its end only; "" for a log that is read whole."""
    name = path(root, ticket)
    why = files.too_long(name, END, "the newest") if files.size(name) > LIMIT else ""
    return f"is long: {why}; move old entries into another file" if why else ""


def find(root: str, ticket: str, name: str, more: Sequence[Entry] = ()) -> Entry | None:
    """The decision with that id, after the lines `more`; None where the log has none."""
    try:
        raw = _newest(root, ticket)
    except OSError:
        return None
    if name.encode("utf-8", "replace") not in raw and all(each.id != name for each in more):
        return None  # so that a new decision costs no reading of all others
    log = decision.fold((*_entries(raw, ticket, is_end=bool(too_long(root, ticket))), *more))
    return next((entry for entry in log.entries if entry.id == name), None)


def before(root: str, ticket: str, size: int) -> Log:
    """The log as its first `size` bytes give it."""
    return decision.fold(_lines(_raw(root, ticket)[:size], ticket))


def touched(root: str, ticket: str, start: int, end: int) -> list[str]:
    """The ids that the lines between two places of the log say something of, those that they end among them."""
    entries = [each for each in _lines(_raw(root, ticket)[start:end], ticket) if isinstance(each, Entry)]
    return list(dict.fromkeys(name for each in entries for name in (each.id, each.supersedes) if name))


def named(root: str, ticket: str, start: str, more: Sequence[Entry] = ()) -> list[str]:
    """The ids of the log, and of `more` at its end, that begin so, or that very id alone.

    Only lines that hold it are looked at.
    """
    try:
        lines = [each for each in _newest(root, ticket).split(b"\n") if start.encode("utf-8", "replace") in each]
    except OSError:
        return []
    log = decision.fold((*_lines(b"\n".join(lines), ticket), *more))
    ids = [entry.id for entry in log.entries if entry.id.startswith(start)]
    return [start] if start in ids else ids


def damages(root: str) -> list[tuple[str, str]]:
    """What of the logs cannot be read: (path and line, what it is)."""
    every = [(places.decision_log(ticket), damage) for ticket in tickets(root) for damage in read(root, ticket).damages]
    return [(f"{place}:{damage.line}" if damage.line else place, damage.what) for place, damage in every]


def notice(root: str) -> str:
    """One line that names the logs that are too long to be read whole or have cut lines; "" where there is none.

    No line is parsed, and logs are looked at for cut lines up to `GLANCED` bytes together.
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
    """About how many decisions the log holds: its lines, of a long one those that are read."""
    try:
        return _newest(root, ticket).count(b"\n")
    except OSError:
        return 0


def append(root: str, ticket: str, entries: Iterable[Entry]) -> list[Entry]:
    """The entries as they now stand at the end of the log, each on a line. The caller holds the lock.

    They are written at once: all, or none. `Refusal` where the log is not to be written.
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
    """The bytes of the log, none where there is no log; `OSError` where its path is no readable file."""
    name = path(root, ticket)
    raw = files.read_whole(name, LIMIT) or b""
    if json_store.is_wide(raw):
        raise OSError(errno.EINVAL, f"it {json_store.WIDE}", name)
    return raw


def _newest(root: str, ticket: str) -> bytes:
    """The bytes of the log, of a long one its last lines; `OSError` where its path is no readable file."""
    if not too_long(root, ticket):
        return _raw(root, ticket)
    end = files.read_end(path(root, ticket), END)
    if end is None:
        raise OSError(errno.EIO, "it cannot be read to its end", path(root, ticket))
    return end.partition("\n")[2].encode("utf-8", "replace")


@lru_cache(2)  # one verb reads a log several times, and its lines are what takes long
def _entries(raw: bytes, ticket: str, *, is_end: bool = False) -> tuple[Entry | Damage, ...]:
    """What the lines say; what is the end of a log does not know their numbers."""
    result = _lines(raw, ticket)
    return tuple(each._replace(line=0) for each in result) if is_end else tuple(result)


def _lines(raw: bytes, ticket: str) -> Iterator[Entry | Damage]:
    """Every line that holds anything, as the decision that it says or as damage."""
    for number, each in enumerate(raw.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if each and not each.isspace():
            yield decision.entry_of(each, number, ticket)
