"""Two statements, the second later: the same, a refinement, a replacement, a contradiction, or apart.

One engine for every home: learnings, notes, guard rails, decision logs, what a session says. A linear model over what
both share, what they want and refuse, and where they differ (`data/relation.txt`, fitted to
`data/examples/pairs.tsv`). To end a memory wrongly is worse than to miss it: whoever acts on a relation asks for the
certainty that its act needs.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeVar

from memory_core.reading import linear
from memory_core.reading.statement import Statement, statement, weighed, words
from memory_core.relation import sure
from memory_core.relation.features import ending, features

SAME: Final = "same"
REFINES: Final = "refines"
REPLACES: Final = "replaces"
CONTRADICTS: Final = "contradicts"
APART: Final = "apart"
KINDS: Final = (SAME, REFINES, REPLACES, CONTRADICTS, APART)
SURE: Final = 80  # of a lead, from which on one may act on it; docs/language.md has the figures
SURELY_SAME: Final = 100  # what is taken for known is lost
_MOST: Final = 8  # statements that are compared with a new one
_NEAR: Final = 3
_Key = TypeVar("_Key")


class Relation(NamedTuple):
    """What a newer statement is to an older one."""

    kind: str
    lead: int  # of its score before the next kind's: how clear it is
    is_sure: bool  # whether one may act on it


@lru_cache(maxsize=8_192)
def relation(old: str, new: str) -> Relation:
    """What `new` is to `old`; the same texts give the same answer on every machine.

    To be surely the same is mutual, and bound by the laws of `sure`. A statement with words by which others end an
    older one ("no longer", "again", "was dropped") is surely the same only where both want and refuse the same.
    """
    one, other = statement(old), statement(new)
    if sure.plain(old) == sure.plain(new):
        return Relation(SAME, SURELY_SAME, True)
    kind, lead = _scored(one, other)
    if kind != SAME:
        return Relation(kind, lead, lead >= SURE)
    back, lead_back = _scored(other, one)
    lead = max(lead, lead_back)
    is_sure = back == SAME and lead >= SURELY_SAME and sure.may_be_one(old, new, one, other)
    return Relation(kind, lead, is_sure and (sure.want_and_refuse_the_same(one, other) or not _ends(other)))


def _scored(old: Statement, new: Statement) -> tuple[str, int]:
    """The kind with the highest score, and its lead."""
    model = _model()
    scores = model.scores(features(old, new))
    best = max(range(len(scores)), key=scores.__getitem__)
    return model.labels[best].name, scores[best] - max(scores[:best] + scores[best + 1 :])


def standing(new: str, known: Iterable[tuple[_Key, str]]) -> _Key | None:
    """The key of the known statement that surely says the same as a new one, None where none does.

    Of several it is the clearest. What shares less than a third of its telling words, or of the new one's, is passed
    over.
    """
    own = _keys(new)
    near: list[tuple[int, _Key, str]] = []
    for key, text in known:
        theirs = _keys(text)
        shared = len(own & theirs)
        if shared and _NEAR * shared >= min(len(own), len(theirs)):
            near.append((-shared, key, text))
    near.sort(key=lambda one: one[0])
    found: tuple[int, _Key] | None = None
    for _, key, text in near[:_MOST]:
        if sure.surely_apart(text, new):
            continue
        what = relation(text, new)
        if what.kind == SAME and what.is_sure and (found is None or what.lead > found[0]):
            found = what.lead, key
    return found[1] if found else None


def _ends(new: Statement) -> bool:
    return _endings().scores(ending(new))[0] > 0


@lru_cache(maxsize=8_192)
def _keys(text: str) -> frozenset[str]:
    found = words(text)
    return frozenset(word.key for word, weight in zip(found, weighed(found), strict=True) if weight)


@cache
def _model() -> linear.Model:
    return linear.load("relation.txt")


@cache
def _endings() -> linear.Model:
    return linear.load("endings.txt")
