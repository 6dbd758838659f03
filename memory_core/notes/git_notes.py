"""The home of git notes, `refs/notes/cs/<namespace>`: memories of commits (CS-FR-004 to 7, CS-FR-023).

All notes are read, even if their commit is not reachable, so amend, rebase and squash lose no memory. A caller that
writes holds the project's lock.
"""

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from memory_core import edges
from memory_core.core import git, note_refs
from memory_core.core.budget import how_many, whole
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.timestamps import utc
from memory_core.notes import ledger, ledger_memories, note_codec
from memory_core.notes.ledger import NotePiece
from memory_core.notes.note_codec import Piece, Value

NAME: Final = "notes"
_ONE_BY_ONE: Final = 2  # up to so many memories, appending is faster than rewriting the ref's tree
FEW: Final = 400  # up to so many changed notes, reading only these is faster than reading the ref
MUCH: Final = 20_000_000  # bytes of changed notes; the same limit
SECONDS_A_BYTE: Final = 1.5e-7  # 60 microseconds for a document of 400 bytes, on the machine of docs/benchmarks.md
_WRITTEN: Final = 2_000  # commits of notes whose authors are read
VERSION: Final = 3  # version of the reading; after a change every index reads all notes again

ROUNDS: Final = 3  # attempts to read and write while somebody writes notes without the lock

_START: Final = re.compile(rb"^---[ \t\r]*\n(?=[^\n]*type)", re.MULTILINE)
_ENTRY: Final = re.compile(rb"^[ \t]*\{\"id\": \"", re.MULTILINE)
_BATCH: Final = re.compile(rb"^type:[ \t]*review_batch", re.MULTILINE)

# A commit never changes, so a process reads its notes only once for index and briefing.
_READ: dict[tuple[str, str, str], tuple[Memory, ...]] = {}

Known = Callable[
    [Collection[str]], list[Memory]
]  # the memories with these ids, and the updates of ids that have no document


class Change(NamedTuple):
    """The difference of a namespace to an earlier commit of its ref: these ids now have these memories."""

    ids: set[str]
    memories: list[Memory]


class Damage(NamedTuple):
    """A piece of a note that is not a document."""

    ref: str
    object: str
    what: str


def ref_of(space: str) -> str:
    """The ref of a namespace."""
    return git.NOTES + space


def writers(root: str) -> set[str]:
    """The e-mail addresses of the authors of the notes in this clone."""
    here = tips(root).values()
    text = git.output(root, "log", "--no-show-signature", "--format=%ae", f"-{_WRITTEN}", *here) if here else ""
    return set((text or "").split())


def tips(root: str) -> dict[str, str]:
    """Namespace to the commit of its ref, in the documented order, for existing refs. Starts no process."""
    result = git.tips(root)
    return {space: result[ref_of(space)] for space in note_codec.NAMESPACES if ref_of(space) in result}


def stamp(tip: str) -> str:
    """The signature of a namespace at a commit of its ref, including the version of the reading."""
    return f"{_reader()} {tip}"


def read(root: str, space: str, tip: str) -> tuple[Memory, ...]:
    """All memories of a namespace at a commit of its ref."""
    memories = _READ.get((root, space, tip))
    if memories is None:
        while len(_READ) >= len(note_codec.NAMESPACES):
            del _READ[next(iter(_READ))]
        memories = _READ[root, space, tip] = tuple(ledger_memories.memories(_stated(root, tip), space))
    return memories


def seconds(root: str, tip: str) -> float:
    """The estimated time for reading a namespace; 0 if this process has already read it. Opens no notes."""
    if any((read_root, read_tip) == (root, tip) for read_root, _, read_tip in _READ):
        return 0.0
    return SECONDS_A_BYTE * sum(max(0, entry.size) for entry in note_refs.entries(root, tip))


def glance(root: str, tip: str) -> int:
    """The estimated number of memories of a namespace, counted by `---` lines in a tenth of the time for reading."""
    return sum(_glanced(raw) for raw in note_refs.annotations(root, tip).values() if raw)


def since(root: str, space: str, tip: str, stamped: str, known: Known) -> Change | None:
    """The change of a namespace since a stamp, from the changed notes alone; None if all notes must be read.

    `known` returns the memories that the index has, which show the other commits with notes of a changed memory.
    """
    version, _, old = stamped.partition(" ")
    changed = note_refs.changed(root, old, tip) if version == _reader() and old else None
    if changed is None or len(changed) > FEW:
        return None
    texts = git.blobs(root, [blob for pair in changed.values() for blob in pair if blob])
    if None in texts.values():  # it is unknown which memories this note had
        return None
    if sum(len(raw or b"") for raw in texts.values()) > MUCH:
        return None
    pieces = [piece for raw in texts.values() for piece in parsed(raw)]
    ids = ledger.touched(pieces)
    result: list[NotePiece] = []
    unread, seen, more = {*changed, marks_of(tip)}, {*changed, marks_of(tip)}, set(ids)
    while more:
        before = known(more)
        more = {memory.id for memory in before} - ids
        unread |= {name for memory in before for name in memory.commits} - seen
        seen |= unread
        coming = [
            NotePiece(name, each)
            for name, raw in note_refs.annotations(root, tip, unread).items()
            for each in parsed(raw)
        ]
        result, unread = result + coming, set()
        # An update without its original becomes a memory of its own.
        more |= ledger.updating((each.piece for each in result), ids | more) - ids
        ids |= more
    return Change(ids, [memory for memory in ledger_memories.memories(result, space) if memory.id in ids])


def damages(root: str) -> list[Damage]:
    """Parts of notes that are not documents, and notes whose text is missing or too long to be read."""
    result = []
    for space, tip in tips(root).items():
        for entry in note_refs.entries(root, tip):
            if not 0 <= entry.size <= git.LONG:
                what = "its text is missing" if entry.size < 0 else f"longer than {git.LONG:,} bytes; it was not read"
                result.append(Damage(ref_of(space), entry.object, what))
        for name, raw in note_refs.annotations(root, tip).items():
            note = parsed(raw)
            result += [Damage(ref_of(space), name, piece.damage) for piece in note if piece.damage]
            result += [Damage(ref_of(space), name, what) for piece in note if (what := ledger.unread(piece))]
    return result


def count(root: str) -> dict[str, int]:
    """The number of documents of each namespace, counting each finding, copies and updates."""
    return {
        space: sum(len(ledger.identities(piece.document)) for note in pieces(root, tip).values() for piece in note
                   if piece.document)
        for space, tip in tips(root).items()
    }  # fmt: skip


def pieces(root: str, tip: str, objects: Collection[str] | None = None) -> dict[str, list[Piece]]:
    """Annotated object to the pieces of its note, for these objects or for all."""
    return {name: parsed(raw) for name, raw in note_refs.annotations(root, tip, objects).items() if raw is not None}


def keep(root: str, memory: Memory) -> Memory:
    """Append a new memory to the note of its commit (`source.commit`), and return it as it is now kept.

    The caller holds the lock. The id depends on the content, so writing a memory twice keeps it once (CS-FR-006, C-3).
    """
    space = ledger.spaces(memory)
    document = ledger.document(memory)
    text = _text(document)
    can_take(root, space, [memory.source.commit], len(text))
    note_refs.append(root, ref_of(space), memory.source.commit, text)
    return ledger_memories.memories([NotePiece(memory.source.commit, Piece("", document))], space)[0]


def keep_all(root: str, memories: Sequence[Memory]) -> list[Memory]:
    """Append new memories to the notes of their commits, with one commit of the ref for each namespace.

    Otherwise like `keep`.
    """
    if len(memories) <= _ONE_BY_ONE:
        return [keep(root, memory) for memory in memories]
    for space in dict.fromkeys(map(ledger.spaces, memories)):
        news: dict[str, bytes | None] = {}
        for memory in memories:
            if ledger.spaces(memory) == space:
                name = memory.source.commit
                news[name] = note_refs.together(news.get(name), _text(ledger.document(memory)))
        can_take(root, space, news, max(len(text or b"") for text in news.values()))
        tip = git.tips(root).get(ref_of(space))
        stands = note_refs.annotations(root, tip, news) if tip else {}
        raws = {name: note_refs.together(stands.get(name), text) for name, text in news.items()}
        note_refs.rewrite(root, ref_of(space), tip, raws, f"Notes added: {how_many(len(memories), 'memory')}")
    return [
        ledger_memories.memories(
            [NotePiece(each.source.commit, Piece("", ledger.document(each)))], ledger.spaces(each)
        )[0]
        for each in memories
    ]


def add(root: str, memory: Memory, document: note_codec.Document) -> None:
    """Append a document that updates a memory to every note with the memory. The caller holds the lock."""
    space = memory.source.place.removeprefix(git.NOTES)
    names, text = memory.commits, _text(_unforgotten(root, space, document))
    can_take(root, space, names, len(text))
    if len(names) == 1:
        note_refs.append(root, ref_of(space), names[0], text)
        return
    tip = git.tips(root).get(ref_of(space))
    stands = note_refs.annotations(root, tip, names) if tip else {}
    news = {name: note_refs.together(stands.get(name), text) for name in names}
    note_refs.rewrite(root, ref_of(space), tip, news, "Notes added to: a memory that several tell was updated")


def forget(root: str, memory: Memory, when: str) -> None:
    """Remove a memory from all notes, with a mark so that it does not come back. The caller holds the lock."""
    space = memory.source.place.removeprefix(git.NOTES)
    tip = git.tips(root).get(ref_of(space))
    if tip is None:
        return
    everywhere = pieces(root, tip, [marks_of(tip)]).get(marks_of(tip), [])
    mark = note_codec.format(ledger.forgetting(memory.id, later(everywhere, when)), loader)
    can_take(root, space, (*memory.commits, marks_of(tip)))
    news: dict[str, bytes | None] = {}
    for name, note in pieces(root, tip, memory.commits).items():
        rest = [piece.raw for piece in ledger.without(note, memory.id, loader)]
        news[name] = encoded(note_codec.joined([*rest, mark]))
    if news:
        # The mark is also set for all commits: another clone may have copied the note by an amend.
        news[marks_of(tip)] = encoded(note_codec.joined([*(piece.raw for piece in everywhere), mark]))
        note_refs.rewrite(root, ref_of(space), tip, news, "Notes rewritten: a memory was forgotten")


def unforgotten(root: str, memory: Memory) -> Memory:
    """The memory, with a time some seconds later if its id was forgotten.

    A forgotten id does not come back, and the time is part of the id.
    """
    space = ledger.spaces(memory)
    if not space or not memory.source.commit:
        return memory
    when = _unforgotten(root, space, ledger.document(memory)).text("timestamp")
    return memory._replace(created=when, updated=max(memory.updated, when))


def _unforgotten(root: str, space: str, document: note_codec.Document) -> note_codec.Document:
    tip = tips(root).get(space)
    marked = ledger.forgotten(pieces(root, tip, [marks_of(tip)]).get(marks_of(tip), ())) if tip else set()
    while document.id in marked:
        when = clock.after(utc(document.text("timestamp")))
        document = note_codec.Document({**document.header, "timestamp": when}, document.body)
    return document


def later(stand: Iterable[Piece], when: str = "") -> str:
    """A moment that is later than all marks in these pieces and not before `when`."""
    marks = [piece.document for piece in stand if piece.document and ledger.is_mark(piece.document)]
    last = max((utc(mark.text("timestamp")) for mark in marks), default="")
    return when if when > last else clock.after(last)


def piece_of(document: note_codec.Document) -> Piece:
    """The piece of a note with this document."""
    return Piece(note_codec.format(document, loader), document)


def once(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces without repeated texts."""
    return [*{piece.raw.strip(): piece for piece in pieces}.values()]


def forgotten(root: str, space: str) -> set[str]:
    """The forgotten ids of a namespace."""
    tip = tips(root).get(space)
    return ledger.forgotten(each.piece for each in _stated(root, tip)) if tip else set()


def marks_of(tip: str) -> str:
    """The object whose note lists what is forgotten on all commits, in the hash format of the repository."""
    return next(name for name in ledger.MARKS if len(name) == len(tip))


def parsed(raw: bytes | None) -> list[Piece]:
    """The pieces of a note, from its bytes."""
    return note_codec.parse(raw.decode("utf-8", "surrogateescape"), loader) if raw else []


def encoded(text: str) -> bytes:
    """The text of a note as bytes. Bytes that were not UTF-8 are restored."""
    return text.encode("utf-8", "surrogateescape")


def loader(block: str) -> dict[str, Value] | None:
    """Front matter parsed by PyYAML; None if it is not a mapping, or PyYAML is not installed.

    Bytes that were not UTF-8 become U+FFFD, because PyYAML rejects them.
    """
    try:
        result = edges.front_matter()(whole(block))
    except Refusal:
        return None
    return None if result is None else dict(result)


def rewrite(root: str, ref: str, tip: str | None, news: Mapping[str, Sequence[Piece]], message: str) -> None:
    """Replace the notes of these objects in one commit of notes."""
    texts = {name: encoded(note_codec.joined([piece.raw for piece in now])) for name, now in news.items()}
    for name, text in texts.items():
        fits(ref, name, text)
    note_refs.rewrite(root, ref, tip, texts, message)


def fits(ref: str, name: str, text: bytes) -> None:
    """Raise `Refusal` if the text is too long for a note."""
    if len(text) > git.LONG:
        raise Refusal(
            f"the note of {name} in {ref} would be longer than {git.LONG:,} bytes, of which nothing could be read, and "
            "nothing was changed. Give fewer findings, or shorter ones"
        )


def _glanced(raw: bytes) -> int:
    starts = len(_START.findall(raw))
    return starts + max(0, len(_ENTRY.findall(raw)) - len(_BATCH.findall(raw))) if b"review_batch" in raw else starts


def _text(document: note_codec.Document) -> bytes:
    return encoded(note_codec.joined([note_codec.format(document, loader)]))


@cache
def _reader() -> str:
    """The version of the reading. It differs without PyYAML, which then reads less; PyYAML is not imported here."""
    is_there = any(os.path.isdir(os.path.join(path, "yaml")) for path in sys.path)  # importlib.util takes 4 ms
    return str(VERSION) if is_there else f"{VERSION}-plain"


def can_take(root: str, space: str, objects: Collection[str], more: int = 0) -> None:
    """Raise `Refusal` if the note of one of these objects cannot be read, or would be too long with `more` bytes.

    Git would replace a note whose text is missing.
    """
    ref = ref_of(space)
    tip = git.tips(root).get(ref)
    for entry in note_refs.standing(root, tip, objects) if tip else ():
        where, give_up = f"the note of {entry.object} in {ref}", f"`git notes --ref={ref} remove {entry.object}`"
        if entry.size < 0:
            raise Refusal(
                f"{where}: its text, object {entry.blob}, is missing; nothing was changed. Fetch that object again "
                f"(`git fsck` says what else is missing), or delete the note: {give_up}"
            )
        if entry.size + 1 + more > git.LONG:
            raise Refusal(
                f"{where} would be longer than {git.LONG:,} bytes, of which nothing could be read, and nothing was "
                f"changed. Name another commit, or delete the note: {give_up}"
            )


def _stated(root: str, tip: str) -> list[NotePiece]:
    return [NotePiece(name, piece) for name, raw in note_refs.annotations(root, tip).items() for piece in parsed(raw)]
