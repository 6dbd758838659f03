"""The end of a session: what it leaves open, and what was hot in it."""

from datetime import timedelta
from typing import Any

from memory_core.capture import endings
from memory_core.domain import journal as entries
from memory_core.domain import moving
from memory_core.domain.extract import tasks
from memory_core.domain.extract.candidate import Carry
from memory_core.flows import capture, chores, tiers
from memory_core.light import clock, lifecycle
from memory_core.stores import journal, session, workspace

_DAYS = 30  # after which a task of the list that nobody spoke of is let go


def settle(root: str, name: str) -> bool:
    """Keep what a session that ends leaves open, and make warm what was hot in it; False where that must wait."""
    keep(root, name, session.load(root, name))
    if not chores.waits(root, name):
        return True
    return tiers.end(root, name)


def keep(root: str, name: str, state: dict[str, Any]) -> bool:
    """Whether a session with this state left tasks open, or others are over; they are kept, settled or let go."""
    said = Carry.from_json(state.get("carry", {})).state
    open_tasks, finished = tasks.left(said), tasks.finished(said)
    stands = [memory for memory in journal.read(root, (entries.ERRORS,)) if memory.status == lifecycle.OPEN]
    since = clock.stamp(clock.now() - timedelta(days=_DAYS))
    old = [memory for memory in stands if memory.attrs.get("rule") == tasks.RULE and memory.updated < since]
    if not (open_tasks or finished or old):
        return False
    with workspace.held(root):
        capture.store(root, name, open_tasks)
        endings.close(root, [(text, "") for text in finished], stands)
        if old:
            now = clock.stamp(clock.now())
            workspace.change(root, [moving.moved(memory, "expired", now) for memory in old])
    return True
