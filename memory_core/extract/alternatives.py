"""Finds the replacement that the words of a rule name for what they forbid."""

import re
from typing import Final

from memory_core import data
from memory_core.core import budget
from memory_core.extract import entities
from memory_core.extract import prose_text as texts

_ROWS: Final = data.named("extract/alternatives.txt")
_SPLIT: Final = _ROWS["split"][0]
_AGAINST: Final = _ROWS["against"][0]
_VIA: Final = _ROWS["via"]
_WAYS: Final = _ROWS["ways"]
_END: Final = _ROWS["end"][0]
_NO_NAME: Final = frozenset(data.cues(_ROWS["no name"][0]))
_WORDS_MOST: Final = 6


def clauses(sentence: str) -> list[str]:
    """The parts of a sentence that each state one thing."""
    sentence = sentence[: budget.SENTENCE]
    return [part for part in (clause.strip(" .!?") for clause in re.split(_SPLIT, sentence) if clause) if part]


_TO_WHAT_END: Final = _ROWS["to what end"][0]


def alternative(sentence: str, what: str = "", order: bool = False) -> str:
    """What is to be used instead of `what`. `order`: the words say what to do, not what to avoid."""
    sentence = sentence[: budget.SENTENCE]
    against = content(what)
    parts = [re.sub(_TO_WHAT_END, "", clause) for clause in clauses(sentence)]
    for way in _VIA if order else _WAYS:
        for clause in parts:
            if re.search(_AGAINST, clause):
                continue
            match = re.match(f"(?:{way})$" if not way.startswith("(?i)") else f"(?i)(?:{way[4:]})$", clause)
            name = _name(match["a"]) if match else ""
            if name and not (content(name) and content(name) <= against):
                return name
    return "" if order else _fragment(parts, against)


_FOR_WHOM: Final = _ROWS["for whom"][0]


def _fragment(parts: list[str], against: set[str]) -> str:
    """A last clause that is nothing but a name."""
    if len(parts) < 2:
        return ""
    words = re.sub(_FOR_WHOM, "", parts[-1]).strip("`").split()
    name = " ".join(words)
    is_name = (
        len(words) == 1
        and len(name) > 2
        and name.casefold() not in _NO_NAME
        and not re.search(r"(?i)(?:ly|ous|ive|able|ful|ed)$", name)
    )
    sure = bool(entities.named(f"x {name}")) and len(words) <= 2
    return name if (is_name or sure) and not content(name) & against and not re.search(_AGAINST, name) else ""


def _name(phrase: str) -> str:
    name = re.sub(_END, "", f" {phrase}").strip(" `\"'.,;:)")
    name = re.sub(r"(?i)^(?:an?|einen|einem|eine|nen|unser\w*|un|une|una)\s+(?=\S)", "", name)
    words = name.split()
    if (
        not words
        or len(words) > _WORDS_MOST
        or len(name) < 2
        or not (content(name) or name.casefold() == "rest")
        or words[0].casefold() in _NO_NAME
    ):
        return ""
    return name


def content(phrase: str) -> set[str]:
    """The words of a phrase that name something."""
    phrase = phrase[: budget.SENTENCE]
    return {word for word in re.findall(r"[^\W\d_]{2,}", phrase.casefold()) if word not in texts.STOPPED} - _NOTHING


_NOTHING: Final = frozenset(
    "that this it them those these anything something thing things so way like again here there everything nothing "
    "stuff one ones such rest other others das es dies alles nichts eso esto ça cela tout lo le la ello".split()
)
