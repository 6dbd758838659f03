"""How people who write other languages than English say what lasts and what is of the moment."""

from typing import Final, NamedTuple

from memory_core import data


class Tongue(NamedTuple):
    """The words of one language: by which it is known, and what is said in it of now, of always and again."""

    cues: str  # an expression: one of its small words occurs
    now: str
    for_good: str
    orders: tuple[str, ...]


_ROWS: Final = data.named("extract/lasting_abroad.txt")
ABROAD: Final = tuple(
    Tongue(_ROWS[f"{code} cues"][0], _ROWS[f"{code} now"][0], _ROWS[f"{code} for good"][0], _ROWS[f"{code} orders"])
    for code in ("de", "fr", "es", "it", "pt", "nl", "ru", "zh", "ja")
)
