"""The ticket that a session works on: what it decides goes to the ticket's log, and the packs follow (AIDD-1, AIDD-47).

Where a project has no `aidd/` folder all of this costs a look at that folder. `enabled: false` in
`aidd/config/conventions.json` switches it off.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from memory_core.domain.aidd import decision, places, said
from memory_core.domain.aidd import pack as packed
from memory_core.domain.aidd.decision import Log
from memory_core.domain.aidd.memories import decisions, to_entry
from memory_core.domain.aidd.said import Standing
from memory_core.domain.budget import Section, clip
from memory_core.domain.errors import Refusal
from memory_core.domain.memory import NOTHING, Link, Memory
from memory_core.flows import packing
from memory_core.flows.known import Known
from memory_core.stores import active, aidd_settings, decision_log, log, packs, workspace
from memory_core.stores.active import Work
from memory_core.stores.places import named
from memory_core.views import working_set

STATE: Final = "ticket"  # in a session's state: what it worked on, for the day it is killed
PATIENCE: Final = 2.0  # seconds for the lock
_PACK: Final = 64_000  # bytes of a pack that are read


def of(root: str, here: str = "", known: object = "") -> Work:
    """The work of a session that is in the folder `here`; of one that was killed, with the ticket it is known by."""
    if not os.path.isdir(os.path.join(root, places.FOLDER)):
        return Work()
    try:
        if not aidd_settings.read(root).enabled:
            return Work()
        return active.work(root, places.ticket(known), here)
    except Exception as error:  # noqa: BLE001 - a ticket less, and the session is kept
        log.write("active ticket", f"{type(error).__name__}: {error}", root)
        return Work()


def keep(root: str, work: Work, session: str, memories: Sequence[Memory]) -> list[Memory]:
    """The memories as they are kept now, decisions among them as those of the active ticket. The caller holds the lock.

    A log that cannot be written costs nothing of a session: its decisions go to the journal.
    """
    if not work.ticket or not any(one.kind == "decision" for one in memories):
        return workspace.keep(root, memories)
    try:
        return workspace.keep(root, placed(root, work, session, memories))
    except Refusal as refusal:
        log.write(f"decisions of {work.ticket}", str(refusal), root)
        return workspace.keep(root, memories)


def placed(root: str, work: Work, session: str, memories: Iterable[Memory]) -> list[Memory]:
    """The memories, decisions among them as those of the active ticket, each with the one whose place it takes.

    Without what the log says already, or was told to forget.
    """
    known = decision_log.read(root, work.ticket)
    taken = {
        decision.topic_key(one.topic): decision.topic_key(one.decision)
        for one in known.entries
        if one.scope_key == work.scope_key
    }
    standing = Standing(known, work.scope_key)
    found = []
    for memory in memories:
        if memory.kind != "decision":
            found.append(memory)
            continue
        one = _placed(memory, work, session, taken)
        entry = to_entry(one, work.ticket)
        if entry.id in known.forgotten or standing.holds(entry) or _is_told(known, memory, one, entry.id):
            continue
        old = standing.add(entry, str(memory.attrs.get("rule", "")))
        found.append(one._replace(links=(*one.links, Link("supersedes", old))) if old else one)
    return found


def _is_told(known: Log, memory: Memory, one: Memory, name: str) -> bool:
    """Whether the log says in nearly the same words what is left of a memory without its reason."""
    if one.summary == memory.summary or any(entry.id == name for entry in known.entries):
        return False
    return Known(decisions(known, "")).find(one) is not None


def _placed(memory: Memory, work: Work, session: str, taken: dict[str, str]) -> Memory:
    asked, chosen = said.answer(memory.summary)
    words, why = (chosen, "") if asked or memory.body else said.apart(memory.summary)
    words = words or memory.summary
    attrs = {
        "topic": said.topic_of(asked) if asked else _topic(words, taken),
        "decision": words,
        "scope_key": work.scope_key,
        "stage": work.stage,
        "source_path": f"session:{session}",
    }
    return memory._replace(
        summary=memory.summary if asked else words,
        body=memory.body or why,
        scope=memory.scope._replace(work=work.ticket),
        source=memory.source._replace(home=decision_log.NAME),
        attrs={**memory.attrs, **{key: value for key, value in attrs.items() if value}},
    )


def _topic(words: str, taken: dict[str, str]) -> str:
    """The head of a decision, or more of it where another decision has that head: two are no conflict by accident."""
    own = decision.topic_key(words)
    for topic in (clip(words, said.TOPIC), words, f"{words} ({decision.identify('', '', words)})"):
        if taken.setdefault(decision.topic_key(topic), own) == own:
            break
    return topic


def follow(root: str, work: Work) -> None:
    """Make those packs of the active ticket again whose log or documents have changed since.

    A ticket takes part that has a log or a pack, or whose research has come to its end (AIDD-49).
    """
    asked = (places.decision_log, places.semantic_pack, places.researched)
    if not work.ticket or not any(_stands(root, path(work.ticket)) for path in asked):
        return
    try:
        packing.both(root, work.ticket, PATIENCE)
    except Exception as error:  # noqa: BLE001 - packs are derived: the next turn, or `aidd extract`, makes them
        log.write(f"packs of {work.ticket}", f"{type(error).__name__}: {error}", root)


def _stands(root: str, path: str) -> bool:
    return os.path.lexists(os.path.join(root, *path.split("/")))


def _documents(root: str, ticket: str) -> int:
    return sum(_stands(root, document.path) for document in places.documents(ticket))


def section(root: str, here: str = "") -> Section | None:
    """The working set of the active ticket for the briefing; None where none is active."""
    work = of(root, here)
    if not work.ticket:
        return None
    try:
        documents = _documents(root, work.ticket)
        semantic = pack(root, places.semantic_pack(work.ticket)) if documents else NOTHING  # else its sources are gone
        decisions = pack(root, places.decisions_pack(work.ticket))
        other = active.other(root, work, here)
        doubt = f"{active.FILE} says so, the branch is of {other}" if other else ""
        about = (work.slug, f"stage {work.stage}" if work.stage else "", work.item, doubt)
        shown = working_set.Ticket(
            work.ticket,
            tuple(one for one in about if one),
            tuple(
                named(root, here, path)
                for path, held in (
                    (places.semantic_pack(work.ticket), semantic),
                    (places.decisions_pack(work.ticket), decisions),
                )
                if held
            ),
            documents,
            semantic,
            decisions,
            named(root, here, places.decision_log(work.ticket)),
        )
        return working_set.section(shown, aidd_settings.read(root).excerpt_chars)
    except Exception as error:  # noqa: BLE001 - no pack may silence the start of a session
        log.write(f"working set of {work.ticket}", f"{type(error).__name__}: {error}", root)
        return None


def pack(root: str, path: str) -> Mapping[str, Any]:
    """What a pack on disk holds; nothing where there is none that can be read."""
    return packed.loaded(packs.read(root, path, _PACK).raw.decode("utf-8", "replace")) or NOTHING


def problems(root: str) -> list[str]:
    """What of the project's tickets and settings cannot be used, a line each."""
    if not os.path.isdir(os.path.join(root, places.FOLDER)):
        return []
    found = active.problem(root)
    return [*([found] if found else []), *aidd_settings.read(root).problems]
