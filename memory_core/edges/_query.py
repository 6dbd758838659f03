"""The embedder of a new process: for a few texts, with few imports."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from memory_core.core.light.errors import Refusal
from memory_core.edges._native import Session, library
from memory_core.edges._wordpiece import Tokeniser

WIDTH: Final = 384
# all-MiniLM-L6-v2 was trained on 128 tokens and is declared, by sentence-transformers, to take 256. A memory with its
# body often has more than 128, and the rest would never be found.
LIMIT: Final = 256


class Ids(Protocol):
    """Converts any text to token ids."""

    def ids(self, text: str) -> list[int]:
        """The token ids of a text."""


class Vectors(Protocol):
    """Converts the token ids of one text to its embedding."""

    def embed(self, ids: Sequence[int]) -> bytes:
        """The embedding as float32, little-endian."""


class QueryEmbedder:
    """Computes the vectors of a few texts; a vector depends on its own text alone."""

    def __init__(self, folder: str, tokens: Callable[[], Ids], session: Callable[[], Vectors]) -> None:
        self._session = self._native(folder) or session()
        self._plain = Tokeniser(os.path.join(folder, "vocab.txt"), LIMIT)
        self._open_tokens = tokens
        self._tokens: Ids | None = None

    @staticmethod
    def _native(folder: str) -> Vectors | None:
        mapped, shared = os.path.join(folder, "model.ort"), library(sys.path)
        if shared is None or not os.path.isfile(mapped) or sys.byteorder != "little":
            return None
        try:
            return Session(shared, mapped, WIDTH)
        except Refusal:
            return None

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """A vector for each text, in order: float32 little-endian, 384 wide, unit length."""
        return [self._session.embed(self._ids(text)) for text in texts]

    def _ids(self, text: str) -> list[int]:
        numbers = self._plain.ids(text)
        if numbers is None:
            self._tokens = self._tokens or self._open_tokens()
            numbers = self._tokens.ids(text)
        return numbers
