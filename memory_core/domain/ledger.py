"""What the documents of a namespace say together: copies are one memory, updates are folded in (C-3, C-9, C-12)."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple

from memory_core.domain import note
from memory_core.domain.memory import KINDS, Link, Memory, Scope, Source, kind_of, namespace
from memory_core.domain.moment import utc
from memory_core.domain.note import Document, Piece, Value

# The empty tree, SHA-1 and SHA-256: git has it everywhere. Its note says what is forgotten on every commit; a mark in
# another note says it of that note.
MARKS: Final = (
    "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
)
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
_PARAGRAPHS: Final = re.compile(r"\n(?:[ \t\r]*\n)+")
_HALF: Final = re.compile("[\ud800-\udfff]")
SINGULAR: Final = {"convention": "pattern"}


class Addition(NamedTuple):
    """What is added to a memory that is kept."""

    body: str = ""
    status: str = ""
    tags: tuple[str, ...] = ()
    relates_to: tuple[str, ...] = ()
    work: str = ""  # only where it had none
    phase: str = ""  # the same


class Told(NamedTuple):
    """A piece of a note and the object that the note annotates."""

    commit: str
    piece: Piece


def memories(told: Iterable[Told], space: str) -> list[Memory]:
    """The memories of a namespace, in the order of their times; the same for any order of notes and documents.

    A document that updates another one is folded into it: its status wins, its body follows. Where the other
    one is not here the update stands for itself, so nothing is lost. Between copies with one id that differ
    in what the id does not cover, the first by text counts.
    """
    rows = [(one.commit, one.piece.raw, one.piece.document) for one in told if one.piece.document is not None]
    gone = {(commit, target) for commit, _, document in rows if (target := _forgets(document))}
    everywhere = {target for commit, target in gone if commit in MARKS}
    # By id and by what is updated: one sentence may settle two blockers at once.
    first: dict[tuple[str, str], tuple[str, Document]] = {}
    places: dict[tuple[str, str], set[str]] = {}
    for commit, raw, document in rows:
        if _forgets(document):
            continue
        key = identity, target = document.id, document.text("updates")
        if gone and (not everywhere.isdisjoint(key) or (commit, identity) in gone or (commit, target) in gone):
            continue
        if key not in first:
            first[key] = raw, document
            places[key] = {commit}
        else:
            first[key] = min(first[key], (raw, document), key=_by_text)
            places[key].add(commit)
    plain = {identity for identity, target in first if not target}
    updates: dict[str, list[tuple[str, str]]] = {}
    bases: dict[str, list[tuple[str, str]]] = {}
    for key in first:
        identity, target = key
        if target in plain:
            updates.setdefault(target, []).append(key)
        else:
            bases.setdefault(identity, []).append(key)
    found = []
    for identity, keys in bases.items():
        _, document = min((first[key] for key in keys), key=_by_text)
        follow = sorted(updates.get(identity, ()), key=lambda key: (utc(first[key][1].text("timestamp")), key))
        told_on = set().union(*(places[key] for key in (*keys, *follow)))
        targets = sorted(target for _, target in keys if target)
        news = [first[key][1] for key in follow]
        found.append(_memory(identity, document, news, targets, sorted(told_on), space))
    return sorted(found, key=lambda memory: (memory.created, memory.id))


def touched(pieces: Iterable[Piece]) -> set[str]:
    """The ids that these pieces say something of: their own, and those that they update or forget."""
    found = set()
    for piece in pieces:
        if piece.document is not None:
            found |= {piece.document.id, piece.document.text("updates")}
    return found - {""}


def updating(pieces: Iterable[Piece], ids: Collection[str]) -> set[str]:
    """The ids of the documents among these pieces that update one of `ids`."""
    return {one.document.id for one in pieces if one.document is not None and one.document.text("updates") in ids}


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
        "type": str(attrs.get("type") or SINGULAR.get(memory.kind, memory.kind)),
        "spec": memory.scope.work,
        "timestamp": memory.created,
        "summary": " ".join(memory.summary.split()),
    }
    if attrs.get("phase"):
        header["phase"] = str(attrs["phase"])
    if attrs.get("status") or memory.kind in _OPENED or memory.status != "active":
        header["status"] = str(attrs.get("status") or _word(memory.kind, memory.status))
    if memory.tags:
        header["tags"] = list(memory.tags)
    for rel in ("relates_to", "updates", "supersedes"):
        targets = [link.target for link in memory.links if link.rel == rel]
        if targets:
            header[rel] = targets[0] if rel != "relates_to" and len(targets) == 1 else targets
    if attrs.get("author"):
        header["author"] = str(attrs["author"])
    extra = attrs.get("extra", {})
    header |= {key: value for key, value in extra.items() if key not in header and _is_value(value)}
    return Document(header, note.body(memory.body))


def update(memory: Memory, when: str, more: Addition, author: str = "") -> Document:
    """The document that adds to a memory, or resolves it: `updates: ID` (C-12)."""
    header: dict[str, Value] = {
        "type": SINGULAR.get(memory.kind, memory.kind),
        "spec": more.work or memory.scope.work,
        "timestamp": when,
        "summary": " ".join(memory.summary.split())[: 3 * SUMMARY],
    }
    if more.phase:
        header["phase"] = more.phase
    if more.status:
        header["status"] = _word(memory.kind, more.status)
    if more.tags:
        header["tags"] = list(more.tags)
    if more.relates_to:
        header["relates_to"] = list(more.relates_to)
    header["updates"] = memory.id
    if author:
        header["author"] = author
    return Document(header, note.body(more.body))


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

    What belongs to no document comes first, then what cannot be read, then the documents by time and id: so each is
    read again as what it was.
    """
    gone = {_forgets(piece.document) for piece in pieces if piece.document} - {""}
    loose: set[str] = set()
    broken: set[str] = set()
    kept: dict[str, tuple[str, str]] = {}
    for piece in pieces:
        raw = piece.raw.strip("\n").rstrip()
        if piece.document is None:
            (loose if piece.damage == note.LOOSE else broken).add(raw)
        elif not ({piece.document.id, piece.document.text("updates")} & gone) or _forgets(piece.document):
            kept[raw] = utc(piece.document.text("timestamp")), piece.document.id
    if len(loose) > 1:  # of both sides: by paragraphs, so that what they have in common does not grow with each merge
        loose = {part for text in loose for part in _PARAGRAPHS.split(text)}
    by_time = sorted(kept, key=lambda raw: (kept[raw], raw))
    return [raw for raw in (*sorted(loose), *sorted(broken), *by_time) if raw.strip()]


def _forgets(document: Document | None) -> str:
    if document is None or document.header.get("type") != FORGOTTEN:
        return ""
    return document.text("updates")


def _by_text(one: tuple[str, Document]) -> str:
    return one[0].rstrip()


def _memory(
    identity: str,
    document: Document,
    news: Sequence[Document],
    targets: Sequence[str],
    told_on: Sequence[str],
    space: str,
) -> Memory:
    kind = document.kind if document.kind in KINDS else kind_of(space) or "decision"
    created = utc(document.text("timestamp"))
    status, said = _status(kind, document.text("status"))
    tags = dict.fromkeys(document.words("tags"))
    related = dict.fromkeys(document.words("relates_to"))
    bodies = [document.body]
    attrs: dict[str, Any] = {}
    work, phase = document.text("spec"), document.text("phase")
    author = document.text("author")
    others = [by for new in news if (by := new.text("author") or "somebody") != author]
    for new in news:
        if new.text("status"):
            status, said = _status(kind, new.text("status"))
        tags |= dict.fromkeys(new.words("tags"))
        related |= dict.fromkeys(new.words("relates_to"))
        bodies.append(new.body)
        work = work or new.text("spec")
        phase = phase or new.text("phase")
    if document.text("type").casefold() == "deviation":
        tags |= {"deviation": None}
    attrs |= {key: value for key, value in (("phase", phase), ("author", author)) if value}
    if others:
        attrs["amended_by"] = list(dict.fromkeys(others))
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
    links += [Link("supersedes", target) for target in document.words("supersedes")]
    links += [Link("updates", target) for target in dict.fromkeys((*targets, *document.words("updates")))]
    return Memory(
        id=identity,
        kind=kind,
        summary=whole(document.text("summary")),
        body=whole("\n\n".join(body for body in bodies if body)),
        scope=Scope(work=work or None),
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
