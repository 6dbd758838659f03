"""What is left to do when a session has ended, in a process that the client does not wait for."""

import os
from typing import Any

from memory_core.domain.extract import Carry, ends
from memory_core.flows import capture, chores, open_ends, write_briefing
from memory_core.intake.event import Event
from memory_core.stores import places, session, workspace

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
    """Whether a session with this state left something open; it is kept."""
    found = ends.left(Carry.from_json(state.get("carry", {})).state, ends.NEAR)
    if found:
        with workspace.held(root):
            new, over = open_ends.once(root, found)
            kept = capture.store(root, name, new).new
            open_ends.replace(root, over, kept)
            open_ends.expire(root)
    return bool(found)
