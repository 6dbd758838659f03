"""The workspace: the one room that knows every home. It routes a write to its home and reads the union."""

import contextlib
import importlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core import git, lock, session, transitions, undo_log
from memory_core.core.light import clock, lifecycle
from memory_core.core.light.errors import Refusal
from memory_core.core.light.lifecycle import OPEN, PROPOSED, RESOLVED
from memory_core.core.memory import Memory, is_passage, stands_at
from memory_core.documents import records, walk
from memory_core.guardrails import rules_file
from memory_core.guardrails.rules_file import Written
from memory_core.journal import journal_entries as entries
from memory_core.journal import journal_files
from memory_core.learnings import archive, learning_memories, warm_files
from memory_core.learnings.learning import Learning
from memory_core.notes import git_notes, ledger
from memory_core.notes.ledger import Addition
from memory_core.redact.memories import clean as clean
from memory_core.reviews import batch
from memory_core.reviews.finding import Finding
from memory_core.reviews.merge import Review
from memory_core.tickets import decision, decision_log, document_files, fact
from memory_core.tickets import memories as tickets
from memory_core.tickets import places as aidd
from memory_core.tickets.decision import Entry

# What is said in words, and so may hold a secret
_ADDED: Final = ("body", "tags", "work", "phase", "summary")
_FOUND: Final = ("summary", "file", "details", "remediation", "resolution", "extra")


class Home(NamedTuple):
    """One home, as the index sees it."""

    name: str
    stamp: Callable[[], str]  # changes whenever the content may have changed; reads no content
    read: Callable[[], Sequence[Memory]]
    # What changed since an earlier stamp, without reading the rest; None where all must be read.
    since: Callable[[str, git_notes.Known], git_notes.Change | None] = lambda *_: None
    seconds: Callable[[], float] = lambda: 0.0  # about how long reading takes; looks at sizes only
    glance: Callable[[], tuple[str, int]] = lambda: ("", 0)  # (namespace, about how many memories), in a tenth of that


def homes(root: str) -> list[Home]:
    """Every home of the project, and what is read beside them. A file of the journal and a ref of the notes are one
    each; what changed is read.
    """
    return [*kept_homes(root), *_beside(root)]


def kept_homes(root: str) -> list[Home]:
    """The homes of what is kept; a namespace of notes is there when it holds something."""
    found = [
        Home(
            f"{journal_files.NAME}/{shelf.name}",
            partial(journal_files.stamp, root, (shelf,)),
            partial(journal_files.read, root, (shelf,)),
            seconds=partial(journal_files.seconds, root, shelf),
        )
        for shelf in entries.SHELVES
    ]
    found.append(Home(rules_file.NAME, partial(rules_file.stamp, root), lambda: rules_file.read(root).memories))
    found += [
        Home(
            f"{git_notes.NAME}/{space}",
            partial(git_notes.stamp, tip),
            partial(git_notes.read, root, space, tip),
            partial(git_notes.since, root, space, tip),
            partial(git_notes.seconds, root, tip),
            partial(_glance, root, space, tip),
        )
        for space, tip in git_notes.tips(root).items()
    ]
    found += [
        Home(
            f"{warm_files.NAME}/{level}",
            partial(learning_memories.stamp, root),
            partial(learning_memories.read, root, level),
        )
        for level in warm_files.LEVELS
    ]
    found.append(Home(f"{warm_files.NAME}/replaced", archive.stamp, partial(learning_memories.replaced, root)))
    found.append(
        Home(
            records.NAME,
            partial(records.stamp, root),
            partial(records.read, root),
            seconds=partial(records.seconds, root),
        )
    )
    found.append(Home(learning_memories.SESSION, partial(session.stamp, root), partial(learning_memories.hot, root)))
    return found + _of_tickets(root)


def read(root: str, most: float = float("inf")) -> list[Memory]:
    """The union of all homes, as it stands on disk; without the notes where git cannot be run.

    What the client reads for itself is kept in none of them, and left out. So is a home that would
    take longer to read than `most` seconds.
    """
    found: list[Memory] = []
    for home in kept_homes(root):
        with contextlib.suppress(git.GitError):
            if most == float("inf") or home.seconds() <= most:
                found += home.read()
    return found


def find(root: str, wanted: str) -> list[Memory]:
    """The memories whose id is `wanted` or begins with it."""
    return named(read(root), wanted)


def named(found: Sequence[Memory], wanted: str) -> list[Memory]:
    """Those of these memories."""
    return [memory for memory in found if memory.id == wanted] or [
        memory for memory in found if wanted and memory.id.startswith(wanted)
    ]


def keep(root: str, memories: Iterable[Memory]) -> list[Memory]:
    """Write new memories to their home and return them as they stand there. The caller holds `held(root)`.

    A guard rail goes to `IRIS_MEMORY.json`, one that is only proposed to the journal; a decision that was made for a
    ticket goes to its log, a preference or a behaviour to the warm file of its level. Of all else, what names a commit
    becomes a note on it, and the rest goes to the journal (X-1).
    """
    kept = [clean(memory) for memory in memories]
    ends = [memory for memory in kept if any(link.rel == "supersedes" for link in memory.links)]
    if ends:
        with undo_log.recorded(root, "capture", ended=True) as done:
            done.extend(ends)
            return _kept(root, kept)
    return _kept(root, kept)


def unforgotten(root: str, memory: Memory) -> Memory:
    """The memory as it can be kept although the same words were forgotten or taken back a moment ago."""
    return git_notes.unforgotten(root, memory)


def _kept(root: str, kept: Sequence[Memory]) -> list[Memory]:
    rails = [memory for memory in kept if guards(memory)]
    decided = [memory for memory in kept if is_logged(memory)]
    learnt = [memory for memory in kept if learning_memories.is_one(memory)]
    rest = [memory for memory in kept if not (guards(memory) or is_logged(memory) or learning_memories.is_one(memory))]
    anchored = [memory for memory in rest if memory.source.commit and ledger.spaces(memory)]
    loose = [_placed(memory) for memory in rest if memory not in anchored]
    ruled = rules_file.add(root, rails, clock.today()) if rails else []
    logged = _log(root, decided)
    loose = journal_files.add(root, loose)
    warm = learning_memories.keep(root, learnt)
    return [*ruled, *logged, *warm, *git_notes.keep_all(root, anchored), *loose]


def keep_findings(
    root: str, commit: str, found: Sequence[Finding], *, spec: str = "", when: str, author: str = ""
) -> list[Memory]:
    """The findings of a review of a commit as they now stand, in the order in which they were given, each once.

    All of a commit stand in one document. What it tells already keeps its status and its id; what was forgotten is
    left out; a review that found nothing is one memory. The caller holds `held(root)`.
    """
    review = Review(commit, when, redact.clean(spec), redact.clean(author))
    return git_notes.keep_findings(root, [redact.clean_fields(one, *_FOUND) for one in found], review)


def findings(root: str) -> list[Memory]:
    """Every finding of every review, as it stands in the notes, in the order of their times."""
    tip = git_notes.tips(root).get(batch.SPACE)
    told = git_notes.read(root, batch.SPACE, tip) if tip else ()
    return [memory for memory in told if memory.kind == "review" and "findings" not in memory.attrs]


def revise_findings(root: str, changes: Sequence[tuple[Memory, Addition]], when: str, author: str = "") -> None:
    """What `add` does, for many findings of batches at once: one commit of notes. The caller holds `held(root)`."""
    wrong = [memory.id for memory, more in changes if more.status not in ("", OPEN, RESOLVED)]
    if wrong:
        raise Refusal(f"{wrong[0]} is a finding: it is open or resolved. Resolve it, and say why")
    cleaned = [(memory, redact.clean_fields(more, *_ADDED)) for memory, more in changes]
    git_notes.revise_findings(root, cleaned, when, author)


def decide(root: str, ticket: str, new: Entry) -> tuple[Entry, bool]:
    """The decision as the ticket's log now says it, and whether a line was written: not where that is nothing new.

    The caller holds `held(root)`.
    """
    return _decide(root, ticket, [new])[0]


def decided(root: str, ticket: str, new: Entry, before: Sequence[Entry] = ()) -> tuple[Entry, bool]:
    """What `decide` gives once the lines `before` stand at the end of the log; writes nothing."""
    new = _cleaned_entry(new)
    known = decision_log.find(root, ticket, new.id, before)
    line = decision.renewed(known, new)
    return (known or new, False) if line is None else (line, True)


def bring(root: str, ticket: str, arrived: Iterable[Memory]) -> list[tuple[str, str]]:
    """Write decisions of elsewhere into a ticket's log, in their order: (the id of each, what became of it).

    That is `added`, `known` where the log tells of it in whatever words, `forgotten` where it was, or `long`. The
    caller holds `held(root)`.
    """
    log = decision_log.read(root, ticket)
    known = {one.id for one in log.entries}
    found, new = [], []
    for memory in arrived:
        one = _cleaned_entry(tickets.to_entry(clean(memory), ticket))
        state = "known" if one.id in known else "forgotten" if one.id in log.forgotten else "added"
        if state == "added" and len(decision.line(one)) > decision.LONGEST:
            state = "long"
        if state == "added":
            known.add(one.id)
            new.append(one)
        found.append((one.id, state))
    decision_log.append(root, ticket, new)
    return found


def revise(root: str, name: str, changes: Mapping[str, Any]) -> Memory:
    """The guard rail of that id with these keys of its entry written anew, None for a key that goes.

    The caller holds `held(root)`.
    """
    return rules_file.change(root, name, redact.clean_within(changes), clock.today())


def settle(
    root: str, changes: Mapping[str, Mapping[str, Any]], removals: Sequence[str], additions: Iterable[Memory]
) -> Written:
    """Guard rails changed by their ids, removed and added, in one write: all, or none. The caller holds `held`."""
    return rules_file.write(root, clock.today(), redact.clean_within(changes), removals, map(clean, additions))


def add(root: str, memory: Memory, when: str, more: Addition, author: str = "") -> None:
    """Add to a kept memory, resolve it, end it, or say it in other words. The caller holds `held(root)`.

    `Refusal` where its home cannot hold what is added.
    """
    refuse_foreign(memory)
    more = redact.clean_fields(more, *_ADDED)
    if batch.is_finding(memory):
        if more.by or more.maybe or more.edits:
            raise Refusal(f"{memory.id} is a finding of a review: `memory-core findings resolve` settles it")
        revise_findings(root, [(memory, more)], when, author)
        return
    if memory.source.home == git_notes.NAME:
        git_notes.add(root, memory, ledger.update(memory, when, more, author))
        return
    if memory.source.home == decision_log.NAME:
        _amend(root, memory, when, more)
        return
    if learning_memories.stands_here(memory):
        learning_memories.add(root, memory, when, more)
        return
    if more.tags or more.relates_to or more.work or more.phase:
        raise Refusal(
            f"{memory.id} stands in {memory.source.place}: edit its tags or its spec there; text can be added"
        )
    journal_files.change(root, [_added(memory, when, more)])


def _added(memory: Memory, when: str, more: Addition) -> Memory:
    """A memory with what is added to it, as a home that writes over its entries tells it."""
    parts = [more.body] if "body" in more.edits else [memory.body, more.body]
    body, summary = "\n\n".join(filter(None, parts)), more.summary or memory.summary
    status = more.status or memory.status
    event = lifecycle.between(memory.status, status, edited=bool(more.edits), disputed=bool(more.maybe))
    if event == "kept":
        return memory._replace(summary=summary, body=body, status=status, updated=when)
    if event == "edited":
        return transitions.moved(memory, event, when, summary=summary, body=body)
    return transitions.moved(memory._replace(summary=summary, body=body), event, when, more.by or more.maybe)


def change(root: str, changed: Iterable[Memory]) -> None:
    """Write what was learned of kept memories since: what settled them, or that they are back. The caller holds `held`.

    A journal entry is written over; a note gets one more document; a guard rail is changed by a person alone, and what
    a document states by who edits it; of a decision in a log there is nothing to learn.
    """
    loose, learnt = [], []
    for memory in map(clean, changed):
        if memory.source.home in (rules_file.NAME, fact.DOCUMENTED, decision_log.NAME, records.NAME):
            continue
        if learning_memories.stands_here(memory):
            learnt.append(memory)
            continue
        if memory.source.home != git_notes.NAME:
            loose.append(memory)
            continue
        body = f"## Resolution\n\n{memory.body}" if memory.status == RESOLVED else "It is back."
        add(root, memory, memory.updated, Addition(body, memory.status))
    journal_files.change(root, loose)
    learning_memories.change(root, learnt)


def forget(root: str, memory: Memory, when: str) -> None:
    """Take a memory out of its home. The caller holds `held(root)`."""
    refuse_foreign(memory)
    if memory.source.home == git_notes.NAME:
        git_notes.forget(root, memory, when)
    elif memory.source.home == decision_log.NAME:
        ticket = ticket_of(memory)
        decision_log.append(root, ticket, [decision.forgetting(memory.id, ticket, when)])
    elif learning_memories.stands_here(memory):
        learning_memories.forget(root, memory)
        journal_files.forget_logged(root, memory)
    else:
        journal_files.forget(root, memory)


def waiting(root: str) -> list[Memory]:
    """The learnings of an older version that no session has taken over yet; a glance, where there are none."""
    return learning_memories.waiting(root)


def adopt(root: str) -> int:
    """How many learnings that an older version kept in the journal are warm now, or in the archive.

    The caller holds `learnings.held(root)`.
    """
    return learning_memories.adopt(root)


def notice(root: str) -> str:
    """What a glance tells of damage in files that hands edit, and of files too long to be read; "" where there is
    neither. What is wrong with guard rails stands where these are shown, but for their length.
    """
    told = (journal_files.notice(root), warm_files.notice(root), decision_log.notice(root), rules_file.too_long(root))
    return "; ".join(filter(None, told))


def notices(root: str) -> dict[str, str]:
    """Home to what a glance tells of damage or a length that loses memories or rules; {} where there is none."""
    found = {home.NAME: home.notice(root) for home in (rules_file, journal_files, warm_files, decision_log)}
    return {name: line for name, line in found.items() if line}


def too_long(root: str) -> list[tuple[str, str]]:
    """The documents of tickets and the records that are not read to their ends: (path, how long each is)."""
    known = dict.fromkeys((*decision_log.tickets(root), *decision_log.tickets(root, aidd.SEMANTIC)))
    of_tickets = [found for ticket in known for found in document_files.too_long(root, ticket)]
    return [*of_tickets, *records.too_long(root), *_documents().too_long(root)]


def held(root: str, timeout: float = 5.0) -> contextlib.AbstractContextManager[None]:
    """The project's one lock, for a `with` block (CS-FR-022).

    `Refusal` where it is not to be had in time, or where the project cannot be written.
    """
    return lock.of_project(root, timeout)


def guards(memory: Memory) -> bool:
    """Whether a memory is a guard rail that holds; one that is only proposed is open, and no document lays one down."""
    return memory.kind in rules_file.KINDS and memory.status not in (OPEN, PROPOSED) and not fact.is_fact(memory)


def learns(memory: Memory) -> bool:
    """Whether a memory is a learning that tiers: its home is a warm file."""
    return learning_memories.is_one(memory)


def learning_of(memory: Memory) -> Learning:
    """The learning that a memory tells of, without secrets."""
    return learning_memories.learning_of(clean(memory))


def learned_as(one: Learning) -> Memory:
    """A warm learning as a memory."""
    return learning_memories.told(one)


def replaced(root: str) -> list[Memory]:
    """The learnings in whose place others are."""
    return learning_memories.replaced(root)


def is_logged(memory: Memory) -> bool:
    """Whether a memory stands in a decision log, or is to be kept in one: a decision that was made for a ticket."""
    return memory.kind == "decision" and memory.source.home == decision_log.NAME and bool(ticket_of(memory))


def ticket_of(memory: Memory) -> str:
    """The ticket in whose log a decision stands, or is to stand."""
    name = memory.source.place.rpartition("/")[2]
    return aidd.ticket(name.removesuffix(aidd.LOG) if name.endswith(aidd.LOG) else memory.scope.work)


def refuse_foreign(memory: Memory) -> None:
    """Raise `Refusal` where a memory is changed elsewhere: a guard rail by its actions, a fact in its document."""
    if is_passage(memory):
        raise Refusal(f"{memory.id} stands in {stands_at(memory)}; edit it there")
    if memory.source.home == rules_file.NAME:
        raise Refusal(
            f"{memory.id} is a guard rail: `memory-core iris edit {memory.id}` changes it, "
            f"`memory-core iris remove {memory.id}` takes it out"
        )
    if fact.is_fact(memory) or memory.source.home == records.NAME:
        raise Refusal(f"{memory.id} is what {stands_at(memory)} says: edit it there")


def _beside(root: str) -> list[Home]:
    """The documents that the client reads for itself; a part of them each."""
    parts = walk.homes(root)
    if not parts:
        return []
    home = _documents()
    return [
        Home(
            name,
            partial(home.stamp, root, part),
            partial(home.read, root, part),
            seconds=partial(home.seconds, root, part),
        )
        for name, part in parts
    ]


def _documents() -> Any:
    """The home of what the client reads: whoever looks at what is kept alone does without."""
    return importlib.import_module("memory_core.documents.client_home")


def _of_tickets(root: str) -> list[Home]:
    """The decision log of every ticket, and the documents of each that has a semantic pack: who made one takes part."""
    found = [
        Home(
            f"{decision_log.NAME}/{ticket}",
            partial(decision_log.stamp, root, ticket),
            partial(_decisions, root, ticket),
            seconds=partial(decision_log.seconds, root, ticket),
            glance=partial(_counted, root, ticket),
        )
        for ticket in decision_log.tickets(root)
    ]
    return found + [
        Home(
            f"{fact.DOCUMENTED}/{ticket}",
            partial(document_files.stamp, root, ticket),
            partial(_facts, root, ticket),
            seconds=partial(_to_read, root, ticket),
        )
        for ticket in decision_log.tickets(root, aidd.SEMANTIC)
    ]


def _decisions(root: str, ticket: str) -> list[Memory]:
    return tickets.decisions(decision_log.read(root, ticket), aidd.decision_log(ticket))


def _counted(root: str, ticket: str) -> tuple[str, int]:
    return decision_log.NAME, decision_log.glance(root, ticket)


def _facts(root: str, ticket: str) -> list[Memory]:
    """What the documents of a ticket state; nothing where the package that reads them is missing."""
    try:
        from memory_core.tickets import documents  # noqa: PLC0415 - 90 ms of expressions, and documents seldom change

        found = documents.read(root, ticket)
    except Refusal:
        return []
    return tickets.facts(found.facts, ticket, documents.changed(root, found))


def _to_read(root: str, ticket: str) -> float:
    """About how long it takes to read a ticket's documents, with the library that does it; looks at sizes only."""
    sizes = 0
    for document in aidd.documents(ticket):
        with contextlib.suppress(OSError):
            sizes += os.stat(os.path.join(root, document.path)).st_size
    return 0.1 + 2e-6 * min(sizes, document_files.LIMIT)


def _amend(root: str, memory: Memory, when: str, more: Addition) -> None:
    """A further line of a decision that says more of it."""
    if more.work or more.phase or more.relates_to:
        raise Refusal(f"{memory.id} stands in {memory.source.place}: text, tags and a status can be added to it")
    if more.status and more.status not in decision.STATUSES:
        raise Refusal(f"{memory.id} is a decision of a ticket: it is {', '.join(decision.STATUSES)}, not {more.status}")
    ticket = ticket_of(memory)
    known = decision_log.find(root, ticket, memory.id)
    if known is None:
        raise Refusal(f"{memory.source.place} no longer says {memory.id}; nothing was added")
    new = tickets.amended(known, when, more)
    decision_log.append(root, ticket, [_cleaned_entry(new)])


def _cleaned_entry(one: Entry) -> Entry:
    """The entry without secrets; under the id of what is left of its words, where they are its own."""
    topic = redact.clean(one.topic)
    clean: Entry = redact.clean_fields(one, "scope_key", "stage", "source_path", "extra")
    clean = clean._replace(
        topic=topic,
        decision=redact.called(topic, one.decision),
        rationale=redact.called(topic, one.rationale),
        alternatives=tuple(redact.called(topic, other) for other in one.alternatives),
    )
    own = one.id == decision.identify(one.ticket, one.topic, one.decision)
    return clean._replace(id=decision.identify(clean.ticket, clean.topic, clean.decision)) if own else clean


def _log(root: str, memories: Sequence[Memory]) -> list[Memory]:
    """The decisions as their logs now say them; what a log says already is not said again."""
    found = []
    for ticket in dict.fromkeys(map(ticket_of, memories)):
        new = [tickets.to_entry(memory, ticket) for memory in memories if ticket_of(memory) == ticket]
        found += [tickets.of_entry(one, aidd.decision_log(ticket)) for one, _ in _decide(root, ticket, new)]
    return found


def _decide(root: str, ticket: str, new: Iterable[Entry]) -> list[tuple[Entry, bool]]:
    """What `decide` gives of each, written at once: all, or none."""
    told: list[tuple[Entry, bool]] = []
    for one in new:
        told.append(decided(root, ticket, one, [line for line, is_new in told if is_new]))
    placed = iter(decision_log.append(root, ticket, [line for line, is_new in told if is_new]))
    return [(next(placed) if is_new else one, is_new) for one, is_new in told]


def _glance(root: str, space: str, tip: str) -> tuple[str, int]:
    return space, git_notes.glance(root, tip)


def _placed(memory: Memory) -> Memory:
    shelf = entries.shelf_of(memory.kind)
    place = f".genius/memory/{shelf.name}.json"
    return memory._replace(
        id=entries.identify(memory.kind, memory.summary),
        source=memory.source._replace(home=journal_files.NAME, place=place, commit=""),
    )
