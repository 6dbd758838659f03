"""Secrets in the clause around a word, where no form of `said` fits: a value that no prose would contain.

A window of bounded size is read on each side of the word: as far as its clause goes, and the lines below where the
clause announces them. In it only what stands out counts: a rank, quotes, brackets, a line of its own.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from memory_core.domain.screen import chosen, judge, vocabulary
from memory_core.domain.screen.expressions import compiled, trie
from memory_core.domain.screen.judge import CHOSEN, DRAWN, KEY, PLAIN, WORD
from memory_core.domain.screen.names import Mention
from memory_core.domain.screen.shapes import Span
from memory_core.domain.screen.values import kept, read

_ASIDE: Final = r"([^\n.;:()\[\]]{0,70})\s\(([^\s()\"'`,;]{6,60})\)"
_NOTED: Final = r"[\"'`]?([^\s\"'`()]{6,60})[\"'`]?\s\((?:(?:the|its|new|as|das|le|la|el)\s)?[\w-]{0,3}\Z"
_MARKED: Final = r"[`\"“«]([^\s`\"“”«»]{6,60})[`\"”»]"
_ALONE: Final = r"[ \t>*|-]{0,12}[`\"']{0,3}([^\s\"'`]{4,400})[`\"']{0,3}[ \t]*[.,;]?(?=\r?\n|\Z)"
_FIRST: Final = r"[ \t>*]{0,8}([0-9a-f]{48,128}|[^\s\"'`]{24,400})(?=\s|\Z)"
_BELOW: Final = r"([^\n]{0,140}?)(:|[-=]+>|→|=)?[ \t*`]{0,4}(?:\r?\n[ \t>]{0,20}(?:```\w*|~~~)?[ \t]*){1,4}"
_GOES_ON: Final = r"([^\n:]{0,60})\r?\n[ \t>]{0,12}([^\n:]{0,60}?)\s"
_WORDS: Final = r"[^\W\d_]+"
_JOINS: Final = "[\"'`”»]?,?\\s{1,3}%s:?\\s{1,3}"
_USED: Final = (
    r"(?i)(?:\b(use|used|using|try|tried|typed|entered|type|enter|took|put|set|chose|with|to|nimm|mit|auf|usa|pon|mets|utilise|en)\s)?(?<!\S)"
    r"([\"'`“«]?)([^\s\"'`“”«»,;]{6,60})[\"'`”»]?\s%s\s(?:[\w']{1,6}\s){0,2}(?:[\w-]{1,20}\s)?[\w-]{0,3}\Z"
)
_MOVED: Final = r"(?i)\b(?:from|von)\s[\"'`]?\Z"
_BEHIND: Final = frozenset(vocabulary.BEHIND)
_OR_BEHIND: Final = f"(?:{'|'.join(vocabulary.BEHIND)})"
_NEAR: Final = 120


def spans(text: str, called: Mention) -> Iterator[Span]:
    """The secrets that stand out in the clause of a word, or in the lines that it announces."""
    if called.about and called.rest != "s":
        return
    for form in (_below, _aside, _before, _marked):
        if found := form(text, called):
            yield from siblings(text, found, called)
            return


def siblings(text: str, span: Span, called: Mention) -> Iterator[Span]:
    """A span, and those that go with it: "... instead of batman&robin", "... -> new"."""
    yield span
    least = PLAIN if called.password or text[span.start - 1] in "\"'`" else CHOSEN
    for _ in range(4):
        moved = compiled(_MOVED).search(text, max(0, span.start - 8), span.start)
        more = compiled(_JOINS % ("(?:to|auf)" if moved else _others())).match(text, span.end)
        if not more:
            return
        start, end, _ = read(text, more.end())
        if judge.rank(text[start:end]) < least and not chosen.is_compound(text[start:end]):
            return
        beside = kept(text, start, end, called)
        if not beside:
            return
        yield beside
        span = beside


@cache
def _others() -> str:
    return trie(vocabulary.OTHERS)


def _below(text: str, called: Mention) -> Span | None:
    """A value on a line of its own, below the line that announces it: "Copy the token now:"."""
    stop = text.find("\n", called.end, called.end + 160)
    if stop < 0:
        return None
    line = compiled(_BELOW).match(text, called.end)
    if not line:
        return None
    words = [word.lower() for word in compiled(_WORDS).findall(line[1])]
    if not vocabulary.PUBLIC.isdisjoint(words):
        return None
    announced = bool(line[2]) or (bool(words) and words[-1] in vocabulary.COPULAS)
    alone = compiled(_ALONE).match(text, line.end())
    if alone and announced:
        value = alone[1].rstrip(".,;")
        if _stands_out(value, called, copula=bool(words) and words[-1] in vocabulary.COPULAS):
            return kept(text, alone.start(1), alone.start(1) + len(value), called)
    first = compiled(_FIRST).match(text, line.end()) if len(words) < 2 and line[0].count("\n") > 1 else None
    if first and judge.rank(first[1]) >= KEY and (judge.entropic(first[1], 0.4) or judge.is_secret_hex(first[1])):
        return kept(text, *first.span(1), called)
    return _over_lines(text, called)


def _over_lines(text: str, called: Mention) -> Span | None:
    """ "The new password for the editor / account is / Haselnuss/Creme": the clause goes on in the next line."""
    more = compiled(_GOES_ON).match(text, called.end)
    if not more:
        return None
    end = text.find("\n", more.start(2), more.start(2) + 90)
    end = min(len(text), more.start(2) + 90) if end < 0 else end
    for verb in compiled(rf"(?i)(?:\A|\s)(?:{'|'.join(vocabulary.COPULAS)}|:)(?=\s)").finditer(
        text, more.start(2), min(end + 1, len(text))
    ):
        at = verb.end()
        while at < len(text) and text[at] in " \t\r\n":
            at += 1
        start, stop, _ = read(text, at)
        value = text[start:stop]
        if called.password and (judge.rank(value) >= CHOSEN or chosen.is_compound(value)):
            return kept(text, start, stop, called)
        if judge.rank(value) == DRAWN and judge.entropic(value):
            return kept(text, start, stop, called)
    return None


def _stands_out(value: str, called: Mention, *, copula: bool) -> bool:
    """Whether a value alone on the line that an announcement leads to is a secret."""
    if judge.is_reference(value) or (judge.is_public(value) and not judge.is_secret_hex(value)):
        return False
    rank = judge.rank(value)
    if not called.password:
        return (rank == KEY and len(value) != 40) or (rank == DRAWN and judge.entropic(value)) or chosen.is_drawn(value)
    if copula and rank == WORD and (judge.is_unlike_prose(value.lower()) or chosen.is_joined(value)):
        return True
    return rank >= PLAIN or chosen.is_compound(value)


def _aside(text: str, called: Mention) -> Span | None:
    """ "same password as before (Hummelflug21)": in brackets."""
    if not called.password or "(" not in text[called.end : called.end + 80]:
        return None
    aside = compiled(_ASIDE).match(text, called.end)
    if not aside:
        return None
    rank, value = judge.rank(aside[2]), aside[2]
    fits = rank in (CHOSEN, DRAWN) or (rank == PLAIN and value[0].isupper() and not value.isupper())
    return kept(text, *aside.span(2), called) if fits or chosen.is_compound(value) else None


def _before(text: str, called: Mention) -> Span | None:
    """ "to Nussknacker (password, ...", "typed Moos_! as the password", "«Moos» comme mot de passe"."""
    if not called.password:
        return None
    first = max(called.start - _NEAR, text.rfind("\n", max(0, called.start - _NEAR), called.start) + 1, 0)
    before = text[first : called.start]
    closes = text[called.end : called.end + 1] in ("", ".", ",", ";", ")", "\n", "!", "?", ":", "。", '"', "'")
    if "(" in before[-16:] and text[called.end : called.end + 1] in (",", ")"):
        noted = compiled(_NOTED).search(text, first, called.start)
        if noted and (judge.rank(noted[1]) >= PLAIN or _is_name(noted[1], text[first : noted.start(1)])):
            return kept(text, *noted.span(1), called)
    if not _BEHIND.intersection(before.split()[-5:]):
        return None
    used = compiled(_USED % _OR_BEHIND).search(text, first, called.start)
    if not used:
        return None
    value = used[3]
    quoted = bool(used[1] and used[2]) and chosen.is_joined(value)
    capital = bool(used[1]) and closes and value[:1].isupper() and judge.is_chosen_word(value) and value[1:].islower()
    told = bool(used[1]) and closes and judge.rank(value) == PLAIN and value[:1].isupper()
    if (
        told
        or judge.rank(value) >= CHOSEN
        or chosen.is_compound(value)
        or judge.is_dotted_word(value)
        or quoted
        or capital
    ):
        return kept(text, *used.span(3), called)
    return None


def _is_name(value: str, before: str) -> bool:
    """Whether a capitalised word follows "to", "as", "is" and so on."""
    words = before.lower().split()
    return (
        bool(words)
        and (words[-1] in vocabulary.COPULAS or words[-1] in vocabulary.BEHIND)
        and value[:1].isupper()
        and value[1:].islower()
        and judge.is_chosen_word(value)
    )


def _marked(text: str, called: Mention) -> Span | None:
    """ "does `P4ncake$tack` satisfy our password policy": in quotes, with signs and digits."""
    if not called.password:
        return None
    first = max(called.start - _NEAR, text.rfind("\n", max(0, called.start - _NEAR), called.start) + 1, 0)
    end = text.find("\n", called.end, called.end + _NEAR)
    if not any(mark in text[first : called.end + _NEAR] for mark in '`"“«'):
        return None
    for marked in compiled(_MARKED).finditer(text, first, end if end >= 0 else min(len(text), called.end + _NEAR)):
        value = marked[1]
        if marked.start(1) < called.end and called.start < marked.end(1):
            continue
        strong = judge.rank(value) == DRAWN and any(map(str.isdigit, value)) and not value.isalnum()
        if (
            strong
            and value[0] != "#"
            and not judge.is_public(value)
            and not set("/=<>{}()[]:,;'\\").intersection(value)
        ):
            return kept(text, *marked.span(1), called)
    return None
