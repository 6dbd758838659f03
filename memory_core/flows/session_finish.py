"""What is left to do when a session has ended, in a process that the client does not wait for."""

import os

from memory_core.flows import capture, chores
from memory_core.intake.event import Event
from memory_core.stores import places, session

SECONDS = 4.0  # for reading; the hook has ten, and what was hot must be warm in them


def on_event(event: Event) -> str:
    """Capture what is left, make warm what was hot, and let the session's file go; always ""."""
    if not event.session:
        return ""
    root = places.session_root(event.cwd or ".")
    kept = capture.capture(root, event.session, event.transcript, seconds=SECONDS, here=event.cwd or ".")
    if kept.complete and is_warm(root, event.session):
        session.end(root, event.session)
        _look_at_code(root, event.cwd or ".")
    return ""


def _look_at_code(root: str, here: str) -> None:
    """Compute what became of the code that memories name, before somebody asks."""
    from memory_core.flows import anchoring

    anchoring.refresh(root, os.path.realpath(here))


def is_warm(root: str, name: str) -> bool:
    """Whether nothing of a session that ends is hot any more."""
    if not chores.waits(root, name):
        return True
    from memory_core.flows import tiers

    return tiers.end(root, name)
