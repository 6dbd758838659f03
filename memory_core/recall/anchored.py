"""What became of the code that all memories name: worked out where a session has ended, and for `doctor`."""

from typing import Final

from memory_core.core import git, registry
from memory_core.core.light.lifecycle import holds
from memory_core.core.memory import Memory
from memory_core.recall import anchoring, anchors

ALL: Final = 20.0  # seconds for every memory
BEHIND: Final = 3.0  # for every memory, where a session has ended and nobody waits
READING: Final = 1.0  # for a home, then


def refresh(root: str, here: str) -> None:
    """Compute it for all that holds: what recall is asked next is at hand."""
    if git.folder(root):
        anchoring.anchors_of(root, here, standing(root, READING), BEHIND)


def counted(root: str) -> dict[str, int]:
    """State to how many memories that hold have a name of that state and none that is worse."""
    texts = [anchors.worst(group) for group in anchoring.anchors_of(root, root, standing(root), ALL)]
    return {state: texts.count(state) for state in anchors.STATES}


def standing(root: str, most: float = float("inf")) -> list[Memory]:
    """The memories of all homes that hold; a home that takes longer than `most` seconds to read is left out."""
    return [memory for memory in registry.read(root, most) if holds(memory.status)]
