"""What kind of defect a finding is of, read from its words."""

import re
from collections.abc import Mapping
from functools import lru_cache
from heapq import nlargest
from math import exp
from typing import Final, NamedTuple

from memory_core.domain import bounds
from memory_core.domain.review import likeness
from memory_core.domain.review.cues import CUES
from memory_core.domain.review.defects import DEFECTS
from memory_core.domain.review.examples import EXAMPLES
from memory_core.domain.review.finding import Finding
from memory_core.domain.review.words import WORDS
from memory_core.text.words import joined

# How much each of these says for a kind of defect: words one by one, likeness to known findings, what is said together;
# and how much says that a finding is of none that is known. Fitted where one author's examples read those of another.
_WEIGHTS: Final = (0.4, 5.6, 3.2)
_NONE: Final = -3.0
_ELSEWHERE: Final = 2.0  # against a defect that is seldom of the finding's category
_APART: Final = 5.0  # where one of the two is of tests or documents
_LEAST: Final = 0.01  # likelihood that is told
_KINDS: Final = 8  # that a reading tells of
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|\n+")
_SUMMARY, _BOTH, _DETAILS, _REMEDY = 1.0, 0.74, 0.72, 0.5  # what is said there counts as much
_CUE, _TOGETHER = 1.0, 0.8  # one telling cue; several things that are said together
_EACH: Final = 0.04  # and what each thing beyond two adds
_GENERAL: Final = 0.78  # of a defect of which others are the special case
_AGAIN: Final = 0.015  # and what saying it again adds
_MOST: Final = 6
_SENTENCES: Final = 6  # of the details that are read
_LONGEST: Final = 1500  # characters of them


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
    defect: int


def defect(name: str) -> Defect | None:
    """The kind of defect of that name."""
    return _table()[0].get(name)


def read(one: Finding) -> Reading:
    """What a finding's words say it is: what they say together, and how like they are to findings that are known."""
    words, nearest = likeness.said(text(one), _known())
    sources: tuple[Mapping[str, float], ...] = (words, nearest, _told(one))
    odds = {name: -against for name, against in _homes(one.category).items()}
    for weight, source in zip(_WEIGHTS, sources, strict=True):
        for name, speaks in source.items():
            odds[name] += weight * speaks
    most = max(_NONE, *odds.values())
    likely = {name: exp(each - most) for name, each in odds.items()}
    every = sum(likely.values()) + exp(_NONE - most)
    found = nlargest(_KINDS, ((round(each / every, 4), name) for name, each in likely.items()))
    return Reading(tuple((name, each) for each, name in found if each >= _LEAST))


@lru_cache(maxsize=1)
def examples() -> tuple[tuple[str, str], ...]:
    """(kind of defect, how a finding of it is worded): what a finding is compared with."""
    found = [(kind.name, f"{kind.wrong}. {kind.remedy}.") for kind in _table()[0].values()]
    for part in EXAMPLES:
        name = ""
        for line in part.strip().replace("\n    ", " ").split("\n"):
            if line.startswith(" "):
                found.append((name, line.strip()))
            else:
                name = line
    return tuple(found)


def text(one: Finding) -> str:
    """What is read of a finding: no date, no place, which would make strangers alike."""
    return f"{one.summary}. {one.details}"[:_LONGEST].strip()


def _told(one: Finding) -> dict[str, float]:
    """How surely a finding is of a kind, by what its words say together; its summary counts most."""
    defects, rules = _table()
    names = list(defects)
    best: dict[int, float] = {}
    often: dict[int, int] = {}
    for mask, weight in (parts := _parts(one)):
        around = mask | parts[0][0]
        for rule in rules:
            if mask & rule.needs == rule.needs and not around & rule.without:
                often[rule.defect] = often.get(rule.defect, 0) + 1
                if (score := weight * rule.weight) > best.get(rule.defect, 0.0):
                    best[rule.defect] = score
    found = {}
    for number, score in best.items():
        general = _GENERAL if defects[names[number]].general else 1.0
        found[names[number]] = (score + _AGAIN * min(_MOST, often[number] - 1)) * general
    return found


@lru_cache(maxsize=1)
def _known() -> likeness.Known:
    return likeness.known(examples())


@lru_cache(maxsize=16)
def _homes(category: str) -> Mapping[str, float]:
    """For each kind of defect how much speaks against it in a category."""
    return {kind.name: _at_home(category, kind.categories) for kind in _table()[0].values()}


def _at_home(category: str, homes: tuple[str, ...]) -> float:
    if category in homes:
        return 0.0
    return _APART if {category, *homes} & {"tests", "documentation"} else _ELSEWHERE


def tokens(text: str) -> list[str]:
    """The words of a text, small, without apostrophes."""
    return joined(text)


def _parts(one: Finding) -> list[tuple[int, float]]:
    summary = _said(one.summary[:_LONGEST])
    parts = [(summary, _SUMMARY)]
    for sentence in _SENTENCE.split(one.details[:_LONGEST])[:_SENTENCES]:
        said = _said(sentence)
        parts += [(said, _DETAILS), (said | summary, _BOTH)]
    if one.remediation:
        parts.append((_said(one.remediation[:_LONGEST]), _REMEDY))
    return parts


def _said(text: str) -> int:
    """The rows of `words` that a text touches, a bit each."""
    _, exact, begun = _words()
    told = tokens(text)
    mask = 0
    for at, word in enumerate(told):
        for rest, bit in exact.get("#" if word.isdigit() else word, ()):
            if mask & bit == 0 and (not rest or _follows(told, at + 1, rest)):
                mask |= bit
        for length in range(2, min(len(word), bounds.WORD) + 1):
            for rest, bit in begun.get(word[:length], ()):
                if mask & bit == 0 and (not rest or _follows(told, at + 1, rest)):
                    mask |= bit
    return mask


def _follows(told: list[str], at: int, rest: tuple[str, ...]) -> bool:
    if at + len(rest) > len(told):
        return False
    return all(
        word.startswith(wanted[:-1]) if wanted[-1] == "*" else word == wanted
        for word, wanted in zip(told[at:], rest, strict=False)
    )


_Terms = dict[str, list[tuple[tuple[str, ...], int]]]


@lru_cache(maxsize=1)
def _words() -> tuple[dict[str, int], _Terms, _Terms]:
    """(the bit of each row, what begins with a whole word, what begins with the beginning of one)."""
    bits: dict[str, int] = {}
    exact: _Terms = {}
    begun: _Terms = {}
    for row in re.split(r"\n(?=\S)", f"{WORDS.strip()}\n{CUES.strip()}"):
        name, _, terms = row.partition(": ")
        bit = bits.setdefault(name, 1 << len(bits))
        for term in terms.split(","):
            if not (words := term.split()):
                continue
            first, rest = words[0], tuple(words[1:])
            place = begun if first[-1] == "*" else exact
            place.setdefault(first.rstrip("*"), []).append((rest, bit))
    return bits, exact, begun


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, Defect], list[_Rule]]:
    bits = _words()[0]
    defects: dict[str, Defect] = {}
    rules = []
    for line in DEFECTS.strip().splitlines():
        if not line.startswith(" "):
            name, categories, wrong, remedy = (part.strip() for part in line.split(";"))
            general, broad = name.endswith("*"), name.endswith("**")
            name = name.rstrip("*")
            defects[name] = Defect(name, tuple(categories.split(", ")), wrong, remedy, general, broad)
            continue
        needs = [word for word in line.split() if word[0] != "!"]
        without = [word[1:] for word in line.split() if word[0] == "!"]
        weight = _CUE if len(needs) == 1 else _TOGETHER + _EACH * (len(needs) - 2)
        rules.append(
            _Rule(sum(bits[one] for one in needs), sum(bits[one] for one in without), weight, len(defects) - 1)
        )
    return defects, rules
