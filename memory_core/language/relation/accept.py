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
_PINNED: Final = 2  # the place of a version in "use Node 18"
_IDEOGRAPHS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")


def plain(text: str) -> str:
    """A text without the spaces and the full stop that say nothing."""
    return " ".join(text.split()).rstrip(".! ")


def may_be_one(old: str, new: str, older: Statement, newer: Statement) -> bool:
    """Whether nothing of two texts, that are read as these statements, speaks against their being the same.

    Two that are worded alike, each with a word of its own, tell of two things: who says one thing again words it
    otherwise. Where only the order differs, it may be turned round ("a calls b").
    """
    if max(len(old), len(new)) > LONGEST or max(len(older.words), len(newer.words)) >= MOST:
        return False
    if _apart(old, new, older.words, newer.words) or _crossed(older, newer) or choose_apart(older, newer):
        return False
    if _turning(older, "bounds") != _turning(newer, "bounds"):
        return False
    mine, yours = set(_content(older)), set(_content(newer))
    if mine < yours or yours < mine:  # one says more
        return False
    if len(mine & yours) < _SHARED and mine != yours and not want_and_refuse_the_same(older, newer):
        return False
    denied = [sum(word.text in turns()["denies"] for word in statement.words) for statement in (older, newer)]
    if _worded_alike(older, newer) and (denied[0] != denied[1] or (mine - yours and yours - mine)):
        return False
    if want_and_refuse_the_same(older, newer) and mine | yours <= in_role(older, "value") | in_role(older, "instead"):
        return True
    if bool(denied[0]) != bool(denied[1]) or mine.isdisjoint(yours) or _IDEOGRAPHS.search(old + new):
        return False
    is_turnable = len(mine ^ yours) < _OTHERWISE or _turning(older, "bounds")
    return _in_order(older, newer) or not is_turnable


def _worded_alike(older: Statement, newer: Statement) -> bool:
    """Whether most words of two statements, or of what these say, stand in both in one order."""
    words = likeness([word.key for word in older.words], [word.key for word in newer.words])
    return max(words, likeness(_content(older), _content(newer))) >= _ALIKE


def choose_apart(older: Statement, newer: Statement) -> bool:
    """Whether two statements name other options of a choice that both make."""
    mine, yours = ({each: each.choice for each in _options(statement)} for statement in (older, newer))
    both = {*mine.values()} & {*yours.values()}
    return any(choice in both for each, choice in {**mine, **yours}.items() if (each in mine) != (each in yours))


def surely_apart(old: str, new: str) -> bool:
    """Whether signs, numbers or names show already that two texts are not surely the same: no weights are read."""
    return plain(old) != plain(new) and _apart(old, new, words(old), words(new))


def _apart(old: str, new: str, older: tuple[Word, ...], newer: tuple[Word, ...]) -> bool:
    return _names(older) != _names(newer) or _signs(old) != _signs(new)


def passes(statement: Statement) -> bool:
    """Whether a statement says of itself that it holds for a time only."""
    folded = f" {' '.join(word.text for word in statement.words)} "
    return any(f" {phrase.replace('_', ' ')} " in folded for phrase in turns()["passes"])


def covers(fuller: Statement, shorter: Statement) -> bool:
    """Whether one statement has all telling words of the other and the same bounds, and names no further place."""
    mine, yours = set(_content(fuller)), set(_content(shorter))
    if not yours or not yours <= mine or _crossed(fuller, shorter):
        return False
    return in_role(fuller, "scope") <= yours and _turning(fuller, "bounds") == _turning(shorter, "bounds")


def differ_in_a_command(old: str, new: str) -> bool:
    """Whether two texts say the same words about two commands."""
    commands = [_COMMAND.findall(text) for text in (old, new)]
    return all(len(named) == 1 for named in commands) and _COMMAND.sub("", old) == _COMMAND.sub("", new)


def runs_otherwise(old: str, new: str) -> bool:
    """Whether it is one command that another program runs: `npm test`, `pnpm test`."""
    mine, yours = ([" ".join(command.split()) for command in _COMMAND.findall(text)] for text in (old, new))
    return {_RUNNER.sub("", command) for command in mine} == {_RUNNER.sub("", command) for command in yours}


def choose_otherwise(old: Statement, new: Statement) -> bool:
    """Whether two statements only make one choice, and for other options: no other word stands in one alone."""
    mine, yours = (
        {
            each
            for naming in statement.named
            for each in naming.options
            if each.choice not in choices().strict and "instead" not in statement.roles[naming.start : naming.end]
        }
        for statement in (old, new)
    )
    is_one = {each.choice for each in mine} & {each.choice for each in yours}
    names = {
        statement.words[at].key
        for statement in (old, new)
        for naming in statement.named
        if any(each.choice in is_one for each in naming.options)
        for at in range(naming.start, naming.end)
    }
    words, others = ({word.key for word in statement.words} for statement in (old, new))
    more = (words ^ others) - names - turns()["light"] - turns()["denies"]
    apart = {each.choice for each in mine ^ yours}
    return len(is_one) == len(apart) == 1 and mine.isdisjoint(yours) and not more - {"of"}


def differ_in_a_number(old: Statement, new: Statement) -> bool:
    """Whether two orders are the same but for one quantity or version: "at most 100 lines", "use Node 18"."""
    mine, yours = _measured(old.words), _measured(new.words)
    return bool(mine) and mine == yours


def _measured(words: tuple[Word, ...]) -> list[str]:
    """The words without the one number among them; [] where there is none or several, or it measures nothing."""
    places = [at for at, word in enumerate(words) if word.has_digit]
    texts = [word.text for word in words]
    if len(places) != 1 or not re.fullmatch(r"\d[\d.]*", texts[places[0]]) or not turns()["denies"].isdisjoint(texts):
        return []
    at = places[0]
    is_quantity = not turns()["measures"].isdisjoint((*texts[max(at - 2, 0) : at], *texts[at + 1 : at + 2]))
    is_pinned = at == _PINNED == len(texts) - 1 and texts[0] in turns()["pins"]
    return [word.key for place, word in enumerate(words) if place != at] if is_quantity or is_pinned else []


def only_refuses_more(fuller: Statement, shorter: Statement) -> bool:
    """Whether a statement says what the other does, which refuses nothing, and beyond that only refuses something."""
    light = turns()["light"]
    wanted, wants = (in_role(statement, "value") - light for statement in (fuller, shorter))
    more = {*_content(fuller)}.difference(_content(shorter))
    is_one = bool(wants) and wanted == wants and not in_role(shorter, "instead") and covers(fuller, shorter)
    return is_one and bool(more) and more <= in_role(fuller, "instead")


@lru_cache(4_096)
def content(text: str) -> frozenset[str]:
    """The words of a text that say something. What they are is known before the text is read as a statement."""
    read = words(text)
    return frozenset(_telling(read, weighed(read)))


def _content(statement: Statement) -> list[str]:
    """The words that say something, in order."""
    return _telling(statement.words, statement.weights)


def _telling(read: tuple[Word, ...], weights: tuple[int, ...]) -> list[str]:
    """Those that tell a text from others, and all that no text is full of."""
    keys: dict[str, None] = {}
    for phrase, at, _ in phrases(read):
        word = read[at]
        is_light = word.key in turns()["empty"] or phrase in turns()["opening"]
        if not is_light and (weights[at] or word.text not in common()):
            keys[word.key] = None
    return list(keys)


def _options(statement: Statement) -> set[Option]:
    return {option for naming in statement.named for option in naming.options}


def _signs(text: str) -> tuple[list[str], list[str]]:
    """Signs, and what is spelt like code, as they are written."""
    return sorted(_SIGN.findall(text)), sorted(run.rstrip(".:!?") for run in _RUN.findall(text) if _CODE.search(run))


def _names(words: tuple[Word, ...]) -> set[str]:
    return {word.text for word in words if word.has_digit or word.is_quoted or word.text in numbers()}


def _crossed(old: Statement, new: Statement) -> bool:
    """Whether one wants what the other refuses, or one statement does both with a word."""
    wants, refuses = ([in_role(statement, role) for statement in (old, new)] for role in ("value", "instead"))
    return bool((wants[0] | wants[1]) & (refuses[0] | refuses[1]))


def want_and_refuse_the_same(old: Statement, new: Statement) -> bool:
    """Whether both want something and refuse something, and the same."""
    aside = turns()["denies"] | turns()["light"]
    mine, yours = ([in_role(each, role) - aside for role in ("value", "instead")] for each in (old, new))
    return mine == yours and all(mine)


def _turning(statement: Statement, kind: str) -> set[str]:
    return {word.text for word in statement.words} & turns()[kind]


def _in_order(old: Statement, new: Statement) -> bool:
    """Whether what both say stands in one order."""
    mine, yours = _content(old), _content(new)
    return [key for key in mine if key in yours] == [key for key in yours if key in mine]
