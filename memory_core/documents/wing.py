"""The wing of documents, with the checks of the client's documents. Modules are loaded when they are needed."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from memory_core.core import wing

if TYPE_CHECKING:
    from memory_core.core.health import Check


class Documents(wing.Wing):
    """The wing of documents."""

    def health(self, root: str) -> "Iterable[Check]":
        """The checks of the client's documents for `doctor`."""
        from memory_core.documents import health

        return health.checks(root)


WING = Documents()
