"""Chooses the offered option that an answer takes: a linear model over the relation of its words to each option.

`python -m tools.fit answer` fits the weights to `tools/fit/examples/answers.jsonl` (docs/decisions/0025). A feature is
a key, an ordinal or a name of an option in a clause of the answer, the words around it, or a word of the clause.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from memory_core.language import linear
from memory_core.language.light.stems import stem
from memory_core.language.light.words import is_unspaced, joined, pairs

FILE: Final = "answer.txt"
TAKEN: Final = "taken"
_LEAST: Final = 40  # score from which a way counts as taken
_AHEAD: Final = 20  # by which it must lead the next
_KEY: Final = re.compile(
    r"(?:^|(?<=[^\w:;=]))#?([A-Ha-h]|\d{1,2})(?![\w/%]|\.\d)|(?<=[第选選])([A-H\d])|^([A-H\d])(?=[\u3040-\u9fff])"
)
_CLAUSE: Final = re.compile(r"[,;!。、，；！—–…]|[:.](?=\s|$)|\s-\s")
_CLAUSES: Final = 3
_HEAD: Final = re.compile(r"\s[—–-]\s|[:(（：,，]")  # behind the name of a way
_WORDS_MOST: Final = 24
_SHARES: Final = (0.01, 0.34, 0.67, 0.99)
_LENGTHS: Final = (2, 3, 5, 8, 14)
_PLACES: Final = 6  # of ways: the last of them share a feature


class Offer(NamedTuple):
    """Ways that were offered: a question, and each way by its key ("" if it has none)."""

    question: str
    options: tuple[tuple[str, str], ...]
    advised: int  # the place of the way that is recommended; -1 for none


def taken(answer: str, offer: Offer) -> int:
    """The place of the way that an answer takes; -1 if it takes none."""
    model = _model()
    (label,) = model.labels
    scores = [label.weighed(model.places(of_way(answer, offer, at)), (), 0) for at in range(len(offer.options))]
    *_, second, first = sorted(scores)
    return scores.index(first) if first >= _LEAST and first - second >= _AHEAD else -1


def named(text: str) -> list[str]:
    """The keys of ways, letters or numbers, that a text names."""
    return [next(filter(None, match.groups())).casefold() for match in _KEY.finditer(text)]


def of_way(answer: str, offer: Offer, place: int) -> list[str]:
    """The features of an option, by the clauses of the answer and by the answer as a whole."""
    clauses = _clauses(answer)
    features = [
        f"ways {len(offer.options)}", f"asks {offer.question.endswith(('?', '？'))}", f"clauses {len(clauses)}",
        f"keys {min(2, len(set(named(answer))))}", *(f"q:{word}" for word in _tokens(offer.question)),
    ]  # fmt: skip
    for at, clause in enumerate(clauses[:_CLAUSES]):
        words = _tokens(clause)
        features += [f"{at} long {_step(len(words), _LENGTHS)}", *(f"{at}:{word}" for word in words)]
        features += [f"{at}:{word} {behind}" for word, behind in pairwise(["^", *words, "$"])]
        spoken = [*_spoken(clause, words, offer, place)]
        features += [f"{at} {feature}" for feature in spoken]
        features += [f"any {feature}" for feature in spoken]
    sides = [_side(clause, offer, place) for clause in clauses[:_CLAUSES]]
    return [*features, f"sides {' '.join(sides)}", f"first side {next((side for side in sides if side != '-'), '-')}"]


def _side(clause: str, offer: Offer, place: int) -> str:
    """Whether a clause names this way (+), another one (x), both (b) or none (-)."""
    keys = _keys(offer)
    spoken = named(clause)
    words = set(_tokens(clause))
    _, whole = _named_by(offer)
    others = set().union(*(named_words for at, named_words in enumerate(whole) if at != place))
    is_own = keys[place] in spoken or bool((whole[place] - others) & words)
    is_other = any(key in keys and key != keys[place] for key in spoken) or bool((others - whole[place]) & words)
    return {(True, True): "b", (True, False): "+", (False, True): "x"}.get((is_own, is_other), "-")


def _spoken(clause: str, words: Sequence[str], offer: Offer, place: int) -> Iterator[str]:
    yield from _by_key(clause, words, offer, place)
    yield from _by_order(words, offer, place)
    yield from _by_name(words, offer, place)
    yield from _by_advice(words, offer, place)


def _clauses(answer: str) -> list[str]:
    return [part for part in map(str.strip, _CLAUSE.split(answer)) if part] or [""]


def _keys(offer: Offer) -> list[str]:
    return [key.casefold() or str(at + 1) for at, (key, _) in enumerate(offer.options)]


def _by_key(clause: str, words: Sequence[str], offer: Offer, place: int) -> Iterator[str]:
    keys = _keys(offer)
    spoken = [key for key in named(clause) if key in keys]
    if not spoken:
        return
    name = "key" if keys[place] in spoken else "other key"
    yield name
    yield f"{name} of {min(2, len(set(spoken)))} has {offer.options[place][0] != ''}"
    yield f"{name} long {_step(len(words), _LENGTHS)}"
    yield from _around(name, words, {keys[place]} if name == "key" else set(spoken))


def _by_order(words: Sequence[str], offer: Offer, place: int) -> Iterator[str]:
    many = len(offer.options)
    for word in words[:8]:
        yield f"way {min(place, _PLACES)}:{word}"
        if place == many - 1:
            yield f"last:{word}"
        if many % 2 and place == many // 2:
            yield f"middle:{word}"


def _by_name(words: Sequence[str], offer: Offer, place: int) -> Iterator[str]:
    heads, whole = _named_by(offer)
    spoken = set(words)
    others = set().union(*(named_words for at, named_words in enumerate(whole) if at != place))
    mine = whole[place] - others
    for name, sets in (("head", heads), ("way", whole)):
        own = sets[place] - others
        share = len(own & spoken) / len(own) if own else 0.0
        rest = [each for at, each in enumerate(sets) if at != place]
        other = max(len((each - sets[place]) & spoken) / max(1, len(each)) for each in rest)
        yield f"{name} {_step(share, _SHARES)} {_step(other, _SHARES)}"
        yield f"{name} ahead {share > other}"
    if mine & spoken:
        beside = sum(word not in whole[place] for word in words)
        yield f"named beside {_step(beside, _LENGTHS)}"
        yield from _around("name", words, mine)
    elif others & spoken:
        yield from _around("other name", words, others - whole[place])


def _by_advice(words: Sequence[str], offer: Offer, place: int) -> Iterator[str]:
    if offer.advised < 0:
        return
    to = "advised" if place == offer.advised else "other advised"
    yield f"{to} long {_step(len(words), _LENGTHS)}"
    yield from (f"{to}:{word}" for word in words[:8])


def _around(name: str, words: Sequence[str], those: set[str]) -> Iterator[str]:
    """The words before and behind the first of those."""
    at = next((at for at, word in enumerate(words) if word in those), -1)
    if at < 0:
        return
    row = ["^", *words, "$"]
    yield f"{name} at {min(at, 3)}"
    yield f"{name} behind:{row[at]}"
    yield f"{name} before:{row[at + 2]}"
    yield from (f"{name} amid:{word}" for word in words[max(0, at - 4) : at])


def _named_by(offer: Offer) -> tuple[list[set[str]], list[set[str]]]:
    """The words of the name of each way, and all its words."""
    heads = [set(_tokens(_HEAD.split(text, maxsplit=1)[0])) for _, text in offer.options]
    return heads, [set(_tokens(text)) for _, text in offer.options]


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    for word in joined(text)[:_WORDS_MOST]:
        tokens += pairs(word) if is_unspaced(word) else [stem(word)]
    return tokens[: 2 * _WORDS_MOST]


def _step(value: float, steps: Sequence[float]) -> int:
    return sum(value >= step for step in steps)


@cache
def _model() -> linear.Model:
    return linear.load(FILE)
