"""How people who write English say what lasts and what is of the moment. All is tried in lower case."""

from typing import Final

from memory_core import data

_ROWS: Final = data.named("extract/lasting_words.txt")
NOW: Final = _ROWS["now"][0]
NOW_MAYBE: Final = _ROWS["now maybe"][0]
FOR_GOOD: Final = _ROWS["for good"][0]
EXTENT: Final = _ROWS["extent"][0]
ORDERED: Final = _ROWS["ordered"][0]

AGAIN: Final = _ROWS["again"][0]

KINDS: Final = _ROWS["kinds"][0]

# What is said in these forms is a way of working; `Ω` stands for what KINDS finds.
MARK: Final = "Ω"  # a letter, and none of a text in lower case
MISSED: Final = _ROWS["missed"][0]
ORDERS: Final = _ROWS["orders"]
HABITS: Final = _ROWS["habits"]
