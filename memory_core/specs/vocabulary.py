"""The words that say little about what is changed."""

from typing import Final

from memory_core import data

PALE: Final = frozenset(data.table("verbs.txt")["pale"])
