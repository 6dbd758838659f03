"""What a document says of itself before it begins: when it was last touched, and what it calls its ticket."""

import re
from typing import Final

from memory_core.domain import moment
from memory_core.text.expressions import Expressions

_HEAD: Final = 4000  # characters in which a document says when it was touched
_RE: Final = Expressions("aidd/head.txt")
_SLUG: Final = re.compile(
    r"^[ \t>*_|#-]{0,20}slug(?:[ _-]?hint)?[ \t*_`\"']{0,4}[:|：][ \t*_`\"']{0,8}(\w[\w.-]{0,79})[ \t*_`\"'|]*$",
    re.IGNORECASE | re.MULTILINE,
)


def touched(text: str) -> str:
    """The newest moment that the document's head names as its own, UTC; "" where it names none."""
    return max((moment.utc(found[1]) for found in _RE["time"].finditer(text[:_HEAD])), default="")


def slug(text: str) -> str:
    """What the document's head calls its ticket in words, `Slug: deck-holds`; "" where it does not."""
    found = _SLUG.search(text[:_HEAD])
    return found[1] if found else ""
