"""What the text of a task itself says became of it: dropped and why, done, or added when the plan stood already."""

import re
from typing import Final, NamedTuple

from memory_core.language import markdown, outline
from memory_core.language.expressions import Expressions

LONGEST: Final = 2_000  # characters of a task that are looked at
_RE: Final = Expressions("spec/fate.txt")
_STRUCK: Final = re.compile(r"([^~]{0,40}?)~~([^~]+)~~\s*(.*)")
_NEW: Final = _RE.text("new")
_AFTER: Final = _RE.text("after")
_LEADING: Final = re.compile(rf"((?:{_NEW})\b{_AFTER}[^:]{{0,60}}):\s+(\S.*)", re.IGNORECASE)
_TRAILING: Final = re.compile(rf"\s+(?:[–—→]|--?|->)\s*((?:{_NEW})\b{_AFTER}.{{0,200}})$", re.IGNORECASE)


class Fate(NamedTuple):
    """A task's words without what they say of its state, and that."""

    words: str
    fate: str = ""  # done | open | the word it was dropped, blocked or begun with; "dropped" where it is struck through
    note: str = ""  # why
    added: str = ""  # how its text says that it was not in the plan from the beginning


def read(text: str) -> Fate:
    """What the text of a task says became of it."""
    text = text[:LONGEST]
    struck = _STRUCK.match(text)
    if struck and len(outline.words(struck[2])) > 2:
        words = f"{struck[1]}{struck[2]}"
        note = _whole(_RE["why"].sub("", markdown.plain(struck[3]), count=1))
        return _new(Fate(markdown.plain(words), "dropped", note))
    said = markdown.plain(text)
    if done := _RE["done"].search(said):
        return _new(Fate(said[: done.start()], "done"))
    if waits := _RE["open"].search(said):
        return _new(Fate(said[: waits.start()], "open"))
    if told := _RE["said"].search(said):
        note = _whole(said[told.start(2) if told[2] else told.start(3) :] if told[2] or told[3] else "")
        return _new(Fate(said[: told.start()], (told[1] or "moved").casefold(), note))
    return _new(Fate(said))


def added(text: str) -> str:
    """How a text says that a task came later, "" where it does not."""
    said = markdown.plain(text[:LONGEST])
    found = _RE["bracketed"].search(said) or _TRAILING.search(said)
    return found[1].strip() if found else ""


def _whole(note: str) -> str:
    """A reason without the bracket that opened before it."""
    note = note.strip()
    while note[-1:] in (")", "]") and note.count(note[-1]) > note.count("(" if note[-1] == ")" else "["):
        note = note[:-1].rstrip()
    return note


def _new(one: Fate) -> Fate:
    """The task with the mark of what came later taken out of its words."""
    if found := _RE["bracketed"].search(one.words):
        words = " ".join(f"{one.words[: found.start()]} {one.words[found.end() :]}".split())
        return one._replace(words=words, added=found[1].strip())
    head, _, rest = one.words.partition(" ")
    for number, words in (("", one.words), (f"{head} ", rest)):
        if (found := _LEADING.match(words)) and len(outline.words(found[1]).split()) > 1:
            return one._replace(words=f"{number}{found[2]}", added=found[1].strip())
        if number and not any(letter.isdigit() for letter in head):
            break
    if found := _TRAILING.search(one.words):
        return one._replace(words=one.words[: found.start()], added=found[1].strip())
    return one
