"""What forbids a name that is an everyday word too: where it is imported, installed or called, not in a sentence.

Nobody who writes "wait a moment" brings in `moment`. All such names share one form of expression, so that it can be
told in words again.
"""

import re
from typing import Final

_HEAD: Final = (
    r"/(\b(?:import|from|require|include)\b[\s('\x22<]*(?:\w+,\s*){0,9}|\b(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|gem)\s"
    r".{0,99}?\s['\x22]?)?(?<![\w./-])"
)
_LISTED: Final = r"(?![\w-])(?(1)|(?:['\x22]\s*:\s*['\x22][\^~]?\d+\.|[=~>]=\d+\."  # among the packages of a project
_CALLED: Final = r"|(?:\.\w+)?\("
_END: Final = "))/i"


def imported(name: str, called: bool = True) -> str:
    """The expression that finds a package where it is brought in. `called`: nothing else has a call of its name."""
    return f"{_HEAD}{re.escape(name)}{_LISTED}{_CALLED if called else ''}{_END}"


def name_of(forbidden: str) -> str:
    """The name that such an expression is about; "" for any other text of `forbid`."""
    before, _, rest = forbidden.partition(_HEAD)
    name, _, end = rest.partition(_LISTED)
    return re.sub(r"\\(.)", r"\1", name) if not before and name and end in (_END, _CALLED + _END) else ""


def said(forbidden: str) -> str:
    """A text of `forbid` as people are told it: a name and where it is looked for, not its expression."""
    name = name_of(forbidden)
    return f"{name} where it is imported" if name else forbidden
