"""Token ids of plain ASCII text, without the tokenizers library, which would add 40 ms to a query.

The result is that of BERT's uncased tokenizer (Devlin et al. 2019; WordPiece: Wu et al. 2016) for texts that need no
Unicode tables. Every other text goes to the library; a test compares the two.
"""

import re
from typing import Final

from memory_core.core.light.errors import Refusal

LONGEST: Final = 100  # characters; a longer word is unknown to the vocabulary
_SPECIAL: Final = re.compile(r"\[(?:PAD|UNK|CLS|SEP|MASK)\]")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_WORD: Final = re.compile(r"[a-z0-9]+|[^a-z0-9\s]")


class Tokeniser:
    """WordPiece with a vocabulary file: one token per line, with its line number as its id."""

    def __init__(self, path: str, limit: int) -> None:
        try:
            with open(path, encoding="utf-8", newline="\n") as file:
                tokens = file.read().split("\n")
        except (OSError, ValueError) as fault:
            raise Refusal(f"{path} cannot be read ({fault}); run `memory-core setup`") from fault
        self._numbers = {token: number for number, token in enumerate(tokens)}
        try:
            self._unknown, self._start, self._end = (self._numbers[name] for name in ("[UNK]", "[CLS]", "[SEP]"))
        except KeyError as missing:
            raise Refusal(f"{path} holds no token {missing}; run `memory-core setup`") from missing
        self._limit = limit

    def ids(self, text: str) -> list[int] | None:
        """The token ids of a text, including start and end, at most `limit`; None for a text that needs the library.

        Such a text has characters beyond ASCII, or contains a special token such as `[SEP]`.
        """
        if not text.isascii() or _SPECIAL.search(text):
            return None
        numbers: list[int] = []
        for word in _WORD.findall(_CONTROL.sub("", text.lower())):
            numbers += self._pieces(word)
            if len(numbers) > self._limit:
                break
        return [self._start, *numbers[: self._limit - 2], self._end]

    def _pieces(self, word: str) -> list[int]:
        """The ids of the longest known pieces from the left; the id of `[UNK]` if a part is unknown."""
        if word in self._numbers:
            return [self._numbers[word]]
        if len(word) > LONGEST:
            return [self._unknown]
        pieces: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            end = len(word)
            while end > start and prefix + word[start:end] not in self._numbers:
                end -= 1
            if end == start:
                return [self._unknown]
            pieces.append(self._numbers[prefix + word[start:end]])
            start = end
        return pieces
