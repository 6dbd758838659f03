"""Decision records and design documents of the project: files that hands write, a home that is only read.

Whoever committed them, they count as they stand in the worktree. Nothing is copied, so nothing is left behind: who
edits, supersedes or deletes a record changes the memory.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from memory_core import redact
from memory_core.core.budget import clip
from memory_core.core.light import clock, files, hashes, lifecycle, places
from memory_core.core.memory import SUMMARY, Link, Memory, Scope, Source
from memory_core.core.timestamps import days_between, utc
from memory_core.documents import decision_record
from memory_core.documents.decision_record import Record
from memory_core.language import front_matter
from memory_core.language.document import Outline

NAME: Final = "records"
MOST: Final = 400  # files
LONGEST: Final = 60_000  # bytes of one that are read
TOTAL: Final = 1_200_000  # bytes of all: what is read, a hook may wait for
_ABOVE: Final = ("", "doc", "docs", "docs/architecture", "doc/architecture", "architecture", "docs/design", "docs/dev")
_FOLDERS: Final = ("adr", "adrs", "decisions", "decision-records", "architecture-decisions", "architectural-decisions")
_DESIGN: Final = ("design", "architecture")  # how a design document or its folder is called
SET_BY: Final = ".adr-dir"  # in which adr-tools names its folder
_ENDINGS: Final = (".md", ".markdown")
_SAID: Final = ("told", "reason", "alternatives", "context", "decision", "consequences")  # what may hold a secret
_NO_RECORD: Final = ("readme", "index", "template", "adr-template")


def paths(root: str) -> list[str]:
    """The files that may decide something, with `/` and from the root, in order; a look at a few folders."""
    named = folder_named(files.read(os.path.join(root, SET_BY), 300) or "")
    named = named if named and places.leads_inside(root, os.path.join(root, *named.split("/"))) else ""
    return listed(partial(_names, root), named)


def listed(names: Callable[[str], Sequence[str]], named: str = "") -> list[str]:
    """What `paths` gives, of a project in which `names` lists a folder; `named` is the folder that adr-tools uses."""
    result: dict[str, None] = {}
    for folder in _folders(names, named):
        result.update(dict.fromkeys(_texts(names, folder)))
    for above in ("", "docs", "doc"):
        for name in _texts(names, above):
            if name.rpartition("/")[2].casefold().startswith(_DESIGN):
                result[name] = None
        for folder in _DESIGN if above else ():
            result.update(dict.fromkeys(_texts(names, f"{above}/{folder}")))
    return list(result)[:MOST]


def folder_named(text: str) -> str:
    """The folder that the file of adr-tools names, from the root; "" where it names none inside the project."""
    path = text.strip().replace("\\", "/")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    is_inside = path.isprintable() and ".." not in parts and not (path.startswith("/") or ":" in path)
    return "/".join(parts) if is_inside else ""


def stamp(root: str) -> str:
    """A signature that changes whenever one of the files may have changed; "" where there are none."""
    result = paths(root)
    return files.stamp([os.path.join(root, *path.split("/")) for path in result]) if result else ""


def read(root: str) -> list[Memory]:
    """What the records decide, as memories; each says which one is in its place, or in whose place it stands."""
    return parsed((path, files.read(os.path.join(root, *path.split("/")), LONGEST) or "") for path in paths(root))


def too_long(root: str) -> Iterator[tuple[str, str]]:
    """The records that are not read to their ends: (path, how long each is)."""
    for name in paths(root):
        path = os.path.join(root, *name.split("/"))
        if why := files.too_long(path, LONGEST, "the first"):
            yield path, why


def parsed(texts: Iterable[tuple[str, str]]) -> list[Memory]:
    """What `read` gives, of files by their paths and texts, each cut at `LONGEST`."""
    rows: list[tuple[str, Record]] = []
    left = TOTAL
    for path, text in texts:
        left -= len(text)
        if text and left > 0:
            rows += [(path, redact.clean_fields(record, *_SAID)) for record in _records(path, text)]
    known: dict[str, tuple[str, Record]] = {}
    named: dict[tuple[str, str], str] = {}  # the ids of the numbers that one record alone has
    for path, record in rows:
        at = (_folder(path), record.number)
        name = identify(path, record)
        if record.number:
            named[at] = "" if at in named else name
        name = identify(path, record, is_second=True) if name in known else name
        known.setdefault(name, (path, record))
    over = {by for path, record in known.values() for by in _known(path, _over(record), named)}
    return [_memory(name, path, record, named, over) for name, (path, record) in known.items()]


def identify(path: str, record: Record, *, is_second: bool = False) -> str:
    """The id of a decision: its folder and its number, which stay when its words and its file's name change.

    The second of a number has that of its path.
    """
    seed = f"{_folder(path)}\0{record.number}" if record.number else f"{path}\0{record.told}"
    seed = f"{path}\0{record.number}" if is_second else seed
    return f"r-{hashes.sha256(seed.encode('utf-8', 'replace')).hexdigest()[:8]}"


def _over(record: Record) -> Sequence[str]:
    """The numbers of the records that one ended: what was never accepted ended none."""
    return record.over if record.status in (lifecycle.ACTIVE, lifecycle.SUPERSEDED) else ()


def _known(path: str, numbers: Sequence[str], named: dict[tuple[str, str], str]) -> list[str]:
    return [name for number in numbers if (name := named.get((_folder(path), number)))]


def _records(path: str, text: str) -> Iterator[Record]:
    document = Outline.parse(text)
    name = path.rpartition("/")[2]
    if _is_in_records(path) and not name.casefold().startswith(_NO_RECORD):
        record = decision_record.read(document, front_matter.keys(text), name)
        if record is not None:
            yield record
            return
    yield from decision_record.key_decisions(document)


def seconds(root: str) -> float:
    """About how long reading takes; looks at sizes only."""
    return 1.5e-6 * sum(min(files.size(os.path.join(root, *path.split("/"))), LONGEST) for path in paths(root))


def _memory(name: str, path: str, record: Record, named: dict[tuple[str, str], str], over: set[str]) -> Memory:
    links = [Link("supersedes", old) for old in _known(path, _over(record), named)]
    if record.status == lifecycle.SUPERSEDED:
        links += [Link(lifecycle.BY, new) for new in _known(path, record.by, named)[:1]]
    when = _day(record.date)
    is_over = name in over and record.status == lifecycle.ACTIVE
    return Memory(
        id=name,
        kind="decision",
        summary=clip(record.told, 2 * SUMMARY),
        body=record.body,
        scope=Scope(),
        created=when,
        updated=when,
        status=lifecycle.SUPERSEDED if is_over else record.status,
        links=tuple(links),
        source=Source(NAME, path),
        attrs={"line": record.line, "extra": {"record": record.number}} if record.number else {"line": record.line},
    )


def _day(date: str) -> str:
    """The moment that a record states, "" where it states none; of the next day, which has begun elsewhere, now."""
    when, now = utc(date), clock.present()
    return min(when, now) if days_between(now, when) <= 1 else ""


def _folders(names: Callable[[str], Sequence[str]], named: str) -> list[str]:
    """The folders of records that may be there; the one that adr-tools uses comes first."""
    texts = [named] if named else []
    for above in _ABOVE:
        inner = [name for name in names(above) if name.casefold() in _FOLDERS]
        texts += [f"{above}/{name}" if above else name for name in inner]
    return texts


def _names(root: str, folder: str) -> list[str]:
    return files.names(os.path.join(root, *folder.split("/")) if folder else root)


def _texts(names: Callable[[str], Sequence[str]], folder: str) -> list[str]:
    texts = [name for name in names(folder) if name.casefold().endswith(_ENDINGS) and name.isprintable()]
    return [f"{folder}/{name}" if folder else name for name in sorted(texts)]


def _is_in_records(path: str) -> bool:
    """Whether a file stands where every file is a record."""
    name = path.rpartition("/")[2].casefold()
    in_design = _folder(path).rpartition("/")[2].casefold() in ("", "docs", "doc", *_DESIGN)
    return not (in_design and not name[:1].isdigit() and not name.startswith("adr"))


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
