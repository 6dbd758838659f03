"""Selects the memories that get a line in the briefing, by their worth and across kinds (docs/decisions/0032)."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from memory_core.core.light.globs import part_covers
from memory_core.core.memory import Memory, certainty
from memory_core.language import linear

MOST: Final = 30  # lines for memories
LEAST: Final = 0.4  # least worth of a line
_STATED: Final = ("marker", "said-")  # beginnings of the rules for memories that a person or a marker line states
_READ: Final = 30  # memories of a shelf that are considered
_SESSION: Final = 0.05  # added to the worth of a memory of the last session
_WORK: Final = 0.1  # added for a memory about its files, or about the name of the branch
_AGE: Final = 0.005  # subtracted for each newer memory of the shelf
_NEW: Final = 10  # except the newest


class Near(NamedTuple):
    """What the next session is likely to work on."""

    session: str = ""  # id of the last session
    branch: Sequence[str] = ()  # words of the branch's name, in lower case
    files: Sequence[str] = ()  # globs of the files that were edited last


class Shelf(NamedTuple):
    """The memories of a section, newest day first, and how many lines the section may have."""

    title: str
    memories: Sequence[Memory]
    most: int
    sure: int = 0  # how many of the newest get a line first, whatever their worth


def chosen(
    shelves: Sequence[Shelf], near: Near, most: int, is_known: Callable[[Memory], bool]
) -> dict[str, list[Memory]]:
    """The memories that get a line, by title of the shelf and in its order; at most `most` in total.

    Of equal worth, an earlier shelf and a newer memory come first. `is_known` is called in the order of worth; a memory
    for which it is true gets no line.
    """
    offered = []
    for number, shelf in enumerate(shelves):
        for place, memory in enumerate(shelf.memories[:_READ]):
            value = worth(memory) + _nearness(memory, near)
            if value >= LEAST or place < shelf.sure:
                offered.append((place >= shelf.sure, _AGE * max(0, place - _NEW) - value, number, place))
    taken: list[set[int]] = [set() for _ in shelves]
    for *_, number, place in sorted(offered):
        if not most:
            break
        if len(taken[number]) < shelves[number].most and not is_known(shelves[number].memories[place]):
            taken[number].add(place)
            most -= 1
    return {
        shelf.title: [memory for place, memory in enumerate(shelf.memories) if place in places]
        for shelf, places in zip(shelves, taken, strict=True)
    }


def worth(memory: Memory) -> float:
    """The probability, 0 to 1, that a memory is worth a line.

    For a memory that capture inferred, the model estimates it; for others it is the certainty, and 1 without one.
    """
    sure = certainty(memory)
    if sure is None:
        return 0.5 if "certainty" in memory.attrs else 1.0
    rule = memory.attrs.get("rule")
    if not isinstance(rule, str) or rule.startswith(_STATED):
        return sure
    reasoned, placed = bool(memory.body), bool(memory.scope.path)
    try:
        return read(memory.kind, rule, sure, memory.summary, reasoned=reasoned, placed=placed)
    except (ValueError, OSError):  # the weights are damaged
        return sure


def _nearness(memory: Memory, near: Near) -> float:
    is_last = bool(near.session) and memory.source.session == near.session
    return _SESSION * is_last + _WORK * any(_touches(memory, near))


def _touches(memory: Memory, near: Near) -> Iterator[bool]:
    """Whether the memory is about the files of the last session, or about the name of the branch."""
    path = memory.scope.path or ""
    text = memory.summary.casefold()
    for glob in near.files:
        folder = glob.rpartition("/")[0].casefold()
        yield bool(path and part_covers(glob, path)) or bool(folder and f"{folder}/" in text)
    yield bool(near.branch) and sum(word in text for word in near.branch) >= min(2, len(near.branch))


FILE: Final = "line_worth.txt"
_LENGTHS: Final = (25, 40, 60, 90, 130, 180, 260)
_SURE: Final = (0.5, 0.6, 0.7, 0.8, 0.9)
_DIGITS: Final = frozenset("0123456789")
_SIGNS: Final = (
    ("`", "code"), ("**", "bold"), ("→", "arrow"), ("(", "aside"), (" — ", "dash"), (" - ", "dash"),
    ("_", "name"), ("/", "name"),
)  # fmt: skip


def read(kind: str, rule: str, sure: float, text: str, *, reasoned: bool, placed: bool) -> float:
    """The estimated probability, 0 to 1, that such a memory is worth a line, calibrated on sessions outside of the fit.

    `rule` and `sure` are the rule and the certainty of capture. `reasoned`: it has a body. `placed`: it is about one
    path. Raise `OSError` or `ValueError` if the weights are missing or damaged.
    """
    model = _model()
    [score] = model.scores(features(kind, rule, sure, text, reasoned=reasoned, placed=placed))
    return model.labels[0].certainty(score)


def features(kind: str, rule: str, sure: float, text: str, *, reasoned: bool, placed: bool) -> Iterator[str]:
    """The names of the features of a memory, for the model."""
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
