"""What is left to do when a session has ended, in a process that the client does not wait for."""

import os
from datetime import timedelta
from typing import Any

from memory_core.capture import endings
from memory_core.domain import journal as entries
from memory_core.domain import lifecycle
from memory_core.domain.extract import Carry, tasks
from memory_core.flows import capture, chores, write_briefing
from memory_core.intake.event import Event
from memory_core.stores import clock, journal, places, session, workspace

_DAYS = 30  # after which a task of the list that nobody spoke of is let go
SECONDS = 4.0  # for reading; the hook has ten, and what was hot must be warm in them


def on_event(event: Event) -> str:
    """Capture what is left, keep what is open, make warm what was hot, and let the session's file go; always ""."""
    if not event.session:
        return ""
    root = places.session_root(event.cwd or ".")
    kept = capture.capture(root, event.session, event.transcript, seconds=SECONDS, here=event.cwd or ".")
    if kept.complete and is_settled(root, event.session):
        session.end(root, event.session)
        _look_at_code(root, event.cwd or ".")
    return ""


def _look_at_code(root: str, here: str) -> None:
    """Compute what became of the code that memories name, before somebody asks."""
    from memory_core.flows import anchoring

    anchoring.refresh(root, os.path.realpath(here))


def is_settled(root: str, name: str) -> bool:
    """Whether everything of a session that ends is in its home now: what it leaves open, and what was hot."""
    if keep(root, name, session.load(root, name)):
        write_briefing.refresh(root, capture.INDEXING)
    if not chores.waits(root, name):
        return True
    from memory_core.flows import tiers

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
            workspace.change(root, [lifecycle.moved(memory, "expired", now) for memory in old])
    return True
