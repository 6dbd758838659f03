"""Classify a finding by its words: which kind of defect it is.

Two scores are added: a linear model over the words, which `python -m tools.fit defects` fits to labelled findings, and
the rules of `defects.txt`, each a set of cues that occur together in a kind of defect
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
# Natural logarithms of odds, chosen on the examples of two authors (docs/decisions/0020).
_SCORE: Final = 0.06  # weight of a score of the model
_RULE: Final = 4.5  # weight of a rule that matches in the summary
_NONE: Final = -2.0  # odds that a finding is of no known kind
_ELSEWHERE: Final = 3.0  # penalty of a defect that seldom has the finding's category
_APART: Final = 5.0  # if one of the two is tests or documentation
_LEAST: Final = 0.01  # likelihood from which on a kind is returned
_KINDS: Final = 8  # kinds that a reading has at most
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SUMMARY, _BOTH, _DETAILS, _REMEDY = 1.0, 0.74, 0.72, 0.5  # weights of the parts of a finding
_CUE, _TOGETHER = 1.0, 0.8  # a rule of one cue; a rule of several cues
_EACH: Final = 0.04  # added for each cue beyond two
_GENERAL: Final = 0.78  # factor for a general kind with special cases
_AGAIN: Final = 0.015  # added for each repetition
_MOST: Final = 6
_SENTENCES: Final = 6  # sentences of the details that are read
_LONGEST: Final = 1500  # characters of a part that are read
_WORDS: Final = 400  # words of a finding that the model reads


class Defect(NamedTuple):
    """A kind of defect."""

    name: str
    categories: tuple[str, ...]
    wrong: str  # what goes wrong, in one line
    remedy: str  # what prevents it
    general: bool = False  # other kinds are special cases of it
    broad: bool = False  # two findings of this kind are the same only if their words agree too


class Reading(NamedTuple):
    """The kinds of defect that a finding may be of, likeliest first, each with its likelihood (0 to 1)."""

    kinds: tuple[tuple[str, float], ...] = ()

    @property
    def name(self) -> str:
        """The likeliest kind; "" if there is none."""
        return self.kinds[0][0] if self.kinds else ""

    @property
    def sure(self) -> float:
        """The likelihood of the likeliest kind."""
        return self.kinds[0][1] if self.kinds else 0.0


class _Rule(NamedTuple):
    needs: int
    without: int
    weight: float
    defect: str


class _Part(NamedTuple):
    """A part of a finding: the rows of `defects.words.txt` that it matches, as a bit mask."""

    rows: int
    weight: float


def defects() -> Mapping[str, Defect]:
    """The kinds of defect by their names."""
    return _table()[0]


def defect(name: str) -> Defect | None:
    """The kind of defect with this name; None if there is none."""
    return defects().get(name)


def read(finding: Finding) -> Reading:
    """The kinds of defect that a finding may be of; raises ValueError if the file of weights is damaged."""
    parts = _parts(finding)
    model = _model()
    scores = zip(model.names, model.scores(_features(finding, parts)), strict=True)
    against = _homes(finding.category)
    odds = {name: score * _SCORE - against[name] for name, score in scores}
    for name, cues in _scores(parts).items():
        odds[name] += _RULE * cues
    most = max(_NONE, *odds.values())
    likely = {name: exp(each - most) for name, each in odds.items()}
    every = sum(likely.values()) + exp(_NONE - most)
    rows = nlargest(_KINDS, ((round(each / every, 4), name) for name, each in likely.items()))
    return Reading(tuple((name, each) for each, name in rows if each >= _LEAST))


def features(finding: Finding) -> list[str]:
    """The features of a finding for the model: its category, stems of its words, rows of `defects.words.txt`.

    The remediation is left out, since the examples have none.
    """
    return _features(finding, _parts(finding._replace(remediation="")))


def _features(finding: Finding, parts: Iterable[_Part]) -> list[str]:
    text = f"{finding.summary}. {finding.details}"[:_LONGEST]  # without date and place: they mislead
    stems = ("#" if word.isdigit() else stem(word) for word in islice(joined(_HUMP.sub(" ", text)), _WORDS))
    rows = 0
    for part in parts:
        rows |= part.rows if part.weight != _REMEDY else 0
    return [f"@{finding.category}", *stems, *(f"={name}" for name, bit in _words()[0].items() if rows & bit)]


def _scores(parts: list[_Part]) -> dict[str, float]:
    """The score of each kind by the rules that match; matches in the summary count most."""
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
    """The penalty of each kind of defect for findings of a category."""
    return {kind.name: _at_home(category, kind.categories) for kind in defects().values()}


def _at_home(category: str, homes: tuple[str, ...]) -> float:
    if category in homes:
        return 0.0
    return _APART if {category, *homes} & {"tests", "documentation"} else _ELSEWHERE


def _parts(finding: Finding) -> list[_Part]:
    summary = _bits(finding.summary[:_LONGEST])
    parts = [_Part(summary, _SUMMARY)]
    details = finding.details[:_LONGEST].replace(";", ".").replace("\n", "  \n")  # sentences end there
    for sentence in sentences(details, loose=True)[:_SENTENCES]:
        number = _bits(sentence)
        parts += [_Part(number, _DETAILS), _Part(number | summary, _BOTH)]
    if finding.remediation:
        parts.append(_Part(_bits(finding.remediation[:_LONGEST]), _REMEDY))
    return parts


def _bits(text: str) -> int:
    """The rows of `defects.words.txt` that a text matches, as a bit mask."""
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
    """(the bit of each row, the terms that begin with a whole word, the terms that begin with a prefix)."""
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
