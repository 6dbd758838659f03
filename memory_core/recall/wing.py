"""The wing of recall: similar memories from the index, and vectors and anchors made in the background.

Modules are loaded when they are needed.
"""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from memory_core.core import log, wing
from memory_core.core.memory import Memory

if TYPE_CHECKING:
    from memory_core.core.health import Check


class Recall(wing.Wing):
    """The wing of the index."""

    def alike(self, root: str, memories: Sequence[Memory], until: float) -> list[Memory]:
        """The kept memories with the most words in common with one of these. Raises what the index raises."""
        from memory_core.recall import indexing

        return indexing.alike(root, memories, until)

    def derive(self, root: str, until: float, ended: str) -> None:
        """Make missing vectors and, after the end of a session, the anchors of all memories."""
        with log.contained("worker: vectors", root):
            from memory_core.recall import embedding

            embedding.embed(root, until)
        if ended:
            with log.contained("worker: code", root):
                from memory_core.recall import anchored

                anchored.refresh(root, os.path.realpath(ended))

    def health(self, root: str) -> "Iterable[Check]":
        """Its checks for `doctor`."""
        from memory_core.recall import health

        return health.checks(root)


WING = Recall()
