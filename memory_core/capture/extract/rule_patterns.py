"""How people lay down a rule, in the languages of the neighbours: what is looked for, and what only sounds like it.

The forms themselves stand in `forms` and `forms_abroad`.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core import data
from memory_core.capture.extract import lazy_patterns

_ROWS: Final = data.named("extract/wordings.txt")
ONCE: Final = data.cues(_ROWS["once"][0])
SETTLED: Final = _ROWS["settled"][0]
INSISTS: Final = _ROWS["insists"][0]
REPORTS: Final = data.cues(_ROWS["reports"][0])
ASKS: Final = data.cues(_ROWS["asks"][0])
RETOLD: Final = data.cues(_ROWS["retold"][0])
STANDING: Final = _ROWS["standing"][0]
BECAUSE: Final = _ROWS["because"][0]

ARTIFACTS: Final = frozenset(data.cues(_ROWS["artifacts"][0]))
_COMPOUND: Final = (
    "test",
    "tests",
    "abfragen",
    "zugriffe",
    "zugriff",
    "komponenten",
    "klassen",
    "dateien",
    "migrationen",
    "dienste",
    "logik",
)
PARTICULAR: Final = frozenset(data.cues(_ROWS["particular"][0]))


def of_a_kind(subject: str) -> bool:
    """Whether words name what developers make."""
    found = re.findall(r"[^\W\d_]+", subject.casefold())
    return any(word in ARTIFACTS or word.removesuffix("s") in ARTIFACTS or word.endswith(_COMPOUND) for word in found)


def particular(subject: str) -> bool:
    """Whether words begin as what speaks of one thing at hand."""
    first = re.match(
        r"\W*(?:(?:and|but|so|also|ok|then|und|aber|y|pero|et|mais)\W+)*([^\W\d_]+(?:'s)?)", subject.casefold()
    )
    return bool(first) and first[1] in PARTICULAR  # type: ignore[index]


DATA: Final = _ROWS["data"][0]
HELD: Final = _ROWS["held"][0]

_PLACED: Final = _ROWS["placed"][0]
_HABIT: Final = r"(?i)\b(?:we|nobody|wir|on|nous|nosotros)\b[^,;:.]{0,60}?\b(?:here|hier|aquí|ici)\b"


def placed(words: str) -> bool:
    """Whether words name the place that they were said to. "We do not use it here" speaks of all that we do."""
    return bool(lazy_patterns.search(_PLACED, lazy_patterns.sub(_HABIT, " ", words)))


HANDED_OVER: Final = _ROWS["handed over"][0]
FAULT: Final = _ROWS["fault"][0]
OF_OTHERS: Final = _ROWS["of others"][0]
EXEMPT: Final = _ROWS["exempt"][0]


NAMED: Final = "named"  # a thing of code is named, or the words say how far it holds
KNOWN: Final = "known"  # a well-known package is named, or the words say how far it holds
GENERIC: Final = "generic"  # it speaks of all things of a kind, or as NAMED
ARTIFACT: Final = "artifact"  # it speaks of all of a kind of things that developers make, or says how far it holds
OTHER: Final = "other"  # what to do in its place is said, or how far it holds
HABIT: Final = "habit"  # it is no report of what goes wrong
EXEMPTED: Final = "exempted"  # it says where a rule does not hold
HERE: Final = "here"  # as NAMED, or "here", or it is said to what was to be done


class Form(NamedTuple):
    """One way to say a rule."""

    kind: str
    cues: tuple[str, ...]
    pattern: str
    needs: str = ""


def _read(name: str) -> Iterator[Form]:
    cues: tuple[str, ...] = ()
    for head, text in data.expressions(name):
        kind, _, needs = head.partition(" ")
        if kind == "cues":
            cues = data.cues(text)
        elif kind in ("constraint", "standing", "rejection", "exception"):
            yield Form(kind, cues, text, needs)


ENGLISH: Final = tuple(_read("extract/forms.txt"))
ABROAD: Final = tuple(_read("extract/forms_abroad.txt"))
