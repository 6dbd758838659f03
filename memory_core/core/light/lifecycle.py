"""The life cycle of a memory: statuses, the events that change them, and links between old and new memories.

Each home has its own words for statuses; their meaning and the allowed changes are defined only here
(`docs/decisions/0026-one-life-cycle.md`). The hook for prompts imports this module, so it imports nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, Protocol

    class Memory(Protocol):
        """The attributes of `core.memory.Memory` that are used here; that module imports this one."""

        @property
        def id(self) -> str: ...  # noqa: D102
        @property
        def kind(self) -> str: ...  # noqa: D102
        @property
        def status(self) -> str: ...  # noqa: D102
        @property
        def links(self) -> Sequence[Any]: ...  # noqa: D102
        @property
        def attrs(self) -> Mapping[str, Any]: ...  # noqa: D102
        @property
        def scope(self) -> Any: ...  # noqa: D102
        @property
        def source(self) -> Any: ...  # noqa: D102


PROPOSED, ACTIVE, OPEN, RESOLVED = "proposed", "active", "open", "resolved"
SUPERSEDED, EXPIRED, REJECTED = "superseded", "expired", "rejected"
STATUSES = (PROPOSED, OPEN, ACTIVE, RESOLVED, SUPERSEDED, EXPIRED, REJECTED)  # in the order of a life
HOLDS = (ACTIVE, OPEN)
OVER = (SUPERSEDED, EXPIRED, REJECTED)
NEW, FORGOTTEN = "new", "forgotten"  # before a home has it, and after; neither is stored
UNFINISHED = ("blocker", "review", "error", "question", "next")  # kinds that are open until they are resolved

BY = "superseded_by"  # link to the memory that replaced it
MAYBE = "maybe_superseded_by"  # link to a memory that may have replaced it
APART = "apart"  # in a history step: id of a memory that, as a user confirmed, holds beside this one
HISTORY = "history"  # attribute: the memory before each event, oldest first

# The status after an event. "=" keeps it, "-" refuses the event, "usual" is open or active, depending on the kind,
# "before" is the status before the memory was forgotten, or before the event that is undone.
_TABLE = """
event       new       proposed    active      open        resolved    superseded  expired   rejected   forgotten
proposed    proposed  -           -           -           -           -           -         -          -
kept        usual     -           -           -           -           -           -         -          -
confirmed   -         usual       =           -           -           -           -         -          -
edited      -         =           =           =           =           -           -         -          -
settled     -         -           resolved    resolved    -           -           -         -          -
disputed    -         =           =           =           =           -           -         -          -
superseded  -         superseded  superseded  superseded  superseded  -           -         -          -
expired     -         expired     expired     expired     expired     -           -         -          -
rejected    -         rejected    rejected    rejected    -           rejected    rejected  -          -
reopened    -         -           -           -           usual       usual       usual     usual      -
forgotten   -         forgotten   forgotten   forgotten   forgotten   forgotten   forgotten forgotten  -
restored    -         -           -           -           -           -           -         -          before
undone      -         before      before      before      before      before      before    before     before
"""
_ROWS = [row.split() for row in _TABLE.strip().splitlines()]
EVENTS: "Mapping[str, Mapping[str, str]]" = {
    row[0]: {before: after for before, after in zip(_ROWS[0][1:], row[1:], strict=True) if after != "-"}
    for row in _ROWS[1:]
}
_INSTEAD = {"superseded": "change what took its place", "forgotten": "`memory-core undo` brings it back"}
_DO = {"edited": "edit", "superseded": "supersede", "settled": "resolve", "rejected": "reject", "expired": "change"}
# Other words for statuses, in files and notes.
_WORDS = {
    OPEN: "unresolved in-progress new todo reopened",
    RESOLVED: "completed complete done fixed closed wontfix",
    ACTIVE: "accepted",
}
_NAMED = {word: status for status in STATUSES for word in (status, *_WORDS.get(status, "").split())}


def named(word: str) -> str:
    """The status that a word in a file or a note means; "" if it means none."""
    return _NAMED.get(word.strip().casefold(), "")


def words() -> "tuple[str, ...]":
    """All words that mean a status."""
    return tuple(_NAMED)


def usual(kind: str) -> str:
    """The initial status of a memory of this kind: open if it has to be resolved, else active."""
    return OPEN if kind in UNFINISHED else ACTIVE


def holds(status: str) -> bool:
    """Whether a memory with this status holds: it is active or open."""
    return status in HOLDS


def is_over(status: str) -> bool:
    """Whether a memory with this status has ended: it is superseded, expired or rejected."""
    return status in OVER


def after(status: str, event: str, kind: str = "", before: str = "") -> str:
    """The status after an event; "" if the event is refused. `before` is the earlier status that may be restored."""
    to = EVENTS[event].get(status, "")
    return {"=": status, "usual": usual(kind), "before": before or usual(kind)}.get(to, to)


def between(before: str, after: str, *, edited: bool = False, disputed: bool = False) -> str:
    """The event that changes one status into another; if they are equal, the kind of change decides."""
    if before == after:
        return "edited" if edited else "disputed" if disputed else "kept"
    leads = (event for event, row in EVENTS.items() if row.get(before) in (after, "usual") and event != "undone")
    return next(leads, "kept")


def refused(memory: "Memory", event: str) -> str:
    """Why an event cannot change a memory, and what to do instead."""
    if new := successor(memory):
        return f"{memory.id} was replaced by {new}; {_DO.get(event, 'name')} {new} instead"
    instead = _INSTEAD.get(memory.status, "`memory-core undo` takes the last change back")
    return f"{memory.id} is {memory.status} and cannot be {event}; {instead}"


def successor(memory: "Memory") -> str:
    """The id of the memory that replaced this one, by its own link; "" if it has none."""
    return next((link.target for link in memory.links if link.rel == BY), "")


def doubt(memory: "Memory") -> str:
    """The id of the memory that may have replaced this one; "" if there is none or a user confirmed that both hold."""
    settled = [link.target for link in memory.links if link.rel in (BY, "relates_to")]
    return next(
        (link.target for link in reversed(memory.links) if link.rel == MAYBE and link.target not in settled), ""
    )


def behind(memories: "Sequence[Any]") -> "list[Any]":
    """The memories in order, except that a memory that may have been replaced comes after its possible replacement."""
    places = {memory.id: at for at, memory in enumerate(memories)}
    ranks = [(max(at, places.get(doubt(memory), at)), bool(doubt(memory)), at) for at, memory in enumerate(memories)]
    return [memories[at] for *_, at in sorted(ranks)]


def successors(memories: "Iterable[Memory]") -> "dict[str, str]":
    """The id of each replaced memory to the id of its replacement, from the links of either.

    Memories that were reopened since are left out.
    """
    result: dict[str, str] = {}
    back = set()
    for memory in memories:
        if holds(memory.status) and any(step.get("event") == "reopened" for step in memory.attrs.get(HISTORY, ())):
            back.add(memory.id)
        for link in memory.links:
            if link.rel == BY:
                result[memory.id] = link.target
            elif link.rel == "supersedes":
                result.setdefault(link.target, memory.id)
    return {old: new for old, new in result.items() if old not in back}


def stands_apart(memory: "Memory") -> bool:
    """Whether a memory is in the user's own home, where links from a repository to its id do not apply."""
    home: str = memory.source.home
    level: str = memory.scope.level
    return home == "session" or (home == "learnings" and level == "global")


def replacement(memory: "Memory", by: "Mapping[str, str]") -> str:
    """The id of the replacement in `by`, which `successors` returns; "" if the memory was not replaced."""
    return "" if stands_apart(memory) else by.get(memory.id, "")


def chain(name: str, by: "Mapping[str, str]") -> "list[str]":
    """The id and the ids of its replacements, one after the other; only the id itself if they form a circle."""
    met = {name: None}
    last = name
    while (last := by.get(last, "")) and last not in met:
        met[last] = None
    return [name] if last else [*met]


def line(name: str, by: "Mapping[str, str]") -> "list[str]":
    """The id, its replacements, then all memories that it replaced directly or indirectly; nearest first."""
    met = {name: None}
    last = name
    while (last := by.get(last, "")) and last not in met:
        met[last] = None
    replaced: dict[str, list[str]] = {}
    for old, new in by.items():
        replaced.setdefault(new, []).append(old)
    older, walked = [name], {name}
    for text in older:  # the list grows during the loop
        texts = [old for old in replaced.get(text, ()) if old not in walked]
        walked.update(texts)
        older += texts
    return [*dict.fromkeys((*met, *older))]
