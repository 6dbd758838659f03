"""How likely a memory that capture inferred is worth a line of the briefing: a linear model over what is known of it.

`python -m tools.fit line_worth` fits the weights to labelled sessions (docs/decisions/0032). A feature is the rule that
capture chose the memory by, its kind, its certainty, or its form. Its words are none: the weights of `worth` have read
them already.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from memory_core.language import linear

FILE: Final = "line_worth.txt"
_LENGTHS: Final = (25, 40, 60, 90, 130, 180, 260)
_SURE: Final = (0.5, 0.6, 0.7, 0.8, 0.9)
_DIGITS: Final = frozenset("0123456789")
_SIGNS: Final = (
    ("`", "code"), ("**", "bold"), ("→", "arrow"), ("(", "aside"), (" — ", "dash"), (" - ", "dash"),
    ("_", "name"), ("/", "name"),
)  # fmt: skip


def read(kind: str, rule: str, sure: float, text: str, *, reasoned: bool, placed: bool) -> float:
    """How often such a memory was worth a line, on authors that the fit had not met, 0 to 1.

    `rule` and `sure` are what capture chose it by and how certain it was; `reasoned` says that there is more than the
    line, `placed` that it is about one path. OSError, ValueError where the weights are missing or damaged.
    """
    model = _model()
    [score] = model.scores(features(kind, rule, sure, text, reasoned=reasoned, placed=placed))
    return model.labels[0].certainty(score)


def features(kind: str, rule: str, sure: float, text: str, *, reasoned: bool, placed: bool) -> Iterator[str]:
    """The features of a memory."""
    family = rule.partition("-")[0]
    yield f"kind {kind}"
    yield f"rule {rule}"
    yield f"{kind} {rule}"
    for least in _SURE:
        if sure >= least:
            yield f"{family} sure {least}"
    if reasoned:
        yield "reasoned"
        yield f"{kind} reasoned"
    if placed:
        yield "placed"
    long = sum(len(text) >= length for length in _LENGTHS)
    yield f"long {long}"
    yield f"{family} long {long}"
    yield from {name for sign, name in _SIGNS if sign in text}
    if text.endswith("?"):
        yield "asks"
    if ":" in text[:-1]:
        yield "labelled"
    if text[:1].islower():
        yield "small"
    if not _DIGITS.isdisjoint(text):
        yield "number"
    if not text.endswith((".", "!", "?", "。")):
        yield "unended"


@cache
def _model() -> linear.Model:
    return linear.load(FILE)
