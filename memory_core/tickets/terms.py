"""Definitions: in a glossary, of an entity, or in a sentence that defines a term."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.language.blocks import Block
from memory_core.language.expressions import Expressions
from memory_core.tickets import inline
from memory_core.tickets.fact import Fact, Place, Ranked, clip

_LONGEST: Final = 80  # characters of a term
_PLAIN: Final = re.compile(
    r"(?P<name>[^\s:：—–=|][^:：—–=|\n]{0,78}?)\s*(?:[:：]\s+|\s[-—–=]+\s+|[:：](?=[^\x00-\x7f/]))(?=\S)"
)
# A definition list: the term on a line, its meaning on the next line after a colon.
_LISTED: Final = re.compile(r"[*_`]{0,3}(?P<name>[^\n:*_`]{1,80})[*_`]{0,3}[ \t]*\n:\s+(?=\S)")
_ROW: Final = re.compile(r"[^\W\d_][^:：—–=|.!?\n]{0,50}?(?:\s[—–-]\s|\s=\s|[:：]\s)\S")
_ALIASES: Final = re.compile(r"\s*(?:\(|（)([^()（）]{1,60})(?:\)|）)\s*$")
_SPLIT: Final = re.compile(r"\s*(?:[,;/|]|\bor\b|\bakas?\b|\baka\.|\balso\b|\bили\b|\boder\b|、)\s*", re.IGNORECASE)

_RE: Final = Expressions("aidd/terms.txt")
LEADS: Final = _RE["leads"]
_ABROAD: Final = re.compile(r"(?P<term>[^\s，。：；、是指とは]{2,20})(?:是指|指的是|とは)[、，]?(?=\S)")
_PROSE: Final = re.compile(r"[a-zà-ÿа-яё]{3,} .*[a-zà-ÿа-яё]{2,}|[\u3040-\u30ff\u4e00-\u9fff]{4,}")
_SHOUTED: Final = re.compile(r"`?[A-Z_]{2,}(?:\(|\b[,;]?(?:\s|$))|`")
# A term in italics counts like a term in bold if the sentence defines it.
_SLANTED: Final = re.compile(
    r"^(?P<article>(?:the|an?|der|die|das|eine?|le|la|une?|el)\s+)?(?P<mark>[*_])(?![*_\s])(?P<name>[^*_\n]{1,60})(?P=mark)(?=\s\w)",
    re.IGNORECASE,
)
CLAUSE: Final = _RE["clause"]


def defined(block: Block, text: str, line: int, place: Place) -> Iterator[Ranked]:
    """The term that an item or a paragraph of a glossary defines."""
    split = _split(text)
    if split is None:
        return
    name, aliases, rest = split
    certainty = 0.95 if place.role == "glossary" else 0.85
    if fact := _fact(name, rest, place, line, certainty, f"{place.role}-{block.kind}", aliases):
        yield Ranked(fact)


def _split(text: str) -> tuple[str, str, str] | None:
    """(name, aliases, definition in Markdown); None if there is no definition."""
    if result := inline.named(text):
        if result.mark and not result.rest.strip():
            return None
        if result.mark or _RE["is"].match(result.rest):
            return result.name, result.note, _RE["means"].sub("", result.rest)
        if result.style == "bold" and result.rest[:1].isupper():
            return result.name, result.note, result.rest
        return None
    if match := _LISTED.match(text):
        return match["name"], "", text[match.end() :]
    if match := _PLAIN.match(text):
        return match["name"], "", text[match.end() :]
    return None


def lines(block: Block, text: str, line: int, place: Place) -> Iterator[Ranked]:
    """The terms of a paragraph in which every line defines a term, `Lease — a lock`."""
    rows = text.split("\n")
    if len(rows) < 40 and all(map(_ROW.match, rows)):
        for number, row in enumerate(rows):
            yield from defined(block, row, line + number, place)


def field(block: Block, text: str, line: int, place: Place) -> Iterator[Ranked]:
    """The definition in an item that begins with code: a field, a method, a state."""
    match = inline.named(text)
    if not match or match.style != "code" or not match.mark or block.kind != "item" or block.checked is not None:
        return
    plain = inline.plain(match.rest)
    if (
        not plain.endswith("(default)")
        and _PROSE.search(plain)
        and not _SHOUTED.match(plain)
        and (fact := _fact(match.name, plain, place, line, 0.5, "field-item", match.note))
    ):
        yield Ranked(fact)


def below(heading: str, block: Block, text: str, line: int, place: Place) -> Iterator[Ranked]:
    """The term in a heading of a glossary, defined by the first paragraph below it."""
    first = next(iter(inline.sentences(text)), None)
    if first and (
        fact := _fact(inline.bare(heading), first.text, place, line + first.below, 0.9, "glossary-heading", "")
    ):
        yield Ranked(fact, 0.0 if block.kind == "paragraph" else -0.1)


def stated(sentence: str, line: int, place: Place, heading: str, *, is_first: bool) -> Iterator[Ranked]:
    """The term that a sentence of any section defines: in bold, code or quotes, or with a verb of definition."""
    sentence = _SLANTED.sub(r"\g<article>**\g<name>**", sentence)
    if result := inline.named(
        re.sub(
            r"^(?:the|an?|der|die|das|le|la|el|nicht zu verwechseln:)\s+(?=[*`\"“«„_])",
            "",
            sentence,
            flags=re.IGNORECASE,
        )
    ):
        if not result.mark and _RE["is"].match(result.rest) and not _is_lead(result.name):
            opens = is_first and _same(result.name, heading)
            certainty = 0.75 if opens else 0.7 if result.style != "code" else 0.6
            certainty -= 0.1 if place.role in ("story", "work") else 0.0
            if fact := _fact(result.name, sentence, place, line, certainty, "is-a", result.note):
                yield Ranked(fact)
        return
    if place.role in ("story", "work"):
        yield from _opening(sentence, line, place, heading) if is_first and heading else ()
        return
    if "," in sentence and (match := _RE["adds"].search(sentence[:300])):
        if fact := _fact(match["term"], sentence[match.start("term") :], place, line, 0.6, "introduces", ""):
            yield Ranked(fact)
        return
    match = _RE["defines"].match(sentence) or _ABROAD.match(sentence)
    if (
        match
        and not _RE["anaphor"].fullmatch(match["term"])
        and not CLAUSE.match(match["term"])
        and match["term"].count(" ") < 4
    ):
        if fact := _fact(match["term"], sentence[match.end() :], place, line, 0.65, "defines", ""):
            yield Ranked(fact)
    elif is_first and heading:
        yield from _opening(sentence, line, place, heading)


def _opening(sentence: str, line: int, place: Place, heading: str) -> Iterator[Ranked]:
    """The term in a heading, if the first sentence below it defines it."""
    name = ""
    if place.role not in ("story", "work") and _opens(sentence, heading):
        name = heading
    elif (match := _RE["subject"].match(sentence)) and match["name"].casefold() in inline.bare(heading).casefold():
        name = match["name"]
    if name and (fact := _fact(name, sentence, place, line, 0.6, "heading-is-a", "")):
        yield Ranked(fact)


def _opens(sentence: str, heading: str) -> bool:
    """Whether the sentence defines the term in its heading."""
    name = inline.bare(heading)
    match = re.match(r"(?:the|an?|der|die|das|eine?|le|la|une?|el)\s+", sentence, re.IGNORECASE)
    rest = sentence[match.end() if match else 0 :]
    return (
        0 < len(name) <= 40
        and rest.casefold().startswith(name.casefold())
        and bool(_RE["is"].match(rest[len(name) :].lstrip()))
    )


def _same(name: str, heading: str) -> bool:
    return bool(heading) and name.casefold().strip() in inline.bare(heading).casefold()


def _is_lead(name: str) -> bool:
    return bool(LEADS.fullmatch(name.strip()))


def _fact(name: str, rest: str, place: Place, line: int, certainty: float, rule: str, note: str) -> Fact | None:
    name = inline.bare(name).strip(" \"“”«»'*_").rstrip(":：")
    others = [note] if note else []
    while match := _ALIASES.search(name):
        others.append(match[1])
        name = name[: match.start()].strip()
    text = clip(inline.plain(rest))
    if (
        not name
        or len(name) > _LONGEST
        or name.count(" ") > 7
        or _is_lead(name)
        or is_empty(text)
        or not re.search(r"\w", name)
    ):
        return None
    return Fact("term", text, place.path, line, certainty, rule, name=name, aliases=aliases(name, *others))


def aliases(name: str, *others: str) -> tuple[str, ...]:
    """The other names of a term, each once, from texts that list them."""
    result = [alias.strip() for each in others for alias in _SPLIT.split(each)]
    return tuple(dict.fromkeys(alias for alias in result if alias and alias.casefold() != name.casefold()))[:4]


_OPENING: Final = re.compile(r"[{<\[]")
_SLOT: Final = re.compile(r"\{\{[^{}]*\}\}|<[^<>\n]{1,60}>|\{[^{}\n]{1,60}\}|^\[[^\[\]]{3,}\]$")


def is_empty(text: str) -> bool:
    """Whether the text is empty, a placeholder, or mostly slots of a template (`<…>`, `{…}`)."""
    bare = text.replace("`", "").strip()
    if _RE["empty"].fullmatch(bare):
        return True
    if not _OPENING.search(bare):
        return False
    rest = _SLOT.sub("", bare)
    return len(rest) * 2 < len(bare) or not re.search(r"\w", rest)
