"""The notes home: `refs/notes/cs/<namespace>`, what is anchored to a commit (CS-FR-004 to 7, CS-FR-023).

All notes are read, whether their commit is reachable or not: amend, rebase and squash lose no memory. Whoever
writes holds the project's lock.
"""

import os
import re
import sys
from collections.abc import Callable, Collection
from functools import cache
from typing import Final, NamedTuple

from memory_core import edges
from memory_core.domain import ledger, note
from memory_core.domain.errors import Refusal
from memory_core.domain.ledger import Told
from memory_core.domain.memory import Memory
from memory_core.domain.note import Piece, Value
from memory_core.stores import git

NAME: Final = "notes"
FEW: Final = 400  # changed notes up to which looking at them alone is quicker than reading the ref
MUCH: Final = 20_000_000  # bytes of changed notes up to which the same holds
SECONDS_A_BYTE: Final = 1.5e-7  # 60 microseconds a document of 400 bytes, on the machine of docs/benchmarks.md
VERSION: Final = 1  # of the reading: raised, every index reads every note again

_START: Final = re.compile(rb"^---[ \t\r]*\n(?=[^\n]*type)", re.MULTILINE)

# What a commit holds never changes: index and briefing of one process read it once.
_READ: dict[tuple[str, str, str], tuple[Memory, ...]] = {}

Known = Callable[[Collection[str]], list[Memory]]  # the memories of these ids, and the updates without a base to them


class Change(NamedTuple):
    """What became of a namespace since an earlier commit of its ref: these ids are now these memories."""

    ids: set[str]
    memories: list[Memory]


class Damage(NamedTuple):
    """A piece of a note that holds no document."""

    ref: str
    object: str
    what: str


def ref_of(space: str) -> str:
    """The ref of a namespace."""
    return git.NOTES + space


def tips(root: str) -> dict[str, str]:
    """Namespace to the commit of its ref, for those that exist, in the documented order; no process is started."""
    found = git.tips(root)
    return {space: found[ref_of(space)] for space in note.NAMESPACES if ref_of(space) in found}


def stamp(tip: str) -> str:
    """The signature of a namespace at a commit of its ref, and of who reads it."""
    return f"{_reader()} {tip}"


def read(root: str, space: str, tip: str) -> tuple[Memory, ...]:
    """Every memory of a namespace as it stood at a commit of its ref."""
    found = _READ.get((root, space, tip))
    if found is None:
        while len(_READ) >= len(note.NAMESPACES):
            del _READ[next(iter(_READ))]
        found = _READ[root, space, tip] = tuple(ledger.memories(_told(root, tip), space))
    return found


def seconds(root: str, tip: str) -> float:
    """About how long it takes to read a namespace, 0 where this process has read it; its notes are not opened."""
    if any((read_root, read_tip) == (root, tip) for read_root, _, read_tip in _READ):
        return 0.0
    return SECONDS_A_BYTE * sum(max(0, entry.size) for entry in git.entries(root, tip))


def glance(root: str, tip: str) -> int:
    """About how many documents a namespace holds: what looks like the start of one is counted, a tenth of reading."""
    return sum(len(_START.findall(raw)) for raw in git.annotations(root, tip).values() if raw)


def since(root: str, space: str, tip: str, stamped: str, known: Known) -> Change | None:
    """What changed in a namespace since a stamp, from the changed notes alone; None where all must be read.

    `known` are the memories as the reader of that stamp has them: they say on which other commits a changed
    memory is told.
    """
    version, _, old = stamped.partition(" ")
    changed = git.changed(root, old, tip) if version == _reader() and old else None
    if changed is None or len(changed) > FEW:
        return None
    texts = git.blobs(root, [blob for pair in changed.values() for blob in pair if blob])
    if None in texts.values():  # nobody knows which memories it told
        return None
    if sum(len(raw or b"") for raw in texts.values()) > MUCH:
        return None
    pieces = [piece for raw in texts.values() for piece in parsed(raw)]
    ids = ledger.touched(pieces)
    told: list[Told] = []
    unread, seen, more = {*changed, marks_of(tip)}, {*changed, marks_of(tip)}, set(ids)
    while more:
        before = known(more)
        more = {memory.id for memory in before} - ids
        unread |= {name for memory in before for name in ledger.commits(memory)} - seen
        seen |= unread
        coming = [Told(name, one) for name, raw in git.annotations(root, tip, unread).items() for one in parsed(raw)]
        told, unread = told + coming, set()
        # Where its original went, an update stands for itself from now on.
        more |= ledger.updating((one.piece for one in told), ids | more) - ids
        ids |= more
    return Change(ids, [memory for memory in ledger.memories(told, space) if memory.id in ids])


def damages(root: str) -> list[Damage]:
    """What stands in the notes and is no document, and notes whose text is missing or too long to be read."""
    found = []
    for space, tip in tips(root).items():
        for entry in git.entries(root, tip):
            if not 0 <= entry.size <= git.LONG:
                what = "its text is missing" if entry.size < 0 else f"longer than {git.LONG:,} bytes; it was not read"
                found.append(Damage(ref_of(space), entry.object, what))
        for name, raw in git.annotations(root, tip).items():
            found += [Damage(ref_of(space), name, one.damage) for one in parsed(raw) if one.damage]
    return found


def count(root: str) -> dict[str, int]:
    """Namespace to how many documents it holds; copies and updates count too."""
    return {
        space: sum(one.document is not None for found in pieces(root, tip).values() for one in found)
        for space, tip in tips(root).items()
    }


def pieces(root: str, tip: str, objects: Collection[str] | None = None) -> dict[str, list[Piece]]:
    """Annotated object to the pieces of its note, of these objects or of all."""
    return {name: parsed(raw) for name, raw in git.annotations(root, tip, objects).items() if raw is not None}


def keep(root: str, memory: Memory) -> Memory:
    """Append a new memory to the note of its commit (`source.commit`), and return it as it stands there.

    The caller holds the lock. The id is that of its content, so writing one twice makes one (CS-FR-006, C-3).
    """
    space = ledger.spaces(memory)
    document = ledger.document(memory)
    text = _text(document)
    _can_take(root, space, [memory.source.commit], len(text))
    git.append(root, ref_of(space), memory.source.commit, text)
    return ledger.memories([Told(memory.source.commit, Piece("", document))], space)[0]


def add(root: str, memory: Memory, document: note.Document) -> None:
    """Append a document that updates a memory to every note that tells it. The caller holds the lock."""
    space = memory.source.place.removeprefix(git.NOTES)
    names, text = ledger.commits(memory), _text(document)
    _can_take(root, space, names, len(text))
    if len(names) == 1:
        git.append(root, ref_of(space), names[0], text)
        return
    tip = git.tips(root).get(ref_of(space))
    stands = git.annotations(root, tip, names) if tip else {}
    news = {name: git.together(stands.get(name), text) for name in names}
    git.rewrite(root, ref_of(space), tip, news, "Notes added to: a memory that several tell was updated")


def forget(root: str, memory: Memory, when: str) -> None:
    """Rewrite the notes that tell a memory without it; a mark keeps it from coming back. The caller holds the lock."""
    space = memory.source.place.removeprefix(git.NOTES)
    tip = git.tips(root).get(ref_of(space))
    if tip is None:
        return
    mark = note.format(ledger.forgetting(memory.id, when), loader)
    _can_take(root, space, (*ledger.commits(memory), marks_of(tip)))
    news: dict[str, bytes | None] = {}
    for name, found in pieces(root, tip, ledger.commits(memory)).items():
        rest = [piece.raw for piece in ledger.without(found, memory.id)]
        news[name] = encoded(note.joined([*rest, mark]))
    if news:
        # It is marked for every commit too: a copy may be on its way that another clone made by an amend.
        everywhere = [piece.raw for found in pieces(root, tip, [marks_of(tip)]).values() for piece in found]
        news[marks_of(tip)] = encoded(note.joined([*everywhere, mark]))
        git.rewrite(root, ref_of(space), tip, news, "Notes rewritten: a memory was forgotten")


def marks_of(tip: str) -> str:
    """The object whose note holds what is forgotten on every commit, by the kind of names that the repository has."""
    return next(name for name in ledger.MARKS if len(name) == len(tip))


def parsed(raw: bytes | None) -> list[Piece]:
    """The pieces of a note's bytes."""
    return note.parse(raw.decode("utf-8", "surrogateescape"), loader) if raw else []


def encoded(text: str) -> bytes:
    """The bytes of a note's text; those that were no UTF-8 are as they were."""
    return text.encode("utf-8", "surrogateescape")


def loader(block: str) -> dict[str, Value] | None:
    """Front matter that is not plain, read by PyYAML; None where it is none, or where PyYAML is not installed.

    Bytes that were no UTF-8 are U+FFFD in it: PyYAML reads none of a text that holds them.
    """
    try:
        found = edges.front_matter()(ledger.whole(block))
    except Refusal:
        return None
    return None if found is None else dict(found)


def _text(document: note.Document) -> bytes:
    return encoded(note.joined([note.format(document, loader)]))


@cache
def _reader() -> str:
    """The version of the reading; without PyYAML, which is not imported for that, it is another one that reads less."""
    is_there = any(os.path.isdir(os.path.join(path, "yaml")) for path in sys.path)  # importlib.util: 4 ms
    return str(VERSION) if is_there else f"{VERSION}-plain"


def _can_take(root: str, space: str, objects: Collection[str], more: int = 0) -> None:
    """Raises `Refusal` where the note of one of these objects cannot be read, or not with so many bytes more: git would
    put a new note in the place of one whose text is missing."""
    ref = ref_of(space)
    tip = git.tips(root).get(ref)
    for entry in git.standing(root, tip, objects) if tip else ():
        where, give_up = f"the note of {entry.object} in {ref}", f"`git notes --ref={ref} remove {entry.object}`"
        if entry.size < 0:
            raise Refusal(
                f"{where}: its text, object {entry.blob}, is missing, and nothing was changed. Fetch that object again "
                f"(`git fsck` says what else is missing), or give the note up: {give_up}"
            )
        if entry.size + 1 + more > git.LONG:
            raise Refusal(
                f"{where} would be longer than {git.LONG:,} bytes, of which nothing could be read, and nothing was "
                f"changed. Name another commit, or give the note up: {give_up}"
            )


def _told(root: str, tip: str) -> list[Told]:
    return [Told(name, piece) for name, raw in git.annotations(root, tip).items() for piece in parsed(raw)]
