"""Read the fate of a task from its text: dropped and why, done, or added later."""

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
    """The words of a task without the words about its state, and that state."""

    words: str
    fate: str = ""  # done | open | the word for dropped, blocked or started; "dropped" if it is struck out
    note: str = ""  # why
    added: str = ""  # the words that mark it as added later


def read(text: str) -> Fate:
    """The fate that the text of a task states."""
    text = text[:LONGEST]
    struck = _STRUCK.match(text)
    if struck and len(outline.words(struck[2])) > 2:
        words = f"{struck[1]}{struck[2]}"
        note = _whole(_RE["why"].sub("", markdown.plain(struck[3]), count=1))
        return _new(Fate(markdown.plain(words), "dropped", note))
    result = markdown.plain(text)
    if done := _RE["done"].search(result):
        return _new(Fate(result[: done.start()], "done"))
    if waits := _RE["open"].search(result):
        return _new(Fate(result[: waits.start()], "open"))
    if match := _RE["said"].search(result):
        note = _whole(result[match.start(2) if match[2] else match.start(3) :] if match[2] or match[3] else "")
        return _new(Fate(result[: match.start()], (match[1] or "moved").casefold(), note))
    return _new(Fate(result))


def added(text: str) -> str:
    """The words in a text that mark a task as added later; "" if there are none."""
    plain = markdown.plain(text[:LONGEST])
    match = _RE["bracketed"].search(plain) or _TRAILING.search(plain)
    return match[1].strip() if match else ""


def _whole(note: str) -> str:
    """A reason without a closing bracket that has no opening one."""
    note = note.strip()
    while note[-1:] in (")", "]") and note.count(note[-1]) > note.count("(" if note[-1] == ")" else "["):
        note = note[:-1].rstrip()
    return note


def _new(fate: Fate) -> Fate:
    """The fate with the mark of a task that was added later moved from `words` to `added`."""
    if match := _RE["bracketed"].search(fate.words):
        words = " ".join(f"{fate.words[: match.start()]} {fate.words[match.end() :]}".split())
        return fate._replace(words=words, added=match[1].strip())
    head, _, rest = fate.words.partition(" ")
    for number, words in (("", fate.words), (f"{head} ", rest)):
        if (match := _LEADING.match(words)) and len(outline.words(match[1]).split()) > 1:
            return fate._replace(words=f"{number}{match[2]}", added=match[1].strip())
        if number and not any(letter.isdigit() for letter in head):
            break
    if match := _TRAILING.search(fate.words):
        return fate._replace(words=fate.words[: match.start()], added=match[1].strip())
    return fate
