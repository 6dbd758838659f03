"""Token ids of any text, from the tokenizers library."""

import os

from tokenizers import Tokenizer

from memory_core.core.light.errors import Refusal


class Tokens:
    """The model's own tokenizer, for one text at a time: no padding, cut at `limit` tokens."""

    def __init__(self, folder: str, limit: int) -> None:
        path = os.path.join(folder, "tokenizer.json")
        if not os.path.isfile(path):
            raise Refusal(f"{path} is missing; run `memory-core setup`")
        self._tokenizer = Tokenizer.from_file(path)
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(limit)

    def ids(self, text: str) -> list[int]:
        """The token ids of a text, including start and end."""
        numbers: list[int] = self._tokenizer.encode(text).ids
        return numbers
