"""The memories that somebody means who types words where an id belongs."""

import argparse
import importlib
import re
from collections.abc import Callable, Sequence
from typing import Final

from memory_core.capture import candidates
from memory_core.core import registry
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.options import answer, call
from memory_core.recall import showing, view

MOST: Final = 5
_NEAR: Final = 0.75  # share of the best score from which on another memory may be meant
# What can only be meant as an id: a letter or a kind before its number, as every home makes them.
_ID: Final = re.compile(r"[a-z]-\w+|[a-z]+-[0-9a-f]{6,}|[a-z]+_\d+|[A-Z]{2}-\d{3}|(?=\w*\d)[0-9a-f]{8,}(-[0-9a-f]*)*")


def is_id(word: str) -> bool:
    """Whether a word can only be meant as an id."""
    return bool(_ID.fullmatch(word))


def is_words(root: str, words: Sequence[str]) -> bool:
    """Whether these are words: several, or one that is no id and with which no id begins."""
    if len(words) != 1 or " " in words[0].strip():
        return True
    word = words[0].strip()
    return not (is_id(word) or registry.find(root, word) or candidates.named(root, word))


def meant(options: argparse.Namespace, text: str, fits: Callable[[Memory], bool] = bool) -> list[Memory]:
    """The memories that words may mean, the best first, at most `MOST`; `Refusal` where they mean none.

    What is clearly behind the best is left out.
    """
    recall = importlib.import_module("memory_core.recall.verb_recall")
    found = recall.recall(options.root, recall.Question(text, limit=4 * MOST)).findings
    near = [one for one in found if one.scored.words or (one.scored.cosine or 0) >= recall.NEAR]
    near = [one for one in near if fits(one.memory)]
    if not near:
        raise Refusal(f"no memory is about {text[:80]!r}; `{call(options, 'recall')} WORDS` looks for what is near")
    least = _NEAR * near[0].scored.score
    return showing.shown(options.here, [one.memory for one in near[:MOST] if one.scored.score >= least])


def offer(options: argparse.Namespace, verb: str, found: Sequence[Memory], rest: str = "") -> int:
    """1, after the memories were printed that may be meant, each with the words that name it; nothing is changed."""
    how = call(options, verb)
    rows = [f"{view.row(one)}\n  {how} {one.id}{rest}" for one in found]
    asks = "this one?" if len(rows) == 1 else "which one?"
    head = f"{asks} Nothing was changed; type `{how} ID`:"
    value = {"meant": [{"id": one.id, "kind": one.kind, "summary": one.summary} for one in found]}
    answer(options, value, "\n".join([head, *rows]), verb)
    return 1
