"""The relation of a later statement to an earlier one: same, refinement, replacement, contradiction, or apart.

All homes use it: learnings, notes, guard rails, decision logs, sessions. It is a linear model over what both statements
share, want and refuse, and where they differ (`data/relation.txt`, fitted to `tools/fit/examples/pairs.tsv`). To end a
memory wrongly is worse than to miss it, so callers require the certainty that their action needs.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeVar

from memory_core.language import linear, near_duplicate
from memory_core.language.concepts import named
from memory_core.language.relation import accept, replacement
from memory_core.language.relation.features import ending, features
from memory_core.language.statement import Statement, statement, turns, weighed, words

SAME: Final = "same"
REFINES: Final = "refines"
REPLACES: Final = "replaces"
CONTRADICTS: Final = "contradicts"
APART: Final = "apart"
KINDS: Final = (SAME, REFINES, REPLACES, CONTRADICTS, APART)
ENDING: Final = (REPLACES, CONTRADICTS)  # kinds that end the older statement
SURE: Final = 80  # lead from which on a relation is sure; docs/language.md has the figures
CLEAR: Final = 120  # lead from which on a contradiction need not be mutual
SURELY_SAME: Final = 100  # higher, since a statement that is taken for known is lost
ENDED: Final = 50  # score from which on the words of a statement express a change
_MOST: Final = 8  # statements that are compared with a new one
_NEAR: Final = 3
_Key = TypeVar("_Key")


class Relation(NamedTuple):
    """The relation of a newer statement to an older one."""

    kind: str
    lead: int  # lead of its score over the next kind; the two kinds in `ENDING` count as one
    is_sure: bool  # whether it is sure enough to act on

    @property
    def ends(self) -> bool:
        """Whether the older statement surely no longer holds."""
        return self.is_sure and self.kind in ENDING


@lru_cache(maxsize=8_192)
def relation(old: str, new: str) -> Relation:
    """The relation of `new` to `old`; deterministic on every machine.

    Sure sameness or contradiction must be mutual, and pass the laws of `accept`. A statement with words that may end an
    older one ("no longer", "again", "was dropped") is surely the same only if both want and refuse the same.
    """
    older, newer = statement(old), statement(new)
    if accept.plain(old) == accept.plain(new):
        return Relation(SAME, SURELY_SAME, True)
    if accept.only_refuses_more(older, newer):
        return Relation(SAME, SURELY_SAME, True)
    if accept.only_refuses_more(newer, older):
        return Relation(REFINES, SURELY_SAME, True)
    if replacement.is_decided(new) and accept.choose_otherwise(older, newer):
        return Relation(CONTRADICTS, CLEAR, True)
    if accept.differ_in_a_command(old, new):
        return Relation(CONTRADICTS if accept.runs_otherwise(old, new) else APART, CLEAR, True)
    if replacement.is_decided(new) and not accept.passes(newer):
        if replacement.replaces(older.words, newer.words):
            return Relation(REPLACES, CLEAR, True)
        is_revalued = replacement.renamed(old, new) or replacement.revalued(old, new) is not None
        if is_revalued or accept.differ_in_a_number(older, newer):
            return Relation(CONTRADICTS, CLEAR, True)
    kind, lead = _scored(older, newer)
    if kind in (REFINES, APART):
        return Relation(kind, lead, lead >= SURE)
    if kind in ENDING:
        return Relation(kind, lead, False)  # similarity alone ends nothing
    back, lead_back = _scored(newer, older)
    is_plain = accept.want_and_refuse_the_same(older, newer)
    lead = max(lead, lead_back) if is_plain else (lead + lead_back) // 2
    is_sure = back == SAME and lead >= SURELY_SAME and accept.may_be_one(old, new, older, newer)
    return Relation(kind, lead, is_sure and (is_plain or not _ends(newer)))


def _scored(old: Statement, new: Statement) -> tuple[str, int]:
    """(the kind with the highest score, its lead)."""
    model = _model()
    scores = dict(zip(KINDS, model.scores(features(old, new)), strict=True))
    kind = max(scores, key=scores.__getitem__)
    own = ENDING if kind in ENDING else (kind,)
    return kind, scores[kind] - max(score for name, score in scores.items() if name not in own)


def fuller(old: str, new: str) -> str | None:
    """The text that contains what the other one says, and more; None if neither surely does."""
    mine, yours = accept.content(old), accept.content(new)
    if not (mine <= yours or yours <= mine):
        return None
    older, newer = statement(old), statement(new)
    covering = old if accept.covers(older, newer) else new if accept.covers(newer, older) else None
    if covering is None:
        return None
    forth, back = relation(old, new), relation(new, old)
    is_more = {forth.kind, back.kind} <= {SAME, REFINES} or (forth.is_sure and forth.kind == REFINES)
    return covering if is_more else None


def is_near(old: str, new: str) -> bool:
    """Whether two statements are worth a comparison: a third of the telling words, half of all words, or a choice is
    shared.

    Takes microseconds for texts that were read before.
    """
    if accept.plain(old) == accept.plain(new):
        return True
    if _shared(old, new) or _choices(old) & _choices(new) or _is_worded_alike(old, new):
        return True
    return replacement.renamed(old, new) or replacement.revalued(old, new) is not None


def standing(new: str, known: Iterable[tuple[_Key, str]]) -> _Key | None:
    """The key of the known statement that surely says the same as a new one; None if there is none.

    Of several, the clearest. Statements that share less than a third of their telling words are skipped.
    """
    near = [(-_shared(text, new), key, text) for key, text in known]
    clearest: tuple[int, _Key] | None = None
    for shared, key, text in sorted(near, key=lambda row: row[0])[:_MOST]:
        what = relation(text, new) if shared and not accept.surely_apart(text, new) else None
        if what and what.kind == SAME and what.is_sure and (clearest is None or what.lead > clearest[0]):
            clearest = what.lead, key
    return clearest[1] if clearest else None


def _shared(old: str, new: str) -> int:
    """The number of common telling words; 0 if it is less than a third of those of the shorter text."""
    mine, yours = _keys(old), _keys(new)
    shared = len(mine & yours)
    return shared if _NEAR * shared >= min(len(mine), len(yours)) else 0


def _is_worded_alike(old: str, new: str) -> bool:
    """Whether two texts share half of all their words."""
    mine, yours = ({word.key for word in words(text)} for text in (old, new))
    return 2 * len(mine & yours) >= max(len(mine), len(yours), 1)


@lru_cache(maxsize=8_192)
def _choices(text: str) -> frozenset[str]:
    return frozenset(option.choice for each in named([word.text for word in words(text)]) for option in each.options)


def _ends(new: Statement) -> bool:
    return _endings().scores(ending(new))[0] >= ENDED


@lru_cache(maxsize=8_192)
def _keys(text: str) -> frozenset[str]:
    read = words(text)
    return frozenset(word.key for word, weight in zip(read, weighed(read), strict=True) if weight)


@cache
def _model() -> linear.Model:
    return linear.load("relation.txt")


@cache
def _endings() -> linear.Model:
    return linear.load("endings.txt")


_REPORTS: Final = re.compile(r"(?i)\W*(?:you|he|she|they|it|somebody|someone) (?:\w+ed|chose|took|wrote|made)\b")


def ends(old: str, new: str) -> bool:
    """Whether the words of `new` surely end `old`.

    They put one thing in the place of another in the same statement ("use X instead of Y"), or choose another value
    where only one can hold: another option of a choice, another literal in a naming rule, another number.
    """
    return is_near(old, new) and relation(old, new).ends


def gives_up(old: str, new: str) -> bool:
    """Whether `new` explicitly gives up what `old` wants, about the same subject and in no other place.

    `new` may say more, so it ends something only if a single memory is meant.
    """
    if ends(old, new):
        return True
    if (
        not near_duplicate.gives_up(new)
        or not replacement.is_decided(new)
        or accept.passes(statement(new))
        or _REPORTS.match(new)
    ):
        return False
    return near_duplicate.replaces(near_duplicate.sides(new), near_duplicate.sides(old)) and not _is_elsewhere(old, new)


def _is_elsewhere(old: str, new: str) -> bool:
    """Whether `new` names a place, a time or a condition that `old` does not name."""
    known = {word.key for word in words(old)}
    newer = words(replacement.unannounced(new))
    for at, word in enumerate(newer[:-1]):
        if word.text in turns()["places"] and word.text not in {each.text for each in words(old)}:
            inside = [each.key for each in newer[at + 1 : at + 4] if each.text not in turns()["light"]]
            if inside and known.isdisjoint(inside):
                return True
    return False
