"""Events that are answered with silence until a room of the house has something to say to them."""

from memory_core.intake.event import Event


def on_event(_event: Event) -> str:
    """Always ""."""
    return ""
