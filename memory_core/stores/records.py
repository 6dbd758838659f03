"""Decision records and design documents of the project: files that hands write, a home that is only read.

Whoever committed them, they count as they stand in the worktree. Nothing is copied, so nothing is left behind: who
edits, supersedes or deletes a record changes the memory.
"""

import os
from collections.abc import Iterator, Sequence
from typing import Final

from memory_core.domain import hashes, ledger, screen
from memory_core.domain.budget import clip
from memory_core.domain.memory import Link, Memory, Scope, Source
from memory_core.domain.moment import utc
from memory_core.domain.spec import record
from memory_core.domain.spec.record import Record
from memory_core.stores import clock, files
from memory_core.text import front_matter, markdown

NAME: Final = "records"
MOST: Final = 400  # files
LONGEST: Final = 60_000  # bytes of one that are read
TOTAL: Final = 1_200_000  # bytes of all: what is read, a hook may wait for
_ABOVE: Final = ("", "doc", "docs", "docs/architecture", "doc/architecture", "architecture", "docs/design", "docs/dev")
_FOLDERS: Final = ("adr", "adrs", "decisions", "decision-records", "architecture-decisions", "architectural-decisions")
_DESIGN: Final = ("design", "architecture")  # how a design document or its folder is called
_SET_BY: Final = ".adr-dir"  # in which adr-tools names its folder
_ENDINGS: Final = (".md", ".markdown")
_NO_RECORD: Final = ("readme", "index", "template", "adr-template")


def paths(root: str) -> list[str]:
    """The files that may decide something, with `/` and from the root, in order; a look at a few folders."""
    found: dict[str, None] = {}
    for folder in _folders(root):
        found.update(dict.fromkeys(_texts(root, folder)))
    for above in ("", "docs", "doc"):
        for name in _texts(root, above):
            if name.rpartition("/")[2].casefold().startswith(_DESIGN):
                found[name] = None
        for folder in _DESIGN if above else ():
            found.update(dict.fromkeys(_texts(root, f"{above}/{folder}")))
    return list(found)[:MOST]


def stamp(root: str) -> str:
    """A signature that changes whenever one of the files may have changed; "" where there are none."""
    found = paths(root)
    return files.stamp([os.path.join(root, *path.split("/")) for path in found]) if found else ""


def read(root: str) -> list[Memory]:
    """What the records decide, as memories; each says which one is in its place, or in whose place it stands."""
    found: list[tuple[str, Record]] = []
    left = TOTAL
    for path in paths(root):
        text = files.read(os.path.join(root, *path.split("/")), LONGEST)
        left -= len(text or "")
        if text and left > 0:
            found += [(path, _cleaned(one)) for one in _records(path, text)]
    named = {(_folder(path), one.number): identify(path, one) for path, one in found if one.number}
    over = {named[at] for path, one in found for number in one.over if (at := (_folder(path), number)) in named}
    return [_memory(root, path, one, named, over) for path, one in found]


def identify(path: str, one: Record) -> str:
    """The id of a decision: its folder and its number, which stay when its words and its file's name change."""
    seed = f"{_folder(path)}\0{one.number}" if one.number else f"{path}\0{one.told}"
    return f"r-{hashes.sha256(seed.encode('utf-8', 'replace')).hexdigest()[:8]}"


def _records(path: str, text: str) -> Iterator[Record]:
    document = markdown.outline(text)
    name = path.rpartition("/")[2]
    if _is_in_records(path) and not name.casefold().startswith(_NO_RECORD):
        one = record.read(document, front_matter.keys(text), name)
        if one is not None:
            yield one
            return
    yield from record.key_decisions(document)


def _cleaned(one: Record) -> Record:
    """The record without secrets."""
    return one._replace(
        told=screen.clean(one.told),
        reason=screen.clean(one.reason),
        alternatives=tuple(map(screen.clean, one.alternatives)),
        context=screen.clean(one.context),
        decision=screen.clean(one.decision),
        consequences=screen.clean(one.consequences),
    )


def seconds(root: str) -> float:
    """About how long reading takes; looks at sizes only."""
    return 1.5e-6 * sum(min(files.size(os.path.join(root, *path.split("/"))), LONGEST) for path in paths(root))


def _memory(root: str, path: str, one: Record, named: dict[tuple[str, str], str], over: set[str]) -> Memory:
    name = identify(path, one)
    when = utc(one.date) or _written(root, path)
    links = [Link("supersedes", named[at]) for number in one.over if (at := (_folder(path), number)) in named]
    summary = clip(one.told, 2 * ledger.SUMMARY)
    is_over = name in over and one.status == "active"
    return Memory(
        id=name,
        kind="decision",
        summary=summary,
        body=one.body,
        scope=Scope(),
        created=when,
        updated=when,
        status="superseded" if is_over else one.status,
        links=tuple(links),
        source=Source(NAME, path),
        attrs={"line": one.line, "extra": {"record": one.number}} if one.number else {"line": one.line},
    )


def _written(root: str, path: str) -> str:
    seen = files.seen(os.path.join(root, *path.split("/")))
    now = clock.now()
    return clock.stamp(min(now, now.fromtimestamp(seen.st_mtime, now.tzinfo)) if seen else now)


def _folders(root: str) -> Sequence[str]:
    """The folders of records that are there; the one that adr-tools was told comes first."""
    told = (files.read(os.path.join(root, _SET_BY), 300) or "").strip().strip("./").replace(os.sep, "/")
    found = [told] if told and not told.startswith("..") else []
    for above in _ABOVE:
        here = os.path.join(root, *above.split("/")) if above else root
        names = _FOLDERS if not above else [one for one in files.names(here) if one.casefold() in _FOLDERS]
        found += [f"{above}/{name}" if above else name for name in names if files.is_folder(os.path.join(here, name))]
    return found


def _texts(root: str, folder: str) -> list[str]:
    here = os.path.join(root, *folder.split("/")) if folder else root
    names = [name for name in files.names(here) if name.casefold().endswith(_ENDINGS) and name.isprintable()]
    return [f"{folder}/{name}" if folder else name for name in sorted(names)]


def _is_in_records(path: str) -> bool:
    """Whether a file stands where every file is a record."""
    name = path.rpartition("/")[2].casefold()
    in_design = _folder(path).rpartition("/")[2].casefold() in ("", "docs", "doc", *_DESIGN)
    return not (in_design and not name[:1].isdigit() and not name.startswith("adr"))


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
