"""Hands the end of a turn or a session, or a coming compaction, over to the worker, and answers.

The user waits for this. The event goes into the queue, the worker is started unless it runs, and a Stop names the
marker lines of the last message. `json`, `re` and `typing` are not imported.
"""

import os

from memory_core.core.light import client_process, detached, files, marker_words, places, queue, settings, worker_state
from memory_core.core.light.answer import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memory_core.core.light.event import Event

STOP: "Final" = "Stop"
FOREGROUND: "Final" = 10.0  # seconds


def on_event(event: "Event") -> str | Answer:
    """The text that Stop shows the user: what is being kept, and what prevents keeping; "" if there is none.

    The model gets no text.
    """
    if not event.session or event.agent:
        return ""
    root = places.session_root(event.cwd or ".")
    # Before the worker: what it keeps is known then. Without a transcript, which each client names, it keeps nothing.
    kept = _kept(root, event) if event.name == STOP and event.transcript else ""
    try:
        queue.put(root, fields(event))
        hand_over(root, is_urgent=False)
    except OSError as error:
        return _in_the_way(root, event, error)
    if event.name != STOP:
        return ""
    if is_unwritable(root) or os.path.exists(worker_state.trouble_path(root)):
        return _in_the_way(root, event, kept=kept)
    return Answer(notice=kept) if kept else ""


def fields(event: "Event") -> dict[str, str]:
    """The fields of an event that the worker needs."""
    return {
        "name": event.name,
        "session": event.session,
        "cwd": os.path.abspath(event.cwd or "."),
        "transcript": event.transcript,
        "last_message": event.last_message[: queue.LAST_MOST],
        "client": client_process.current(),
    }


def hand_over(root: str, seconds: float = FOREGROUND, *, is_urgent: bool = True) -> None:
    """Start the worker unless it runs; do its work here, for a few seconds, if no process can be started.

    If `is_urgent`, the worker begins at once because somebody waits for it.
    """
    if worker_state.is_at_work(root):
        return
    if not worker_state.is_off(root):
        try:
            detached.start(worker_state.SCRIPT, [root] if is_urgent else [worker_state.LATER, root])
            return
        except OSError:  # no free process
            pass
    from memory_core.capture import worker

    worker.in_foreground(root, seconds)


def is_unwritable(root: str) -> bool:
    """Whether a glance shows that nothing can be written in the project."""
    return not (files.has_room(root) and os.access(root, os.W_OK))


def _in_the_way(root: str, event: "Event", error: OSError | None = None, kept: str = "") -> str | Answer:
    """The notice about problems, each shown once; `kept` comes first if no problem prevents keeping."""
    from memory_core.capture import user_warnings

    if event.name != STOP:
        return ""
    troubles = user_warnings.of_failure(error, root) if error else user_warnings.noted(root)
    words = user_warnings.unseen(root, event.session, troubles)
    shown = words if any(not each.lasts for each in troubles) else "\n".join(filter(None, (kept, words)))
    return Answer(notice=shown) if shown else ""


def _kept(root: str, event: "Event") -> str:
    message = event.last_message
    if not any(word in message for word in marker_words.KINDS) or settings.is_on(settings.QUIET, root):
        return ""
    from memory_core.capture.light import kept_line

    return kept_line.line(root, message)
