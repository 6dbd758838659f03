"""Chooses one of several memories that state the same, and detects whether a resolved problem is back.

Used by recall, suggestions, the briefing, the memories of a spec and the files of the journal. The order: memories that
hold, then proposed ones, then ended ones; then the user's own home; then memories with a body; then the newest. The
hook for prompts imports this module, so it imports nothing heavy.
"""

from memory_core.core.light import lifecycle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memory_core.core.memory import Memory

    Standing = tuple[int, bool, str, int]

SETTLED = "settled"  # attribute of a memory that is open again: when it had been resolved


def standing(status: str, changed: str, body: str = "") -> "Standing":
    """The rank of a memory among memories that state the same: the greatest is shown.

    `changed` is the time (UTC, ISO 8601) of its last change, `body` its text beside the summary.
    """
    rank = 2 if lifecycle.holds(status) else 1 if status == lifecycle.PROPOSED else 0
    return rank, bool(body.strip()), changed, len(body)


def speaker(twins: "Iterable[Memory]") -> "Memory":
    """The memory that is shown for several that state the same. Raise `ValueError` if there are none."""
    twins = [*twins]
    if len(twins) == 1:
        return twins[0]
    # Sorted first, so that the order of reading does not matter.
    ordered = sorted(
        twins, key=lambda memory: (memory.id, memory.source.home, memory.source.place, memory.status, memory.body)
    )
    return max(ordered, key=_standing)


def folded(memories: "Iterable[Memory]", fingerprints: "Iterable[str] | None" = None) -> "list[Memory]":
    """One memory for each statement, at its first place; a memory that is back has the attribute `SETTLED`.

    `fingerprints` are those of the memories, if they are already known.
    """
    return [returned(speaker(group), group) for group in _groups(memories, fingerprints)]


def marked(memories: "Iterable[Memory]") -> "list[Memory]":
    """All memories, grouped by statement; of each group the shown one has the attribute `SETTLED` if it is back."""
    result = []
    for group in _groups(memories):
        first = speaker(group)
        result += [returned(memory, group) if memory is first else memory for memory in group]
    return result


def settled(memory: "Memory", twins: "Iterable[Memory]" = ()) -> str:
    """The date (YYYY-MM-DD) on which an open memory, or a twin with the same statement, was resolved; "" if never."""
    if memory.status != lifecycle.OPEN:
        return ""
    before = [_own(memory.attrs)]
    for twin in twins:
        before.append(_own(twin.attrs))
        if twin.status == lifecycle.RESOLVED and (twin.updated or twin.created) <= (memory.updated or memory.created):
            before.append(twin.updated or twin.created)
    return max(before)[:10]


def returned(memory: "Memory", twins: "Sequence[Memory]") -> "Memory":
    """The memory with the attribute `SETTLED` if another memory of the same statement shows that it is back."""
    day = settled(memory, twins) if len(twins) > 1 else ""
    return memory._replace(attrs={**memory.attrs, SETTLED: day}) if day else memory


def _groups(memories: "Iterable[Memory]", fingerprints: "Iterable[str] | None" = None) -> "list[list[Memory]]":
    memories = [*memories]
    groups: dict[str, list[Memory]] = {}
    for memory, mark in zip(memories, fingerprints or (each.fingerprint for each in memories), strict=True):
        groups.setdefault(mark, []).append(memory)
    return [*groups.values()]


def _standing(memory: "Memory") -> "tuple[int, bool, Standing]":
    """The rank of a memory. The user's own home comes before a repository, which could otherwise hide its memories."""
    stands = standing(memory.status, max(memory.updated, memory.created), memory.body)
    return stands[0], lifecycle.stands_apart(memory), stands


def _own(attrs: "Mapping[str, object]") -> str:
    """When the memory itself states that it was resolved; files of the journal keep that among unknown keys."""
    for place in (attrs, attrs.get("extra")):
        day = place.get(SETTLED) if hasattr(place, "get") else None
        if isinstance(day, str) and day[:4].isdigit():
            return day
    return ""
