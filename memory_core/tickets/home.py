"""The homes of tickets: the decision log of each ticket, and the facts of its documents."""

import contextlib
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, Final

from memory_core import redact
from memory_core.core.home import LATER, Addition, Home, Part, Write
from memory_core.core.light import clock, files, lifecycle
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import DOCUMENTED, Memory
from memory_core.redact.memories import clean
from memory_core.tickets import check, decision, decision_log, pack_files, places
from memory_core.tickets import memories as ticket_memories
from memory_core.tickets.decision import Entry


class Decisions(Home):
    """The decision logs: lines are only added (AIDD-1)."""

    name = decision_log.NAME
    step = "decisions"

    def parts(self, root: str) -> list[Part]:
        """A part for each ticket."""
        return [
            Part(
                f"{self.name}/{ticket}",
                partial(decision_log.stamp, root, ticket),
                partial(_decisions, root, ticket),
                seconds=partial(decision_log.seconds, root, ticket),
                glance=partial(_counted, root, ticket),
            )
            for ticket in decision_log.tickets(root)
        ]

    def wants(self, memory: Memory) -> bool:
        """Whether a memory is a decision for a ticket."""
        return is_logged(memory)

    def problems(self, root: str) -> Iterable[str]:
        """The faults of logs and packs: unreadable, or not of their schema."""
        from memory_core.tickets import verb_verify  # noqa: PLC0415 - `verify` alone asks

        yield from (f"{place}: {what}" for place, what in decision_log.damages(root))
        for problem in verb_verify.of_packs(root):
            if problem.severity == check.ERROR:
                yield f"{problem.path} {problem.place}: {problem.message}"

    def keep(self, root: str, memories: Sequence[Memory]) -> list[Memory]:
        """Write decisions to their logs and return their current state; known decisions get no new line."""
        kept = []
        for ticket in dict.fromkeys(map(ticket_of, memories)):
            new = [ticket_memories.to_entry(memory, ticket) for memory in memories if ticket_of(memory) == ticket]
            kept += [
                ticket_memories.of_entry(entry, places.decision_log(ticket)) for entry, _ in _decide(root, ticket, new)
            ]
        return kept

    def refresh(self, root: str, memory: Memory) -> None:
        """Update the decisions pack of the ticket."""
        from memory_core.tickets import packing  # noqa: PLC0415 - packs seldom change

        packing.repack(root, ticket_of(memory))

    def refuse(self, memory: Memory) -> None:
        """Never refuses."""

    def add(self, root: str, memory: Memory, when: str, more: Addition, author: str = "") -> None:  # noqa: ARG002
        """Append a line that adds to a decision. Raises `Refusal` for a spec and for links."""
        if more.work or more.phase or more.relates_to:
            raise Refusal(
                f"{memory.id} is in {memory.source.place}: text, tags and a status can be added to it, "
                "but no spec, phase or relation"
            )
        if more.status and more.status not in decision.STATUSES:
            allowed = ", ".join(decision.STATUSES)
            raise Refusal(f"{memory.id} is a decision of a ticket: it is {allowed}, not {more.status}")
        ticket = ticket_of(memory)
        known = decision_log.find(root, ticket, memory.id)
        if known is None:
            raise Refusal(f"{memory.source.place} no longer contains {memory.id}; nothing was added")
        decision_log.append(root, ticket, [_cleaned(ticket_memories.amended(known, when, more))])

    def forget(self, root: str, memory: Memory, when: str) -> None:
        """Append a line that forgets a decision."""
        ticket = ticket_of(memory)
        decision_log.append(root, ticket, [decision.forgetting(memory.id, ticket, when)])

    def notice(self, root: str) -> str:
        """A line on logs that are damaged or too long; "" if there are none."""
        return decision_log.notice(root)

    def seen(self, root: str) -> dict[str, int]:
        """The size of each log."""
        return {ticket: files.size(decision_log.path(root, ticket)) for ticket in decision_log.tickets(root)}

    def changed(self, root: str, before: Mapping[str, int]) -> dict[str, Any]:
        """[start, end, digest] of the bytes that were appended to each log."""
        changes = {}
        for ticket, size in self.seen(root).items():
            start = max(0, before.get(ticket, 0))
            if size > start:
                changes[ticket] = [start, size, _digest(root, ticket, start, size)]
        return changes

    def back(self, root: str, change: Mapping[str, Any], begun: bool) -> list[Write]:  # noqa: ARG002
        """The writes that undo a change: they append lines until each decision is as it was."""
        writes: list[Write] = []
        for ticket, (start, end, digest, *ended) in change.items():
            if _digest(root, ticket, start, end) != digest:
                raise Refusal(f"{places.decision_log(ticket)} {LATER}")
            was = {entry.id: entry for entry in decision_log.before(root, ticket, start).entries}
            touched = [name for name in decision_log.touched(root, ticket, start, end) if name in was or not ended]
            writes.append(partial(_relog, root, ticket, was, touched))
        return writes

    def ended(self, root: str, change: Mapping[str, Any]) -> dict[str, Any]:
        """The changes in which a decision that held was ended."""
        ends = {}
        for ticket, (start, end, digest) in change.items():
            was = {entry.id: entry.status for entry in decision_log.before(root, ticket, start).entries}
            now = {entry.id: entry.status for entry in decision_log.before(root, ticket, end).entries}
            if any(lifecycle.holds(old) and lifecycle.is_over(now.get(name, old)) for name, old in was.items()):
                ends[ticket] = [start, end, digest, True]
        return ends

    def title(self, part: str) -> str:  # noqa: ARG002
        """Its name in a sentence."""
        return "the decision log"

    def place(self, part: str) -> str:
        """The path of a ticket's log."""
        return places.decision_log(part)

    def folders(self) -> Sequence[str]:
        """The folder of all logs."""
        return (places.MEMORY,)

    def parsed(self, files: Mapping[str, bytes]) -> dict[str, list[Memory]]:
        """The decisions of earlier versions of logs."""
        logs: dict[str, list[Memory]] = {}
        for path, raw in files.items():
            name = path.rpartition("/")[2].removesuffix(places.LOG)
            ticket = places.ticket(name) if path.endswith(places.LOG) else ""
            if ticket and path == places.decision_log(ticket):
                logs[f"{self.name}/{ticket}"] = ticket_memories.decisions(decision_log.parsed(raw, ticket), path)
        return logs


class Documented(Home):
    """The facts of the documents of tickets; only an edit of a document changes them (X-2)."""

    name = DOCUMENTED
    is_only_read = True
    is_versioned = False
    unasked = "what documents of tickets state is not asked"

    def parts(self, root: str) -> list[Part]:
        """A part for each ticket that has a semantic pack."""
        return [
            Part(
                f"{self.name}/{ticket}",
                partial(pack_files.stamp, root, ticket),
                partial(_facts, root, ticket),
                seconds=partial(_to_read, root, ticket),
            )
            for ticket in decision_log.tickets(root, places.SEMANTIC)
        ]

    def too_long(self, root: str) -> Iterable[tuple[str, str]]:
        """The documents that are too long to be read whole."""
        known = dict.fromkeys((*decision_log.tickets(root), *decision_log.tickets(root, places.SEMANTIC)))
        return [row for ticket in known for row in pack_files.too_long(root, ticket)]


def is_logged(memory: Memory) -> bool:
    """Whether a memory is a decision for a ticket, in a log or about to be written to it."""
    return memory.kind == "decision" and memory.source.home == decision_log.NAME and bool(ticket_of(memory))


def ticket_of(memory: Memory) -> str:
    """The ticket of a decision's log."""
    name = memory.source.place.rpartition("/")[2]
    return places.ticket(name.removesuffix(places.LOG) if name.endswith(places.LOG) else memory.scope.work)


def decide(root: str, ticket: str, new: Entry) -> tuple[Entry, bool]:
    """(the current decision in the ticket's log, whether a line was written); no line if nothing is new.

    The caller holds `registry.held(root)`.
    """
    return _decide(root, ticket, [new])[0]


def decided(root: str, ticket: str, new: Entry, before: Sequence[Entry] = ()) -> tuple[Entry, bool]:
    """The result of `decide` after the lines `before` are appended to the log; writes nothing."""
    new = _cleaned(new)
    known = decision_log.find(root, ticket, new.id, before)
    line = decision.renewed(known, new)
    return (known or new, False) if line is None else (line, True)


def bring(root: str, ticket: str, arrived: Iterable[Memory]) -> list[tuple[str, str]]:
    """Write imported decisions to a ticket's log, in their order; returns (id, state) for each.

    The state is `added`, `known` if the log has it in any words, `forgotten` if it was forgotten, or `long`. The caller
    holds `registry.held(root)`.
    """
    log = decision_log.read(root, ticket)
    known = {entry.id for entry in log.entries}
    states, new = [], []
    for memory in arrived:
        entry = _cleaned(ticket_memories.to_entry(clean(memory), ticket))
        state = "known" if entry.id in known else "forgotten" if entry.id in log.forgotten else "added"
        if state == "added" and len(decision.line(entry)) > decision.LONGEST:
            state = "long"
        if state == "added":
            known.add(entry.id)
            new.append(entry)
        states.append((entry.id, state))
    decision_log.append(root, ticket, new)
    return states


def _decide(root: str, ticket: str, new: Iterable[Entry]) -> list[tuple[Entry, bool]]:
    """The result of `decide` for each; all are written at once, or none."""
    lines: list[tuple[Entry, bool]] = []
    for entry in new:
        lines.append(decided(root, ticket, entry, [line for line, is_new in lines if is_new]))
    placed = iter(decision_log.append(root, ticket, [line for line, is_new in lines if is_new]))
    return [(next(placed) if is_new else entry, is_new) for entry, is_new in lines]


def _cleaned(entry: Entry) -> Entry:
    """The entry without secrets; its id is computed again if it was derived from the words."""
    topic = redact.clean(entry.topic)
    cleaned: Entry = redact.clean_fields(entry, "scope_key", "stage", "source_path", "extra")
    cleaned = cleaned._replace(
        topic=topic,
        decision=redact.called(topic, entry.decision),
        rationale=redact.called(topic, entry.rationale),
        alternatives=tuple(redact.called(topic, other) for other in entry.alternatives),
    )
    is_own = entry.id == decision.identify(entry.ticket, entry.topic, entry.decision)
    new_id = decision.identify(cleaned.ticket, cleaned.topic, cleaned.decision)
    return cleaned._replace(id=new_id) if is_own else cleaned


def _relog(root: str, ticket: str, was: Mapping[str, Entry], touched: Sequence[str]) -> None:
    now = clock.stamp(clock.now())
    for name in sorted(touched, key=lambda name: name in was):  # new ones first: they end others
        current = decision_log.find(root, ticket, name)
        old = was.get(name)
        if old is None and current is not None:
            decision_log.append(root, ticket, [decision.forgetting(name, ticket, now)])
        elif old is not None and (current is None or current._replace(line=0) != old._replace(line=0)):
            new = old._replace(line=0)
            decision_log.append(root, ticket, [decision.marked(current, new) if current else new])


def _digest(root: str, ticket: str, start: int, end: int) -> str:
    raw = files.read_bytes(decision_log.path(root, ticket), decision_log.LIMIT) or b""
    return sha256(raw[start:end]).hexdigest()


def _decisions(root: str, ticket: str) -> list[Memory]:
    return ticket_memories.decisions(decision_log.read(root, ticket), places.decision_log(ticket))


def _counted(root: str, ticket: str) -> tuple[str, int]:
    return decision_log.NAME, decision_log.glance(root, ticket)


def _facts(root: str, ticket: str) -> list[Memory]:
    """The facts of a ticket's documents as memories; [] if the package that reads them is missing."""
    try:
        from memory_core.tickets import documents  # noqa: PLC0415 - 90 ms of expressions, and documents seldom change

        reading = documents.read(root, ticket)
    except Refusal:
        return []
    return ticket_memories.facts(reading.facts, ticket, documents.changed(root, reading))


def _to_read(root: str, ticket: str) -> float:
    """The estimated time to read a ticket's documents, including the import; looks at sizes only."""
    sizes = 0
    for document in places.documents(ticket):
        with contextlib.suppress(OSError):
            sizes += os.stat(os.path.join(root, document.path)).st_size
    return 0.1 + 2e-6 * min(sizes, pack_files.DOCUMENT_LIMIT)


HOMES: Final = (Decisions(), Documented())
