"""Of several memories that say the same: which one speaks for all, and whether what was settled is back.

Asked wherever equal statements are folded: recall, suggestions, the briefing, the memories of a spec, a file of the
journal. What holds speaks before what was only proposed, and that before what is over; then what stands in the user's
own home, what gives a reason before what is a bare line, and what was said last. The way of a prompt leads through
here: nothing heavy is imported.
"""

from memory_core.core.light import lifecycle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memory_core.core.memory import Memory

    Standing = tuple[int, bool, str, int]

SETTLED = "settled"  # the attribute of a memory that was settled before and is open again: when


def standing(status: str, changed: str, body: str = "") -> "Standing":
    """What a memory has to say against its twins: the one with the greatest speaks, of several the first by id.

    `changed` is the moment (UTC, ISO 8601) of its last change, `body` what it says beside its summary.
    """
    rank = 2 if lifecycle.holds(status) else 1 if status == lifecycle.PROPOSED else 0
    return rank, bool(body.strip()), changed, len(body)


def speaker(twins: "Iterable[Memory]") -> "Memory":
    """The memory that speaks for all that say the same. `ValueError` where there is none."""
    twins = [*twins]
    if len(twins) == 1:
        return twins[0]
    # In an order of their own, so that none of reading decides.
    ordered = sorted(
        twins, key=lambda memory: (memory.id, memory.source.home, memory.source.place, memory.status, memory.body)
    )
    return max(ordered, key=_standing)


def folded(memories: "Iterable[Memory]", fingerprints: "Iterable[str] | None" = None) -> "list[Memory]":
    """Each statement once, at its first place, told by the memory that speaks for it; what is back says since when.

    `fingerprints` are those of the memories, where they are known.
    """
    return [returned(speaker(group), group) for group in _groups(memories, fingerprints)]


def marked(memories: "Iterable[Memory]") -> "list[Memory]":
    """All of them, by statement; the one that speaks where something is back says since when."""
    result = []
    for group in _groups(memories):
        first = speaker(group)
        result += [returned(memory, group) if memory is first else memory for memory in group]
    return result


def settled(memory: "Memory", twins: "Iterable[Memory]" = ()) -> str:
    """The day (YYYY-MM-DD) on which what is open now was settled, by itself or by a twin; "" where it was not."""
    if memory.status != lifecycle.OPEN:
        return ""
    before = [_own(memory.attrs)]
    for twin in twins:
        before.append(_own(twin.attrs))
        if twin.status == lifecycle.RESOLVED and (twin.updated or twin.created) <= (memory.updated or memory.created):
            before.append(twin.updated or twin.created)
    return max(before)[:10]


def returned(memory: "Memory", twins: "Sequence[Memory]") -> "Memory":
    """The memory, with the day on which it was settled among its attributes where a twin says that it is back."""
    day = settled(memory, twins) if len(twins) > 1 else ""
    return memory._replace(attrs={**memory.attrs, SETTLED: day}) if day else memory


def _groups(memories: "Iterable[Memory]", fingerprints: "Iterable[str] | None" = None) -> "list[list[Memory]]":
    memories = [*memories]
    groups: dict[str, list[Memory]] = {}
    for memory, mark in zip(memories, fingerprints or (each.fingerprint for each in memories), strict=True):
        groups.setdefault(mark, []).append(memory)
    return [*groups.values()]


def _standing(memory: "Memory") -> "tuple[int, bool, Standing]":
    """What it has to say; of those that hold the user's own first, or a repository's words would hide it."""
    stands = standing(memory.status, max(memory.updated, memory.created), memory.body)
    return stands[0], lifecycle.stands_apart(memory), stands


def _own(attrs: "Mapping[str, object]") -> str:
    """When a memory says itself that it was settled; a file of the journal has it beside its own keys."""
    for place in (attrs, attrs.get("extra")):
        day = place.get(SETTLED) if hasattr(place, "get") else None
        if isinstance(day, str) and day[:4].isdigit():
            return day
    return ""
