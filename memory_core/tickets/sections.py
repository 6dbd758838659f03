"""What a section is for, by its heading: glossary, defaults, constraints, and those in which nothing is demanded."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from memory_core import data
from memory_core.language.expressions import Expressions
from memory_core.tickets.inline import bare

_RE: Final = Expressions("aidd/sections.txt")
# Whose items are facts of a kind, even where no modal word says so.
TELLING: Final = frozenset(_RE.cues("telling"))

_ROLES: Final = tuple(data.expressions("aidd/sections_roles.txt"))
OPEN: Final = frozenset(
    ("", "proposal", "behaviour", "cases", "assumptions")
)  # say of what is built, and bind by their words alone
_COMPILED: Final = tuple((role, re.compile(rf"(?:{pattern})\Z", re.IGNORECASE)) for role, pattern in _ROLES)

_NUMBER: Final = re.compile(data.named("aidd/sections.txt")["number"][0])
_MANDATORY: Final = re.compile(r"\s*[(（\[][^()（）\[\]]*[)）\]]\s*$")
_EDGES: Final = re.compile(r"^[\W_]+|[\s:：.!*_\-–—]+$")
_AIDD: Final = re.compile(r"^aidd\s*:\s*", re.IGNORECASE)
_DECIDED: Final = re.compile(r"aidd\s*:\s*decisions\b", re.IGNORECASE)
_BROAD: Final = re.compile(
    r"guideline|convention|standard|guide\b|guard ?rails?|规范|規約", re.IGNORECASE
)  # a title that names all of it
_LONGEST: Final = 80


def role(headings: Sequence[str], leads: Sequence[str] = (), title: str = "") -> str:
    """What stands below these headings, outermost first, and below what leads a list in: "" where nothing tells.

    The innermost that tells decides; of a hard one, like examples or what was rejected, everything below is a part. The
    document's own title names its matter.
    """
    found = ""
    for heading in headings:
        told = named(heading)
        if heading == title and (told.strip("[]") not in TELLING | {"history"} or _BROAD.search(heading)):
            continue
        if found.startswith("[") and found != "[invariants]" and told not in ("glossary", "questions"):
            continue
        found = told or found
    if not found.startswith("["):
        for lead in leads:
            found = named(lead) or found
    found = found.strip("[]")
    return "" if found == "plain" else found


def words(heading: str) -> str:
    """A heading without number, marks and prefix."""
    text = bare(heading).replace("_", " ")
    text = _AIDD.sub("", _EDGES.sub("", text))
    return _EDGES.sub("", _NUMBER.sub("", text))


@lru_cache(maxsize=4096)
def named(heading: str) -> str:
    """The role that a heading names, bracketed where it holds for all below; "" where it names none."""
    if len(heading) > 4 * _LONGEST:
        return ""
    if _DECIDED.search(heading[:40]):
        return "[answered]"  # it goes to the log
    text = words(heading)
    if not text or len(text) > _LONGEST or text.count(" ") > 7:
        return ""
    for given in (text, _EDGES.sub("", _MANDATORY.sub("", text))):
        for name, pattern in _COMPILED:
            if pattern.match(given):
                return name
    return ""
