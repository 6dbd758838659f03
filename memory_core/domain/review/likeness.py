"""How like a finding is to those that are known, kind of defect by kind: what its words alone say."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import log, sqrt
from typing import Final, NamedTuple

from memory_core.domain import novelty
from memory_core.text.words import parts

_OFTEN: Final = 0.1  # what a kind's examples are taken to say of what none of them says, as parts of an example
_PAIR: Final = 0.5  # what two words in a row count beside one word
_UNKNOWN: Final = 6.0  # what a word weighs that no example has
_FADING: Final = 0.7  # the second most like example of a kind counts so much of the first, and so on
_NEAREST: Final = 5  # examples of a kind that are weighed
_EVERYWHERE: Final = 0.05  # share of the examples from which on a word makes none of them nearer
_WORDS: Final = 400  # of a finding that are read


class Known(NamedTuple):
    """Findings whose kind is known, as they are compared with."""

    kinds: tuple[str, ...]
    counts: tuple[int, ...]  # examples of each kind
    of: tuple[int, ...]  # the kind of each example
    sizes: tuple[float, ...]  # of each example
    rows: Mapping[str, Sequence[int]]  # the examples with a word, or two words in a row
    said: dict[str, tuple[tuple[int, float], ...]]  # what a word says for kinds; filled as words are met


def known(examples: Sequence[tuple[str, str]]) -> Known:
    """Examples, (kind, how a finding of it is worded), made ready."""
    kinds = {kind: number for number, kind in enumerate(dict.fromkeys(kind for kind, _ in examples))}
    counts = [0] * len(kinds)
    rows: dict[str, list[int]] = {}
    told = []
    for row, (kind, text) in enumerate(examples):
        counts[kinds[kind]] += 1
        told.append(terms(text))
        for term in told[-1]:
            rows.setdefault(term, []).append(row)
    every = len(examples)
    weights = {term: _weight(every, len(found)) ** 2 for term, found in rows.items()}
    sizes = tuple(sqrt(sum(weights[term] for term in own)) or 1.0 for own in told)
    return Known(tuple(kinds), tuple(counts), tuple(kinds[kind] for kind, _ in examples), sizes, rows, {})


def said(text: str, of: Known) -> tuple[dict[str, float], dict[str, float]]:
    """For each kind how far the words speak for it, one by one, and how like the text is to the kind's nearest.

    The first is naive Bayes: what each word, and each two in a row, makes likelier, by the root of their number. The
    second is the sum of the cosines of the nearest examples of a kind, each counting less than the one before.
    """
    own = terms(text)
    every = len(of.of)
    words, own_size = 0.0, 0.0
    speaks = [0.0] * len(of.kinds)
    shared: dict[int, float] = {}
    number = 0
    for term in own:
        found = of.rows.get(term, ())
        weight = (_weight(every, len(found)) if found else 0.0 if " " in term else _UNKNOWN) ** 2
        own_size += weight
        if not found:
            continue
        number += 1
        part = _PAIR if " " in term else 1.0
        words += part
        for kind, likelier in _likelier(term, of):
            speaks[kind] += part * likelier
        if len(found) > _EVERYWHERE * every:
            continue
        for row in found:
            shared[row] = shared.get(row, 0.0) + weight
    root = sqrt(number or 1)
    bayes = {
        kind: (speaks[at] + words * log(_OFTEN / (of.counts[at] + _OFTEN))) / root for at, kind in enumerate(of.kinds)
    }
    return bayes, _nearest(shared, sqrt(own_size) or 1.0, of)


def terms(text: str) -> list[str]:
    """The words of a text that say something, by their stems, then each two of them in a row; each once."""
    found = parts(text.replace("'", "").replace("\u2019", ""))[:_WORDS]
    stems = [key for word in found if (key := _key(word))]
    return list(dict.fromkeys(stems + [f"{one} {other}" for one, other in pairwise(stems)]))


def _likelier(term: str, of: Known) -> tuple[tuple[int, float], ...]:
    """For the kinds whose examples have a word, how much likelier it makes each."""
    made = of.said.get(term)
    if made is None:
        found = of.rows[term]
        often: dict[int, int] = {}
        for row in found:
            often[of.of[row]] = often.get(of.of[row], 0) + 1
        expected = _OFTEN * len(found) / (len(of.of) + 1)
        made = of.said[term] = tuple((kind, log(1 + count / expected)) for kind, count in often.items())
    return made


def _nearest(shared: Mapping[int, float], size: float, of: Known) -> dict[str, float]:
    near: dict[int, list[float]] = {}
    for row, weight in shared.items():
        near.setdefault(of.of[row], []).append(weight / (size * of.sizes[row]))
    found = {}
    for kind, likenesses in near.items():
        likenesses.sort(reverse=True)
        found[of.kinds[kind]] = sum(one * _FADING**place for place, one in enumerate(likenesses[:_NEAREST]))
    return found


def _weight(every: int, often: int) -> float:
    """How much a word says that so many of the examples have."""
    return log((every + 1) / (often + 0.5))


@lru_cache(maxsize=50_000)
def _key(word: str) -> str:
    """What of a word its forms have in common; "" of a word that says nothing, `#` of a number."""
    return "#" if word.isdigit() else min(novelty.words(word), default="")
