"""Texts of documents: first sentence, emptiness, comparable words."""

import re
from typing import Final

from memory_core.language.expressions import Expressions
from memory_core.language.light.words import tokens
from memory_core.language.markdown import plain
from memory_core.language.sentences import sentences

_BRACKETS: Final = re.compile(r"\[[^\[\]\n]*\]|\{[^{}\n]*\}|<[^<>\n]*>")
_RE: Final = Expressions("spec/outline.txt")
_NOTHING: Final = frozenset(_RE.cues("nothing"))


def first_sentence(text: str) -> str:
    """The first sentence of a text on one line."""
    return next(iter(sentences(text, whole=True)), "")


def is_nothing(text: str) -> bool:
    """Whether a text has no content: empty, `TBD`, `none yet`, or a placeholder of a template."""
    bare = plain(text)
    if not tokens(_BRACKETS.sub(" ", bare)):
        return True
    return words(bare) in _NOTHING


def words(text: str) -> str:
    """The words of a text in lower case; equal for two wordings that differ only in case and punctuation."""
    return " ".join(tokens(plain(text).casefold()))  # the same as in the keys of notes
