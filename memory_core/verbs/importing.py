"""Writes imported memories: notes to their commits, with one git commit for each namespace; entries to the journal.

Existing content stays byte for byte, and known entries are not written again, so a second import completes an
interrupted one.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core.core import git, note_refs, registry
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.review_finding import Finding
from memory_core.core.timestamps import utc
from memory_core.guardrails import rules_file
from memory_core.guardrails.file_format import section_of, to_item
from memory_core.guardrails.validation import faults
from memory_core.journal import journal_entries as entries
from memory_core.journal import journal_files
from memory_core.learnings import learning_memories, warm_files
from memory_core.notes import batch, ledger, merge, note_codec
from memory_core.notes import git_notes as notes
from memory_core.notes.ledger import identities
from memory_core.notes.note_codec import Document, Piece
from memory_core.tickets import home as tickets_home
from memory_core.tickets import packing
from memory_core.verbs.portable import Fault, Part, entry_of

ADDED: Final = "added"
UPDATED: Final = "updated"
KNOWN: Final = "known"
SKIPPED: Final = "skipped"
_LEFT_OUT: Final = {
    "forgotten": "was forgotten here, and is not brought back",
    "long": "is longer than a line of a decision log may be",
}


class Arrival(NamedTuple):
    """A memory of the file, ready to be written."""

    at: str  # its place in the file
    space: str = ""
    commits: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    entry: Memory | None = None  # for the journal, a log or the guard rails, where there are no parts
    dated: bool = True  # False where its time is that of the import

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the memories that it brings."""
        if self.entry is not None:
            return (self.entry.id,)
        own = {name for part in self.parts for name in identities(part.document)}
        first = [part for part in self.parts if part.document.text("updates") not in own] or self.parts
        return tuple(dict.fromkeys(name for part in first for name in identities(part.document)))


class Outcome(NamedTuple):
    """What became of an arrival."""

    arrival: Arrival
    state: str
    ids: tuple[str, ...]
    skipped: tuple[tuple[str, str], ...] = ()  # (place in the file, why)


class _Space(NamedTuple):
    """The current state of a namespace."""

    tip: str | None
    notes: Mapping[str, list[Piece]]
    unread: frozenset[str]  # commits whose note is too long to be read
    ids: frozenset[str]
    forgotten: frozenset[str]
    findings: Mapping[str, Mapping[str, Finding]]  # of each commit, by their ids


def write(root: str, arrivals: Sequence[Arrival]) -> list[Outcome]:
    """What became of each arrival. The caller holds the project's lock."""
    outcomes: list[Outcome] = []
    for space in note_codec.NAMESPACES:
        here = [each for each in arrivals if each.space == space]
        if here:
            outcomes += _into_notes(root, space, here)
    wanted: dict[str, list[Arrival]] = {"guard rails": [], "decisions": [], "learnings": [], "journal": []}
    for arrival in arrivals:
        if arrival.entry:
            home = registry.wanted_by(arrival.entry)
            wanted[home if home in wanted else "journal"].append(arrival)
    outcomes += _into_guardrails(root, wanted["guard rails"])
    outcomes += _into_logs(root, wanted["decisions"])
    outcomes += _into_learnings(root, wanted["learnings"])
    return outcomes + _into_journal(root, wanted["journal"])


def _into_learnings(root: str, arrivals: Sequence[Arrival]) -> list[Outcome]:
    """Write learnings to the project's warm file, under their own id if it is free; the same words are the same
    learning.
    """
    if not arrivals:
        return []
    known = {entry.fingerprint for level in warm_files.LEVELS for entry in learning_memories.read(root, level)}
    outcomes = []
    try:
        kept = registry.keep(root, [arrival.entry for arrival in arrivals if arrival.entry])
    except Refusal as refusal:  # the file cannot be written: what else arrives is kept
        return [Outcome(arrival, SKIPPED, (), ((arrival.at, str(refusal)),)) for arrival in arrivals]
    for arrival, memory in zip(arrivals, kept, strict=True):
        outcomes.append(Outcome(arrival, KNOWN if memory.fingerprint in known else ADDED, (memory.id,)))
        known.add(memory.fingerprint)
    return outcomes


def _into_logs(root: str, arrivals: Sequence[Arrival]) -> list[Outcome]:
    """Write decisions to the log of their ticket; decisions that it has, or that were forgotten there, are skipped."""
    by_ticket: dict[str, list[Arrival]] = {}
    for arrival in arrivals:
        if arrival.entry is not None:
            by_ticket.setdefault(tickets_home.ticket_of(arrival.entry), []).append(arrival)
    outcomes: list[Outcome] = []
    for ticket, here in by_ticket.items():
        try:
            brought = tickets_home.bring(root, ticket, [each.entry for each in here if each.entry])
        except Refusal as refusal:  # the log cannot be written: what else arrives is kept
            outcomes += [Outcome(each, SKIPPED, (), ((each.at, str(refusal)),)) for each in here]
            continue
        if any(state == "added" for _, state in brought):
            packing.repack(root, ticket)
        for arrival, (name, state) in zip(here, brought, strict=True):
            if state in _LEFT_OUT:
                outcomes.append(Outcome(arrival, SKIPPED, (), ((arrival.at, _LEFT_OUT[state]),)))
            else:
                outcomes.append(Outcome(arrival, ADDED if state == "added" else KNOWN, (name,)))
    return outcomes


def _into_notes(root: str, space: str, arrivals: Sequence[Arrival]) -> list[Outcome]:
    stands = _standing(root, space)
    wanted: dict[str, dict[str, Part]] = {}  # commit to the documents that it lacks, by text
    whose: dict[str, list[int]] = {}
    why: dict[int, list[str]] = {at: [] for at in range(len(arrivals))}
    arrivals = _recognised(arrivals, stands)
    for at, arrival in enumerate(arrivals):
        for commit in arrival.commits:
            for part in _lacking(arrival, commit, stands, why[at]):
                wanted.setdefault(commit, {}).setdefault(part.text, part)
                whose.setdefault(commit, []).append(at)
    fresh: dict[str, bytes | None] = {}
    for commit, parts in wanted.items():
        text = _composed(stands.notes.get(commit, []), list(parts.values())) if commit not in stands.unread else None
        if text is None:
            for at in whose[commit]:
                why[at].append(
                    f"the note of commit {commit[:10]} cannot take it: it is too long, or its end is unfinished"
                )
        else:
            fresh[commit] = text
    if fresh:
        note_refs.rewrite(root, notes.ref_of(space), stands.tip, fresh, "Notes added by memory-core import")
    brought = {at for commit in fresh for at in whose[commit]}
    return [_outcome(arrival, stands, at in brought, why[at]) for at, arrival in enumerate(arrivals)]


def _standing(root: str, space: str) -> _Space:
    tip = notes.tips(root).get(space)
    result = notes.pieces(root, tip) if tip else {}
    unread = {entry.object for entry in note_refs.entries(root, tip)} - set(result) if tip else set()
    documents = [piece.document for pieces in result.values() for piece in pieces if piece.document]
    forgotten = {name for _, name in ledger.gone(("", document) for document in documents)}
    ids = frozenset(name for document in documents for name in identities(document))
    findings = {name: merge.unique(finding for each in pieces for finding in ledger.findings(each))
                for name, pieces in result.items()}  # fmt: skip
    return _Space(tip, result, frozenset(unread), ids, frozenset(forgotten), findings)


def _lacking(arrival: Arrival, commit: str, stands: _Space, why: list[str]) -> Iterable[Part]:
    """The documents of an arrival that the note of a commit lacks, by their ids and what they update."""
    note_here = stands.notes.get(commit, ())
    there = {(piece.document.id, piece.document.text("updates")) for piece in note_here if piece.document}
    for part in arrival.parts:
        if {*identities(part.document), part.document.text("updates")} & stands.forgotten:
            if (text := "was forgotten here, and is not brought back") not in why:
                why.append(text)
        elif (brought := batch.read(part.document)) is not None and not brought.unread:
            here = stands.findings.get(commit, {})
            fresh = (
                finding
                for finding in brought.findings
                if finding.id not in here or _says_more(here[finding.id], finding)
            )
            if any(fresh) or not (brought.findings or ledger.is_reviewed(note_here)):
                yield part
        elif (part.document.id, part.document.text("updates")) not in there:
            yield part


def _says_more(stands: Finding, brought: Finding) -> bool:
    return merge.joined(stands, brought) != stands


def _composed(before: Sequence[Piece], parts: Sequence[Part]) -> bytes | None:
    """The note extended by the new documents, and by new findings in its batch; None if it could not be read back."""
    findings = [part for part in parts if _is_sound_batch(part)]
    start = _with_findings(before, findings) if findings else "".join(piece.raw for piece in before)
    behind = [part for part in parts if part not in findings]
    glue = "" if not (start and behind) else "\n" if start.endswith("\n") else "\n\n"
    ids = [piece.document.id for piece in notes.parsed(notes.encoded(start)) if piece.document]
    added = note_codec.joined(
        [each.text for each in sorted(behind, key=lambda part: utc(part.document.text("timestamp")))]
    )
    raw = notes.encoded(start + glue + added)
    pieces = [piece for piece in notes.parsed(raw) if piece.document]
    back = [piece.document.id for piece in pieces if piece.document]
    whole = back[: len(ids)] == ids and set(back[len(ids) :]) == {each.document.id for each in behind}
    wanted = {name for part in findings for each in [batch.read(part.document)] if each for name in _ids(each.findings)}
    there = {name for piece in pieces for name in _ids(ledger.findings(piece))}
    return raw if whole and wanted <= there and len(raw) <= git.LONG else None


def _with_findings(before: Sequence[Piece], parts: Sequence[Part]) -> str:
    arrived = [findings for part in parts if (findings := batch.read(part.document)) is not None]
    joined = merge.together([*ledger.batches(before), *arrived])
    pieces = ledger.reviewed(before, joined, notes.loader) if joined else before
    return note_codec.joined([piece.raw for piece in pieces])


def _is_sound_batch(part: Part) -> bool:
    result = batch.read(part.document)
    return result is not None and not result.unread


def _ids(findings: Iterable[Finding]) -> set[str]:
    return {finding.id for finding in findings}


def _outcome(arrival: Arrival, stands: _Space, brought: bool, why: Sequence[str]) -> Outcome:
    rows = tuple((arrival.at, reason) for reason in why)
    if not brought:
        return Outcome(arrival, SKIPPED if why else KNOWN, arrival.ids, rows)
    return Outcome(arrival, UPDATED if set(arrival.ids) <= stands.ids else ADDED, arrival.ids, rows)


def _recognised(arrivals: Sequence[Arrival], stands: _Space) -> list[Arrival]:
    """The arrivals; one without a time is identified with the existing document of the same words."""
    if all(arrival.dated for arrival in arrivals):
        return list(arrivals)
    every = (piece.document for pieces in stands.notes.values() for piece in pieces if piece.document)
    twins = {_texts(document): document for document in every}
    gathered = []
    for each in arrivals:
        same = None if each.dated else twins.get(_texts(each.parts[0].document))
        gathered.append(each._replace(parts=(Part("", same, same.id),), commits=()) if same else each)
    return gathered


def _texts(document: Document) -> tuple[str, ...]:
    return document.kind, document.text("spec"), document.text("summary"), document.body


def _into_journal(root: str, arrivals: Sequence[Arrival]) -> list[Outcome]:
    stands = {memory.id: memory for memory in journal_files.read(root)} if arrivals else {}
    outcomes, new = [], []
    for arrival in arrivals:
        if arrival.entry is None:
            continue
        try:
            entry = _settled(arrival.entry, stands)
        except Fault as fault:
            outcomes.append(Outcome(arrival, SKIPPED, (), ((arrival.at, str(fault)),)))
            continue
        known = entry.id in stands
        if not known:
            stands[entry.id] = entry
            new.append(entry)
        outcomes.append(Outcome(arrival, KNOWN if known else ADDED, (entry.id,)))
    journal_files.add(root, new)
    return outcomes


def _into_guardrails(root: str, arrivals: Sequence[Arrival]) -> list[Outcome]:
    """Write guard rails to their file, under their own id if it is free; equal words are the same rule."""
    stands = {memory.fingerprint: memory.id for memory in rules_file.read(root).memories} if arrivals else {}
    outcomes, new = [], []
    for arrival in arrivals:
        entry = arrival.entry
        if entry is None:
            continue
        why = [f"{key}: {what}" for key, what in faults(to_item(entry), section_of(entry.kind))]
        if entry.fingerprint in stands:
            outcomes.append(Outcome(arrival, KNOWN, (stands[entry.fingerprint],)))
        elif why:
            outcomes.append(Outcome(arrival, SKIPPED, (), tuple((arrival.at, name) for name in why)))
        else:
            stands[entry.fingerprint] = entry.id
            new.append(arrival)
    try:
        kept = registry.keep(root, [each.entry for each in new if each.entry]) if new else []
    except Refusal as refusal:  # the file is damaged: what else arrives is kept
        return outcomes + [Outcome(each, SKIPPED, (), ((each.at, str(refusal)),)) for each in new]
    return outcomes + [Outcome(arrival, ADDED, (memory.id,)) for arrival, memory in zip(new, kept, strict=True)]


def _settled(given: Memory, stands: Mapping[str, Memory]) -> Memory:
    """The entry under an id of its own: a foreign id may belong to another memory here."""
    for entry in (entry_of(given), entry_of(given._replace(id=entries.identify(given.kind, given.summary)))):
        there = stands.get(entry.id)
        if there is None or (there.kind, there.summary) == (entry.kind, entry.summary):
            return entry
    raise Fault("has the id of another memory of the journal")
