"""The archive of cold learnings: `~/.jarvis/archive/YYYY-Qn/` (JARVIS-8 to 10, JARVIS-22).

`learnings.json.gz` holds preferences, `patterns.json.gz` behaviours, one entry a line; `learnings-2.json.gz` continues
a full file; `sessions/` holds logs of sessions, `access-log.jsonl.gz` the old access log. The same content gives the
same bytes. A writer holds the user's lock.
"""

import contextlib
import json
import os
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from memory_core import redact
from memory_core.core import lock, salvage
from memory_core.core.budget import how_many
from memory_core.core.light import files, json_store, old_files, user
from memory_core.core.timestamps import days_between
from memory_core.learnings import learning as codec
from memory_core.learnings import warm as form
from memory_core.learnings.learning import BEHAVIOUR, GLOBAL, INACTIVE, PREFERENCE, PROJECT, REJECTED, Cold

FILES: Final = {PREFERENCE: "learnings.json.gz", BEHAVIOUR: "patterns.json.gz"}
LOG: Final = "access-log.jsonl.gz"
SESSIONS: Final = "sessions"
LIMIT: Final = 64 * 1024 * 1024  # bytes that a file may unpack to
ROOM: Final = LIMIT // 2  # bytes beyond which a quarter goes on in another file, `learnings-2.json.gz`
_PARTS: Final = 100  # of a file that are unpacked; what is written here has one
_TOO_LONG: Final = "unpacks to more than"
_SHELF: Final = r"(learnings|patterns)(?:-([0-9]{1,4}))?\.json\.gz"
_KINDS: Final = {name.partition(".")[0]: kind for kind, name in FILES.items()}
DAYS: Final = 90  # after which a loose log is compressed, and lines of the access log go to the archive
_GZIP: Final = 31  # the form of gzip, without name and time
_SYSTEM: Final = 9  # the byte of its head that names the system
_QUARTER: Final = r"[0-9]{4}-Q[1-4]"
_DAY: Final = r"[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}"
_SESSION: Final = r"session-([0-9]{3,9})\.md\.gz"
_KEY: Final = "archive"  # of an entry: what is said of it here
_OWN: Final = "own"  # in it: what the entry itself has under that key
_Item = dict[str, Any]


def folder() -> str:
    """The folder of the archive, whether there is one or not."""
    return os.path.join(user.learnings(), "archive")


def read(project: str | None = None) -> list[Cold]:
    """Everything cold, quarter by quarter; if `project` is given, only what belongs to it or to all projects."""
    cold = (cold for path, kind in _shelves() for cold in _colds(path, kind, _seen(path)))
    return [each for each in cold if project is None or each.project in (project, "")]


def stamp() -> str:
    """A signature that changes whenever a file of cold learnings may have changed; does not read them."""
    return files.stamp(path for path, _ in _shelves())


def numbers(project: str | None = None) -> Mapping[str, int]:
    """The largest number of an id in the archive, by kind; only those of one project if it is named."""
    marks = (mark for path, _ in _shelves() for mark in _marks(path, _seen(path)))
    return form.numbers(mark[1] for mark in marks if project in (None, mark[0]))


def add(colds: Iterable[Cold], today: str) -> None:
    """Put learnings into the quarter of the day on which each became cold; known ones are not doubled.

    Another learning of the project with the same id gets the next free id. `Refusal` if nothing can be written.
    """
    given = [cold if re.fullmatch(_DAY, cold.archived) else cold._replace(archived=today) for cold in colds]
    if not given:
        return
    with lock.of_user(), _writing():
        last = form.numbers(
            (*(codec.number(kind, most) for kind, most in numbers().items()), *(item.learning.id for item in given))
        )
        over = {_mark_of(item): item for item in read() if item.why == REJECTED}
        given = [_still(over.get(_mark_of(item)), item) for item in given]
        new: dict[str, list[_Item]] = {}
        sizes: dict[str, int] = {}
        for each in given:
            item = redact.clean_within(_item(each))
            new.setdefault(_with_room(quarter(each.archived), each.learning.kind, item, sizes), []).append(item)
        arriving = {_mark(item): path for path, items in new.items() for item in items}
        taken = {mark[:2] for mark in arriving}
        for path in dict.fromkeys((*new, *(path for path, _ in _shelves()))):
            stands = []
            for item, mark in zip(_entries(path)[0], _marks(path, _seen(path)), strict=True):
                if mark in arriving:
                    continue  # it was left here by a process that was killed, or is said anew
                stands.append({**item, "id": _next(mark[1], last)} if mark[:2] in taken else item)
            _write(path, [*stands, *new.get(path, ())])


def _still(known: Cold | None, new: Cold) -> Cold:
    """What becomes cold; a learning that the user rejected stays rejected, because it only came back with somebody's
    file.
    """
    return new._replace(why=known.why, by=known.by, words=known.words) if known and new.why != REJECTED else new


def take(colds: Iterable[Cold]) -> list[Cold]:
    """Remove these entries from the archive, each by its project, its id and its words; returns them unchanged.

    The new place is written first: `read` finds them, then the warm file is written, then this.
    """
    wanted = {_mark_of(cold) for cold in colds}
    result = []
    with lock.of_user(), _writing():
        for path, kind in _shelves() if wanted else ():
            items, marks = _entries(path)[0], _marks(path, _seen(path))
            if not wanted.isdisjoint(marks):
                result += [_cold(item, kind) for item, mark in zip(items, marks, strict=True) if mark in wanted]
                _write(path, [item for item, mark in zip(items, marks, strict=True) if mark not in wanted])
    return [each for each in result if each is not None]


def sizes() -> tuple[int, int]:
    """(bytes of the archive on disk, how many logs of sessions it holds)."""
    total = sessions = 0
    for path in files.below(folder()):
        total += files.size(path)
        here, name = os.path.split(path)
        sessions += os.path.basename(here) == SESSIONS and name.endswith((".md.gz", ".md")) and name[0] != "."
    return total, sessions


def keep_session(text: str, today: str, project: str, name: str) -> str:
    """Store a session's log in the archive and return its path; the same log is stored once. `name` is its file name.

    `Refusal` if nothing can be written.
    """
    return _keep_log(redact.clean(f"<!-- {name} of {project} -->\n{text}"), quarter(today))


def compress(today: str) -> int:
    """How many loose `*.md` of the archive, older than 90 days, were compressed (JARVIS-53, J-8)."""
    done = 0
    with lock.of_user(), _writing():
        for path in _loose(today):
            text = files.read(path, LIMIT)
            if text is not None:
                here = os.path.relpath(path, folder()).split(os.sep)[0]
                _keep_log(text, here if re.fullmatch(_QUARTER, here) else quarter(today))
                files.remove(path)
                done += 1
        for name in _quarters():
            old_files.sweep(os.path.join(folder(), name))
    return done


def keep_lines(lines: Iterable[str], day: Callable[[str], str]) -> None:
    """Put lines of the access log into that of the quarter of the day that each bears; a line is there once.

    `Refusal` if nothing can be written.
    """
    by_quarter: dict[str, list[str]] = {}
    for line in lines:
        by_quarter.setdefault(quarter(day(line)), []).append(line)
    with lock.of_user(), _writing():
        for name, new in by_quarter.items():
            path = os.path.join(folder(), name, LOG)
            raw, what = _unpacked(path)
            stands = raw.decode("utf-8", "replace").splitlines()
            if what:
                files.move(path, old_files.aside(path))
            files.write(path, _packed("".join(f"{line}\n" for line in sorted({*stands, *new}))))


def damages() -> list[tuple[str, str]]:
    """The unreadable parts of the archive: (path, what is wrong)."""
    result = []
    for path, kind in _shelves():
        items, what = _entries(path)
        unread = sum(_cold(item, kind) is None for item in items)
        if what or unread:
            result.append((path, what or f"{how_many(unread, 'entry')} of no learning"))
    return result


def set_aside() -> list[str]:
    """The paths of damaged copies in the archive."""
    folders = [os.path.join(folder(), name) for name in _quarters()]
    return [os.path.join(here, name) for here in folders for name in json_store.copies(here)]


def quarter(day: str) -> str:
    """The quarter of a day, `2026-Q1`; that of 1970 for an invalid day."""
    return f"{day[:4]}-Q{(int(day[5:7]) + 2) // 3}" if re.fullmatch(_DAY, day[:10]) else "1970-Q1"


def _quarters() -> list[str]:
    return [name for name in files.names(folder()) if re.fullmatch(_QUARTER, name)]


def _shelves() -> list[tuple[str, str]]:
    """The files of learnings: (path, kind), oldest quarter first."""
    result = []
    for quarter in _quarters():
        here = os.path.join(folder(), quarter)
        named = [(match, name) for name in files.names(here) if (match := re.fullmatch(_SHELF, name))]
        rows = [(match[1], int(match[2] or 1), os.path.join(here, name)) for match, name in named]
        result += [(path, _KINDS[stem]) for stem, _, path in sorted(rows)]
    return result


def _with_room(quarter: str, kind: str, item: _Item, sizes: dict[str, int]) -> str:
    """The first file of a quarter that has room for an entry; `sizes` are the known sizes of its files."""
    stem, _, ending = FILES[kind].partition(".")
    size, number = len(json.dumps(item, ensure_ascii=False).encode("utf-8", "replace")) + 2, 1
    while True:
        path = os.path.join(folder(), quarter, f"{stem}-{number}.{ending}" if number > 1 else FILES[kind])
        if path not in sizes:
            raw, what = _unpacked(path)
            sizes[path] = ROOM if what.startswith(_TOO_LONG) else len(raw)
        if sizes[path] + size <= ROOM or not sizes[path]:
            sizes[path] += size
            return path
        number += 1


def _cold(item: Any, kind: str) -> Cold | None:
    """The cold learning in an entry of the archive; None if it holds no learning."""
    if not isinstance(item, dict):
        return None
    about = item.get(_KEY)
    about = about if isinstance(about, dict) else {}
    fields = {
        key: about[key] for key in ("project", "archived", "why", "by", "words") if isinstance(about.get(key), str)
    }
    entry = {key: value for key, value in item.items() if key != _KEY} | ({_KEY: about[_OWN]} if _OWN in about else {})
    each = codec.from_item(entry, kind, PROJECT if fields.get("project") else GLOBAL)
    if each is None or not each.id:
        return None
    return Cold(each, **{"why": INACTIVE, **fields})


def of_item(item: _Item) -> Cold | None:
    """The inverse of `as_item`; None if the item holds no learning."""
    return _cold({key: value for key, value in item.items() if key}, str(item.get("", PREFERENCE)))


def as_item(cold: Cold) -> _Item:
    """A cold learning in its stored form, with its kind under the key ""."""
    return {**_item(cold), "": cold.learning.kind}


def _item(cold: Cold) -> _Item:
    about = {"project": cold.project, "archived": cold.archived, "why": cold.why, "by": cold.by}
    item = codec.to_item(cold.learning)
    about |= {"words": cold.words} if cold.words else {}
    return {**item, _KEY: about | ({_OWN: item[_KEY]} if _KEY in item else {})}


def _mark_of(cold: Cold) -> tuple[str, str, str]:
    return cold.project, cold.learning.id, cold.learning.description


def _mark(item: Any) -> tuple[str, str, str]:
    """What identifies an entry: project, id and words."""
    if not isinstance(item, dict):
        return "", "", repr(item)
    about = item.get(_KEY)
    values = about.get("project") if isinstance(about, dict) else "", item.get("id"), item.get("description")
    project, name, words = (each if isinstance(each, str) else "" for each in values)
    return project, codec.identity(name) or name, " ".join(words.split())


def _next(name: str, last: dict[str, int]) -> str:
    kind = BEHAVIOUR if name.startswith("pat_") else PREFERENCE
    last[kind] += 1
    return codec.number(kind, last[kind])


def _seen(path: str) -> str:
    return files.stamp([path])


@lru_cache(16)  # a session's end reads the archive several times
def _colds(path: str, kind: str, seen: str) -> tuple[Cold, ...]:
    """The learnings of a file in its current state."""
    return tuple(cold for item in _parsed(path, seen)[0] if (cold := _cold(item, kind)) is not None)


@lru_cache(16)
def _marks(path: str, seen: str) -> tuple[tuple[str, str, str], ...]:
    return tuple(map(_mark, _parsed(path, seen)[0]))


def _entries(path: str) -> tuple[list[_Item], str]:
    """(the entries of a file, read-only; what is wrong with it, "" if nothing is)."""
    return _parsed(path, _seen(path))


@lru_cache(16)
def _parsed(path: str, _: str) -> tuple[list[_Item], str]:
    raw, what = _unpacked(path)
    if not raw.strip():
        return [], what
    try:
        items = form.loads(raw)
        if isinstance(items, list) and not form.is_too_deep(items):
            return items, what
    except (ValueError, RecursionError):
        pass
    saved = salvage.array(raw.decode("utf-8", "replace"))
    return [item for item in saved.items if not form.is_too_deep(item)], what or saved.damage or "nested too deeply"


def _write(path: str, items: list[_Item]) -> None:
    """Write the file where its entries are no longer the same; a damaged one is set aside first."""
    before, what = _entries(path)
    items = sorted(items, key=_order)
    if items == before and not what:
        return
    if what:
        files.move(path, old_files.aside(path))
    rows = ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
    files.write(path, _packed(f"[\n{rows}\n]\n" if rows else "[]\n"))


def _order(item: _Item) -> tuple[str, int, str, str]:
    project, name, words = _mark(item)
    return project, max(form.numbers([name]).values()), name, words


def _unpacked(path: str) -> tuple[bytes, str]:
    """(the unpacked content of a file as far as it can be read, what is wrong with it)."""
    try:
        raw = files.read_whole(path)
    except OSError as error:
        return b"", f"cannot be read: {error.strerror}"
    if not raw:
        return b"", "" if raw is None else "is empty"
    result: list[bytes] = []
    size = parts = 0
    while raw:
        parts += 1
        if parts > _PARTS:
            return b"".join(result), "has too many parts"
        unpack = zlib.decompressobj(_GZIP)
        try:
            result.append(unpack.decompress(raw, LIMIT + 1 - size))
        except zlib.error as error:
            return b"".join(result), f"cannot be unpacked: {error}"
        size += len(result[-1])
        if size > LIMIT:
            return b"", f"{_TOO_LONG} {LIMIT // 1024**2} MB"
        if not unpack.eof:
            return b"".join(result), "ends too early"
        raw = unpack.unused_data
    return b"".join(result), ""


def _packed(text: str) -> bytes:
    """The same bytes for the same text, whatever system packs it."""
    packed = zlib.compress(text.encode("utf-8", "replace"), 6, _GZIP)
    return packed[:_SYSTEM] + b"\xff" + packed[_SYSTEM + 1 :]


def _keep_log(text: str, place: str) -> str:
    """The path of a log of a session, in a quarter or in that its place already."""
    data = _packed(text)
    with lock.of_user(), _writing():
        for name in _quarters():
            here = os.path.join(folder(), name, SESSIONS)
            for each in (name for name in files.names(here) if re.fullmatch(_SESSION, name)):
                path = os.path.join(here, each)
                if files.size(path) == len(data) and files.read_bytes(path) == data:
                    return path
        here = os.path.join(folder(), place, SESSIONS)
        known = (int(match[1]) for name in files.names(here) if (match := re.fullmatch(_SESSION, name)))
        path = os.path.join(here, f"session-{max(known, default=0) + 1:03}.md.gz")
        files.write(path, data)
        return path


def _loose(today: str) -> list[str]:
    """The logs of the archive that are not compressed, from before the last 90 days."""
    loose = (path for path in files.below(folder()) if path.endswith(".md") and os.path.basename(path)[0] != ".")
    return sorted(path for path in loose if _is_old(path, today))


def _is_old(path: str, today: str) -> bool:
    seen = files.seen(path)
    written = datetime.fromtimestamp(seen.st_mtime, UTC).date().isoformat() if seen else today
    return days_between(written, today) > DAYS


def _writing() -> contextlib.AbstractContextManager[None]:
    return json_store.writing(folder(), "nothing of the archive was changed")
