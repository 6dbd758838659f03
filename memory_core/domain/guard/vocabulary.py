"""The words in which developers say what they change: verbs by type of change, phrases, and what says little."""

from typing import Final

from memory_core import data
from memory_core.light import stop

TYPES: Final = data.table("verbs.txt")
EITHER, PALE, ENDS = (frozenset(TYPES.pop(name)) for name in ("either", "pale", "ends"))
PHRASES: Final = data.table("verb_phrases.txt")  # by the word that they stand for
LIGHT: Final = stop.words("en") | frozenset(
    (
        "able across again always anywhere around behind better bit consider current currently directly done easier "
        "entire ever everywhere existing inside instead let lets like lot need never new one onto please proper "
        "proposal rather really simple still two want way whole within"
    ).split()
)
