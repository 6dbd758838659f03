"""Combines the documents of a namespace: copies are one memory, and updates change it (C-3, C-9, C-12)."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core.core.budget import trimmed
from memory_core.core.home import Addition
from memory_core.core.light import lifecycle
from memory_core.core.light.lifecycle import BY, MAYBE
from memory_core.core.memory import SINGULAR, SUMMARY, Memory, namespace
from memory_core.core.review_finding import Finding
from memory_core.core.timestamps import utc
from memory_core.notes import batch, merge, note_codec
from memory_core.notes.note_codec import Document, Loader, Piece, Value

# The empty tree, in SHA-1 and SHA-256, which every git knows. Its note lists what is forgotten on all commits; a mark
# in another note applies to that note only.
MARKS: Final = (
    "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
)
FORGOTTEN: Final = "forgotten"  # type of a document: the memory it updates must not come back
OWN: Final = frozenset(
    ("type", "spec", "timestamp", "summary", "phase", "status", "tags", "relates_to", "supersedes", "updates", "edits",
     BY, MAYBE)
)  # fmt: skip
EDITS: Final = "edits"  # key of an update that rewords a memory: summary, body, or both
RESTORED: Final = "restored"  # type of a document: the memory it updates may come back
_PARAGRAPHS: Final = re.compile(r"\n(?:[ \t\r]*\n)+")


class NotePiece(NamedTuple):
    """A piece of a note and the object that the note annotates."""

    commit: str
    piece: Piece


def identities(document: Document) -> tuple[str, ...]:
    """The ids of the memories in a document: for a batch those of its findings."""
    result = batch.read(document)
    return (
        tuple(dict.fromkeys(finding.id for finding in result.findings))
        if result and result.findings
        else (document.id,)
    )


def touched(pieces: Iterable[Piece]) -> set[str]:
    """The ids that these pieces contain, update or forget."""
    result = set()
    for piece in pieces:
        if piece.document is not None:
            result |= {*identities(piece.document), piece.document.text("updates")}
    return result - {""}


def updating(pieces: Iterable[Piece], ids: Collection[str]) -> set[str]:
    """The ids of the documents in these pieces that update one of `ids`."""
    return {
        piece.document.id for piece in pieces if piece.document is not None and piece.document.text("updates") in ids
    }


def spaces(memory: Memory) -> str:
    """The namespace of a memory; "" if git notes have none for its kind (CS-FR-004)."""
    space = namespace(memory.kind)
    return space if space in note_codec.NAMESPACES else ""


def document(memory: Memory) -> Document:
    """The document of a new memory, with a summary of one line (C-19) and a time with `Z`."""
    attrs = memory.attrs
    header: dict[str, Value] = {
        "type": str(attrs.get("type") or SINGULAR.get(memory.kind, memory.kind)),
        "spec": memory.scope.work,
        "timestamp": memory.created,
        "summary": " ".join(memory.summary.split()),
    }
    if attrs.get("phase"):
        header["phase"] = str(attrs["phase"])
    if attrs.get("status") or lifecycle.usual(memory.kind) != lifecycle.ACTIVE or memory.status != lifecycle.ACTIVE:
        header["status"] = str(attrs.get("status") or _word(memory.kind, memory.status))
    if memory.tags:
        header["tags"] = list(memory.tags)
    for rel in ("relates_to", "updates", "supersedes", BY, MAYBE):
        targets = [link.target for link in memory.links if link.rel == rel]
        if targets:
            header[rel] = targets[0] if rel != "relates_to" and len(targets) == 1 else targets
    if attrs.get("author"):
        header["author"] = str(attrs["author"])
    extra = attrs.get("extra", {})
    header |= {key: value for key, value in extra.items() if key not in header and _is_value(value)}
    return Document(header, trimmed(memory.body))


def update(memory: Memory, when: str, more: Addition, author: str = "") -> Document:
    """The document that changes or resolves a memory: `updates: ID` (C-12)."""
    header: dict[str, Value] = {
        "type": SINGULAR.get(memory.kind, memory.kind),
        "spec": more.work or memory.scope.work,
        "timestamp": when,
        "summary": " ".join((more.summary or memory.summary).split())[: 3 * SUMMARY],
    }
    if more.phase:
        header["phase"] = more.phase
    if more.status:
        header["status"] = _word(memory.kind, more.status)
    if more.tags:
        header["tags"] = list(more.tags)
    if more.relates_to:
        header["relates_to"] = list(more.relates_to)
    header |= {key: value for key, value in ((BY, more.by), (MAYBE, more.maybe)) if value}
    if more.edits:
        header[EDITS] = list(more.edits)
    header["updates"] = memory.id
    if author:
        header["author"] = author
    return Document(header, trimmed(more.body))


def forgetting(identity: str, when: str) -> Document:
    """The mark that keeps a forgotten memory from coming back from another clone. It has none of its words."""
    return Document(
        {"type": FORGOTTEN, "spec": None, "timestamp": when, "summary": "a memory was forgotten", "updates": identity}
    )


def without(pieces: Sequence[Piece], identity: str, load: Loader = note_codec.no_loader) -> list[Piece]:
    """The pieces of a note without a memory and its updates; a batch is written again without the finding."""
    result = []
    for piece in pieces:
        rest = piece.document and batch.without(piece.document, (identity,))
        if piece.document is None or is_mark(piece.document):
            result.append(piece)
        elif rest is None or identity in (rest.id, rest.text("updates")):
            continue
        else:
            result.append(piece if rest is piece.document else Piece(note_codec.format(rest, load), rest))
    return result


def lacking(before: Sequence[Piece], texts: Collection[str], load: Loader = note_codec.no_loader) -> list[Piece]:
    """The documents, and the findings of batches, with other ids than `texts`."""
    pieces = []
    for piece in before:
        names = set(identities(piece.document)) if piece.document else set()
        if piece.document is None or names <= set(texts):
            continue
        rest = batch.without(piece.document, names & set(texts))
        if rest is not None:
            pieces.append(piece if rest is piece.document else Piece(note_codec.format(rest, load), rest))
    return pieces


def tidied(pieces: Sequence[Piece], load: Loader = note_codec.no_loader) -> list[str]:
    """The texts of a merged note: each once, without forgotten memories, and in the same order in all clones (C-8).

    Text outside of documents comes first, then unreadable pieces, then documents by time and id, so that each is read
    again in the same way. Several batches become one.
    """
    left_out = forgotten(pieces)
    loose: set[str] = set()
    broken: set[str] = set()
    kept: dict[str, tuple[str, str]] = {}
    batches: dict[str, batch.Batch] = {}
    for piece in pieces:
        raw = piece.raw.strip("\n").rstrip()
        if piece.document is None:
            (loose if piece.damage == note_codec.LOOSE else broken).add(raw)
            continue
        review = batch.read(piece.document)
        if review is not None and not review.unread:
            batches[raw] = review
            continue
        rest = batch.without(piece.document, left_out) if review is not None and left_out else piece.document
        if rest is None or (({rest.id, rest.text("updates")} & left_out) and not is_mark(rest)):
            continue
        text = raw if rest is piece.document else note_codec.format(rest, load).strip("\n").rstrip()
        kept[text] = utc(rest.text("timestamp")), rest.id
    kept |= _as_one(batches, left_out, load)
    if len(loose) > 1:  # text of both sides: split into paragraphs, so that common ones are not repeated by each merge
        loose = {part for text in loose for part in _PARAGRAPHS.split(text)}
    by_time = sorted(kept, key=lambda raw: (kept[raw], raw))
    return [raw for raw in (*sorted(loose), *sorted(broken), *by_time) if raw.strip()]


def reviewed(pieces: Sequence[Piece], review: batch.Batch, load: Loader) -> list[Piece]:
    """The pieces of a note with `review` in place of its readable batches, or at the end if there are none."""
    made = Piece(f"{batch.text(review, load)}\n", batch.document(review))
    result: list[Piece] = []
    for piece in pieces:
        is_sound = (stood := _batch(piece)) is not None and not stood.unread
        if not is_sound:
            result.append(piece)
        elif made not in result:
            result.append(made)
    return result if made in result else [*result, made]


def batches(pieces: Sequence[Piece]) -> list[batch.Batch]:
    """The batches of a note that can be read completely."""
    return [review for piece in pieces if (review := _batch(piece)) is not None and not review.unread]


def is_reviewed(pieces: Iterable[Piece]) -> bool:
    """Whether these pieces contain a batch. Then a review without findings is not missing."""
    return any(_batch(piece) is not None for piece in pieces)


def is_empty(document: Document) -> bool:
    """Whether a document is the batch of a review without findings."""
    result = batch.read(document)
    return result is not None and not (result.findings or result.unread)


def findings(piece: Piece) -> tuple[Finding, ...]:
    """The findings in a piece of a note, even if not all can be read."""
    review = _batch(piece)
    return review.findings if review else ()


def unread(piece: Piece) -> str:
    """A text about a batch with entries that cannot be read; "" if there are none."""
    review = _batch(piece)
    if review is None or not review.unread:
        return ""
    return f"its list of findings is damaged, {len(review.findings):,} of them could be read"


def forgotten(pieces: Iterable[Piece]) -> set[str]:
    """The ids that these pieces mark as forgotten."""
    return {target for _, target in gone(("", piece.document) for piece in pieces)}


def gone(marks: Iterable[tuple[str, Document | None]]) -> set[tuple[str, str]]:
    """The forgotten (place, id), from marks as (place, document). An id that was restored later is not forgotten."""
    result: dict[tuple[str, str], tuple[str, bool]] = {}
    for place, mark in marks:
        if mark is not None and is_mark(mark):
            key = place, mark.text("updates")
            state = utc(mark.text("timestamp")), mark.header.get("type") == FORGOTTEN
            result[key] = max(result.get(key, state), state)
    return {key for key, (_, is_forgotten) in result.items() if key[1] and is_forgotten}


def ends(document: Document) -> bool:
    """Whether a document ends another memory."""
    return bool(document.text("updates")) and lifecycle.is_over(lifecycle.named(document.text("status")))


def is_mark(document: Document) -> bool:
    """Whether a document only marks another memory as forgotten or restored."""
    return document.header.get("type") in (FORGOTTEN, RESTORED)


def reversed_mark(mark: Document, when: str) -> Document:
    """The opposite mark; `when` is later than the time of `mark`."""
    return (restoring if mark.header.get("type") == FORGOTTEN else forgetting)(mark.text("updates"), when)


def restoring(identity: str, when: str) -> Document:
    """The mark that lets a forgotten memory come back, here and from other clones."""
    return Document(
        {"type": RESTORED, "spec": None, "timestamp": when, "summary": "a memory was restored", "updates": identity}
    )


def _batch(piece: Piece) -> batch.Batch | None:
    return batch.read(piece.document) if piece.document else None


def _as_one(batches: Mapping[str, batch.Batch], gone: Collection[str], load: Loader) -> dict[str, tuple[str, str]]:
    """The text of the united batches to (time, id); {} if no finding is left."""
    united = merge.together(list(batches.values()), gone)
    if united is None:
        return {}
    is_whole = len(batches) == 1 and not any(
        finding.id in gone for each in batches.values() for finding in each.findings
    )
    made = batch.document(united)
    text = next(iter(batches)) if is_whole else batch.text(united, load).rstrip()
    return {} if made.id in gone else {text: (utc(made.text("timestamp")), made.id)}


def _word(kind: str, status: str) -> str:
    return "unresolved" if kind == "blocker" and status == lifecycle.OPEN else status


def _is_value(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(each, str) for each in value))
