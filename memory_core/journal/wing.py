"""The wing of the journal: session logs, task counts, and expiry.

Modules are loaded when they are needed.
"""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from memory_core.core import log, wing
from memory_core.core.memory import Memory

if TYPE_CHECKING:
    from memory_core.core.health import Check

_LOCKED: Final = 1.0  # seconds to wait for the project's lock


class Journal(wing.Wing):
    """The wing of the journal."""

    def kept(self, root: str, session: str, memories: Sequence[Memory]) -> None:
        """Write the log of a session, and remove expired entries."""
        from memory_core.core.light import clock
        from memory_core.journal import decay, journal_files, plan

        if memories:
            with log.contained("capture: session log", root, OSError):  # a view of the homes
                journal_files.log_session(root, session, clock.stamp(clock.now()), memories)
        plan.sync(root)
        decay.forget_old(root)

    def tidy(self, root: str) -> None:
        """Remove unfinished files of killed processes, and expired entries."""
        from memory_core.core import registry
        from memory_core.core.light import old_files
        from memory_core.journal import decay, journal_files

        if os.path.isdir(journal_files.folder(root)):
            old_files.sweep(journal_files.folder(root))
            if decay.has_old(root):
                with registry.held(root, timeout=_LOCKED):
                    decay.forget_old(root)

    def health(self, root: str) -> "Iterable[Check]":
        """Its checks for `doctor`."""
        from memory_core.journal import health

        return health.checks(root)


WING = Journal()
