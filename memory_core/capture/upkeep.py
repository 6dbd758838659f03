"""Old entries go: by the worker, or by a start that comes first."""

import os
from typing import Final

from memory_core.core import excluded, log, registry, session, wings
from memory_core.core.light import clock, files, session_lines, settings
from memory_core.journal import decay, journal_files

_ENDED: Final = 30 * 86_400  # seconds after which the state of a session that ended goes
_LOCKED: Final = 1.0  # seconds that the tidying waits for the project's lock


def tidy(root: str) -> None:
    """Let old entries go, and sweep what killed processes left half-written."""
    session_lines.sweep(root, clock.now().timestamp())
    with log.contained("upkeep: what git sees", root):
        excluded.apply(root, excludes=settings.read(settings.SHARE, root) != "repository")
    if os.path.isdir(journal_files.folder(root)):
        files.sweep(journal_files.folder(root))
        session.forget_ended(root, clock.now().timestamp() - _ENDED)
        if decay.has_old(root):
            with registry.held(root, timeout=_LOCKED):
                decay.forget_old(root)
    wings.tidy(root)
