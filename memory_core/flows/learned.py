"""What was learned, told where it is needed: at a prompt, or before an edit of a file, that it is about."""

import hashlib
import os
from collections.abc import Sequence
from typing import Final

from memory_core.domain.fence import fenced
from memory_core.domain.guard import paths
from memory_core.domain.tiers import match
from memory_core.domain.tiers.learning import Learning
from memory_core.flows import screening
from memory_core.intake.event import Event
from memory_core.stores import clock, guard, learnings, matchers
from memory_core.views import hot

LABEL: Final = "learnings about this"
_MARK: Final = "!\t"  # begins the last line of the matchers


def refresh(root: str) -> None:
    """Make the matchers fit the warm files, so that no prompt waits for it."""
    stamp = matchers.stamp(root)
    if stamp and matchers.lines(root, stamp) is None:
        compiled(root, stamp)


def compiled(root: str, stamp: str) -> list[str]:
    """The matchers of this state of the warm files, kept for the next prompt.

    Where only counts have changed they are those that were made last.
    """
    known = learnings.both(root).learnings
    mark = f"{_MARK}{_digest(known)}"
    lines = matchers.last(root)
    if not lines or lines[-1] != mark:
        lines = [*match.compile(known), mark]
    matchers.keep(root, stamp, lines)
    return lines


def _digest(known: Sequence[Learning]) -> str:
    """What changes with all that the matchers are made of; only this user can say it."""
    try:
        mine = guard.mark() or guard.new_mark()
    except OSError:  # then nobody can say it, and the matchers are made each time
        mine = os.urandom(16).hex()
    told = [(one.id, one.description, one.triggers, one.path, one.status, one.occurrences > 1) for one in known]
    return hashlib.sha256(f"{mine}{told}".encode("utf-8", "replace")).hexdigest()


def told(root: str, session: str, ids: Sequence[str]) -> str:
    """Those of the learnings that the session does not know yet, in the documented form; it counts as told.

    Where that cannot be noted nothing is said: it would be said at every prompt.
    """
    known = matchers.knows(root, session)
    warm = {one.id: one for one in learnings.both(root).learnings}
    new = [warm[name] for name in ids if name in warm and name not in known and warm[name].session != session]
    now = clock.stamp(clock.now())
    items = hot.fitting(new, {one.id: now for one in new}, hot.PROMPT - len(fenced("", LABEL)))
    if not items or not matchers.tell(root, session, [(one.id, one.level) for one in items], now):
        return ""
    return fenced(screening.clean(hot.rendered(items, {one.id: now for one in items})), LABEL)


def at_edit(event: Event, root: str, names: Sequence[str]) -> str:
    """The same for the learnings about a file, by what it is called in the project."""
    found = [
        name
        for name, path in matchers.paths(root, matchers.stamp(root))
        if any(paths.parts_cover(paths.parts(path), file) for file in names)
    ]
    return told(root, event.session, found[: match.MOST]) if found else ""
