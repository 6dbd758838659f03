"""The ticket that a session works on: what it decides goes to the ticket's log, and the packs follow (AIDD-1, AIDD-47).

Where a project has no `aidd/` folder all of this costs a look at that folder. `enabled: false` in
`aidd/config/conventions.json` switches it off.
"""

import contextlib
import json
import os
from collections.abc import Iterable, Mapping
from typing import Any, Final

from memory_core.domain.aidd import places
from memory_core.domain.aidd.decision import topic_key
from memory_core.domain.budget import Section, clip
from memory_core.domain.memory import Memory
from memory_core.flows import packing
from memory_core.stores import active, aidd_settings, decision_log, files, log, workspace
from memory_core.stores.active import Work
from memory_core.views import working_set

STATE: Final = "ticket"  # in a session's state: what it worked on, for the day it is killed
_TOPIC: Final = 80  # characters
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


def placed(root: str, work: Work, session: str, memories: Iterable[Memory]) -> list[Memory]:
    """The memories, decisions among them as those of the active ticket; unchanged where there is none."""
    found = list(memories)
    if not work.ticket or not any(one.kind == "decision" for one in found):
        return found
    taken = _topics(root, work)
    return [_placed(one, work, session, taken) if one.kind == "decision" else one for one in found]


def _placed(memory: Memory, work: Work, session: str, taken: dict[str, str]) -> Memory:
    attrs = {
        "topic": _topic(memory.summary, taken),
        "decision": memory.summary,
        "scope_key": work.scope_key,
        "stage": work.stage,
        "source_path": f"session:{session}",
    }
    return memory._replace(
        scope=memory.scope._replace(work=work.ticket),
        source=memory.source._replace(home=decision_log.NAME),
        attrs={**memory.attrs, **{key: value for key, value in attrs.items() if value}},
    )


def _topic(decision: str, taken: dict[str, str]) -> str:
    """The head of a decision, or all of it where another decision has that head: two are no conflict by accident."""
    said = topic_key(decision)
    for topic in (clip(decision, _TOPIC), decision):
        key = topic_key(topic)
        if taken.setdefault(key, said) == said:
            return topic
    return decision


def _topics(root: str, work: Work) -> dict[str, str]:
    """The topics of the active work, each with the decision on it."""
    entries = decision_log.read(root, work.ticket).entries
    return {topic_key(one.topic): topic_key(one.decision) for one in entries if one.scope_key == work.scope_key}


def follow(root: str, work: Work) -> None:
    """Make those packs of the active ticket again whose log or documents have changed since."""
    if not work.ticket:
        return
    try:
        if stale(root, work.ticket):
            with workspace.held(root):
                for make, inputs in stale(root, work.ticket):
                    if built := make(root, work.ticket):
                        _touch(root, built.path, inputs)
    except Exception as error:  # noqa: BLE001 - packs are derived: the next turn, or `aidd extract`, makes them
        log.write(f"packs of {work.ticket}", f"{type(error).__name__}: {error}", root)


def stale(root: str, ticket: str) -> list[tuple[Any, int]]:
    """What makes the packs that are due, each with when the newest of its inputs was changed.

    A pack of documents is asked for by a log, or by the research that has come to its end (AIDD-49).
    """
    found: list[tuple[Any, int]] = []
    said = _changed(root, *(document.path for document in places.documents(ticket)), aidd_settings.CONVENTIONS)
    decided = _changed(root, places.decision_log(ticket), aidd_settings.CONVENTIONS)
    has_log = _changed(root, places.decision_log(ticket)) > 0
    packed = _changed(root, places.semantic_pack(ticket))
    if _documents(root, ticket) and said >= packed and (packed or has_log or _changed(root, places.researched(ticket))):
        found.append((packing.semantic, said))
    if has_log and decided >= _changed(root, places.decisions_pack(ticket)):
        found.append((packing.decisions, decided))
    return found


def _touch(root: str, path: str, inputs: int) -> None:
    """Note that a pack fits its inputs: one that would only differ in its time is not written."""
    with contextlib.suppress(OSError):
        place = os.path.join(root, *path.split("/"))
        when = max(os.stat(place).st_mtime_ns, inputs + 1)
        os.utime(place, ns=(when, when), follow_symlinks=False)


def _changed(root: str, *paths: str) -> int:
    """When the newest of these files was changed, in nanoseconds; 0 where there is none."""
    newest = 0
    for path in paths:
        with contextlib.suppress(OSError):
            newest = max(newest, os.stat(os.path.join(root, *path.split("/"))).st_mtime_ns)
    return newest


def _documents(root: str, ticket: str) -> int:
    return sum(_changed(root, document.path) > 0 for document in places.documents(ticket))


def section(root: str, here: str = "") -> Section | None:
    """The working set of the active ticket for the briefing; None where none is active."""
    work = of(root, here)
    if not work.ticket:
        return None
    try:
        semantic = pack(root, places.semantic_pack(work.ticket))
        decisions = pack(root, places.decisions_pack(work.ticket))
        about = (work.slug, f"stage {work.stage}" if work.stage else "", work.item)
        shown = working_set.Ticket(
            work.ticket,
            tuple(one for one in about if one),
            tuple(
                path
                for path, held in (
                    (places.semantic_pack(work.ticket), semantic),
                    (places.decisions_pack(work.ticket), decisions),
                )
                if held
            ),
            _documents(root, work.ticket),
            semantic,
            decisions,
            places.decision_log(work.ticket),
        )
        return working_set.section(shown, aidd_settings.read(root).excerpt_chars)
    except Exception as error:  # noqa: BLE001 - no pack may silence the start of a session
        log.write(f"working set of {work.ticket}", f"{type(error).__name__}: {error}", root)
        return None


def pack(root: str, path: str) -> Mapping[str, Any]:
    """What a pack on disk holds; {} where there is none that can be read."""
    place = os.path.join(root, *path.split("/"))
    if not os.path.lexists(place) or not aidd_settings.leads_inside(root, place):
        return {}
    with contextlib.suppress(ValueError, RecursionError):
        held = json.loads(files.read(place, _PACK) or "null")
        return held if isinstance(held, dict) else {}
    return {}


def problems(root: str) -> list[str]:
    """What of the project's tickets and settings cannot be used, a line each."""
    if not os.path.isdir(os.path.join(root, places.FOLDER)):
        return []
    found = active.problem(root)
    return [*([found] if found else []), *aidd_settings.read(root).problems]
