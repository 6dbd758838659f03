"""How sure it is that a candidate of extraction is worth keeping: one logistic function over where it comes from.

The rules and the weights of `worth` each say how likely they are right, but not on one scale. This model puts all of
them on one: a certainty of .7 is right seven times in ten, on authors that the fit had not met. `python -m tools.fit
certainty` makes the weights.
"""

from collections.abc import Mapping
from functools import cache
from math import exp, log
from typing import Final, NamedTuple

from memory_core import data

FILE: Final = "certainty.txt"
FORMAT: Final = "memory-core factors 1"
_LONG: Final = 240  # characters
_UNIT: Final = 1000  # a weight stands in the file as a whole number of thousandths


class Signs(NamedTuple):
    """What is known of a candidate besides its words."""

    rule: str = ""
    kind: str = ""
    role: str = ""  # of the turn
    source: str = ""  # of the statement, as `worth.Place` names it
    given: float = 0.5  # the certainty that the rule or the weights gave it
    score: int = 0  # of `worth`; how much of it is of the kind, and how much more than of the next kind
    own: int = 0
    margin: int = 0
    last: bool = False
    bullet: bool = False
    solved: bool = False  # a remedy is known
    reasoned: bool = False
    placed: bool = False  # a file is known
    chars: int = 0
    statements: int = 0  # of the session so far


def factors(signs: Signs) -> dict[str, float]:
    """The numbers that the model weighs, by name."""
    chosen = signs.rule.startswith("worth-")
    found = {
        "bias": 1.0,
        f"rule {signs.rule}": 1.0,
        f"role {signs.role}": 1.0,
        f"source {signs.source}": 1.0,
        f"kind {signs.kind}": 1.0,
        "given": 2 * signs.given,
        f"given {'chosen' if chosen else 'by rule'}": 2 * signs.given,
        "solved": float(signs.solved),
        "reasoned": float(signs.reasoned),
        "placed": float(signs.placed),
        "last": float(signs.last),
        "bullet": float(signs.bullet),
        "long": min(3.0, 3 * signs.chars / _LONG),
        "session": log(max(100000, signs.statements) + 1),
    }
    if chosen:
        more = {"score": signs.score, "own": signs.own, f"own {signs.kind}": signs.own, "margin": signs.margin}
        found |= {name: value / 100 for name, value in more.items()}
    return found


def of(signs: Signs) -> float:
    """The certainty, 0 to 1; what the fit has not met counts nothing."""
    weights = _weights()
    total = sum(weights.get(name, 0) * value for name, value in factors(signs).items()) / _UNIT
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def written(weights: Mapping[str, float]) -> str:
    """The file of these weights."""
    rows = [f"{name}\t{round(weight * _UNIT)}" for name, weight in sorted(weights.items()) if round(weight * _UNIT)]
    return "\n".join([FORMAT, *rows, ""])


def parse(text: str, name: str = FILE) -> dict[str, int]:
    """The weights that a file tells; ValueError where it is damaged (install the plugin again)."""
    first, *rows = text.splitlines()
    try:
        found = {key: int(weight) for key, _, weight in (row.rpartition("\t") for row in rows)}
    except ValueError:
        first = ""
    if first != FORMAT:
        raise ValueError(f"the weights {name} are damaged: install the plugin again")
    return found


@cache
def _weights() -> dict[str, int]:
    return parse(data.read(FILE).decode("utf-8"))
