"""Makes memories of the documents of a namespace: applies updates and leaves out forgotten memories."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from memory_core.core import review_finding
from memory_core.core.budget import whole
from memory_core.core.light import deduplicate, lifecycle
from memory_core.core.light.lifecycle import BY, HISTORY, MAYBE
from memory_core.core.memory import KINDS, Link, Memory, Scope, Source, kind_of
from memory_core.core.review_finding import RESOLVED, Finding
from memory_core.core.timestamps import utc
from memory_core.notes import batch, ledger, merge
from memory_core.notes.note_codec import Document


class _Row(NamedTuple):
    """A document of a note, or a finding of a batch."""

    commit: str
    raw: str
    document: Document
    id: str
    target: str  # id of the memory that it updates
    finding: Finding | None = None


def memories(pieces: Iterable[ledger.NotePiece], space: str) -> list[Memory]:
    """The memories of a namespace, ordered by time, whatever the order of notes and documents.

    An update changes its memory: its status replaces that of the memory, and its body is appended. If the memory is
    missing, the update is a memory of its own. Of copies that differ, the first by text counts. Each finding of a batch
    is a memory; copies of a finding are joined.
    """
    rows = _live(_rows(pieces))
    # By id and by updated id: one sentence may resolve two blockers.
    first: dict[tuple[str, str], _Row] = {}
    places: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        key = row.id, row.target
        first[key] = _one_of(first[key], row) if key in first else row
        places.setdefault(key, set()).add(row.commit)
    plain = {identity for identity, target in first if not target}
    updates: dict[str, list[tuple[str, str]]] = {}
    bases: dict[str, list[tuple[str, str]]] = {}
    for key in first:
        identity, target = key
        if target in plain:
            updates.setdefault(target, []).append(key)
        else:
            bases.setdefault(identity, []).append(key)
    result = []
    for identity, keys in bases.items():
        row = min((first[key] for key in keys), key=_by_text)
        follow = sorted(updates.get(identity, ()), key=lambda key: (utc(first[key].document.text("timestamp")), key))
        told_on = sorted(set().union(*(places[key] for key in (*keys, *follow))))
        targets = sorted(target for _, target in keys if target)
        base = review_finding.to_memory(row.finding) if row.finding else _memory(identity, row.document, targets, space)
        base = _folded(base, [first[key].document for key in follow])
        result.append(_placed(base, told_on, space))
    return sorted(result, key=lambda memory: (memory.created, memory.id))


def _rows(pieces: Iterable[ledger.NotePiece]) -> list[_Row]:
    """The documents and findings; of several reviews without findings of a commit, the first."""
    result = []
    empty: dict[str, _Row] = {}
    for commit, piece in pieces:
        if piece.document is None:
            continue
        review = batch.read(piece.document)
        row = _Row(commit, piece.raw, piece.document, piece.document.id, piece.document.text("updates"))
        if review is not None and review.findings:
            result += [row._replace(raw="", id=each.id, target="", finding=each) for each in review.findings]
        elif review is not None and not review.unread:
            empty[commit] = min(empty.get(commit, row), row, key=_by_time)
        else:
            result.append(row)
    return [*result, *empty.values()]


def _live(rows: Sequence[_Row]) -> list[_Row]:
    """The rows that are not forgotten. A review without findings is left out if its commit has other findings."""
    left = ledger.gone((row.commit, row.document) for row in rows)
    everywhere = {target for commit, target in left if commit in ledger.MARKS}
    live = [
        row
        for row in rows
        if not ledger.is_mark(row.document)
        and not (left and (not everywhere.isdisjoint((row.id, row.target)) or not left.isdisjoint(_marks_of(row))))
    ]
    texts = {row.commit for row in live if row.finding}
    return [row for row in live if row.finding or row.commit not in texts or not ledger.is_empty(row.document)]


def _marks_of(row: _Row) -> tuple[tuple[str, str], ...]:
    return (row.commit, row.id), (row.commit, row.target)


def _one_of(row: _Row, other: _Row) -> _Row:
    """Of two copies the first by text; copies of a finding are joined."""
    if row.finding and other.finding:
        return row._replace(finding=merge.joined(row.finding, other.finding))
    return min(row, other, key=_by_text)


def _by_time(row: _Row) -> tuple[str, str, str]:
    return utc(row.document.text("timestamp")), row.id, row.raw.rstrip()


def _by_text(row: _Row) -> tuple[str, str]:
    return row.raw.rstrip(), row.id


def _memory(identity: str, document: Document, targets: Sequence[str], space: str) -> Memory:
    kind = document.kind if document.kind in KINDS else kind_of(space) or "decision"
    status, text = _status(kind, document.text("status") or (RESOLVED if ledger.is_empty(document) else ""))
    created = utc(document.text("timestamp"))
    tags = dict.fromkeys(document.words("tags"))
    if document.text("type").casefold() == "deviation":
        tags |= {"deviation": None}
    attrs: dict[str, Any] = {key: value for key in ("phase", "author") if (value := document.text(key))}
    if text:
        attrs["status"] = text
    if kind != document.kind:
        attrs["type"] = document.text("type")
    if batch.is_one(document):
        attrs["findings"] = 0  # no finding could be read
    extra = {
        key: value for key, value in document.header.items() if key not in ledger.OWN and key != "author" and value
    }
    if extra:
        attrs["extra"] = extra
    links = [Link("relates_to", target) for target in dict.fromkeys(document.words("relates_to"))]
    links += [Link("supersedes", target) for target in document.words("supersedes")]
    links += [Link("updates", target) for target in dict.fromkeys((*targets, *document.words("updates")))]
    links += [Link(rel, target) for rel in (BY, MAYBE) for target in document.words(rel)]
    return Memory(
        id=identity,
        kind=kind,
        summary=whole(document.text("summary")),
        body=document.body,
        scope=Scope(work=document.text("spec") or None),
        created=created,
        updated=created,
        status=status,
        tags=tuple(tags),
        links=tuple(links),
        attrs=attrs,
    )


def _folded(memory: Memory, news: Sequence[Document]) -> Memory:
    """The memory with its updates applied."""
    if not news:
        return memory
    status, spelled = memory.status, str(memory.attrs.get("status", ""))
    work, phase, author = memory.scope.work, memory.attrs.get("phase"), memory.attrs.get("author", "")
    summary, bodies = memory.summary, [memory.body]
    tags, others, history = [*memory.tags], [], []
    by = {link.rel: link.target for link in memory.links if link.rel in (BY, MAYBE)}
    related = [link for link in memory.links if link.rel == "relates_to"]
    before = memory.updated if status == RESOLVED else ""
    for new in news:
        was = {"status": status, "summary": summary, "body": "\n\n".join(filter(None, bodies)), **by}
        if new.text("status"):
            status, spelled = _status(memory.kind, new.text("status"))
            before = utc(new.text("timestamp")) if status == RESOLVED else before
        if new.text("status") or new.text(MAYBE):
            by = {rel: target for rel in (BY, MAYBE) if (target := new.text(rel))}
        edits = new.words(ledger.EDITS)
        summary = new.text("summary") if "summary" in edits else summary
        bodies = [new.body] if "body" in edits else [*bodies, new.body]
        now = {"status": status, "summary": summary, "body": new.body if "body" in edits else was["body"], **by}
        if now != was:
            changed = {key: value for key, value in was.items() if now.get(key) != value}
            event = lifecycle.between(was["status"], status, edited=bool(edits), disputed=bool(new.text(MAYBE)))
            history.append({"event": event, "when": utc(new.text("timestamp")), **changed})
        tags += new.words("tags")
        related += [Link("relates_to", target) for target in new.words("relates_to")]
        work, phase = work or new.text("spec") or None, phase or new.text("phase")
        others += [name for name in [new.text("author") or "somebody"] if name != author]
    amended = list(dict.fromkeys((*memory.attrs.get("amended_by", ()), *others)))
    back = before if status == lifecycle.OPEN else ""
    result = {"phase": phase, "status": spelled, "amended_by": amended, deduplicate.SETTLED: back, HISTORY: history}
    attrs = {key: value for key, value in memory.attrs.items() if key not in result}
    rest = [link for link in memory.links if link.rel not in ("relates_to", BY, MAYBE)]
    return memory._replace(
        summary=summary,
        body="\n\n".join(filter(None, bodies)),
        scope=memory.scope._replace(work=work),
        updated=max([memory.updated, *(utc(new.text("timestamp")) for new in news)]),
        status=status,
        tags=tuple(dict.fromkeys(tags)),
        links=(*dict.fromkeys(related), *rest, *(Link(rel, target) for rel, target in by.items())),
        attrs=attrs | {key: value for key, value in result.items() if value},
    )


def _placed(memory: Memory, told_on: Sequence[str], space: str) -> Memory:
    """The memory with the commits of all its notes."""
    more = {"commits": list(told_on)} if len(told_on) > 1 else {}
    source = Source("notes", f"refs/notes/cs/{space}", commit=told_on[0] if told_on else "")
    return memory._replace(body=whole(memory.body), source=source, attrs={**memory.attrs, **more})


def _status(kind: str, word: str) -> tuple[str, str]:
    """(the status, the original word if it is no known status)."""
    known = lifecycle.named(word)
    return known or lifecycle.usual(kind), "" if known or not word else word
