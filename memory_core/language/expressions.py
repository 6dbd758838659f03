"""The regular expressions of a file of `memory_core/data`, by name."""

import re

from memory_core import data


class Expressions(dict[str, re.Pattern[str]]):
    """Each expression by its name, compiled on first use. Case is ignored, except within `(?-i:`.

    Raises `KeyError` for a name that the file does not have.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._texts = {head: texts[0] for head, texts in data.named(name).items()}

    def __missing__(self, name: str) -> re.Pattern[str]:
        pattern = self[name] = re.compile(self._texts[name], re.IGNORECASE)
        return pattern

    def text(self, name: str) -> str:
        """The text of an expression, to be part of a larger one."""
        return self._texts[name]

    def cues(self, name: str) -> tuple[str, ...]:
        """The words and phrases in a row."""
        return data.cues(self._texts[name])
