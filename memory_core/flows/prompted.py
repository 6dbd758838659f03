"""The user has typed: remember that there is a session, so that it is not lost if it is killed in its first turn."""

import os

from memory_core.intake.event import Event
from memory_core.stores import places, session


def on_event(event: Event) -> str:
    """Always "": the words of the prompt are read from the transcript, at Stop."""
    if event.session and event.transcript and not event.agent:
        root = places.session_root(event.cwd or ".")
        if not os.path.exists(session.path(root, event.session)):
            known = session.load(root, event.session)  # a session that ended and is resumed
            session.save(root, event.session, {**known, "transcript": event.transcript})
    return ""
