"""A session has its first prompt, and from now on a file: it is not lost if it is killed in its first turn."""

from memory_core.core import session
from memory_core.core.light import client_process


def note(root: str, name: str, transcript: str) -> None:
    """Write the session's file; a session that ended and is resumed continues where it was."""
    known = session.load(root, name)
    session.save(root, name, {**known, "transcript": transcript, client_process.KEY: client_process.current()})
