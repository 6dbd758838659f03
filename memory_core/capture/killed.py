"""Sessions of which the client is gone: what they left unread is handed to the worker."""

import os

from memory_core.briefing.light import prepared
from memory_core.core import session
from memory_core.core.light import client_process, clock, queue


def adopt(root: str, current: str) -> None:
    """Add an end to the queue for each session but `current` that was killed and left something unread."""
    for name, state in session.left_behind(root):
        path = str(state.get("transcript"))
        is_own = os.path.basename(path) == f"{name}.jsonl"
        if name != current and is_own and (client_process.is_gone(state) or _idle(path)):
            queue.put(root, {"name": "SessionEnd", "session": name, "transcript": path})


def _idle(path: str) -> bool:
    try:
        return clock.now().timestamp() - os.path.getmtime(path) > prepared.IDLE
    except OSError:
        return True
