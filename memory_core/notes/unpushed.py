"""How many memories stand in notes that no remote has yet: what status, doctor and the end of a spec say of it."""

from collections.abc import Mapping
from typing import NamedTuple

from memory_core.core import git
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import NOTHING
from memory_core.notes import remote, shared

PUSH = "`memory-core sync --push` sends them"


class Unpushed(NamedTuple):
    """What the remote lacked when it was last spoken to."""

    remote: str = ""  # "" where there is none, or nothing is to be sent
    spaces: Mapping[str, int] = NOTHING  # namespace to how many documents
    never: bool = False  # nothing of the notes was ever there, as far as is known

    @property
    def number(self) -> int:
        """Of how many documents the remote knows nothing."""
        return sum(self.spaces.values())


def unpushed(root: str) -> Unpushed:
    """What was not pushed yet, by the refs of the last exchange: nobody is asked, notes are only compared."""
    known = shared.glance(root, asks=True)
    name = shared.likely(known)
    if not name or not known.here:
        return Unpushed()
    there = known.there.get(name, {})
    spaces = {}
    try:
        for space, tip in known.here.items():
            was = there.get(space)
            if was != tip and (was is None or not git.is_ancestor(root, tip, was)):
                spaces[space] = remote.documents(root, was, tip)
    except Refusal:  # what cannot be read is told elsewhere
        return Unpushed()
    return Unpushed(name, spaces, not there) if spaces else Unpushed()


def line(found: Unpushed) -> str:
    """It in words, with what sends it; "" where nothing is to be said."""
    if not found.spaces:
        return ""
    many = ", ".join(
        f"{number:,} in {space}" if number else f"changes in {space}" for space, number in found.spaces.items()
    )
    if found.never:
        return f"never pushed to {found.remote}: {many}; they are on this machine alone: {PUSH}"
    return f"not pushed to {found.remote} yet: {many}; {PUSH}"
