"""The wing of git notes, with their checks. Modules are loaded when they are needed."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from memory_core.core import wing

if TYPE_CHECKING:
    from memory_core.core.health import Check


class Notes(wing.Wing):
    """The wing of notes."""

    def health(self, root: str) -> "Iterable[Check]":
        """The checks of notes for `doctor`."""
        from memory_core.notes import health

        return health.checks(root)


WING = Notes()
