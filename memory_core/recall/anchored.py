"""The state of the code that all memories name, computed after the end of a session and for `doctor`."""

from typing import Final

from memory_core.core import git, registry
from memory_core.core.light.lifecycle import holds
from memory_core.core.memory import Memory
from memory_core.recall import anchoring, anchors

ALL: Final = 20.0  # seconds for all memories
BEHIND: Final = 3.0  # seconds for all memories after the end of a session, when nobody waits
READING: Final = 1.0  # seconds for reading a home, in that case


def refresh(root: str, here: str) -> None:
    """Compute the anchors of all memories in force, so that the next recall finds them in the cache."""
    if git.folder(root):
        anchoring.anchors_of(root, here, standing(root, READING), BEHIND)


def counted(root: str) -> dict[str, int]:
    """The number of memories in force for each state; a memory counts for the worst state of its names."""
    texts = [anchors.worst(group) for group in anchoring.anchors_of(root, root, standing(root), ALL)]
    return {state: texts.count(state) for state in anchors.STATES}


def standing(root: str, most: float = float("inf")) -> list[Memory]:
    """The memories in force of all homes, except homes that take longer than `most` seconds to read."""
    return [memory for memory in registry.read(root, most) if holds(memory.status)]
