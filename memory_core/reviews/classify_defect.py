"""What kind of defect a finding is of, read from its words.

Two things speak for a kind: a linear model over the words, which `python -m tools.fit defects` fits to findings whose
kind is known, and the lines of `defects.txt` that name what is said together where a kind of defect stands
(docs/decisions/0020-kinds-of-defect-are-fitted.md).
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import nlargest
from itertools import islice
from math import exp
from typing import Final, NamedTuple

from memory_core import data
from memory_core.core import budget
from memory_core.core.review_finding import Finding
from memory_core.language import linear
from memory_core.language.light.stems import stem
from memory_core.language.light.words import joined
from memory_core.language.sentences import sentences

WEIGHTS: Final = "defects.weights.txt"
# Natural logarithms of odds. Chosen where one author's examples read those of another (docs/decisions/0020).
_SCORE: Final = 0.06  # of a score of the model
_RULE: Final = 4.5  # what is said together, all of it in the summary
_NONE: Final = -2.0  # that a finding is of no kind that is known
_ELSEWHERE: Final = 3.0  # against a defect that is seldom of the finding's category
_APART: Final = 5.0  # where one of the two is of tests or documents
_LEAST: Final = 0.01  # likelihood that is told
_KINDS: Final = 8  # that a reading tells of
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SUMMARY, _BOTH, _DETAILS, _REMEDY = 1.0, 0.74, 0.72, 0.5  # what is said there counts as much
_CUE, _TOGETHER = 1.0, 0.8  # one telling cue; several things that are said together
_EACH: Final = 0.04  # and what each thing beyond two adds
_GENERAL: Final = 0.78  # of a defect of which others are the special case
_AGAIN: Final = 0.015  # and what saying it again adds
_MOST: Final = 6
_SENTENCES: Final = 6  # of the details that are read
_LONGEST: Final = 1500  # characters of them
_WORDS: Final = 400  # of a finding that the model reads


class Defect(NamedTuple):
    """A kind of defect."""

    name: str
    categories: tuple[str, ...]
    wrong: str  # what goes wrong, one line
    remedy: str  # what keeps it out
    general: bool = False  # others are its special case
    broad: bool = False  # two of it are one kind only where they speak of the same thing


class Reading(NamedTuple):
    """The kinds of defect that a finding may be of, the likeliest first, and how likely each, 0 to 1."""

    found: tuple[tuple[str, float], ...] = ()

    @property
    def name(self) -> str:
        """The likeliest; "" where no words tell."""
        return self.found[0][0] if self.found else ""

    @property
    def sure(self) -> float:
        """How likely that one is."""
        return self.found[0][1] if self.found else 0.0


class _Rule(NamedTuple):
    needs: int
    without: int
    weight: float
    defect: str


class _Said(NamedTuple):
    """What a part of a finding says: the rows of `defects.words.txt` that it touches, a bit each."""

    rows: int
    weight: float


def defects() -> Mapping[str, Defect]:
    """The kinds of defect by their names."""
    return _table()[0]


def defect(name: str) -> Defect | None:
    """The kind of defect of that name."""
    return defects().get(name)


def read(finding: Finding) -> Reading:
    """What kinds of defect a finding may be of; ValueError where the weights are damaged."""
    parts = _parts(finding)
    model = _model()
    scores = zip(model.names, model.scores(_features(finding, parts)), strict=True)
    against = _homes(finding.category)
    odds = {name: score * _SCORE - against[name] for name, score in scores}
    for name, said in _scores(parts).items():
        odds[name] += _RULE * said
    most = max(_NONE, *odds.values())
    likely = {name: exp(each - most) for name, each in odds.items()}
    every = sum(likely.values()) + exp(_NONE - most)
    rows = nlargest(_KINDS, ((round(each / every, 4), name) for name, each in likely.items()))
    return Reading(tuple((name, each) for each, name in rows if each >= _LEAST))


def features(finding: Finding) -> list[str]:
    """What the model knows a finding by: its category, stems of its words, rows of `defects.words.txt`.

    What mends it is left out: examples do not tell it.
    """
    return _features(finding, _parts(finding._replace(remediation="")))


def _features(finding: Finding, parts: Iterable[_Said]) -> list[str]:
    text = f"{finding.summary}. {finding.details}"[:_LONGEST]  # no date, no place, which would make strangers alike
    stems = ("#" if word.isdigit() else stem(word) for word in islice(joined(_HUMP.sub(" ", text)), _WORDS))
    rows = 0
    for part in parts:
        rows |= part.rows if part.weight != _REMEDY else 0
    return [f"@{finding.category}", *stems, *(f"={name}" for name, bit in _words()[0].items() if rows & bit)]


def _scores(parts: list[_Said]) -> dict[str, float]:
    """How surely a finding is of a kind, by what its words say together; its summary counts most."""
    kinds, rules = _table()
    best: dict[str, float] = {}
    often: dict[str, int] = {}
    for rows, weight in parts:
        around = rows | parts[0].rows
        for rule in rules:
            if rows & rule.needs == rule.needs and not around & rule.without:
                often[rule.defect] = often.get(rule.defect, 0) + 1
                best[rule.defect] = max(best.get(rule.defect, 0.0), weight * rule.weight)
    return {
        name: (score + _AGAIN * min(_MOST, often[name] - 1)) * (_GENERAL if kinds[name].general else 1.0)
        for name, score in best.items()
    }


@lru_cache(maxsize=1)
def _model() -> linear.Sparse:
    return linear.load_sparse(WEIGHTS)


@lru_cache(maxsize=16)
def _homes(category: str) -> Mapping[str, float]:
    """For each kind of defect how much speaks against it in a category."""
    return {kind.name: _at_home(category, kind.categories) for kind in defects().values()}


def _at_home(category: str, homes: tuple[str, ...]) -> float:
    if category in homes:
        return 0.0
    return _APART if {category, *homes} & {"tests", "documentation"} else _ELSEWHERE


def _parts(finding: Finding) -> list[_Said]:
    summary = _bits(finding.summary[:_LONGEST])
    parts = [_Said(summary, _SUMMARY)]
    details = finding.details[:_LONGEST].replace(";", ".").replace("\n", "  \n")  # each ends what is said together
    for sentence in sentences(details, loose=True)[:_SENTENCES]:
        number = _bits(sentence)
        parts += [_Said(number, _DETAILS), _Said(number | summary, _BOTH)]
    if finding.remediation:
        parts.append(_Said(_bits(finding.remediation[:_LONGEST]), _REMEDY))
    return parts


def _bits(text: str) -> int:
    """The rows of `defects.words.txt` that a text touches, a bit each."""
    _, exact, begun = _words()
    texts = joined(text)
    mask = 0
    for at, word in enumerate(texts):
        for rest, bit in exact.get("#" if word.isdigit() else word, ()):
            if mask & bit == 0 and (not rest or _follows(texts, at + 1, rest)):
                mask |= bit
        for length in range(2, min(len(word), budget.WORD) + 1):
            for rest, bit in begun.get(word[:length], ()):
                if mask & bit == 0 and (not rest or _follows(texts, at + 1, rest)):
                    mask |= bit
    return mask


def _follows(texts: list[str], at: int, rest: tuple[str, ...]) -> bool:
    if at + len(rest) > len(texts):
        return False
    return all(
        word.startswith(wanted[:-1]) if wanted[-1] == "*" else word == wanted
        for word, wanted in zip(texts[at:], rest, strict=False)
    )


_Terms = dict[str, list[tuple[tuple[str, ...], int]]]


@lru_cache(maxsize=1)
def _words() -> tuple[dict[str, int], _Terms, _Terms]:
    """(the bit of each row, what begins with a whole word, what begins with the beginning of one)."""
    bits: dict[str, int] = {}
    exact: _Terms = {}
    begun: _Terms = {}
    for name, terms in data.table("defects.words.txt").items():
        bit = bits[name] = 1 << len(bits)
        for term in terms:
            first, *rest = term.split(" ")
            place = begun if first[-1] == "*" else exact
            place.setdefault(first.rstrip("*"), []).append((tuple(rest), bit))
    return bits, exact, begun


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, Defect], list[_Rule]]:
    bits = _words()[0]
    kinds: dict[str, Defect] = {}
    rules = []
    name = ""
    for line in data.lines("defects.txt"):
        if not line.startswith(" "):
            name, categories, wrong, remedy = (part.strip() for part in line.split(";"))
            general, broad = name.endswith("*"), name.endswith("**")
            name = name.rstrip("*")
            kinds[name] = Defect(name, tuple(categories.split(", ")), wrong, remedy, general, broad)
            continue
        needs = [word for word in line.split() if word[0] != "!"]
        without = [word[1:] for word in line.split() if word[0] == "!"]
        weight = _CUE if len(needs) == 1 else _TOGETHER + _EACH * (len(needs) - 2)
        rules.append(_Rule(sum(bits[need] for need in needs), sum(bits[each] for each in without), weight, name))
    return kinds, rules
