"""Learnings as a wing: the matchers that prompts and edits read, and what leaves the warm tier and the journal.

Modules load when they are needed.
"""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from memory_core.core import wing
from memory_core.core.memory import Memory

if TYPE_CHECKING:
    from memory_core.core.health import Check
    from memory_core.learnings.listener import Learnings as Following

_LOCKED: Final = 1.0  # seconds that the tidying waits for the lock


class Learnings(wing.Wing):
    """The wing of learnings."""

    def listener(self, place: wing.Place) -> "Following":
        """Follows a session."""
        from memory_core.learnings.listener import Learnings as Following

        return Following(place)

    def end(self, root: str, session: str) -> bool:
        """Make warm what was hot in the session."""
        from memory_core.learnings import chores

        if not chores.waits(root, session):
            return True
        from memory_core.learnings import tiers

        return tiers.end(root, session)

    def tidy(self, root: str) -> None:
        """Take over what an older version kept, and archive old logs of sessions."""
        from memory_core.core.light import old_files
        from memory_core.journal import journal_files
        from memory_core.learnings import chores, learning_memories, warm_files

        if learning_memories.waiting(root):
            from memory_core.learnings import tiers

            tiers.adopt(root)
        if os.path.isdir(journal_files.folder(root)):
            old_files.sweep(warm_files.folder(root, warm_files.LEVELS[0]))
            # The work of the day may be done already, or be of a session that has no end.
            if chores.has_old_logs(root):
                with warm_files.held(root, _LOCKED):
                    chores.archive_logs(root)

    def tables(self, root: str) -> None:
        """Make the matchers of the warm learnings."""
        from memory_core.learnings.light import matchers

        stamp = matchers.stamp(root)
        if stamp and matchers.lines(root, stamp) is None:
            from memory_core.learnings.light import remind

            remind.compiled(root, stamp)

    def about(self, root: str, words: str) -> wing.About:
        """The warm learnings that a prompt of these words would bring."""
        rows = [(memory, "what it is about is named") for memory in _preferences(root, words)]
        return wing.About("Preferences", rows, "memory-core jarvis memory list")

    def health(self, root: str) -> "Iterable[Check]":
        """Its checks for `doctor`."""
        from memory_core.learnings import health

        return health.checks(root)


def _preferences(root: str, words: str) -> list[Memory]:
    from memory_core.learnings import learning_memories, warm_files
    from memory_core.learnings.light import match, matchers, remind
    from memory_core.redact.memories import clean

    stamp = matchers.stamp(root)
    if not stamp:
        return []
    try:
        lines = matchers.lines(root, stamp) or remind.compiled(root, stamp)
        ids = match.matches(lines, words)
    except (ValueError, IndexError):  # matchers that somebody has damaged; they are made again with the next session
        return []
    known = {learning.id: learning for learning in warm_files.both(root).learnings} if ids else {}
    return [clean(learning_memories.as_memory(known[name])) for name in ids if name in known]


WING = Learnings()
