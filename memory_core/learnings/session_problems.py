"""Checks the states of living sessions against their format, because hot learnings are stored in them."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from memory_core import edges
from memory_core.core import session
from memory_core.core.light import files, json_store
from memory_core.core.light.errors import Refusal

REMEDY: Final = "mend it by hand, or delete it: its transcript is then read once more from the beginning"
_MOST: Final = 20  # faults of one state


def problems(root: str) -> list[str]:
    """The unreadable or invalid parts of these states, each with its file and place; [] without pydantic."""
    try:
        check = edges.formats()
    except Refusal:
        return []

    def faults(path: str) -> Iterator[str]:
        state, why = json_store.read_object(path, files.LIMIT)
        if why:
            yield f"{path}: {why}"
        for place, what in check("session", state) if state else ():
            yield f"{path}: {place} {what}"

    return [line for name in session.living(root) for line in islice(faults(session.path(root, name)), _MOST)]
