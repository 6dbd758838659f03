"""What is left to do when a session has ended, in a process that the client does not wait for."""

from memory_core.flows import capture
from memory_core.intake.event import Event
from memory_core.stores import places, session


def on_event(event: Event) -> str:
    """Capture what is left and let the session's file go; always ""."""
    if not event.session:
        return ""
    root = places.session_root(event.cwd or ".")
    kept = capture.capture(root, event.session, event.transcript, here=event.cwd or ".")
    if kept.complete:
        session.end(root, event.session)
    return ""
