"""The words that the screen goes by: those that announce a secret, and those that stand where one would.

They stand in `memory_core/data/secret_vocabulary.txt`.
"""

from typing import Final

from memory_core import data

_TOLD: Final = data.table("secret_vocabulary.txt")


def _families(kind: str) -> dict[str, str]:
    rows = ((key.removeprefix(kind), words) for key, words in _TOLD.items() if key.startswith(kind))
    return {word: family for family, words in rows for word in words}


# Short words, and words that mean other things too: only where they stand alone or end a name.
ALONE: Final = _families("alone ")
# The words that announce a secret, with what a redaction says.
FAMILY: Final = _families("family ") | ALONE
WORDS: Final = frozenset(FAMILY)
BOUNDED: Final = frozenset({*ALONE, *_TOLD["bounded"]})  # no letter or digit follows: not in "passed", "author"
# What people write where a secret would stand. Known to everybody, so worth nothing to a thief.
STOOD_IN: Final = frozenset(_TOLD["stood in"])
# Words that describe, ask for or lead to a secret: what is called by one of them is not a secret itself.
DESCRIBING: Final = STOOD_IN | frozenset(_TOLD["describing"])
# Words of an instruction: a quoted sentence with one of them is about a secret.
INSTRUCTING: Final = frozenset(_TOLD["instructing"])
# Functions that turn a literal into what is kept of it; the literal itself is the secret.
TRANSFORMING: Final = tuple(_TOLD["transforming"])
# Words between a value and what it is used as: "9f86... serves as the api key".
SERVING: Final = frozenset(_TOLD["serving"])
