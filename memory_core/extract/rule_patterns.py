"""How people word a rule, in several languages: what is looked for, and what only resembles it.

The forms are in `forms` and `forms_abroad`.
"""

import re
from typing import Final

from memory_core import data
from memory_core.extract import lazy_patterns

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
    "test", "tests", "abfragen", "zugriffe", "zugriff", "komponenten", "klassen", "dateien", "migrationen", "dienste",
    "logik",
)  # fmt: skip
PARTICULAR: Final = frozenset(data.cues(_ROWS["particular"][0]))


def of_a_kind(subject: str) -> bool:
    """Whether words name what developers make."""
    words = re.findall(r"[^\W\d_]+", subject.casefold())
    return any(word in ARTIFACTS or word.removesuffix("s") in ARTIFACTS or word.endswith(_COMPOUND) for word in words)


def particular(subject: str) -> bool:
    """Whether words begin with a reference to one thing at hand."""
    first = re.match(
        r"\W*(?:(?:and|but|so|also|ok|then|und|aber|y|pero|et|mais)\W+)*([^\W\d_]+(?:'s)?)", subject.casefold()
    )
    return bool(first) and first[1] in PARTICULAR  # type: ignore[index]


DATA: Final = _ROWS["data"][0]
HELD: Final = _ROWS["held"][0]

_PLACED: Final = _ROWS["placed"][0]
_HABIT: Final = r"(?i)\b(?:we|nobody|wir|on|nous|nosotros)\b[^,;:.]{0,60}?\b(?:here|hier|aquí|ici)\b"


def placed(words: str) -> bool:
    """Whether words refer to the place where they were said. "We do not use it here" refers to the whole project."""
    return bool(lazy_patterns.search(_PLACED, lazy_patterns.sub(_HABIT, " ", words)))


HANDED_OVER: Final = _ROWS["handed over"][0]
FAULT: Final = _ROWS["fault"][0]
OF_OTHERS: Final = _ROWS["of others"][0]
EXEMPT: Final = _ROWS["exempt"][0]
