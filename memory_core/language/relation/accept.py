"""Laws that decide when two statements are surely the same; a statement that is wrongly taken for known is lost.

The weights rank, these laws decide. Two statements are never surely the same if only one of them has a number, a sign,
a name of code or a reversing word, if one wants what the other refuses, or if one is longer than the part that is read.
They are if their texts are equal.
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
_CODE: Final = re.compile(r"[a-z\d][A-Z]|[A-Z]{2}|[_/\\@#+=<>*~^|]")  # marks of a run that is spelled like code
_COMMAND: Final = re.compile(r"`([^`\s]+\s[^`]+)`")
# Programs that run another: `npm test`, `uv run pytest`.
_RUNNER: Final = re.compile(
    r"^(?:(?:uv|poetry|pdm|hatch|pipenv|rye) run|(?:npm|pnpm|yarn|bun) run|npx|pnpm (?:exec|dlx)|yarn dlx|bunx|npm|"
    r"pnpm|yarn|bun|bundle exec|python3? -m|\.venv/bin/python -m) (?:-- )?"
)
_ALIKE: Final = 0.6  # share of common words from which on two statements are worded alike
_OTHERWISE: Final = 2  # different words from which on the order of the others may differ
_SHARED: Final = 2  # telling words that two statements must share unless they want and refuse the same
_PINNED: Final = 2  # the place of a version in "use Node 18"
_IDEOGRAPHS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")


def plain(text: str) -> str:
    """A text with single spaces and without final full stops."""
    return " ".join(text.split()).rstrip(".! ")


def may_be_one(old: str, new: str, older: Statement, newer: Statement) -> bool:
    """Whether nothing in two texts, read as these statements, prevents that they are the same.

    Two statements in similar words, each with a word of its own, are about two things: a repetition usually changes
    more words. If only the order differs, the meaning may be reversed ("a calls b").
    """
    if max(len(old), len(new)) > LONGEST or max(len(older.words), len(newer.words)) >= MOST:
        return False
    if _apart(old, new, older.words, newer.words) or _crossed(older, newer) or choose_apart(older, newer):
        return False
    if _turning(older, "bounds") != _turning(newer, "bounds"):
        return False
    mine, yours = set(_content(older)), set(_content(newer))
    if mine < yours or yours < mine:  # one of them says more
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
    """Whether most words of two statements, or most significant words, are in the same order in both."""
    words = likeness([word.key for word in older.words], [word.key for word in newer.words])
    return max(words, likeness(_content(older), _content(newer))) >= _ALIKE


def choose_apart(older: Statement, newer: Statement) -> bool:
    """Whether two statements name different options of a common choice."""
    mine, yours = ({each: each.choice for each in _options(statement)} for statement in (older, newer))
    both = {*mine.values()} & {*yours.values()}
    return any(choice in both for each, choice in {**mine, **yours}.items() if (each in mine) != (each in yours))


def surely_apart(old: str, new: str) -> bool:
    """Whether signs, numbers or names show already that two texts are not surely the same; reads no weights."""
    return plain(old) != plain(new) and _apart(old, new, words(old), words(new))


def _apart(old: str, new: str, older: tuple[Word, ...], newer: tuple[Word, ...]) -> bool:
    return _names(older) != _names(newer) or _signs(old) != _signs(new)


def passes(statement: Statement) -> bool:
    """Whether a statement is explicitly temporary."""
    folded = f" {' '.join(word.text for word in statement.words)} "
    return any(f" {phrase.replace('_', ' ')} " in folded for phrase in turns()["passes"])


def covers(fuller: Statement, shorter: Statement) -> bool:
    """Whether one statement has all telling words of the other and the same bounds, and no further scope."""
    mine, yours = set(_content(fuller)), set(_content(shorter))
    if not yours or not yours <= mine or _crossed(fuller, shorter):
        return False
    return in_role(fuller, "scope") <= yours and _turning(fuller, "bounds") == _turning(shorter, "bounds")


def differ_in_a_command(old: str, new: str) -> bool:
    """Whether two texts are equal except for one command each."""
    commands = [_COMMAND.findall(text) for text in (old, new)]
    return all(len(named) == 1 for named in commands) and _COMMAND.sub("", old) == _COMMAND.sub("", new)


def runs_otherwise(old: str, new: str) -> bool:
    """Whether two commands run the same through different programs: `npm test`, `pnpm test`."""
    mine, yours = ([" ".join(command.split()) for command in _COMMAND.findall(text)] for text in (old, new))
    return {_RUNNER.sub("", command) for command in mine} == {_RUNNER.sub("", command) for command in yours}


def choose_otherwise(old: Statement, new: Statement) -> bool:
    """Whether two statements only make one choice with different options, and have no other different word."""
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
    """Whether two orders are equal except for one quantity or version: "at most 100 lines", "use Node 18"."""
    mine, yours = _measured(old.words), _measured(new.words)
    return bool(mine) and mine == yours


def _measured(words: tuple[Word, ...]) -> list[str]:
    """The words without the only number; [] if there is none or several, or if it measures nothing."""
    places = [at for at, word in enumerate(words) if word.has_digit]
    texts = [word.text for word in words]
    if len(places) != 1 or not re.fullmatch(r"\d[\d.]*", texts[places[0]]) or not turns()["denies"].isdisjoint(texts):
        return []
    at = places[0]
    is_quantity = not turns()["measures"].isdisjoint((*texts[max(at - 2, 0) : at], *texts[at + 1 : at + 2]))
    is_pinned = at == _PINNED == len(texts) - 1 and texts[0] in turns()["pins"]
    return [word.key for place, word in enumerate(words) if place != at] if is_quantity or is_pinned else []


def only_refuses_more(fuller: Statement, shorter: Statement) -> bool:
    """Whether one statement says what the other does, which refuses nothing, and only adds a refusal."""
    light = turns()["light"]
    wanted, wants = (in_role(statement, "value") - light for statement in (fuller, shorter))
    more = {*_content(fuller)}.difference(_content(shorter))
    is_one = bool(wants) and wanted == wants and not in_role(shorter, "instead") and covers(fuller, shorter)
    return is_one and bool(more) and more <= in_role(fuller, "instead")


@lru_cache(4_096)
def content(text: str) -> frozenset[str]:
    """The significant words of a text; available without reading it as a statement."""
    read = words(text)
    return frozenset(_telling(read, weighed(read)))


def _content(statement: Statement) -> list[str]:
    """The significant words, in order."""
    return _telling(statement.words, statement.weights)


def _telling(read: tuple[Word, ...], weights: tuple[int, ...]) -> list[str]:
    """The keys of words with a weight, and of words that are no stop words."""
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
    """(the signs, the runs that are spelled like code), both sorted."""
    return sorted(_SIGN.findall(text)), sorted(run.rstrip(".:!?") for run in _RUN.findall(text) if _CODE.search(run))


def _names(words: tuple[Word, ...]) -> set[str]:
    return {word.text for word in words if word.has_digit or word.is_quoted or word.text in numbers()}


def _crossed(old: Statement, new: Statement) -> bool:
    """Whether one statement wants what the other refuses, or one statement does both with a word."""
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
    """Whether the common significant words are in the same order."""
    mine, yours = _content(old), _content(new)
    return [key for key in mine if key in yours] == [key for key in yours if key in mine]
