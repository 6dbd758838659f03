"""The texts of a memory for the search: the text for keywords, and the text for the vector."""

from typing import Final

from memory_core.core.memory import Memory

# Version of the embedded text. After a change of the text raise it, and all vectors are made again.
VERSION: Final = 1
EMBEDDED: Final = 1600  # characters; the model truncates the text at 128 to 256 tokens, keywords use all of it
SEARCHED: Final = 20_000  # characters of a memory in the keyword index
NEIGHBOUR: Final = 600  # characters of a neighbour that are indexed with a memory

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

# Attributes of a guard rail that users search for if they do not know the forbidden words.
_TELLING: Final = ("instead", "reconsider_when")


def embedded(memory: Memory) -> str:
    """The text for the vector of a memory: kind, date, spec or path, then summary and body.

    The context matters: without it, search finds half as many memories.
    """
    about = [memory.kind, day(memory.created), memory.scope.work or memory.scope.path or ""]
    head = ", ".join(part for part in about if part)
    return _joined(f"{head}:" if head else "", memory.summary, memory.body)[:EMBEDDED]


def searched(memory: Memory) -> str:
    """The text of a memory for the keyword index."""
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
    """The text that a memory adds to its neighbours in the keyword index."""
    return _joined(memory.summary, memory.body)[:NEIGHBOUR]


def group(memory: Memory) -> str:
    """The group of a memory: its session, else its spec or ticket, else its commit; "" if it has none."""
    source = memory.source
    if source.session:
        return f"session {source.session}"
    if memory.scope.work:
        return f"work {memory.scope.work}"
    return f"commit {source.commit}" if source.commit else ""


def place_in_time(memory: Memory) -> tuple[str, int]:
    """The sort key of a memory within its group: its time, then its line in the transcript.

    A time that is not ISO 8601 is ignored.
    """
    line = memory.attrs.get("line")
    created = memory.created if memory.created[4:5] == "-" else ""
    return created, line if isinstance(line, int) else 0


def day(moment: str) -> str:
    """An ISO date as people write it, `8 May 2026`; other text is returned as it is."""
    year, month, rest = moment[:4], moment[5:7], moment[8:10]
    dated = moment[4:5] == "-" and all(part.isascii() and part.isdigit() for part in (year, month, rest))
    if dated and 1 <= int(month) <= 12:
        return f"{int(rest)} {_MONTHS[int(month) - 1]} {year}"
    return moment


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)
