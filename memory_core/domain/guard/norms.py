"""What a constraint rules, clause by clause: prohibited, required, frozen, kept apart, or only in one place."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.domain import bounds
from memory_core.domain.guard import limits, reading
from memory_core.text.expressions import Expressions

_RE: Final = Expressions("guard/norms.txt")
_NOUNS: Final = frozenset(("no", "zero", "without", "neither", "nor"))  # behind them stands a thing, not a deed
_EVER: Final = re.compile(r",?\s+(?:ever|at all|whatsoever)\b", re.IGNORECASE)
_TOPIC: Final = re.compile(r"\b(?:must|is|are|stays?|only|use|remains?|goes|has|have|written)\b", re.IGNORECASE)
_COMPATIBLE: Final = re.compile(r"\bcompatib\w*|\bbreak\w*|\bstable\b|\bapi\b|\bcontract\b", re.IGNORECASE)
_HEDGED: Final = re.compile(r"\b(?:prefer\w*|usually|where possible|ideally|normally|if possible)\b", re.IGNORECASE)
_REASON: Final = re.compile(r"^\s*(?:we|because|since|it|they|this|that|so)\b", re.IGNORECASE)
_IMPLIED: Final = tuple(
    (re.compile(text, re.IGNORECASE), what) for what, text in data.expressions("guard/norms_implied.txt")
)


class Frozen(NamedTuple):
    """What is not to be changed; of an interface that stays compatible only its parts."""

    what: str
    compatible: bool


class Only(NamedTuple):
    """What has one place, or one way."""

    what: str
    where: str
    way: bool


class Apart(NamedTuple):
    """Who must not use what."""

    who: str
    what: str


class Rule(NamedTuple):
    """What a constraint rules."""

    prohibited: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    frozen: tuple[Frozen, ...] = ()
    only: tuple[Only, ...] = ()
    apart: tuple[Apart, ...] = ()
    pins: tuple[limits.Pin, ...] = ()
    bounds: tuple[limits.Bound, ...] = ()
    regions: tuple[tuple[str, bool], ...] = ()
    freed: tuple[str, ...] = ()  # what is excepted
    hedged: bool = False


@lru_cache(maxsize=1024)
def parse(text: str) -> Rule:
    """The rule that a constraint states; a clause that prohibits nothing requires what it names."""
    found: dict[str, list[object]] = {name: [] for name in Rule._fields if name != "hedged"}
    text = _separated(text[: bounds.SENTENCE])
    for clause in _clauses(text):
        _read(clause, found)
        found["prohibited"] += [what for pattern, what in _IMPLIED if pattern.search(clause)]
        where = limits.regions(clause)
        if where[0]:
            found["regions"].append(where)
    told = {name: tuple(dict.fromkeys(some)) for name, some in found.items()}
    return Rule(**told, hedged=bool(_HEDGED.search(text)))  # type: ignore[arg-type]


def _separated(text: str) -> str:
    """The text with what is out and what is in as clauses: "No yarn, npm only" gives "no yarn; only npm".

    A text that says only one of the two is returned as it is.
    """
    rest = _RE["please"].sub("", re.sub(r"[ \t]{2,}", " ", text))
    read = [(_side(part), separator) for part, separator in _parts(rest)]
    sides = {side for (side, _), _ in read}
    if not {"out", "in"} <= sides and "both" not in sides:
        return text
    separated = ""
    for at, ((side, part), separator) in enumerate(read):
        following = read[at + 1][0][0] if at + 1 < len(read) else ""
        separated += part + ("; " if side in ("in", "both") or following else separator)
    return separated.strip(" ;")


def _parts(text: str) -> list[tuple[str, str]]:
    """The parts of a text between punctuation, each with what separates it from the next."""
    parts = [*_RE["parts"].split(text), ""]
    return [(parts[at].strip(), parts[at + 1]) for at in range(0, len(parts), 2) if parts[at].strip()]


def _side(part: str) -> tuple[str, str]:
    """("out", "in", "both" or "", the part in the words that the clauses are read by)."""
    kept, *replaced = _RE["instead"].split(part, 1)
    if replaced and kept:
        out = _RE["out"].fullmatch(kept)
        return "both", f"{kept}; only {replaced[0]}" if out else f"{kept}; no {replaced[0]}"
    if out := _RE["out"].fullmatch(part):
        return "out", f"no {out['x'] or out['behind']}"
    if within := _RE["in"].fullmatch(part):
        return "in", f"only {within['y'] or within['before']}"
    return "", part


def _clauses(text: str) -> list[str]:
    """The clauses of a text; what stands before a colon is one where it rules something, else the topic of the rest."""
    kept = []
    topic = ""
    for clause in filter(None, map(str.strip, _RE["clauses"].split(_EVER.sub("", text)))):
        *heads, rest = re.split(r":\s+", clause)
        for head in heads:
            if (
                _RE["prohibited"].search(head)
                or _RE["behind"].search(head)
                or _RE["frozen"].search(head)
                or _TOPIC.search(head)
            ):
                kept.append(head)
                topic = _subject(head)
            else:
                rest = f"{rest} in {head}"
        if _RE["frozen"].fullmatch(rest.strip()) and topic:
            rest = f"{topic} {rest}"
        kept.append(rest)
        topic = topic or _subject(rest)
    return kept


def _subject(clause: str) -> str:
    found = _RE["frozen"].search(clause) or _RE["prohibited"].search(clause)
    return clause[: found.start()].strip() if found else ""


def _read(clause: str, found: dict[str, list[object]]) -> None:
    """One clause, sorted under what it rules."""
    measures = list(limits.bounds(clause))
    pinned = limits.pin(clause)
    if pinned:
        found["pins"].append(pinned)
    elif measures:
        found["bounds"] += measures
        return
    if _only(clause, found) or _apart(clause, found):
        return
    if frozen := _RE["frozen"].search(clause):
        what = f"{clause[: frozen.start()]} {clause[frozen.end() :]}".strip(" ,:")
        found["frozen"].append(Frozen(what, bool(_COMPATIBLE.search(clause))))
        return
    kept, *freed = _RE["but"].split(clause)
    found["freed"] += freed
    if behind := _RE["behind"].search(kept):
        found["prohibited"].append(kept[: behind.start()])
    elif said := _RE["prohibited"].search(kept):
        if not pinned:
            what = kept[said.end() :].strip()
            what = f"a {what}" if said[0].strip(" :").casefold() in _NOUNS else what
            subject = kept[: said.start()].strip(" ,:")
            found["prohibited"] += [_joined(subject, one) for one in _alternatives(what)]
    elif not _REASON.match(kept) or not found["prohibited"]:
        found["required"].append(kept)


def _alternatives(what: str) -> list[str]:
    """What is prohibited, all of it and each of what an `or` or a comma joins, where that names something."""
    parts = re.split(r",\s*(?:or\s+|and\s+|nor\s+)?|\s+(?:or|nor)\s+", what)
    single = [
        f"a {part.strip()}" for part in parts if any(one.family or one.named for one in reading.read(part).things)
    ]
    return [what, *(single if len(parts) > 1 and not reading.read(what).types else [])]


def _joined(subject: str, what: str) -> str:
    """What is prohibited of a subject: in the passive it is what the subject would undergo."""
    if not subject or not what or subject.casefold() in ("we", "you", "nobody", "one", "nothing"):
        return what or subject
    verb, _, rest = what.partition(" ")
    if re.search(r"(?:ed|en|wn|pt)$", verb):
        return f"{verb} the {subject} {rest}".strip()
    return f"{what} in {subject}"


def _only(clause: str, found: dict[str, list[object]]) -> bool:
    told = (
        _RE["only"].search(clause)
        or _RE["only behind"].search(clause)
        or _RE["only who"].search(clause)
        or _RE["all"].search(clause)
    )
    if not told or not told["what"].strip() or re.match(r"(?:no|not|never)\b", told["what"], re.IGNORECASE):
        return False
    way = told.groupdict().get("how", "in").casefold() in ("through", "via", "by", "with")
    found["only"].append(Only(told["what"], told["where"], way))
    found["required"].append(clause)
    return True


def _apart(clause: str, found: dict[str, list[object]]) -> bool:
    told = _RE["apart"].search(clause)
    if not told or told["who"].strip().casefold() in ("we", "you", "nobody", "code"):
        return False
    found["apart"].append(Apart(told["who"], told["what"]))
    return True
