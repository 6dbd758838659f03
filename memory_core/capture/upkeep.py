"""What is let go, and what edits and prompts read: brought up to date by the worker, or by a start that comes first."""

import os
from typing import Final

from memory_core.core import excluded, log, registry, session
from memory_core.core.light import clock, files, session_lines, settings
from memory_core.guardrails import cache
from memory_core.guardrails.light import store
from memory_core.journal import journal_files
from memory_core.learnings import chores, learning_memories, warm_files
from memory_core.learnings.light import matchers, remind

_ENDED: Final = 30 * 86_400  # seconds after which the state of a session that ended goes
_LOCKED: Final = 1.0  # seconds that the tidying waits for the project's lock


def tidy(root: str) -> None:
    """Let old entries go, and sweep what killed processes left half-written."""
    session_lines.sweep(root, clock.now().timestamp())
    with log.contained("upkeep: what git sees", root):
        excluded.apply(root, excludes=settings.read(settings.SHARE, root) != "repository")
    if learning_memories.waiting(root):
        from memory_core.learnings import tiers  # noqa: PLC0415 - only what an older version kept waits

        tiers.adopt(root)
    if os.path.isdir(journal_files.folder(root)):
        for folder in (journal_files.folder(root), warm_files.folder(root, warm_files.LEVELS[0])):
            files.sweep(folder)
        session.forget_ended(root, clock.now().timestamp() - _ENDED)
        if chores.has_old(root):
            with registry.held(root, timeout=_LOCKED):
                chores.forget_old(root)
        if chores.has_old_logs(root):  # the work of the day may be done already, or be of a session that has no end
            with warm_files.held(root, _LOCKED):
                chores.archive_logs(root)


def tables(root: str) -> None:
    """Make the tables that an edit and a prompt read, where the ones at hand are of an older state of their homes."""
    stamp = store.stamp(root)
    if stamp and store.rules(root, stamp) is None:
        cache.made(root, stamp)
    stamp = matchers.stamp(root)
    if stamp and matchers.lines(root, stamp) is None:
        remind.compiled(root, stamp)
