"""Decision records and design documents of the project: files that people write, and a home that is only read.

They are read from the worktree and not copied, so a memory changes with its record.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from memory_core import redact
from memory_core.core.budget import clip
from memory_core.core.light import clock, files, hashes, lifecycle, places
from memory_core.core.memory import SUMMARY, Link, Memory, Scope, Source
from memory_core.core.timestamps import days_between, utc
from memory_core.language import front_matter

if TYPE_CHECKING:
    from memory_core.documents.decision_record import Record

NAME: Final = "records"
MOST: Final = 400  # files
LONGEST: Final = 60_000  # bytes of a file that are read
TOTAL: Final = 1_200_000  # bytes of all files, for which a hook may have to wait
_ABOVE: Final = ("", "doc", "docs", "docs/architecture", "doc/architecture", "architecture", "docs/design", "docs/dev")
_FOLDERS: Final = ("adr", "adrs", "decisions", "decision-records", "architecture-decisions", "architectural-decisions")
_DESIGN: Final = ("design", "architecture")  # names of a design document or its folder
SET_BY: Final = ".adr-dir"  # the file in which adr-tools names its folder
_ENDINGS: Final = (".md", ".markdown")
# fields that may contain secrets
_TEXTS: Final = ("summary", "reason", "alternatives", "context", "decision", "consequences")
_NO_RECORD: Final = ("readme", "index", "template", "adr-template")


def paths(root: str) -> list[str]:
    """The files that may contain decisions, as paths from the root with `/`, in order. Few folders are searched."""
    named = folder_named(files.read(os.path.join(root, SET_BY), 300) or "")
    named = named if named and places.leads_inside(root, os.path.join(root, *named.split("/"))) else ""
    return listed(partial(_names, root), named)


def listed(names: Callable[[str], Sequence[str]], named: str = "") -> list[str]:
    """The result of `paths`, if `names` lists a folder and `named` is the folder of adr-tools."""
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
    """The folder that the file of adr-tools names, from the root; "" if it is not inside the project."""
    path = text.strip().replace("\\", "/")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    is_inside = path.isprintable() and ".." not in parts and not (path.startswith("/") or ":" in path)
    return "/".join(parts) if is_inside else ""


def stamp(root: str) -> str:
    """A signature that changes whenever one of the files may have changed; "" if there are none."""
    result = paths(root)
    return files.stamp([os.path.join(root, *path.split("/")) for path in result]) if result else ""


def read(root: str) -> list[Memory]:
    """The decisions of the records as memories, with links between a record and its replacement."""
    return parsed((path, files.read(os.path.join(root, *path.split("/")), LONGEST) or "") for path in paths(root))


def too_long(root: str) -> Iterator[tuple[str, str]]:
    """The records that are not read completely: (path, text with the length)."""
    for name in paths(root):
        path = os.path.join(root, *name.split("/"))
        if why := files.too_long(path, LONGEST, "the first"):
            yield path, why


def parsed(texts: Iterable[tuple[str, str]]) -> list[Memory]:
    """The memories of files, given as (path, text), each truncated at `LONGEST`."""
    rows: list[tuple[str, Record]] = []
    left = TOTAL
    for path, text in texts:
        left -= len(text)
        if text and left > 0:
            rows += [(path, redact.clean_fields(record, *_TEXTS)) for record in _records(path, text)]
    known: dict[str, tuple[str, Record]] = {}
    named: dict[tuple[str, str], str] = {}  # the id of each number that only one record has
    for path, record in rows:
        at = (_folder(path), record.number)
        name = identify(path, record)
        if record.number:
            named[at] = "" if at in named else name
        name = identify(path, record, is_second=True) if name in known else name
        known.setdefault(name, (path, record))
    over = {by for path, record in known.values() for by in _known(path, _over(record), named)}
    return [_memory(name, path, record, named, over) for name, (path, record) in known.items()]


def identify(path: str, record: "Record", *, is_second: bool = False) -> str:
    """The id of a decision, made of folder and number, which do not change with the text or the name of the file.

    A second record with a number gets an id made of its path.
    """
    seed = f"{_folder(path)}\0{record.number}" if record.number else f"{path}\0{record.summary}"
    seed = f"{path}\0{record.number}" if is_second else seed
    return f"r-{hashes.sha256(seed.encode('utf-8', 'replace')).hexdigest()[:8]}"


def _over(record: "Record") -> Sequence[str]:
    """The numbers of the records that a record replaces; none if it was never accepted."""
    return record.over if record.status in (lifecycle.ACTIVE, lifecycle.SUPERSEDED) else ()


def _known(path: str, numbers: Sequence[str], named: dict[tuple[str, str], str]) -> list[str]:
    return [name for number in numbers if (name := named.get((_folder(path), number)))]


def _records(path: str, text: str) -> Iterator["Record"]:
    from memory_core.documents import decision_record  # noqa: PLC0415 - not every project has records
    from memory_core.language.document import Outline  # noqa: PLC0415

    document = Outline.parse(text)
    name = path.rpartition("/")[2]
    if _is_in_records(path) and not name.casefold().startswith(_NO_RECORD):
        record = decision_record.read(document, front_matter.keys(text), name)
        if record is not None:
            yield record
            return
    yield from decision_record.key_decisions(document)


def seconds(root: str) -> float:
    """The estimated time for reading, from sizes."""
    return 1.5e-6 * sum(min(files.size(os.path.join(root, *path.split("/"))), LONGEST) for path in paths(root))


def _memory(name: str, path: str, record: "Record", named: dict[tuple[str, str], str], over: set[str]) -> Memory:
    links = [Link("supersedes", old) for old in _known(path, _over(record), named)]
    if record.status == lifecycle.SUPERSEDED:
        links += [Link(lifecycle.BY, new) for new in _known(path, record.by, named)[:1]]
    when = _day(record.date)
    is_over = name in over and record.status == lifecycle.ACTIVE
    return Memory(
        id=name,
        kind="decision",
        summary=clip(record.summary, 2 * SUMMARY),
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
    """The time of the date in a record; "" without a date. The current time for tomorrow, which has begun elsewhere."""
    when, now = utc(date), clock.present()
    return min(when, now) if days_between(now, when) <= 1 else ""


def _folders(names: Callable[[str], Sequence[str]], named: str) -> list[str]:
    """The folders in which records may be; that of adr-tools comes first."""
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
    """Whether a file is in a folder that contains only records."""
    name = path.rpartition("/")[2].casefold()
    in_design = _folder(path).rpartition("/")[2].casefold() in ("", "docs", "doc", *_DESIGN)
    return not (in_design and not name[:1].isdigit() and not name.startswith("adr"))


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
