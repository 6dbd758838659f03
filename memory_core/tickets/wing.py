"""The wing of tickets: the ticket that a session works on. Modules are loaded when they are needed."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from memory_core.core import wing
from memory_core.tickets import places

if TYPE_CHECKING:
    from memory_core.core.health import Check
    from memory_core.tickets.listener import Tickets as Following


class Tickets(wing.Wing):
    """The wing of tickets."""

    def listener(self, place: wing.Place) -> "Following | None":
        """The listener of a session; None for what a verb extracts, and without an active or former ticket."""
        if not place.is_live:
            return None
        if not os.path.isdir(os.path.join(place.root, places.FOLDER)) and "ticket" not in place.state:
            return None
        from memory_core.tickets import active
        from memory_core.tickets.listener import Tickets as Following

        known = "" if place.here else place.state.get(active.STATE)
        return Following(place, active.of_session(place.root, place.here, known))

    def health(self, root: str) -> "Iterable[Check]":
        """Its checks for `doctor`."""
        from memory_core.tickets import health

        return health.checks(root)


WING = Tickets()
