"""When one may act on it that two statements are the same: what is taken for known is lost.

The weights rank; these few laws decide. Two statements are never surely the same where a number, a sign, a name of code
or a word that turns a sentence round stands in one alone, where one wants what the other refuses, or where one is
longer than what is read of it. They are where their texts are equal.
"""

import re
from functools import cache
from typing import Final

from memory_core import data
from memory_core.reading.choices import Option, choices
from memory_core.reading.statement import LONGEST, MOST, Statement, Word, numbers, words
from memory_core.relation.features import in_role
from memory_core.text.stems import stem

# A sign between words: all that is neither a letter, a digit nor the punctuation of a sentence.
_SIGN: Final = re.compile(r"[^\w\s.,;:!?'\"`’“”„()。、，；：！？-]|(?<!\w)-(?=\d)|(?<=\d)-|(?<!\w)[./](?=\w)")
_CODE: Final = re.compile(r"[^\s`'\"“”„,;()]*(?:[a-z\d][A-Z]|[A-Z]{2}|[_/\\@#+=<>*~^|])[^\s`'\"“”„,;()]*")
_COMMAND: Final = re.compile(r"`([^`\s]+\s[^`]+)`")
# Programs that run another: `npm test`, `uv run pytest`.
_RUNNER: Final = re.compile(
    r"^(?:(?:uv|poetry|pdm|hatch|pipenv|rye) run|(?:npm|pnpm|yarn|bun) run|npx|pnpm (?:exec|dlx)|yarn dlx|bunx|npm|"
    r"pnpm|yarn|bun|bundle exec|python3? -m|\.venv/bin/python -m) (?:-- )?"
)
_HEAVY: Final = 3  # the weight of a word that is seldom said
_NEAR: Final = 3  # the share of the shorter one's telling words that two share which are the same is one in so many
_IDEOGRAPHS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")


def plain(text: str) -> str:
    """A text without the spaces and the full stop that say nothing."""
    return " ".join(text.split()).rstrip(".! ")


def may_be_one(old: str, new: str, one: Statement, other: Statement) -> bool:
    """Whether nothing of two texts, that are read as these statements, speaks against their being the same."""
    if max(len(old), len(new)) > LONGEST or max(len(one.words), len(other.words)) >= MOST:
        return False
    if _apart(old, new, one.words, other.words) or _crossed(one, other) or _options(one) != _options(other):
        return False
    if _turning(one, "bounds") != _turning(other, "bounds"):
        return False
    mine, yours = (_told(said) - _turns()["light"] for said in (one, other))
    if (mine < yours or yours < mine) and not (mine ^ yours).isdisjoint(_heavy(one) | _heavy(other)):  # one says more
        return False
    if want_and_refuse_the_same(one, other):
        return True
    if _NEAR * len(mine & yours) < max(1, min(len(mine), len(yours))):
        return False
    denied = bool(_turning(one, "denies")) == bool(_turning(other, "denies"))
    return denied and _in_order(one, other) and not _IDEOGRAPHS.search(old + new)


def surely_apart(old: str, new: str) -> bool:
    """Whether signs, numbers or names show already that two texts are not surely the same: no weights are read."""
    return plain(old) != plain(new) and _apart(old, new, words(old), words(new))


def _apart(old: str, new: str, one: tuple[Word, ...], other: tuple[Word, ...]) -> bool:
    return _names(one) != _names(other) or _signs(old) != _signs(new)


def may_end(old: str, new: str, one: Statement, other: Statement) -> bool:
    """Whether nothing of two texts, that are read as these statements, speaks against the newer's ending the older.

    Both tell of one thing, and of one place where one of them names a place, and the newer does not say that it passes.
    """
    folded = f" {' '.join(word.text for word in other.words)} "
    if any(f" {phrase.replace('_', ' ')} " in folded for phrase in _turns()["passes"]):
        return False
    if max(len(old), len(new)) > LONGEST or max(len(one.words), len(other.words)) >= MOST:
        return False
    if _told(one).isdisjoint(_told(other) - _turns()["light"]) and {each.choice for each in _options(one)}.isdisjoint(
        each.choice for each in _options(other)
    ):
        return False
    here, there = (in_role(said, "scope") for said in (one, other))
    return not (here | there) or bool(here & _told(other) | there & _told(one))


def covers(one: Statement, other: Statement) -> bool:
    """Whether one statement has all telling words of the other and the same bounds, and names no further place."""
    mine, yours = _told(one), _told(other) - _turns()["light"]
    if not yours or not yours <= mine or _crossed(one, other):
        return False
    return in_role(one, "scope") <= yours and _turning(one, "bounds") == _turning(other, "bounds")


def differ_in_a_command(old: str, new: str) -> bool:
    """Whether two texts say the same words about two commands."""
    commands = [_COMMAND.findall(text) for text in (old, new)]
    return all(len(found) == 1 for found in commands) and _COMMAND.sub("", old) == _COMMAND.sub("", new)


def runs_otherwise(old: str, new: str) -> bool:
    """Whether it is one command that another program runs: `npm test`, `pnpm test`."""
    mine, yours = ({_RUNNER.sub("", " ".join(one.split())) for one in _COMMAND.findall(text)} for text in (old, new))
    return mine == yours


def choose_otherwise(old: Statement, new: Statement) -> bool:
    """Whether two statements only make one choice, and for other options: no other word stands in one alone."""
    mine, yours = (
        {
            each
            for one in said.named
            for each in one.options
            if each.choice not in choices().strict and "instead" not in said.roles[one.start : one.end]
        }
        for said in (old, new)
    )
    names = {said.words[at].key for said in (old, new) for one in said.named for at in range(one.start, one.end)}
    is_one = {each.choice for each in mine} & {each.choice for each in yours}
    words, others = ({word.key for word in said.words} for said in (old, new))
    more = (words ^ others) - names - _turns()["light"] - _turns()["denies"]
    return bool(is_one) and mine.isdisjoint(yours) and not more - {"of"}


def only_refuses_more(one: Statement, other: Statement) -> bool:
    """Whether a statement says what the other does, which refuses nothing, and beyond that only refuses something."""
    light = _turns()["light"]
    wanted, wants = (in_role(said, "value") - light for said in (one, other))
    more = _told(one) - _told(other) - light
    is_one = bool(wants) and wanted == wants and not in_role(other, "instead") and covers(one, other)
    return is_one and bool(more) and more <= in_role(one, "instead")


def refuses_what_is_told(old: Statement, new: Statement) -> bool:
    """Whether a statement that only refuses something refuses nothing that the other does not tell."""
    return _is_told(old, new) and _is_told(new, old)


def _is_told(refusing: Statement, other: Statement) -> bool:
    refused, wanted = (in_role(refusing, role) - _turns()["light"] for role in ("instead", "value"))
    return bool(wanted) or refused <= _told(other)


def _heavy(said: Statement) -> set[str]:
    return {said.words[at].key for at in said.told() if said.weights[at] >= _HEAVY}


def _told(said: Statement) -> set[str]:
    return {said.words[at].key for at in said.told()}


def _options(said: Statement) -> set[Option]:
    return {option for found in said.named for option in found.options}


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
        found[kind] = found.get(kind, frozenset()).union(*((word, stem(word)) for word in words.split()))
    return found
