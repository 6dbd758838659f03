"""The wing of the briefing, a view of all homes."""

from memory_core.core import wing


class Briefing(wing.Wing):
    """The wing of the briefing."""

    def refresh(self, root: str, seconds: float) -> None:
        """Write BRIEFING.md again."""
        from memory_core.briefing import render

        render.refresh(root, seconds)

    def prepare(self, root: str, seconds: float, here: str) -> None:
        """Prepare the briefing of the next start."""
        from memory_core.briefing import prepare

        prepare.start(root, seconds, here)


WING = Briefing()
