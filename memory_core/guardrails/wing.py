"""The guard rails as a wing: the table that edits read. Modules load when they are needed."""

from memory_core.core import wing
from memory_core.guardrails.light import store


class Guardrails(wing.Wing):
    """The wing of the guard rails."""

    def tables(self, root: str) -> None:
        """Make the table of rules that an edit reads."""
        stamp = store.stamp(root)
        if stamp and store.rules(root, stamp) is None:
            from memory_core.guardrails import cache

            cache.made(root, stamp)


WING = Guardrails()
