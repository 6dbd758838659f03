"""Whether a later statement ends an earlier one: only where its words say so, never by likeness."""

import re
from typing import Final

from memory_core.language import near_duplicate, relation
from memory_core.language.relation import accept, replacement
from memory_core.language.relation.negation import turns
from memory_core.language.statement import statement, words

_REPORTS: Final = re.compile(r"(?i)\W*(?:you|he|she|they|it|somebody|someone) (?:\w+ed|chose|took|wrote|made)\b")


def ends(old: str, new: str) -> bool:
    """Whether the words of `new` surely say that `old` no longer holds.

    They put one thing in the place of another in the same statement ("use X instead of Y"), or choose another value
    where only one can hold: another option of a choice, another literal in a naming rule, another number.
    """
    return relation.is_near(old, new) and relation.relation(old, new).ends


def gives_up(old: str, new: str) -> bool:
    """Whether `new` says in words that it gives up what `old` wants, of the same subject and in no other place.

    It may say more than that, so it ends something only where one memory alone is meant.
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
    """Whether `new` names a place, a time or a condition that `old` does not speak of."""
    known = {word.key for word in words(old)}
    said = words(replacement.unannounced(new))
    for at, word in enumerate(said[:-1]):
        if word.text in turns()["places"] and word.text not in {each.text for each in words(old)}:
            inside = [each.key for each in said[at + 1 : at + 4] if each.text not in turns()["light"]]
            if inside and known.isdisjoint(inside):
                return True
    return False
