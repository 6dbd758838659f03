"""A statement for comparison: its words, and which are wanted, refused, the subject, or a place or time.

"Use pnpm, not npm in the shop" wants pnpm, refuses npm and holds for the shop. The role of a word is the label of a
linear model over the words around it (`data/roles.txt`, fitted to `tools/fit/examples/sentences.tsv`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.language import linear
from memory_core.language.concepts import Named, named
from memory_core.language.light import stop_words
from memory_core.language.light.stems import stem

LONGEST: Final = 1_000  # characters that are read of a text
MOST: Final = 80  # words of a text that are read
ROLES: Final = ("value", "instead", "subject", "scope")
REST: Final = "rest"  # the role of all other words
HEAVIEST: Final = 4  # the weight of a word that no example has
_NEAR: Final = 12  # words to each side that are features
_WORD: Final = re.compile(
    r"`[^`\n]{1,80}`|(?<!\w)['\"“„][^\s'\"“”„]{1,40}['\"”“](?!\w)|--?[a-z][\w-]*|[@_.]?[^\W_\u3040-\u9fff][\w'’./+#@-]*|"
    r"[\u4e00-\u9fff]+|[\u30a0-\u30ff]+|[\u3040-\u309f]+"
)
_QUOTES: Final = "`'\"“”„"
_PARTS: Final = re.compile(r"[,;:!?()—–。、，；：！？]|\.\s|\s-\s")
_TAIL: Final = ".'’/+-@"


class Word(NamedTuple):
    """A word of a statement."""

    text: str  # folded, without quotes
    key: str  # its stem
    is_quoted: bool  # in quotes or backticks, or spelled like a name of code
    clause: int
    is_named: bool  # with a capital, not at the beginning

    @property
    def has_digit(self) -> bool:
        """Whether it has a digit."""
        return any(char.isdigit() for char in self.text)


class Statement(NamedTuple):
    """The words of a statement, the role and the weight of each, and the options of choices in it."""

    words: tuple[Word, ...]
    roles: tuple[str, ...]
    weights: tuple[int, ...]  # 0 for the most common words, up to HEAVIEST for rare ones
    named: tuple[Named, ...]

    def telling(self) -> tuple[int, ...]:
        """The indices of the words with a weight."""
        return tuple(at for at, weight in enumerate(self.weights) if weight)


@lru_cache(maxsize=4_096)
def statement(text: str) -> Statement:
    """The statement of a text; cached."""
    return read(text, _model(), _weights())


def read(text: str, roles: linear.Model, weights: Mapping[str, int]) -> Statement:
    """The statement of a text, with a model of roles and weights of words."""
    own = words(text)
    options = named([word.text for word in own])
    labels = tuple(_role(roles, own, at) for at in range(len(own)))
    return Statement(own, labels, weighed(own, weights), options)


def weighed(words: tuple[Word, ...], weights: Mapping[str, int] | None = None) -> tuple[int, ...]:
    """The weight of each word, from 0 to HEAVIEST."""
    known = _weights() if weights is None else weights
    return tuple(known.get(word.key, HEAVIEST) for word in words)


@lru_cache(maxsize=4_096)
def words(text: str) -> tuple[Word, ...]:
    """The words of a text, each with the number of its clause."""
    row: list[Word] = []
    clause = last = 0
    for match in _WORD.finditer(text[:LONGEST]):
        clause += bool(_PARTS.search(text, last, match.start() + 1) and row)
        last = match.end()
        raw = match.group()
        bare = raw.strip(_QUOTES).rstrip(_TAIL)
        if not bare.strip():
            continue
        folded = bare.casefold().replace("’", "'")
        is_quoted = raw[0] in _QUOTES or not bare.replace("'", "").replace("’", "").replace("-", "").isalnum()
        row.append(Word(folded, stem(folded.removesuffix("'s")), is_quoted, clause, bool(row) and bare[0].isupper()))
        if len(row) == MOST:
            break
    return tuple(row)


def features(words: tuple[Word, ...], at: int) -> list[str]:
    """The features of a word: itself, its neighbours, the words of its clause and of other clauses."""
    word, last = words[at], len(words) - 1
    near = {step: _text(words, at + step) for step in (-3, -2, -1, 1, 2)}
    shape = f"{word.is_quoted:d}{word.is_named:d}{word.has_digit:d}"
    row = [
        f"w {word.text}", f"k {word.key}", f"shape {shape}", f"clause {min(word.clause, 3)}",
        f"clause {min(word.clause, 3)} of {min(words[-1].clause, 3)}", f"at {min(at, 6)}", f"left {min(last - at, 4)}",
        f"-1w {near[-1]} {word.text}", f"-2-1 {near[-2]} {near[-1]}", f"+1+2 {near[1]} {near[2]}",
        f"-1+1 {near[-1]} {near[1]}",
    ]  # fmt: skip
    row += [f"{step:+d} {text}" for step, text in near.items()]
    for other in range(max(0, at - _NEAR), min(last, at + _NEAR) + 1):
        if other != at:
            side = "<>"[other > at] + "cx"[words[other].clause != word.clause]
            row.append(f"{side} {words[other].text}")
    return row


def parsed_weights(text: str) -> dict[str, int]:
    """The weights of words in a file's text: one line of words for each weight, `0 the of …`."""
    weights: dict[str, int] = {}
    for line in text.splitlines():
        weight, *keys = line.split(" ")
        weights.update(dict.fromkeys(keys, int(weight)))
    return weights


def _role(model: linear.Model, words: tuple[Word, ...], at: int) -> str:
    label, score = model.best(features(words, at))
    return label.name if score > 0 else REST


def _text(words: tuple[Word, ...], at: int) -> str:
    return words[at].text if 0 <= at < len(words) else "^$"[at > 0]


@cache
def _model() -> linear.Model:
    return linear.load("roles.txt")


@cache
def numbers() -> frozenset[str]:
    """The words that are numbers, in the languages of `data/numbers.txt`."""
    lines = data.read("numbers.txt").decode().splitlines()
    return frozenset(word for line in lines for word in line.split()[1:])


@cache
def _weights() -> dict[str, int]:
    return parsed_weights(data.read("word_weights.txt").decode())


@cache
def turns() -> dict[str, frozenset[str]]:
    """Row name to its words and their stems; `_` joins the words of a phrase, and `phrases` has all phrases.

    `empty` are words that say little or only deny, `opening` are words that say nothing about a rule.
    """
    rows: dict[str, frozenset[str]] = {}
    for line in data.lines("turns.txt"):
        kind, _, words = line.partition(": ")
        rows[kind] = rows.get(kind, frozenset()).union(*((word, stem(word)) for word in words.split()))
    every = frozenset().union(*rows.values())
    return {
        **rows,
        "phrases": frozenset(word for word in every if "_" in word),
        "empty": rows["light"] | rows["denies"],
        "opening": rows["aside"] | rows["announces"] | rows["changed"],
    }


@cache
def as_one() -> dict[str, str]:
    """Word to the name of its row `one NAME`, in which all words count as the same."""
    named = ((kind.removeprefix("one "), words) for kind, words in turns().items() if kind.startswith("one "))
    return {word: name for name, words in named for word in words}


@cache
def common() -> frozenset[str]:
    """The stop words, except those that limit or reverse a statement."""
    return stop_words.words() - turns()["bounds"] - turns()["denies"]


def phrases(words: Sequence[Word]) -> Iterator[tuple[str, int, int]]:
    """The words in order, with each phrase of `turns.txt` as one: (word or phrase, start, end)."""
    at = 0
    while at < len(words):
        for many in (4, 3, 2, 1):
            phrase = "_".join(word.text for word in words[at : at + many])
            if many == 1 or phrase in turns()["phrases"]:
                yield phrase, at, at + many
                at += many
                break
