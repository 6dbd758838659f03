"""Defaults: a key and the value that holds if no other is given."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.language.expressions import Expressions
from memory_core.tickets import inline, modal
from memory_core.tickets.fact import Fact, Place, Ranked, clip
from memory_core.tickets.terms import CLAUSE, LEADS

_RE: Final = Expressions("aidd/defaults.txt")
_VALUE: Final = _RE.text("value")
_HERE: Final = re.compile(
    rf"(?:默认(?:值)?(?:为|是|：|:)?|デフォルト(?:値)?は?|既定値?は?|по умолчанию(?: —| -|:)?)\s*{_VALUE}"
)
_SQL: Final = re.compile(r"\bDEFAULT\s+(?P<value>'[^']*'|\"[^\"]*\"|`[^`]*`|[\w.()-]+)")
_WORDS: Final = frozenset("TO VALUE VALUES IS FOR OF THE IN AND".split())
_PAIR: Final = re.compile(
    r"(?P<key>`[^`\n]+`|[^\s:：=|][^:：=|\n]{0,60}?)\s*(?:[:：=]|\s[-—–]+\s|→|->)\s*(?P<value>\S[^\n]*)", re.DOTALL
)
_ALONE_IS: Final = re.compile(rf"(?:the )?default(?: value| setting)? (?:is|are)\s+(?:set to )?{_VALUE}", re.IGNORECASE)
_VERB: Final = re.compile(r"\s+(?:is|are)$", re.IGNORECASE)
_ARGUMENT: Final = re.compile(r"[ =]?[<\[]?<[^<>]*>\]?$")  # of a flag
_PLAIN_VALUE: Final = re.compile(_VALUE, re.IGNORECASE)
_CUES: Final = _RE.cues("cues")
_CODE: Final = re.compile(r"`([^`]+)`")
_ARTICLE: Final = re.compile(r"^(?:(?:the|an?|its|which|and|der|die|das|le|la|el)\s+)+", re.IGNORECASE)


def paired(text: str, line: int, place: Place) -> Iterator[Ranked]:
    """The default in an item of a section of defaults, `key: value`."""
    result = inline.named(text)
    if result and result.mark and result.rest.strip():
        key, rest = result.name, result.rest
    elif match := _PAIR.match(text):
        key, rest = inline.bare(match["key"]), match["value"]
    else:
        yield from stated(text, line, place, sure=True)
        return
    if place.role == "config":
        yield from stated(text, line, place, key=result.name if result else key, sure=True)
        return
    value, why = _parted(rest)
    if fact := fact_of(key, value, why, place, line, 0.9, "defaults-section"):
        yield Ranked(fact)


def stated(text: str, line: int, place: Place, *, key: str = "", sure: bool = False) -> Iterator[Ranked]:
    """The defaults in a text; `key` is their subject if the text does not name one."""
    yield from _otherwise(text, line, place)
    if not re.search(_RE.text("says default"), text, re.IGNORECASE):
        return
    certainty = 0.85 if sure else 0.75
    if own := _RE["own default"].match(text):
        below = line + text.count("\n", 0, own.start("value"))
        yield from _listed(fact_of(own["key"], own["value"], "", place, below, 0.85, "own-default"))
        return
    before = ""
    for sentence in inline.sentences(text):
        below = line + sentence.below
        if (alone := _RE["alone"].match(sentence.text) or (key and _ALONE_IS.match(sentence.text))) and (
            about := key or _key(before.rstrip(".:"))
        ):
            yield from _listed(fact_of(about, alone["value"], "", place, below, certainty, "default-alone"))
            continue
        before = sentence.text
        if key and (inside := _RE["inside"].search(sentence.text)):
            yield from _listed(fact_of(key, inside["value"], "", place, below, 0.85, "default-in-brackets"))
            continue
        bracketed = [*_RE["bracketed"].finditer(sentence.text), *_RE["behind"].finditer(sentence.text)]
        for match in bracketed:
            yield from _listed(fact_of(match["key"], match["value"], "", place, below, 0.85, "default-in-brackets"))
        if bracketed:
            continue
        if given := _given(sentence.text, key):
            name, value, rule = given
            yield from _listed(fact_of(name, value, "", place, below, certainty, rule))
        else:
            yield from _by_default(inline.plain(sentence.text), below, place)


def chosen(text: str, lead: str, line: int, place: Place) -> Iterator[Ranked]:
    """The value that a list of values marks as the default of the subject in its lead-in."""
    match = _RE["chosen"].match(text)
    head = inline.plain(inline.sentences(lead)[-1].text).rstrip(":： ") if match and lead.strip() else ""
    values = _RE["values of"].search(head)
    if match and (name := values["key"] if values else _key(head)):
        yield from _listed(fact_of(name, match["value"], "", place, line, 0.75, "marked-default"))


def _otherwise(text: str, line: int, place: Place) -> Iterator[Ranked]:
    """The value without a setting: "if no group is given, 0 is used"."""
    if _RE["left out"].search(text) and (abroad := _RE["otherwise abroad"].search(text)):
        below = line + text.count("\n", 0, abroad.start())
        name, value = (part.strip() for part in abroad.groups() if part)
        yield from _listed(fact_of(name, value, "", place, below, 0.65, "where-unset"))
    lower = text.lower()
    if not any(cue in lower for cue in _CUES):
        return
    named = inline.named(text)
    about = named.name if named and named.style == "code" else ""
    for sentence in inline.sentences(text):
        if about and (unset := _RE["unset"].search(sentence.text)):
            yield from _listed(fact_of(about, unset["value"], "", place, line + sentence.below, 0.7, "where-unset"))
            continue
        codes = _CODE.findall(sentence.text)
        about = codes[-1] if codes and not (named and named.style == "code") else about
        match = _RE["otherwise"].search(sentence.text.replace("\n", " "))
        if match is None or not (match["is"] or match["to"] or _PLAIN_VALUE.fullmatch(match["value"])):
            continue
        below = line + sentence.below + sentence.text.count("\n", 0, match.start("value"))
        name, value = match["none"] or match["key"], match["value"]
        if not modal.is_narrative(inline.plain(sentence.text)) and not _RE["anaphor"].fullmatch(name):
            yield from _listed(fact_of(_ARTICLE.sub("", name), value, "", place, below, 0.65, "where-unset"))


def _listed(fact: Fact | None) -> list[Ranked]:
    return [Ranked(fact)] if fact else []


def _given(text: str, key: str) -> tuple[str, str, str] | None:
    """(key, value, rule) of the default in a sentence; None if there is none."""
    if (default := _RE["default of"].search(text)) and not CLAUSE.match(default["key"] or default["other"]):
        return default["key"] or default["other"], default["value"] or default["v2"], "default-of"
    if to := _RE["defaults to"].search(text) or _RE["defaults to any"].search(text):
        return key or _key(to["key"]), to["value"], "defaults-to"
    if key and (here := _HERE.search(text)):
        return key, here["value"], "is-by-default"
    if unless := _RE["unless"].search(text) or _RE["code by default"].match(text) or _RE["abroad"].search(text):
        name = unless.groupdict().get("key2") or unless["key"]
        return key or _key(name), unless["value"], "is-by-default"
    if marked := _RE["marked"].match(text):
        return marked["key"], marked["value"], "marked-default"
    sql = _SQL.search(text)
    if sql and sql["value"].upper() not in _WORDS:
        named = inline.named(text)
        return key or (named.name if named else ""), sql["value"], "sql-default"
    return None


def _by_default(plain: str, line: int, place: Place) -> Iterator[Ranked]:
    """The subject of a sentence with "by default", and the whole sentence."""
    match = _RE["by default"].search(plain)
    if not match or len(plain) > 240 or place.role in ("story", "work") or modal.is_narrative(plain):
        return
    subject = _RE["subject"].match(plain[match.end() :] if match.start() == 0 else plain)
    name = next((word for word in subject.groups() if word), "").strip() if subject else ""
    if name and not _RE["anaphor"].fullmatch(name) and not CLAUSE.match(name):
        yield from _listed(fact_of(_ARTICLE.sub("", name), plain, "", place, line, 0.6, "by-default"))


def _key(before: str) -> str:
    """The key of a default, from the words before it: the last code in them, else the words; "" if unclear."""
    clause = _RE["would"].sub("", before.rpartition(",")[2] or before)
    if _RE["anaphor"].fullmatch(clause.strip()) or CLAUSE.match(clause.strip()):
        return ""
    if codes := _CODE.findall(clause):
        return str(codes[-1])
    words = _ARTICLE.sub("", inline.bare(clause).strip(" (—–-"))
    return words if words.count(" ") < 6 else ""


def _parted(rest: str) -> tuple[str, str]:
    """(the value, the reason)."""
    text = inline.plain(rest)
    code = re.match(r"`[^`]+`", text)
    start = code.end() if code else 0
    match = _RE["why"].search(text, start)
    if not match or match.start() == 0:
        return text, ""
    why = text[match.end() :].strip(" ().;（）。-—–")
    head = match[0].strip()
    return text[: match.start()].strip(), f"{head} {why}" if head[:1].isalpha() else why


def fact_of(key: str, value: str, why: str, place: Place, line: int, certainty: float, rule: str) -> Fact | None:
    """The default as a fact; None if its key or its value is empty or a placeholder."""
    name = _VERB.sub("", inline.bare(key).strip(" \"'“”"))
    name = _ARGUMENT.sub("", name) if name.startswith("-") else name
    plain = inline.plain(value).strip().strip('"').removesuffix(".") if value else ""
    plain = plain.strip("`") if plain.count("`") == 2 and plain.startswith("`") and plain.endswith("`") else plain
    if (
        not name
        or len(name) > 80
        or _RE["nothing"].fullmatch(plain)
        or LEADS.fullmatch(name)
        or _RE["no name"].search(name)
        or _RE["anaphor"].fullmatch(plain)
        or plain == name
        or name.count("(") != name.count(")")
        or re.search(r"<[^<>]+>|\{\{", plain + name)
    ):
        return None
    return Fact("default", clip(plain), place.path, line, certainty, rule, name=name, why=clip(why))
