"""Which memories the briefing has lines for: of all kinds together those that are worth most (docs/decisions/0032)."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from memory_core.core.light.globs import part_covers
from memory_core.core.memory import Memory, certainty
from memory_core.language import linear

MOST: Final = 30  # lines for memories
LEAST: Final = 0.4  # worth below which a memory has no line
_STATED: Final = ("marker", "said-")  # what the rules begin with by which a memory was marked or named as what it is
_READ: Final = 30  # memories of a shelf that are looked at
_SESSION: Final = 0.05  # how much more a memory is worth that the last session kept,
_WORK: Final = 0.1  # or that is about a file of that session, or about what the branch is named after
_AGE: Final = 0.005  # how much less a memory is worth for each newer one of its shelf,
_NEW: Final = 10  # which do not count for these


class Near(NamedTuple):
    """What the next session probably goes on with."""

    session: str = ""  # the last one
    branch: Sequence[str] = ()  # words of its name, in lower case
    files: Sequence[str] = ()  # globs of what was edited last


class Shelf(NamedTuple):
    """Memories that share a section, the newest day first, and how many lines it has for them."""

    title: str
    memories: Sequence[Memory]
    most: int
    sure: int = 0  # the newest, which have a line before all others whatever they are worth


def chosen(
    shelves: Sequence[Shelf], near: Near, most: int, is_known: Callable[[Memory], bool]
) -> dict[str, list[Memory]]:
    """By title of the shelf the memories that are worth a line, in the order of the shelf; at most `most` of all.

    Of equal worth is what stands on an earlier shelf, and there what is newer. Of what would have a line `is_known` is
    asked, in the order of worth, whether a line says it already.
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
    """How likely it is that a memory is worth a line, from 0 to 1: by weights where capture inferred it, else as sure
    as it is; 1 of what says nothing of that, which somebody stated.
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
    except (ValueError, OSError):  # damaged weights
        return sure


def _nearness(memory: Memory, near: Near) -> float:
    is_last = bool(near.session) and memory.source.session == near.session
    return _SESSION * is_last + _WORK * any(_touches(memory, near))


def _touches(memory: Memory, near: Near) -> Iterator[bool]:
    """Whether the memory is about the files of the last session, or what the branch is named after."""
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
