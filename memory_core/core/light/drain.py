"""What waits in the queue of a project, done now by who finds it there."""

from memory_core.core.light import queue


def catch_up(root: str) -> None:
    """Do what waits, for a verb that is to know of it. Nearly always nothing does."""
    if queue.unread(root):
        # By name: what stands below the wings asks the worker only where something waits.
        __import__("memory_core.capture.worker", fromlist=["*"]).catch_up(root)
