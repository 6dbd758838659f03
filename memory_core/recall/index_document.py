"""How a memory reads to the search: the words it is found by, what is embedded, ."""

from typing import Final

from memory_core.core.memory import Memory

# A change here changes every vector: raise it, and the index makes them again.
VERSION: Final = 1
EMBEDDED: Final = 1600  # characters; the model reads 128 to 256 tokens and truncates the rest, keywords see it all
SEARCHED: Final = 20_000  # characters of one memory in the keyword index
NEIGHBOUR: Final = 600  # characters of a neighbour that count for a memory

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

# Of a guard rail: what somebody may look for who does not know what was forbidden.
_TELLING: Final = ("instead", "reconsider_when")


def embedded(memory: Memory) -> str:
    """The text whose vector stands for the memory: kind, date, spec or path, then summary and body.

    What is embedded matters more than the formula: a memory without its context finds half as much.
    """
    about = [memory.kind, day(memory.created), memory.scope.work or memory.scope.path or ""]
    head = ", ".join(part for part in about if part)
    return _joined(f"{head}:" if head else "", memory.summary, memory.body)[:EMBEDDED]


def searched(memory: Memory) -> str:
    """The text whose words find the memory."""
    return _joined(
        memory.summary,
        memory.body,
        memory.kind,
        day(memory.created),
        memory.scope.work or "",
        memory.scope.path or "",
        " ".join(memory.tags),
        " ".join(str(memory.attrs.get(key, "")) for key in _TELLING),
    )[:SEARCHED]


def context_words(memory: Memory) -> str:
    """What a memory adds to the words of its neighbours."""
    return _joined(memory.summary, memory.body)[:NEIGHBOUR]


def group(memory: Memory) -> str:
    """What belongs together: the session, else the spec or ticket, else the commit; "" where there is none."""
    source = memory.source
    if source.session:
        return f"session {source.session}"
    if memory.scope.work:
        return f"work {memory.scope.work}"
    return f"commit {source.commit}" if source.commit else ""


def place_in_time(memory: Memory) -> tuple[str, int]:
    """What sorts the memories of a group in time order; within one second the transcript's line decides.

    A time that is not ISO 8601 cannot be compared, and counts as none.
    """
    line = memory.attrs.get("line")
    created = memory.created if memory.created[4:5] == "-" else ""
    return created, line if isinstance(line, int) else 0


def day(moment: str) -> str:
    """An ISO date as people write it, `8 May 2026`; a text that is no ISO date comes back as it is."""
    year, month, rest = moment[:4], moment[5:7], moment[8:10]
    dated = moment[4:5] == "-" and all(part.isascii() and part.isdigit() for part in (year, month, rest))
    if dated and 1 <= int(month) <= 12:
        return f"{int(rest)} {_MONTHS[int(month) - 1]} {year}"
    return moment


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)
