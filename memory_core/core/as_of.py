"""A memory as it was at an earlier moment, by what it says of its own history."""

from collections.abc import Mapping
from typing import Any, Final

from memory_core.core.light.lifecycle import ACTIVE, BY, EXPIRED, HISTORY, MAYBE, OPEN, REJECTED, RESOLVED, SUPERSEDED
from memory_core.core.memory import Memory

_ENDED: Final = {SUPERSEDED: ACTIVE, REJECTED: ACTIVE, EXPIRED: ACTIVE, RESOLVED: OPEN}


def existed(memory: Memory, moment: str) -> bool:
    """Whether a memory was made by a moment (UTC, ISO 8601); one without a time was."""
    return memory.created <= moment


def as_it_was(memory: Memory, moment: str) -> Memory:
    """The memory as it was at a moment (UTC, ISO 8601), as far as it tells itself.

    Where no history says what it was before it ended later, it is as what is of its kind usually is: active, or open.
    """
    if memory.updated <= moment:
        return memory
    steps: Any = memory.attrs.get(HISTORY)
    later = [one for one in steps or () if isinstance(one, Mapping) and str(one.get("when", "")) > moment]
    links = tuple(link for link in memory.links if link.rel not in (BY, MAYBE))
    if not later:
        return memory._replace(status=_ENDED.get(memory.status, memory.status), links=links)
    before: dict[str, str] = {}
    for step in reversed(later):
        before |= {key: step[key] for key in ("status", "summary", "body") if isinstance(step.get(key), str)}
    return memory._replace(links=links, **before)  # type: ignore[arg-type]
