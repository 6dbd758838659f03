"""Cleans every text that is written, with a second opinion where it is worth its time."""

import re
from typing import Final

from memory_core import edges, redact
from memory_core.core.light.errors import Refusal

# What detect-secrets finds is a token of 11 characters and more, follows a word for a secret, or stands in an address.
_MAY_HOLD: Final = re.compile(r"(?i)[\w+/=.~-]{11}|key|pass|pwd|secret|contrase|://")


def clean(text: str, *, thorough: bool = False) -> str:
    """The text without private parts and secrets: `redact.clean`, and detect-secrets where it is worth its time.

    detect-secrets takes 115 ms to import. It checks texts with something suspicious left, about one of a thousand; a
    verb (`thorough`) has it check every text in which it could find something. If it is not installed, only our own
    expressions apply.
    """
    if not text:
        return text
    cleaned = redact.clean(text)
    if not (_MAY_HOLD.search(cleaned) if thorough else redact.suspicious(cleaned)):
        return cleaned
    try:
        detector = edges.secret_detector()
    except Refusal:
        return cleaned
    return redact.clean(cleaned, detector)
