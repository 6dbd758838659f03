"""What the documents of a namespace say together: copies are one memory, updates are folded in (C-3, C-9, C-12)."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from memory_core.domain import note
from memory_core.domain.memory import KINDS, Link, Memory, Scope, Source, kind_of, namespace
from memory_core.domain.moment import utc
from memory_core.domain.note import Document, Piece, Value

FORGOTTEN: Final = "forgotten"  # the type of a document that says: what it updates is not to come back
SUMMARY: Final = 100  # characters of a summary that is written (CS-FR-001)
_OWN: Final = frozenset(
    ("type", "spec", "timestamp", "summary", "phase", "status", "tags", "relates_to", "supersedes", "updates")
)
_OPENED: Final = ("blocker", "review", "question")  # kinds that wait for a resolution
STATUSES: Final = {
    "unresolved": "open", "open": "open", "in-progress": "open", "resolved": "resolved", "completed": "resolved",
    "complete": "resolved", "done": "resolved", "fixed": "resolved", "superseded": "superseded",
    "rejected": "rejected", "active": "active", "accepted": "active",
}  # fmt: skip
_HALF: Final = re.compile("[\ud800-\udfff]")
_SINGULAR: Final = {"convention": "pattern"}


class Told(NamedTuple):
    """A piece of a note and the object that the note annotates."""

    commit: str
    piece: Piece


class _Base(NamedTuple):
    """A document that is a memory by itself, with every commit that tells it."""

    document: Document
    commits: list[str]


def memories(told: Iterable[Told], space: str) -> list[Memory]:
    """The memories of a namespace, in the order of their times; the same for any order of notes and documents.

    A document that updates another one is folded into it: its status wins, its body follows. Where the other
    one is not here the update stands for itself, so nothing is lost. Between copies with one id that differ
    in what the id does not cover, the first by text counts.
    """
    rows = [(one.commit, one.piece.raw, one.piece.document) for one in told if one.piece.document is not None]
    gone = {(commit, target) for commit, _, document in rows if (target := _forgets(document))}
    first: dict[str, tuple[str, Document]] = {}
    places: dict[str, set[str]] = {}
    for commit, raw, document in rows:
        if _forgets(document):
            continue
        identity = document.id
        if gone and ((commit, identity) in gone or (commit, document.text("updates")) in gone):
            continue
        if identity not in first:
            first[identity] = raw, document
            places[identity] = {commit}
        else:
            first[identity] = min(first[identity], (raw, document), key=lambda one: one[0].rstrip())
            places[identity].add(commit)
    targets = {identity: document.text("updates") for identity, (_, document) in first.items()}
    updates: dict[str, list[tuple[str, Document]]] = {}
    for identity, target in targets.items():
        if target and targets.get(target) == "":
            updates.setdefault(target, []).append((identity, first[identity][1]))
    found = []
    for identity, (_, document) in first.items():
        if targets[identity] and targets.get(targets[identity]) == "":
            continue  # an update of one that is here
        news = sorted(updates.get(identity, ()), key=lambda one: (utc(one[1].text("timestamp")), one[0]))
        commits = places[identity].union(*(places[update] for update, _ in news))
        found.append(_memory(identity, document, [new for _, new in news], sorted(commits), space))
    return sorted(found, key=lambda memory: (memory.created, memory.id))


def touched(pieces: Iterable[Piece]) -> set[str]:
    """The ids that these pieces say something of: their own, and those that they update or forget."""
    found = set()
    for piece in pieces:
        if piece.document is not None:
            found |= {piece.document.id, piece.document.text("updates")}
    return found - {""}


def commits(memory: Memory) -> tuple[str, ...]:
    """Every commit whose note tells the memory."""
    return tuple(memory.attrs.get("commits", ())) or ((memory.source.commit,) if memory.source.commit else ())


def spaces(memory: Memory) -> str:
    """The namespace in which a memory is written, "" where git notes have none for its kind (CS-FR-004)."""
    space = namespace(memory.kind)
    return space if space in note.NAMESPACES else ""


def document(memory: Memory) -> Document:
    """The document that a new memory is written as; its summary is one line (C-19), its time has a `Z`."""
    attrs = memory.attrs
    header: dict[str, Value] = {
        "type": _SINGULAR.get(memory.kind, memory.kind),
        "spec": memory.scope.work,
        "timestamp": memory.created,
        "summary": " ".join(memory.summary.split()),
    }
    if attrs.get("phase"):
        header["phase"] = str(attrs["phase"])
    if memory.kind in _OPENED or memory.status != "active":
        header["status"] = _word(memory.kind, memory.status)
    if memory.tags:
        header["tags"] = list(memory.tags)
    related = [link.target for link in memory.links if link.rel == "relates_to"]
    if related:
        header["relates_to"] = related
    header |= {link.rel: link.target for link in memory.links if link.rel in ("updates", "supersedes")}
    if attrs.get("author"):
        header["author"] = str(attrs["author"])
    extra = attrs.get("extra", {})
    header |= {key: value for key, value in extra.items() if key not in header and _is_value(value)}
    return Document(header, note.body(memory.body))


def update(memory: Memory, when: str, body: str, status: str = "", author: str = "") -> Document:
    """The document that adds to a memory, or resolves it: `updates: ID` (C-12)."""
    header: dict[str, Value] = {
        "type": _SINGULAR.get(memory.kind, memory.kind),
        "spec": memory.scope.work,
        "timestamp": when,
        "summary": " ".join(memory.summary.split())[: 3 * SUMMARY],
    }
    if status:
        header["status"] = _word(memory.kind, status)
    header["updates"] = memory.id
    if author:
        header["author"] = author
    return Document(header, note.body(body))


def forgetting(identity: str, when: str) -> Document:
    """The document that keeps a forgotten memory from coming back with another clone's note; it holds no word of it."""
    return Document(
        {"type": FORGOTTEN, "spec": None, "timestamp": when, "summary": "a memory was forgotten", "updates": identity}
    )


def without(pieces: Sequence[Piece], identity: str) -> list[Piece]:
    """The pieces of a note that neither are nor update a memory."""
    return [
        piece
        for piece in pieces
        if piece.document is None
        or (piece.document.id != identity and (piece.document.text("updates") != identity or _forgets(piece.document)))
    ]


def tidied(pieces: Sequence[Piece]) -> list[str]:
    """The texts of a merged note: each once, what was forgotten left out, in an order that no side decides (C-8).

    What belongs to no document comes first, then the documents by time and id.
    """
    gone = {_forgets(piece.document) for piece in pieces if piece.document} - {""}
    kept: dict[str, tuple[tuple[Any, ...], str]] = {}
    for piece in pieces:
        raw = piece.raw.strip("\n")
        if piece.document is None:
            if raw.strip():
                kept.setdefault(raw, ((0, "", "", raw), raw))
            continue
        identity = piece.document.id
        if identity in gone or (piece.document.text("updates") in gone and not _forgets(piece.document)):
            continue
        kept.setdefault(raw.rstrip(), ((1, utc(piece.document.text("timestamp")), identity, raw), raw.rstrip()))
    return [raw for _, raw in sorted(kept.values())]


def _forgets(document: Document | None) -> str:
    if document is None or document.header.get("type") != FORGOTTEN:
        return ""
    return document.text("updates")


def _memory(identity: str, document: Document, news: Sequence[Document], told_on: Sequence[str], space: str) -> Memory:
    kind = document.kind if document.kind in KINDS else kind_of(space) or "decision"
    created = utc(document.text("timestamp"))
    status, said = _status(kind, document.text("status"))
    tags = dict.fromkeys(document.words("tags"))
    related = dict.fromkeys(document.words("relates_to"))
    bodies = [document.body]
    attrs: dict[str, Any] = {}
    for new in news:
        if new.text("status"):
            status, said = _status(kind, new.text("status"))
        tags |= dict.fromkeys(new.words("tags"))
        related |= dict.fromkeys(new.words("relates_to"))
        bodies.append(new.body)
    if document.text("type").casefold() == "deviation":
        tags |= {"deviation": None}
    attrs |= {key: value for key in ("phase", "author") if (value := document.text(key))}
    if said:
        attrs["status"] = said
    if kind != document.kind:
        attrs["type"] = document.text("type")
    if len(told_on) > 1:
        attrs["commits"] = list(told_on)
    extra = {key: value for key, value in document.header.items() if key not in _OWN and key != "author" and value}
    if extra:
        attrs["extra"] = extra
    links = [Link("relates_to", target) for target in related]
    links += [Link(rel, target) for rel in ("supersedes", "updates") for target in document.words(rel)]
    return Memory(
        id=identity,
        kind=kind,
        summary=whole(document.text("summary")),
        body=whole("\n\n".join(body for body in bodies if body)),
        scope=Scope(work=document.text("spec") or None),
        created=created,
        updated=max([created, *(utc(new.text("timestamp")) for new in news)]),
        status=status,
        tags=tuple(tags),
        links=tuple(links),
        source=Source("notes", f"refs/notes/cs/{space}", commit=told_on[0] if told_on else ""),
        attrs=attrs,
    )


def whole(text: str) -> str:
    """The text without half characters: bytes that were no UTF-8 show as U+FFFD."""
    return text if text.isascii() else _HALF.sub("\ufffd", text)


def _status(kind: str, word: str) -> tuple[str, str]:
    """(the status, the word that was said where the house has none for it)."""
    usual = "open" if kind in _OPENED else "active"
    known = STATUSES.get(word.casefold())
    return known or usual, "" if known or not word else word


def _word(kind: str, status: str) -> str:
    return "unresolved" if kind == "blocker" and status == "open" else status


def _is_value(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(one, str) for one in value))
