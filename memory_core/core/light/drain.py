"""Processes the events in the queue of a project at once, for a verb that needs them."""

from memory_core.core.light import queue


def catch_up(root: str) -> None:
    """Process all waiting events. Usually there are none."""
    if queue.unread(root):
        # Imported by name: layers below the wings load the worker only if events wait.
        __import__("memory_core.capture.worker", fromlist=["*"]).catch_up(root)
