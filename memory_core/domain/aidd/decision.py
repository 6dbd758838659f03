"""The decision log of a ticket: its lines, and what they say together (AIDD-24 to 28, A-2 to A-6)."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from memory_core.domain.memory import NOTHING

SCHEMA: Final = "aidd.memory.decision.v1"
STATUSES: Final = ("active", "superseded", "rejected")


class Entry(NamedTuple):
    """One decision, as a line of the log says it."""

    id: str  # 12 hex digits over ticket, topic and decision
    ticket: str
    topic: str
    decision: str
    ts: str  # UTC ISO 8601 with `Z`
    scope_key: str = ""
    stage: str = ""
    alternatives: tuple[str, ...] = ()
    rationale: str = ""
    source_path: str = ""
    status: str = "active"
    supersedes: str = ""
    line: int = 0  # from 1; 0 where it is not written yet
    extra: Mapping[str, Any] = NOTHING  # keys of the line that the schema does not name


class Conflict(NamedTuple):
    """Decisions that cannot all hold: on one topic in one scope (A-6), or superseding each other (A-5)."""

    topic: str
    scope_key: str
    ids: tuple[str, ...]
    is_cycle: bool = False


class Damage(NamedTuple):
    """A line that is no decision; it stays where it stands."""

    line: int
    what: str


class Log(NamedTuple):
    """What a log says, its lines folded in their order."""

    entries: tuple[Entry, ...] = ()  # each id once, as its last line says, with the status that follows from all lines
    heads: Mapping[str, str] = NOTHING  # superseded id to the id at the end of its chain
    conflicts: tuple[Conflict, ...] = ()
    damages: tuple[Damage, ...] = ()
    lines: int = 0  # that hold anything
