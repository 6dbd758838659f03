"""The exchange format of memories: what an export writes, and what an import reads.

A memory in git notes travels as its documents, unchanged, with the commits they annotate, because its id is computed
from them. Every other memory travels as the JSON that every verb prints.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core.core import review_finding, safe_json
from memory_core.core.budget import trimmed, whole
from memory_core.core.light import lifecycle
from memory_core.core.memory import Link, Memory, Scope, Source, as_json, kind_of, namespace
from memory_core.core.review_finding import Finding
from memory_core.core.timestamps import utc
from memory_core.journal import journal_entries
from memory_core.notes import batch, ledger, merge, note_codec
from memory_core.notes.ledger import NotePiece
from memory_core.notes.note_codec import Document, Loader, Piece, Value

VERSION: Final = 1  # of the format
LONG: Final = 1_000_000  # characters of one entry of the journal
Clean = Callable[[str], str]

_REFS: Final = {f"refs/notes/cs/{space}": space for space in note_codec.NAMESPACES}
_FOREIGN_HALF: Final = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # a half that stands for no byte of a note
_RESERVED: Final = frozenset(
    ("type", "spec", "timestamp", "summary", "phase", "status", "tags", "relates_to", "updates", "supersedes", "author",
     lifecycle.BY, lifecycle.MAYBE, ledger.EDITS)
)  # fmt: skip
_ID: Final = re.compile(r"[A-Za-z0-9][\w.:-]{0,79}", re.ASCII)
_OF_A_NOTE: Final = re.compile(r"[a-z]{2,}-[0-9a-f]{12}")
_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.IGNORECASE)


class Part(NamedTuple):
    """An imported document: as it will be written, its content, and its id before redaction."""

    text: str
    document: Document
    was: str


class Fault(ValueError):
    """Why an entry cannot be imported; quotes nothing of it."""


def exported(memory: Memory, documents: Sequence[str] = ()) -> dict[str, Any]:
    """The memory as an export holds it. With `documents` importing it gives the same memory, id and commits."""
    result = as_json(memory)
    return {**result, "documents": list(documents), "commits": list(memory.commits)} if documents else result


def documents(notes: Iterable[NotePiece]) -> dict[str, list[str]]:
    """Id to the texts of a memory: the original, then its updates in order of time (`ledger_memories.memories`).

    A finding travels in a batch of its own; an import joins the batches of a commit.
    """
    notes = list(notes)
    rows = [
        (written.commit, written.piece.raw.strip("\n").rstrip(), written.piece.document)
        for written in notes
        if written.piece.document and not ledger.findings(written.piece)
    ]
    gone = ledger.gone((commit, document) for commit, _, document in rows)
    live = [
        (raw, document, document.text("updates"))
        for commit, raw, document in rows
        if not ledger.is_mark(document) and not {(commit, document.id), (commit, document.text("updates"))} & gone
    ]
    every = merge.unique(finding for written in notes for finding in ledger.findings(written.piece))
    findings = {
        name: note_codec.format(batch.alone(finding), note_codec.no_loader).strip("\n")
        for name, finding in every.items()
    }
    plain = {document.id for _, document, target in live if not target} | set(findings)
    groups: dict[str, set[tuple[bool, str, str, str]]] = {}
    for raw, document, target in live:
        folded = target in plain
        mark = (folded, utc(document.text("timestamp")), document.id, raw)
        groups.setdefault(target if folded else document.id, set()).add(mark)
    own = {name: [text] for name, text in findings.items()}
    result = {identity: [raw for *_, raw in sorted(texts)] for identity, texts in groups.items()}
    return {name: [*own.get(name, ()), *result.get(name, ())] for name in (*own, *result)}


def written(value: Any) -> str:
    """The value as JSON that a terminal can show and any program reads back; a number that is none is null."""
    return safe_json.dumps(value, indent=2)


def space_of(entry: Mapping[str, Any], document: Document) -> str:
    """The namespace of a document: the one that it was exported from, else that of its type.

    `Fault` if git notes have no namespace for it.
    """
    stood = [_REFS[place] for place in entry.get("sources", ()) if place in _REFS]
    space = stood[0] if stood else namespace(document.kind)
    if space not in note_codec.NAMESPACES:
        raise Fault("is of a type for which git notes have no namespace")
    return space


def commit_of(name: str) -> str:
    """The full name of a commit in lower case; `Fault` if it is none. It need not be in this repository."""
    if not _COMMIT.fullmatch(name) or not name.strip("0"):
        raise Fault("is no commit: its name must be 40 or 64 hex digits")
    return name.lower()


def part(text: str, load: Loader, clean: Clean) -> Part:
    """The document that a text is, without its secrets. `Fault` if it is none, or none that may come from others."""
    # As it will be read from the note: halves that stand for bytes become those bytes.
    text = _FOREIGN_HALF.sub("\ufffd", text).encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    document = _single(text, load)
    if damage := ledger.unread(Piece("", document)):
        raise Fault(f"cannot be read: {damage}")
    text = text.strip("\n").rstrip()
    if clean(text) == text and (_says(text, document) or _cleaned(document, clean) == document):
        return Part(text, document, document.id)
    renewed = part_of(_cleaned(document, clean), load)
    if clean(renewed.text) != renewed.text:
        raise Fault("holds a secret that cannot be taken out of it")
    return renewed._replace(was=document.id)


def part_of(document: Document, load: Loader) -> Part:
    """A document as it will be written; `Fault` if it could not be read back unchanged."""
    text = note_codec.format(document, load).strip("\n").rstrip()
    back = _single(text, load)
    if back.id != document.id:
        raise Fault("cannot be written as a document of a note")
    return Part(text, back, back.id)


def retargeted(part: Part, renamed: Mapping[str, str], load: Loader) -> Part:
    """The document with the new ids of memories that it updates or relates to."""
    header = dict(part.document.header)
    for key in ("updates", "supersedes", "relates_to"):
        value = header.get(key)
        if isinstance(value, str):
            header[key] = renamed.get(value.strip(), value)
        elif value is not None:
            header[key] = [renamed.get(word.strip(), word) for word in value]
    if header == part.document.header:
        return part
    return part_of(Document(header, part.document.body), load)._replace(was=part.was)


def cleaned(value: Any, clean: Clean, *, named: bool = False) -> Any:
    """A JSON value without secrets and without half characters in any text; other values are unchanged.

    With `named` the keys are free text and may announce that their values are secrets.
    """
    if isinstance(value, str):
        return clean(whole(value))
    if isinstance(value, list):
        return [cleaned(each, clean, named=named) for each in value]
    if not isinstance(value, dict):
        return value
    result = {}
    for key, item in value.items():
        name, text = clean(whole(key)), cleaned(item, clean, named=named or key == "attrs")
        line = json.dumps({name: text}, ensure_ascii=False) if named else ""
        result[name] = text if clean(line) == line else "[redacted:field]"
    return result


def memory(entry: Mapping[str, Any], when: str) -> Memory:
    """The memory that an entry without documents describes. `Fault` if it has no kind or no text.

    `when` is the time for entries without one.
    """
    kind = kind_of(entry["kind"])
    summary = _line(entry["summary"])
    if kind is None:
        raise Fault("is of a kind that there is none of")
    if not summary:
        raise Fault("has an empty summary")
    status = str(entry.get("status") or "").casefold()
    attrs = entry.get("attrs") or {}
    created = utc(entry.get("created") or "") or ("" if entry.get("home") == "journal" else when)
    return Memory(
        id=entry.get("id") or "",
        kind=kind,
        summary=summary,
        body=trimmed(entry.get("body") or ""),
        scope=Scope(work=_word(entry, "spec") or None, path=_word(entry, "path") or None),
        created=created,
        updated=utc(entry.get("updated") or "") or created,
        status=status if status in lifecycle.STATUSES else lifecycle.usual(kind),
        tags=tuple(entry.get("tags") or ()),
        links=tuple(Link(_line(link["rel"]), _line(link["target"])) for link in entry.get("links") or ()),
        source=Source(session=_word(entry, "session"), uuid=_word(entry, "uuid"), quote=_word(entry, "quote")),
        attrs={key: value for key, value in attrs.items() if key != "extra" or isinstance(value, dict)},
    )


def document(given: Memory) -> Document:
    """A document for a memory that has none; no attribute of the memory can overwrite a key of the front matter."""
    if given.kind == "review" and "severity" in given.attrs and review_finding.is_uuid(given.id):
        return batch.alone(review_finding.from_memory(given))
    extra = {key: value for key, value in given.attrs.get("extra", {}).items() if key not in _RESERVED}
    return ledger.document(given._replace(attrs={**given.attrs, "extra": extra}))


def entry_of(given: Memory) -> Memory:
    """The memory as the journal will hold it; attributes that could be mistaken for others are left out.

    `Fault` if it is too long for the journal.
    """
    shelf = journal_entries.shelf_of(given.kind)
    links = tuple(link for link in given.links if link.rel in (lifecycle.BY, lifecycle.MAYBE))
    given = given._replace(id=_entry_id(given), links=links)
    if len(json.dumps(journal_entries.to_item(given), ensure_ascii=False)) > LONG:
        raise Fault(f"is longer than the {LONG:,} characters that an entry of the journal may have")
    plain = journal_entries.from_item(journal_entries.to_item(given._replace(attrs={})), shelf)
    full = journal_entries.from_item(journal_entries.to_item(given), shelf)
    if plain is None:
        raise Fault("cannot be written as an entry of the journal")
    if full is None or full._replace(attrs={}) != plain._replace(attrs={}):
        return plain
    return full


def _entry_id(given: Memory) -> str:
    """Its own id if a person may have given it, else the id of its text; never an id that a note may get."""
    if _ID.fullmatch(given.id) and not _OF_A_NOTE.fullmatch(given.id):
        return given.id
    return journal_entries.identify(given.kind, given.summary)


def _single(text: str, load: Loader) -> Document:
    pieces = [piece for piece in note_codec.parse(text, load) if piece.raw.strip()]
    if len(pieces) != 1:
        raise Fault("holds more than one document, or other text too" if pieces else "is empty")
    document = pieces[0].document
    if document is None:
        raise Fault(f"cannot be read: {pieces[0].damage}")
    if ledger.is_mark(document):
        raise Fault(
            "marks a memory as forgotten or restored; an import does not accept such marks, `sync` exchanges them"
        )
    return document


def _says(text: str, document: Document) -> bool:
    """Whether the text contains every value of the document literally: an escape sequence could hide a secret."""
    if batch.is_one(document):  # JSON has escapes
        return False
    values = document.header.values()
    texts = [word for value in values for word in ([value] if isinstance(value, str) else value or ())]
    return document.body in text and all(word in text for word in texts)


def _cleaned(document: Document, clean: Clean) -> Document:
    header: dict[str, Value] = {}
    for key, value in document.header.items():
        if isinstance(value, list):
            header[clean(key)] = [clean(name) for name in value]
        elif isinstance(value, str):
            line = clean(f"{key}: {value}")
            header[clean(key)] = clean(line.removeprefix(f"{key}: ")) if line.startswith(f"{key}: ") else "[redacted]"
        else:
            header[clean(key)] = value
    written_batch = batch.read(document)
    if written_batch is None or written_batch.unread:
        return Document(header, trimmed(clean(document.body)))
    findings = tuple(_cleaned_finding(finding, clean) for finding in written_batch.findings)
    return batch.document(written_batch._replace(header=header, findings=findings, prose=clean(written_batch.prose)))


def _cleaned_finding(finding: Finding, clean: Clean) -> Finding:
    return finding._replace(
        summary=clean(finding.summary),
        file=clean(finding.file),
        details=clean(finding.details),
        remediation=clean(finding.remediation),
        resolution=clean(finding.resolution),
        extra=cleaned(dict(finding.extra), clean, named=True),
    )


def _word(entry: Mapping[str, Any], key: str) -> str:
    return str(entry.get(key) or "").strip()


def _line(text: str) -> str:
    return " ".join(text.split())
