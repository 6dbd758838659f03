"""What kind of defect a finding is of, read from its words."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from math import exp, log, sqrt
from typing import Final, NamedTuple

from memory_core.domain import novelty
from memory_core.domain.review import examples_proof, examples_risk, examples_shape
from memory_core.domain.review.cues import CUES
from memory_core.domain.review.defects import DEFECTS
from memory_core.domain.review.finding import Finding
from memory_core.domain.review.words import WORDS

_EXAMPLES: Final = (examples_risk.EXAMPLES, examples_shape.EXAMPLES, examples_proof.EXAMPLES)
# What ranks the kinds: what is said together, what is said alike, what a model holds for near.
_PARTS: Final = (0.6, 0.7, 0.7)
# How likely the first is the right one: a constant, then for each of these how much speaks for it, and how much more
# than for the next. Fitted to findings of which it is known, none of them an example.
_WORDS: Final = (-0.91, 3.58, 0.1, 2.15, 2.7)
_MODEL: Final = (-0.97, 1.57, 2.09, 1.93, 2.02, 1.71, 2.47)
_SHORT: Final = 8  # kinds of each source that are weighed
_KINDS: Final = 6  # that a reading tells of
_STEM: Final = 6  # letters by which the forms of a word are one
_UNKNOWN: Final = 6.0  # what a word says that no example has
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


def read(one: Finding, meant: Mapping[str, float] | None = None) -> Reading:
    """What a finding's words say it is: by what they say together, and by how like they are to findings that are known.

    `meant` gives, for kinds of defect, how near a model holds the finding to those: the best of their cosines.
    """
    homes = _homes(one.category)
    sources = [_told(one), _like(one)]
    weights: Sequence[float] = _WORDS
    if meant:
        sources.append({name: near for name, near in meant.items() if near > 0 and name in homes})
        weights = _MODEL
    ranked = [{name: speaks * homes[name] for name, speaks in source.items()} for source in sources]
    firsts = [_first(source) for source in ranked]
    found = []
    for name in {name: None for names in (*firsts, ranked[0]) for name in names}:
        total, odds = 0.0, weights[0]
        for at, source in enumerate(ranked):
            speaks = source.get(name, 0.0)
            total += _PARTS[at] * speaks
            best = next((source[other] for other in firsts[at][:2] if other != name), 0.0)
            odds += weights[2 * at + 1] * speaks + weights[2 * at + 2] * (speaks - best)
        found.append((name, round(1 / (1 + exp(-odds)), 3), total))
    found.sort(key=lambda each: (-each[2], each[0]))
    return Reading(tuple((name, likely) for name, likely, _ in found[:_KINDS]))


def examples() -> list[tuple[str, str]]:
    """(kind of defect, how a finding of it is worded): what a model compares a finding with."""
    return [(name, text) for name, text, _ in _known()[0]]


def text(one: Finding) -> str:
    """What a model reads of a finding: no date, no place, which would make strangers alike."""
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


def _like(one: Finding) -> dict[str, float]:
    """How like the words of a finding are to those of the most like example of each kind; rare words count most."""
    rows, postings, weights = _known()
    own = _stems(text(one))
    size = sqrt(sum(weights.get(word, _UNKNOWN) ** 2 for word in own)) or 1.0
    shared: dict[int, float] = {}
    for word in sorted(own):
        for row in postings.get(word, ()):
            shared[row] = shared.get(row, 0.0) + weights[word] ** 2
    best: dict[str, float] = {}
    for row, sum_of in shared.items():
        name, _, length = rows[row]
        if (likeness := sum_of / (size * length)) > best.get(name, 0.0):
            best[name] = likeness
    return best


def _stems(told: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in novelty.words(told))


@lru_cache(maxsize=1)
def _known() -> tuple[list[tuple[str, str, float]], dict[str, list[int]], dict[str, float]]:
    """(kind, words and size of each example; the examples with a word; how much each word says)."""
    found = [(kind.name, f"{kind.wrong}. {kind.remedy}.") for kind in _table()[0].values()]
    name = ""
    for line in re.sub(r"\n    ", " ", "\n".join(examples.strip() for examples in _EXAMPLES)).split("\n"):
        if line.startswith(" "):
            found.append((name, line.strip()))
        else:
            name = line
    postings: dict[str, list[int]] = {}
    for row, (_, said) in enumerate(found):
        for word in _stems(said):
            postings.setdefault(word, []).append(row)
    weights = {word: log((len(found) + 1) / (len(rows) + 0.5)) for word, rows in postings.items()}
    sized = [(kind, said, sqrt(sum(weights[word] ** 2 for word in _stems(said)))) for kind, said in found]
    return sized, postings, weights


def _first(source: Mapping[str, float]) -> list[str]:
    return [name for _, name in nlargest(_SHORT, ((speaks, name) for name, speaks in source.items()))]


@lru_cache(maxsize=16)
def _homes(category: str) -> Mapping[str, float]:
    """For each kind of defect how much less it is to be expected in a category."""
    return {kind.name: _at_home(category, kind.categories) for kind in _table()[0].values()}


def _at_home(category: str, homes: tuple[str, ...]) -> float:
    """How much less a kind of defect is to be expected in a category."""
    if category in homes:
        return 1.0
    return _APART if {category, *homes} & {"tests", "documentation"} else _ELSEWHERE


def tokens(text: str) -> list[str]:
    """The words of a text, small, without apostrophes."""
    return _TOKEN.findall(text.casefold().replace("'", "").replace("\u2019", ""))


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
