"""What kind of defect a finding is of, read from its words."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.domain.review.cues import CUES
from memory_core.domain.review.defects import DEFECTS
from memory_core.domain.review.finding import Finding
from memory_core.domain.review.words import WORDS

_TOKEN: Final = re.compile(r"[^\W_]+")
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|\n+")
_SUMMARY, _BOTH, _DETAILS, _REMEDY = 1.0, 0.74, 0.72, 0.5  # what is said there counts as much
_CUE, _TOGETHER = 1.0, 0.8  # one telling cue; several things that are said together
_EACH: Final = 0.04  # and what each thing beyond two adds
_ELSEWHERE: Final = 0.85  # of a defect that is seldom of the finding's category
_APART: Final = 0.5  # where one of the two is of tests or documents
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
    """The kinds of defect that a finding may be of, the likeliest first, and how surely each, 0 to 1."""

    found: tuple[tuple[str, float], ...] = ()

    @property
    def name(self) -> str:
        """The likeliest; "" where no words tell."""
        return self.found[0][0] if self.found else ""

    @property
    def sure(self) -> float:
        """How surely it is the likeliest."""
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
    """What a finding's words say it is; its summary counts most, then its details, then what is to be done."""
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
    found = []
    for number, score in best.items():
        kind = defects[names[number]]
        less = _at_home(one.category, kind.categories) * (_GENERAL if kind.general else 1.0)
        found.append((kind.name, round((score + _AGAIN * min(_MOST, often[number] - 1)) * less, 3), number))
    found.sort(key=lambda each: (-each[1], each[2]))
    return Reading(tuple((name, score) for name, score, _ in found))


def _at_home(category: str, homes: tuple[str, ...]) -> float:
    """How much less a kind of defect is to be expected in a category."""
    if category in homes:
        return 1.0
    return _APART if {category, *homes} & {"tests", "documentation"} else _ELSEWHERE


def tokens(text: str) -> list[str]:
    """The words of a text, small, without apostrophes."""
    return _TOKEN.findall(text.casefold().replace("'", "").replace("\u2019", ""))


def _parts(one: Finding) -> list[tuple[int, float]]:
    summary = _said(one.summary)
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
        for length in range(2, len(word) + 1):
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
