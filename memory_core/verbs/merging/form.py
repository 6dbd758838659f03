"""The files that two branches may both write: their paths, their lists of entries, and the key of an entry."""

from typing import Final, NamedTuple

from memory_core.core.light import globs
from memory_core.guardrails import file_format
from memory_core.journal import journal_entries
from memory_core.learnings.learning import LISTS, PREFIX
from memory_core.tickets import places


class Entries(NamedTuple):
    """A list of entries. Two entries of one version are never the same entry, even with equal content."""

    name: str  # its key in the file; "" where the file is the list
    kind: str
    text: str  # the key of its words
    since: str  # the key of the time from which on it holds
    scope: str = ""  # a key that tells two of the same words apart
    prefix: str = ""  # of ids that are numbers; "" where they follow from the words
    most: int = 0  # the largest number that counts for the next one


class Form(NamedTuple):
    """How a file is laid out."""

    lists: tuple[Entries, ...] = ()
    around: str = ""  # the key under which everything else stands
    rows: bool = True  # an entry a line, else a key of it a line


LOG: Final = Form()
DERIVED: Final = Form((), "derived")

_RAILS: Final = tuple(
    Entries(each.name, each.kind, each.text, each.since, each.scope, f"{each.prefix}-" if each.scope else "", 99_999)
    for each in file_format.SECTIONS
)
_WARM: Final = tuple(
    Entries(name, kind, "description", "created", "", f"{PREFIX[kind]}_", 9_999) for kind, name in LISTS.items()
)

FORMS: Final = {
    **{
        f".genius/memory/{shelf.name}.json": Form((Entries("", shelf.kind, shelf.text, "timestamp"),))
        for shelf in journal_entries.SHELVES
    },
    ".claude/learnings/warm-memory.json": Form(_WARM, "warm_memory"),
    file_format.FILE: Form(_RAILS, rows=False),
    f"{places.MEMORY}/*{places.LOG}": LOG,
    f"{places.MEMORY}/*{places.SEMANTIC}": DERIVED,
    f"{places.MEMORY}/*{places.DECISIONS}": DERIVED,
    f"{places.CONTEXT}/*-memory-slice-*.pack.json": DERIVED,
}


def form_of(path: str) -> Form | None:
    """The layout of the file at a path of a project; None if it is no such file."""
    return next((form for pattern, form in FORMS.items() if globs.part_covers(pattern, path)), None)
