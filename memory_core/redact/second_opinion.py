"""Everything that is to be written passes the choke-point here, with a second opinion where one is worth its price."""

import re
from typing import Final

from memory_core import edges, redact
from memory_core.core.light.errors import Refusal

# What detect-secrets finds is a token of 11 characters and more, follows a word for a secret, or stands in an address.
_MAY_HOLD: Final = re.compile(r"(?i)[\w+/=.~-]{11}|key|pass|pwd|secret|contrase|://")


def clean(text: str, *, thorough: bool = False) -> str:
    """The text without private parts and secrets, as `redact.clean` leaves it and detect-secrets agrees to it.

    detect-secrets, which takes 115 ms to import, is asked where something suspicious is left, which is about one text
    in a thousand; by a verb (`thorough`) wherever it can find something at all. Where it is not installed our own
    expressions stand alone.
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
