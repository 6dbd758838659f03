"""The life cycle of a memory: its statuses, the events that move it, whether it holds, and what took its place.

Every home keeps its own format; what its words mean, and what may follow what, stands here alone
(`docs/decisions/0026-one-life-cycle.md`). The way of a prompt leads through here: nothing is imported.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, Protocol

    class Memory(Protocol):
        """What of a `core.memory.Memory` is asked here; that module stands on this one."""

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
NEW, FORGOTTEN = "new", "forgotten"  # before a home has it, and after; neither is written down
UNFINISHED = ("blocker", "review", "error", "question", "next")  # kinds that are open until they are settled

BY = "superseded_by"  # the link to what took its place
MAYBE = "maybe_superseded_by"  # the link to what may have
APART = "apart"  # in a step: the id of a memory of which somebody said that it holds beside this one
HISTORY = "history"  # the attribute: what a memory was before each event, the oldest first

# What an event makes of a memory: "=" leaves its status, "-" is refused, "usual" is open or active, as its kind is,
# "before" is what it was before it was forgotten, or before what is undone.
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
# Other words that files and notes have for a status.
_WORDS = {
    OPEN: "unresolved in-progress new todo reopened",
    RESOLVED: "completed complete done fixed closed wontfix",
    ACTIVE: "accepted",
}
_NAMED = {word: status for status in STATUSES for word in (status, *_WORDS.get(status, "").split())}


def named(word: str) -> str:
    """The status that a word of a file or a note means, "" where it means none."""
    return _NAMED.get(word.strip().casefold(), "")


def words() -> "tuple[str, ...]":
    """Every word that means a status."""
    return tuple(_NAMED)


def usual(kind: str) -> str:
    """The status of a memory of that kind of which nothing is said: open until it is settled, or active."""
    return OPEN if kind in UNFINISHED else ACTIVE


def holds(status: str) -> bool:
    """Whether what has this status is so now: it is active, or open and not settled yet."""
    return status in HOLDS


def is_over(status: str) -> bool:
    """Whether what has this status holds no more: another took its place, it expired, or it was rejected."""
    return status in OVER


def after(status: str, event: str, kind: str = "", before: str = "") -> str:
    """The status after an event, "" where the event is refused; `before` is the status that is gone back to."""
    to = EVENTS[event].get(status, "")
    return {"=": status, "usual": usual(kind), "before": before or usual(kind)}.get(to, to)


def between(before: str, after: str, *, edited: bool = False, disputed: bool = False) -> str:
    """The event that leads from one status to another: the first of the table; of one that stays what was said."""
    if before == after:
        return "edited" if edited else "disputed" if disputed else "kept"
    leads = (event for event, row in EVENTS.items() if row.get(before) in (after, "usual") and event != "undone")
    return next(leads, "kept")


def refused(memory: "Memory", event: str) -> str:
    """Why an event cannot move a memory, and what to do instead."""
    if new := successor(memory):
        return f"{memory.id} was replaced by {new}; {_DO.get(event, 'name')} {new} instead"
    instead = _INSTEAD.get(memory.status, "`memory-core undo` takes the last change back")
    return f"{memory.id} is {memory.status} and cannot be {event}; {instead}"


def successor(memory: "Memory") -> str:
    """The id of what took the memory's place, as the memory says itself; "" where it says nothing of it."""
    return next((link.target for link in memory.links if link.rel == BY), "")


def doubt(memory: "Memory") -> str:
    """The id of what may have taken the memory's place, "" where nothing may, or somebody said that both hold."""
    settled = [link.target for link in memory.links if link.rel in (BY, "relates_to")]
    return next(
        (link.target for link in reversed(memory.links) if link.rel == MAYBE and link.target not in settled), ""
    )


def behind(memories: "Sequence[Any]") -> "list[Any]":
    """The memories in their order, but each that may have been replaced behind what may have replaced it."""
    places = {memory.id: at for at, memory in enumerate(memories)}
    ranks = [(max(at, places.get(doubt(memory), at)), bool(doubt(memory)), at) for at, memory in enumerate(memories)]
    return [memories[at] for *_, at in sorted(ranks)]


def successors(memories: "Iterable[Memory]") -> "dict[str, str]":
    """The id of each memory that was replaced to that of what took its place, whichever of the two says so.

    What holds again since is left out.
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
    """Whether a memory stands in the user's own home: what a repository says of its id is said of another one."""
    home: str = memory.source.home
    level: str = memory.scope.level
    return home == "session" or (home == "learnings" and level == "global")


def replacement(memory: "Memory", by: "Mapping[str, str]") -> str:
    """The id of what took a memory's place as `successors` of all homes says, "" where it holds its place."""
    return "" if stands_apart(memory) else by.get(memory.id, "")


def chain(name: str, by: "Mapping[str, str]") -> "list[str]":
    """The id and those that took its place one after the other, the last at the end; only itself in a circle."""
    met = {name: None}
    last = name
    while (last := by.get(last, "")) and last not in met:
        met[last] = None
    return [name] if last else [*met]


def line(name: str, by: "Mapping[str, str]") -> "list[str]":
    """The id with those that took its place, then what it replaced, directly or through others; the nearest first."""
    met = {name: None}
    last = name
    while (last := by.get(last, "")) and last not in met:
        met[last] = None
    replaced: dict[str, list[str]] = {}
    for old, new in by.items():
        replaced.setdefault(new, []).append(old)
    older, walked = [name], {name}
    for text in older:  # grows while it is walked
        texts = [old for old in replaced.get(text, ()) if old not in walked]
        walked.update(texts)
        older += texts
    return [*dict.fromkeys((*met, *older))]
