"""When one may act on it that two statements are the same: what is taken for known is lost.

The weights rank; these few laws decide. Two statements are never surely the same where a number, a sign, a name of code
or a word that turns a sentence round stands in one alone, where one wants what the other refuses, or where one is
longer than what is read of it. They are where their texts are equal.
"""

import re
from functools import lru_cache
from typing import Final

from memory_core.language.concepts import Option, choices
from memory_core.language.relation.features import in_role, likeness
from memory_core.language.statement import (
    LONGEST,
    MOST,
    Statement,
    Word,
    common,
    numbers,
    phrases,
    turns,
    weighed,
    words,
)

# A sign between words: all that is neither a letter, a digit nor the punctuation of a sentence.
_SIGN: Final = re.compile(r"[^\w\s.,;:!?'\"`’“”„()。、，；：！？-]|(?<!\w)-(?=\d)|(?<=\d)-|(?<!\w)[./](?=\w)")
_RUN: Final = re.compile(r"[^\s`'\"“”„,;()]+")
_CODE: Final = re.compile(r"[a-z\d][A-Z]|[A-Z]{2}|[_/\\@#+=<>*~^|]")  # what makes a run be spelt like code
_COMMAND: Final = re.compile(r"`([^`\s]+\s[^`]+)`")
# Programs that run another: `npm test`, `uv run pytest`.
_RUNNER: Final = re.compile(
    r"^(?:(?:uv|poetry|pdm|hatch|pipenv|rye) run|(?:npm|pnpm|yarn|bun) run|npx|pnpm (?:exec|dlx)|yarn dlx|bunx|npm|"
    r"pnpm|yarn|bun|bundle exec|python3? -m|\.venv/bin/python -m) (?:-- )?"
)
_ALIKE: Final = 0.6  # of the words of two statements, from which on they are worded alike
_OTHERWISE: Final = 2  # words of one alone, from which on the order of the others need not be the same
_SHARED: Final = 2  # telling words that two statements share where they do not want and refuse the same
_FEW: Final = 4  # telling words of two statements that share none but make one choice
_PINNED: Final = 2  # the place of a version in "use Node 18"
_IDEOGRAPHS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")


def plain(text: str) -> str:
    """A text without the spaces and the full stop that say nothing."""
    return " ".join(text.split()).rstrip(".! ")


def may_be_one(old: str, new: str, one: Statement, other: Statement) -> bool:
    """Whether nothing of two texts, that are read as these statements, speaks against their being the same.

    Two that are worded alike, each with a word of its own, tell of two things: who says one thing again words it
    otherwise. Where only the order differs, it may be turned round ("a calls b").
    """
    if max(len(old), len(new)) > LONGEST or max(len(one.words), len(other.words)) >= MOST:
        return False
    if _apart(old, new, one.words, other.words) or _crossed(one, other) or choose_apart(one, other):
        return False
    if _turning(one, "bounds") != _turning(other, "bounds"):
        return False
    mine, yours = set(_content(one)), set(_content(other))
    if mine < yours or yours < mine:  # one says more
        return False
    if len(mine & yours) < _SHARED and mine != yours and not want_and_refuse_the_same(one, other):
        return False
    denied = [sum(word.text in turns()["denies"] for word in said.words) for said in (one, other)]
    if _worded_alike(one, other) and (denied[0] != denied[1] or (mine - yours and yours - mine)):
        return False
    if want_and_refuse_the_same(one, other) and mine | yours <= in_role(one, "value") | in_role(one, "instead"):
        return True
    if bool(denied[0]) != bool(denied[1]) or mine.isdisjoint(yours) or _IDEOGRAPHS.search(old + new):
        return False
    is_turnable = len(mine ^ yours) < _OTHERWISE or _turning(one, "bounds")
    return _in_order(one, other) or not is_turnable


def _worded_alike(one: Statement, other: Statement) -> bool:
    """Whether most words of two statements, or of what these say, stand in both in one order."""
    words = likeness([word.key for word in one.words], [word.key for word in other.words])
    return max(words, likeness(_content(one), _content(other))) >= _ALIKE


def choose_apart(one: Statement, other: Statement) -> bool:
    """Whether two statements name other options of a choice that both make."""
    mine, yours = ({each: each.choice for each in _options(said)} for said in (one, other))
    both = {*mine.values()} & {*yours.values()}
    return any(choice in both for each, choice in {**mine, **yours}.items() if (each in mine) != (each in yours))


def surely_apart(old: str, new: str) -> bool:
    """Whether signs, numbers or names show already that two texts are not surely the same: no weights are read."""
    return plain(old) != plain(new) and _apart(old, new, words(old), words(new))


def _apart(old: str, new: str, one: tuple[Word, ...], other: tuple[Word, ...]) -> bool:
    return _names(one) != _names(other) or _signs(old) != _signs(new)


def passes(said: Statement) -> bool:
    """Whether a statement says of itself that it holds for a time only."""
    folded = f" {' '.join(word.text for word in said.words)} "
    return any(f" {phrase.replace('_', ' ')} " in folded for phrase in turns()["passes"])


def covers(one: Statement, other: Statement) -> bool:
    """Whether one statement has all telling words of the other and the same bounds, and names no further place."""
    mine, yours = set(_content(one)), set(_content(other))
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
    is_one = {each.choice for each in mine} & {each.choice for each in yours}
    names = {
        said.words[at].key
        for said in (old, new)
        for one in said.named
        if any(each.choice in is_one for each in one.options)
        for at in range(one.start, one.end)
    }
    words, others = ({word.key for word in said.words} for said in (old, new))
    more = (words ^ others) - names - turns()["light"] - turns()["denies"]
    apart = {each.choice for each in mine ^ yours}
    return len(is_one) == len(apart) == 1 and mine.isdisjoint(yours) and not more - {"of"}


def differ_in_a_number(old: Statement, new: Statement) -> bool:
    """Whether two orders are the same but for one quantity or version: "at most 100 lines", "use Node 18"."""
    mine, yours = _measured(old.words), _measured(new.words)
    return bool(mine) and mine == yours


def _measured(said: tuple[Word, ...]) -> list[str]:
    """The words without the one number among them; [] where there is none or several, or it measures nothing."""
    places = [at for at, word in enumerate(said) if word.has_digit]
    texts = [word.text for word in said]
    if len(places) != 1 or not re.fullmatch(r"\d[\d.]*", texts[places[0]]) or not turns()["denies"].isdisjoint(texts):
        return []
    at = places[0]
    is_quantity = not turns()["measures"].isdisjoint((*texts[max(at - 2, 0) : at], *texts[at + 1 : at + 2]))
    is_pinned = at == _PINNED == len(texts) - 1 and texts[0] in turns()["pins"]
    return [word.key for place, word in enumerate(said) if place != at] if is_quantity or is_pinned else []


def only_refuses_more(one: Statement, other: Statement) -> bool:
    """Whether a statement says what the other does, which refuses nothing, and beyond that only refuses something."""
    light = turns()["light"]
    wanted, wants = (in_role(said, "value") - light for said in (one, other))
    more = {*_content(one)}.difference(_content(other))
    is_one = bool(wants) and wanted == wants and not in_role(other, "instead") and covers(one, other)
    return is_one and bool(more) and more <= in_role(one, "instead")


def _told(said: Statement) -> set[str]:
    return {said.words[at].key for at in said.told()}


@lru_cache(4_096)
def content(text: str) -> frozenset[str]:
    """The words of a text that say something. What they are is known before the text is read as a statement."""
    read = words(text)
    return frozenset(_telling(read, weighed(read)))


def _content(said: Statement) -> list[str]:
    """The words that say something, in order."""
    return _telling(said.words, said.weights)


def _telling(read: tuple[Word, ...], weights: tuple[int, ...]) -> list[str]:
    """Those that tell a text from others, and all that no text is full of."""
    found: dict[str, None] = {}
    for phrase, at, _ in phrases(read):
        word = read[at]
        is_light = word.key in turns()["empty"] or phrase in turns()["opening"]
        if not is_light and (weights[at] or word.text not in common()):
            found[word.key] = None
    return list(found)


def _options(said: Statement) -> set[Option]:
    return {option for found in said.named for option in found.options}


def _signs(text: str) -> tuple[list[str], list[str]]:
    """Signs, and what is spelt like code, as they are written."""
    return sorted(_SIGN.findall(text)), sorted(run.rstrip(".:!?") for run in _RUN.findall(text) if _CODE.search(run))


def _names(found: tuple[Word, ...]) -> set[str]:
    return {word.text for word in found if word.has_digit or word.is_quoted or word.text in numbers()}


def _crossed(old: Statement, new: Statement) -> bool:
    """Whether one wants what the other refuses, or one statement does both with a word."""
    wants, refuses = ([in_role(said, role) for said in (old, new)] for role in ("value", "instead"))
    return bool((wants[0] | wants[1]) & (refuses[0] | refuses[1]))


def want_and_refuse_the_same(old: Statement, new: Statement) -> bool:
    """Whether both want something and refuse something, and the same."""
    aside = turns()["denies"] | turns()["light"]
    mine, yours = ([in_role(said, role) - aside for role in ("value", "instead")] for said in (old, new))
    return mine == yours and all(mine)


def _turning(said: Statement, kind: str) -> set[str]:
    return {word.text for word in said.words} & turns()[kind]


def _in_order(old: Statement, new: Statement) -> bool:
    """Whether what both say stands in one order."""
    mine, yours = _content(old), _content(new)
    return [key for key in mine if key in yours] == [key for key in yours if key in mine]
