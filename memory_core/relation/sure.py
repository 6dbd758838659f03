"""When one may act on it that two statements are the same: what is taken for known is lost.

The weights rank; these few laws decide. Two statements are never surely the same where a number, a sign, a name of code
or a word that turns a sentence round stands in one alone, where one wants what the other refuses, or where one is
longer than what is read of it. They are where their texts are equal.
"""

import re
from functools import cache
from typing import Final

from memory_core import data
from memory_core.reading.statement import LONGEST, MOST, Statement, Word, numbers, words
from memory_core.relation.features import in_role

# A sign between words: all that is neither a letter, a digit nor the punctuation of a sentence.
_SIGN: Final = re.compile(r"[^\w\s.,;:!?'\"`’“”„()。、，；：！？-]|(?<!\w)-(?=\d)|(?<=\d)-|(?<!\w)[./](?=\w)")
_CODE: Final = re.compile(r"[^\s`'\"“”„,;()]*(?:[a-z\d][A-Z]|[A-Z]{2}|[_/\\@#+=<>*~^|])[^\s`'\"“”„,;()]*")
_IDEOGRAPHS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")


def plain(text: str) -> str:
    """A text without the spaces and the full stop that say nothing."""
    return " ".join(text.split()).rstrip(".! ")


def may_be_one(old: str, new: str, one: Statement, other: Statement) -> bool:
    """Whether nothing of two texts, that are read as these statements, speaks against their being the same."""
    if max(len(old), len(new)) > LONGEST or max(len(one.words), len(other.words)) >= MOST:
        return False
    if _apart(old, new, one.words, other.words) or _crossed(one, other):
        return False
    if _turning(one, "bounds") != _turning(other, "bounds"):
        return False
    if want_and_refuse_the_same(one, other):
        return True
    denied = bool(_turning(one, "denies")) == bool(_turning(other, "denies"))
    return denied and _in_order(one, other) and not _IDEOGRAPHS.search(old + new)


def surely_apart(old: str, new: str) -> bool:
    """Whether signs, numbers or names show already that two texts are not surely the same: no weights are read."""
    return plain(old) != plain(new) and _apart(old, new, words(old), words(new))


def _apart(old: str, new: str, one: tuple[Word, ...], other: tuple[Word, ...]) -> bool:
    return _names(one) != _names(other) or _signs(old) != _signs(new)


def _signs(text: str) -> tuple[list[str], list[str]]:
    """Signs, and what is spelt like code, as they are written."""
    return sorted(_SIGN.findall(text)), sorted(found.rstrip(".:!?") for found in _CODE.findall(text))


def _names(found: tuple[Word, ...]) -> set[str]:
    return {word.text for word in found if word.has_digit or word.is_quoted or word.text in numbers()}


def _crossed(old: Statement, new: Statement) -> bool:
    """Whether one wants what the other refuses, or one statement does both with a word."""
    wants, refuses = ([in_role(said, role) for said in (old, new)] for role in ("value", "instead"))
    return bool((wants[0] | wants[1]) & (refuses[0] | refuses[1]))


def want_and_refuse_the_same(old: Statement, new: Statement) -> bool:
    """Whether both want something and refuse something, and the same."""
    aside = _turns()["denies"] | _turns()["light"]
    mine, yours = ([in_role(said, role) - aside for role in ("value", "instead")] for said in (old, new))
    return mine == yours and all(mine)


def _turning(said: Statement, kind: str) -> set[str]:
    return {word.text for word in said.words} & _turns()[kind]


def _in_order(old: Statement, new: Statement) -> bool:
    """Whether the telling words of both stand in one order."""
    mine, yours = ([said.words[at].key for at in said.told()] for said in (old, new))
    shared = set(mine) & set(yours)
    return list(dict.fromkeys(key for key in mine if key in shared)) == list(
        dict.fromkeys(key for key in yours if key in shared)
    )


@cache
def _turns() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in data.lines("turns.txt"):
        kind, _, words = line.partition(": ")
        found[kind] = found.get(kind, frozenset()) | frozenset(words.split())
    return found
