"""Memory that comes back into a session is data: fenced, labelled, made harmless."""

from memory_core import redact
from memory_core.core.light.fence import around


def fenced(text: str, label: str) -> str:
    """The text between tags that nothing inside can close, under a line that says what it is."""
    return around(redact.neutral(text).strip(), redact.neutral(label))
