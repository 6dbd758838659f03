"""How events change a memory, and the state of a memory at an earlier moment."""

from collections.abc import Mapping
from typing import Any, Final

from memory_core.core.budget import clip
from memory_core.core.light import lifecycle
from memory_core.core.light.errors import Refusal
from memory_core.core.light.lifecycle import ACTIVE, BY, EXPIRED, HISTORY, MAYBE, OPEN, REJECTED, RESOLVED, SUPERSEDED
from memory_core.core.memory import SUMMARY, Link, Memory


def moved(memory: Memory, event: str, when: str, by: str = "", **changes: str) -> Memory:
    """The memory after an event at `when` (UTC, ISO 8601); its history gets the earlier state.

    `by` is the id of the memory that replaced it, or may have. `changes` are fields that the event rewords. Raise
    `Refusal` if the event is not possible in this status.
    """
    status = lifecycle.after(memory.status, event, memory.kind)
    if not status:
        raise Refusal(lifecycle.refused(memory, event))
    before: dict[str, str] = {key: getattr(memory, key) for key, new in changes.items() if getattr(memory, key) != new}
    if status != memory.status:
        before["status"] = memory.status
    if was := lifecycle.successor(memory):
        before[lifecycle.BY] = was
    step = {"event": event, "when": when, **before}
    rel = {"superseded": lifecycle.BY, "disputed": lifecycle.MAYBE}.get(event, "")
    ends = rel or status != memory.status
    links = [link for link in memory.links if not (ends and link.rel in (lifecycle.BY, lifecycle.MAYBE))]
    links += [Link(rel, by)] if rel and by else []
    attrs = {key: value for key, value in memory.attrs.items() if key != "status" or status == memory.status}
    attrs[lifecycle.HISTORY] = [*memory.attrs.get(lifecycle.HISTORY, ()), step]
    moved = memory._replace(status=status, updated=when, links=tuple(links), attrs=attrs)
    return moved._replace(**changes)  # type: ignore[arg-type]


_ENDED: Final = {SUPERSEDED: ACTIVE, REJECTED: ACTIVE, EXPIRED: ACTIVE, RESOLVED: OPEN}


def existed(memory: Memory, moment: str) -> bool:
    """Whether a memory existed at a moment (UTC, ISO 8601). A memory without a time always did."""
    return memory.created <= moment


def as_it_was(memory: Memory, moment: str) -> Memory:
    """The memory at a moment (UTC, ISO 8601), as far as its history shows.

    If the history does not show the status before a later end, it is the usual one of the kind: active or open.
    """
    if memory.updated <= moment:
        return memory
    steps: Any = memory.attrs.get(HISTORY)
    later = [each for each in steps or () if isinstance(each, Mapping) and str(each.get("when", "")) > moment]
    links = tuple(link for link in memory.links if link.rel not in (BY, MAYBE))
    if not later:
        return memory._replace(status=_ENDED.get(memory.status, memory.status), links=links)
    before: dict[str, str] = {}
    for step in reversed(later):
        before |= {key: step[key] for key in ("status", "summary", "body") if isinstance(step.get(key), str)}
    return memory._replace(links=links, **before)  # type: ignore[arg-type]


def noted(memory: Memory, commit: str) -> Memory:
    """The memory in the form of a note on a commit: the part of its summary that is too long begins its body."""
    summary = clip(memory.summary, SUMMARY)
    body = memory.body if summary == memory.summary else "\n\n".join(filter(None, (memory.summary, memory.body)))
    return memory._replace(summary=summary, body=body, source=memory.source._replace(commit=commit))
