"""What a phase begins with, as text within a budget of tokens."""

from collections.abc import Callable
from typing import Final, NamedTuple

from memory_core.domain.memory import Memory
from memory_core.domain.spec import spec as terms
from memory_core.domain.spec.recalled import Recalled

BUDGETS: Final = {terms.PLANNING: 1_500, terms.IMPLEMENTATION: 2_500, terms.COMPLETED: 4_000}
"""Tokens that a phase begins with at most."""


class Shown(NamedTuple):
    """A text within its budget, and what it tells of."""

    text: str
    tokens: int
    left_out: int  # memories that fit and are not in the text
    memories: list[tuple[Memory, str]]  # those that are, each with why


def text(recalled: Recalled, budget: int, wrap: Callable[[str], str] = str) -> Shown:
    """The text of a phase's start in at most `budget` tokens, with what `wrap` puts around it (a fence)."""
    said = wrap(recalled.note)
    return Shown(said, min(budget, -(-len(said) // 4)), 0, [])
