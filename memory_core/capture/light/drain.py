"""What waits in the queue of a project, done now by who finds it there."""

from memory_core.core.light import queue


def catch_up(root: str) -> None:
    """Do what waits, for a verb that is to know of it. Nearly always nothing does."""
    if queue.unread(root):
        from memory_core.capture import worker

        worker.catch_up(root)
