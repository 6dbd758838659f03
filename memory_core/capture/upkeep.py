"""Old entries go: by the worker, or by a start that comes first."""

from typing import Final

from memory_core.core import excluded, log, session, wings
from memory_core.core.light import clock, session_lines, settings

_ENDED: Final = 30 * 86_400  # seconds after which the state of a session that ended goes


def tidy(root: str) -> None:
    """Let old entries go, and sweep what killed processes left half-written."""
    session_lines.sweep(root, clock.now().timestamp())
    with log.contained("upkeep: what git sees", root):
        excluded.apply(root, excludes=settings.read(settings.SHARE, root) != "repository")
    session.forget_ended(root, clock.now().timestamp() - _ENDED)
    wings.tidy(root)
