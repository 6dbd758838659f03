"""Scores how much a statement is worth keeping, and as which kind of memory: a linear model over its words and its
place.

`python -m tools.fit worth` fits the weights to labelled sessions and examples (docs/decisions/0023). A feature is a
word, two consecutive words, a word of the heading, or a property of the place. All words of a statement share one
weight.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import isqrt
from typing import Final, NamedTuple

from memory_core.language import linear
from memory_core.language.light.words import is_unspaced, joined, pairs, unspaced

FILE: Final = "worth.txt"
KEEP: Final = "keep"
KINDS: Final = ("decision", "error", "convention", "learning", "preference", "progress", "blocker")
ONE: Final = 1024  # the value of a feature of the place
# What the score of a text in a script without spaces lacks: in the written sessions, each author left out of the fit,
# as many labels in Japanese and Chinese have a score of at least -36 as others have one of at least -20.
_UNSPACED: Final = 12
_ALL_WORDS: Final = 9 * ONE * ONE  # the squared value of all words of a statement
_WORDS_MOST: Final = 60
_HEADING_MOST: Final = 8
_LENGTHS: Final = (25, 40, 60, 90, 130, 180, 260)
_COUNTS: Final = (2, 4, 8, 16, 32)
_AGO: Final = (2, 5, 12, 30)
_SIGNS: Final = (
    ("`", "code"), ("**", "bold"), ("→", "arrow"), ("->", "arrow"), ("(", "aside"), (" — ", "dash"), (" - ", "dash"),
)  # fmt: skip
# Kinds that readers of one session take for each other.
_NEAR: Final = frozenset(("decision", "convention", "learning"))


class Place(NamedTuple):
    """The place of a statement."""

    source: str = "prose"  # prose, prompt, body, plan, summary, report, notice, forge, words; or a rule's name
    heading: str = ""
    bullet: bool = False
    depth: int = 0  # of the bullet, in spaces
    position: int = 0  # among the statements of its text
    among: int = 1  # how many of these
    last: bool = False  # its text is the last before a person speaks again
    chars: int = 0  # of the whole text
    failed: int = 99  # blocks of the session since a command failed
    committed: int = 99
    edited: int = 99
    prompted: int = 99


class Reading(NamedTuple):
    """The scores of a statement."""

    score: int  # above 0 it is more likely worth keeping than not
    certainty: float  # how often a statement of that score was right, on authors that the fit had not met, 0 to 1
    full: set[int]  # places of its features
    part: set[int]  # places of its words
    scale: int

    def kind(self) -> str:
        """The kind of memory that it is, if it is worth keeping."""
        return _best([label.weighed(self.full, self.part, self.scale) for label in _model().labels[1:]])


NOWHERE: Final = Place()


def read(text: str, place: Place = NOWHERE) -> Reading:
    """The scores of a one-line statement."""
    model = _model()
    words = _words(text)
    full, part = model.places(of_place(text, place)), model.places(_of_words(words))
    scale = _scale(words)
    label = model.labels[0]
    score = label.weighed(full, part, scale) + (_UNSPACED if is_of_pairs(text) else 0)
    return Reading(score, label.certainty(score), full, part, scale)


def kind_of(text: str) -> str:
    """The kind of memory that a text would be, by its words alone."""
    words = _words(text)
    return Reading(0, 0.0, set(), _model().places(_of_words(words)), _scale(words)).kind()


def is_of_pairs(text: str) -> bool:
    """Whether a text is mostly in a script without spaces, so that it is read by pairs of characters."""
    return not text.isascii() and 3 * sum(map(len, unspaced(text))) >= len(text)


def scale(text: str) -> int:
    """The value of each word's features, in parts of `ONE`: the more words, the less each counts."""
    return _scale(_words(text))


def _scale(words: list[str]) -> int:
    return isqrt(_ALL_WORDS // (2 * len(words) + 3))


def of_words(text: str) -> list[str]:
    """The features of the words."""
    return _of_words(_words(text))


def _of_words(words: list[str]) -> list[str]:
    row = ["^", *words, "$"]
    return [
        *(f"1:{word}" for word in words),
        *(f"2:{first} {second}" for first, second in pairwise(row)),
        *(f"b:{word}" for word in words[:3]),
    ]


def of_place(text: str, place: Place) -> list[str]:
    """The features of the place and of the form."""
    return [*_placed(place), *_formed(text, place), *(f"h:{word}" for word in joined(place.heading)[:_HEADING_MOST])]


def _placed(place: Place) -> Iterator[str]:
    base, at, many = place.source, min(place.position, 4), _step(place.among, _COUNTS)
    yield f"source {base}"
    yield f"{base} at {at}"
    yield f"count {many}"
    yield f"share {4 * place.position // max(1, place.among)}"
    if place.position == place.among - 1:
        yield "closes"
    if place.bullet:
        yield "bullet"
        yield f"{base} bullet"
        yield f"depth {_step(place.depth, (1, 4))}"
    if place.heading:
        yield "headed"
    if place.last:
        yield "last"
        yield f"last bullet {place.bullet}"
        yield f"last count {many}"
        yield f"last at {at}"
    if place.failed <= 2:
        yield "after failure"
    elif place.failed <= 8:
        yield "near failure"
    if place.committed <= 2:
        yield "after commit"
    if place.edited <= 2:
        yield "after edit"
    if place.prompted <= 1:
        yield "after prompt"
    yield f"prompted {_step(place.prompted, _AGO)}"
    if base == "prompt":
        yield f"prompt {_step(place.chars, (30, 80, 200, 600, 2000))}"


def _formed(text: str, place: Place) -> Iterator[str]:
    long = _step(length(text), _LENGTHS)
    yield f"long {long}"
    yield f"{place.source} long {long}"
    for sign, name in _SIGNS:
        if sign in text:
            yield name
    if text.endswith("?"):
        yield "asks"
        yield f"{place.source} asks"
    if text.endswith(":"):
        yield "announces"
    if ":" in text[:-1]:
        yield "labelled"
    if text[:1].islower():
        yield "small"
    if any(char.isdigit() for char in text):
        yield "number"
    if any(word.isupper() and len(word) > 1 for word in text.split()):
        yield "capitals"
    if "_" in text or "/" in text or any(part[:1].isalpha() for part in text.split(".")[1:]):
        yield "name"


def length(text: str) -> int:
    """The length of a text in characters, scaled for scripts that need fewer characters for a word."""
    return len(text) if text.isascii() else len(text) + sum(map(len, unspaced(text))) * 3 // 2


def _words(text: str) -> list[str]:
    words = ["0" if word.isdigit() else word for word in joined(text)[:_WORDS_MOST]]
    if text.isascii():
        return words
    return [word for word in words if word.isascii() or not is_unspaced(word)] + pairs(text)[:_WORDS_MOST]


def _step(value: int, steps: tuple[int, ...]) -> int:
    return sum(value >= step for step in steps)


def _best(scores: list[int]) -> str:
    """The kind with the highest score, where half of the score of a kind that is near counts too."""
    shares = [max(0, score + 100) ** 2 for score in scores]
    near = sum(share for kind, share in zip(KINDS, shares, strict=True) if kind in _NEAR)
    worth = [2 * share + (near - share if kind in _NEAR else 0) for kind, share in zip(KINDS, shares, strict=True)]
    return KINDS[worth.index(max(worth))]


@cache
def _model() -> linear.Model:
    return linear.load(FILE)
