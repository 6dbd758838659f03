"""What a constraint rules, clause by clause: prohibited, required, frozen, kept apart, or only in one place."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.domain import bounds
from memory_core.domain.guard import limits, reading

_NOT: Final = r"(?:\s?not|n't|n’t|\s+never)"
_PROHIBITED: Final = re.compile(
    rf"\b(?:(?:must|should|may|can|shall|do|does|will|are|is|could){_NOT}"
    r"(?:\s+(?:ever|be|to|allowed|permitted))*|cannot|can't|never(?:\s+(?:to|be))*|no|not|neither|nor|without|avoid|zero"
    r"|free\s+of|(?:nothing|nobody|no one)\s+(?:may|must|should|can)|forbid(?:s|den)?|ban(?:s|ned)?|prohibit(?:s|ed)?"
    r"|disallow(?:s|ed)?|refrain\s+from|stay\s+away\s+from|keep\s+out)\b[:\s]*",
    re.IGNORECASE,
)
_NOUNS: Final = frozenset(("no", "zero", "without", "neither", "nor"))  # behind them stands a thing, not a deed
_BEHIND: Final = re.compile(
    r"\b(?:(?:is|are|remain|stay|stays)\s+)?(?:strictly\s+|explicitly\s+|always\s+)?(?:forbidden|prohibited|banned"
    r"|disallowed|(?:not|never)\s+(?:allowed|permitted|acceptable|an option|welcome|used|added|introduced)"
    r"|off[- ]limits|out of (?:the )?question|taboo)\b",
    re.IGNORECASE,
)
_BUT: Final = re.compile(
    r"\b(?:except|unless|other than|beyond|apart from|besides|but only|outside of|outside)\b", re.IGNORECASE
)
_CLAUSES: Final = re.compile(
    r"[;\n]|(?<=\w)[.!](?=\s|$)|\s[—–-]\s|\bbut\b|\band\s+(?=no\b|never\b|not\b)|,\s+(?=no\b|never\b|not\b|must\b|only\b|use\b|we\b)",
    re.IGNORECASE,
)
_EVER: Final = re.compile(r",?\s+(?:ever|at all|whatsoever)\b", re.IGNORECASE)
_TOPIC: Final = re.compile(r"\b(?:must|is|are|stays?|only|use|remains?|goes|has|have|written)\b", re.IGNORECASE)
_CHANGE: Final = r"(?:chang|modif|edit|touch|alter|break|rewrit|rework|refactor)(?:e[sd]?|s|ied|y|ies|ed|ten|ing)?"
_CHANGED: Final = rf"(?:{_CHANGE}|broken)"
_FROZEN: Final = re.compile(
    rf"\b(?:(?:(?:is|are|must|stays?|remains?|keep|kept|be|to)\s+)*(?:frozen|unchanged|immutable|untouched|intact|"
    rf"locked|stable|(?:read|append)[- ]only|as (?:it|they) (?:is|are)|back(?:ward)?s?[- ]compatible)|"
    rf"(?:must|may|should|can|shall|do|does|will|is|are){_NOT}\s+(?:be\s+|ever\s+)*{_CHANGED}|"
    rf"cannot\s+(?:be\s+)?{_CHANGED}|never\s+(?:be\s+)?{_CHANGED}|"
    rf"(?:nobody|no one|nothing)\s+(?:may\s+|must\s+)?{_CHANGED}|"
    rf"no (?:breaking )?(?:changes?|edits?|modifications?)(?: of| to| in)?|back(?:ward)?s? compatibility|freeze)\b",
    re.IGNORECASE,
)
_COMPATIBLE: Final = re.compile(r"\bcompatib\w*|\bbreak\w*|\bstable\b|\bapi\b|\bcontract\b", re.IGNORECASE)
_ONLY: Final = re.compile(
    r"^(?P<what>.+?)\s+(?:(?:is|are|may|must|can|be|happens?|lives?|made|done|allowed|used|written)\s+)*only\s+"
    r"(?:(?:be\s+)?(?:made|done|allowed|used|written|called|live|happen|happens|lives)\s+)?"
    r"(?P<how>in|inside|within|from|under|through|via|by|with)\s+(?P<where>.+)$",
    re.IGNORECASE,
)
_ONLY_BEHIND: Final = re.compile(
    r"^(?P<what>.+?)\s+(?P<how>in|inside|within|from|under|through|via|by)\s+(?P<where>.+?)\s+"
    r"(?:only|exclusively|alone)$",
    re.IGNORECASE,
)
_ALL: Final = re.compile(
    r"^(?P<what>.+?)\s+(?:goes|go|happens?|(?:is|are|must be)\s+(?:done|made|sent|routed|handled)|must go|passes|pass"
    r"|comes?)\s+(?P<how>through|via|by)\s+(?P<where>.+)$",
    re.IGNORECASE,
)
_ONLY_WHO: Final = re.compile(
    r"^only\s+(?P<where>.+?)\s+(?:may|can|must|should|is allowed to|are allowed to)\s+(?P<what>.+)$", re.IGNORECASE
)
_DEPENDS: Final = (
    r"(?:directly\s+)?(?:depends? on|imports?|knows?(?: about)?|calls?|access(?:es)?|references?|talks? to|"
    r"reach(?:es)?|sees?|query|queries|contains?|reads? from|writes? to|uses?)"
)
_APART: Final = re.compile(
    rf"^(?P<who>.+?)\s+(?:(?:must|may|should|can|do|does|shall|will){_NOT}|cannot|can't|never|must never)\s+"
    rf"(?:ever\s+)?{_DEPENDS}\b\s*(?P<what>.+)$",
    re.IGNORECASE,
)
_HEDGED: Final = re.compile(r"\b(?:prefer\w*|usually|where possible|ideally|normally|if possible)\b", re.IGNORECASE)
_REASON: Final = re.compile(r"^\s*(?:we|because|since|it|they|this|that|so)\b", re.IGNORECASE)
# What a phrase prohibits without saying so.
_IMPLIED: Final = (
    (
        re.compile(r"\b(?:standard library|stdlib|dependency[- ]free|zero[- ]dependenc\w+|vanilla)\b", re.IGNORECASE),
        "third party library",
    ),
    (
        re.compile(
            r"\b(?:offline|air[- ]?gapped|without (?:\w+ )?(?:internet|network|connection)\w*(?: access)?)\b",
            re.IGNORECASE,
        ),
        "network access",
    ),
    (
        re.compile(r"\b(?:amounts?|money|prices?|monetary)\b.*\b(?:integers?|decimals?|cents)\b", re.IGNORECASE),
        "floats for money",
    ),
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
    text = text[: bounds.SENTENCE]
    for clause in _clauses(text):
        _read(clause, found)
        found["prohibited"] += [what for pattern, what in _IMPLIED if pattern.search(clause)]
        where = limits.regions(clause)
        if where[0]:
            found["regions"].append(where)
    told = {name: tuple(dict.fromkeys(some)) for name, some in found.items()}
    return Rule(**told, hedged=bool(_HEDGED.search(text)))  # type: ignore[arg-type]


def _clauses(text: str) -> list[str]:
    """The clauses of a text; what stands before a colon is one where it rules something, else the topic of the rest."""
    kept = []
    topic = ""
    for clause in filter(None, map(str.strip, _CLAUSES.split(_EVER.sub("", text)))):
        *heads, rest = re.split(r":\s+", clause)
        for head in heads:
            if _PROHIBITED.search(head) or _BEHIND.search(head) or _FROZEN.search(head) or _TOPIC.search(head):
                kept.append(head)
                topic = _subject(head)
            else:
                rest = f"{rest} in {head}"
        if _FROZEN.fullmatch(rest.strip()) and topic:
            rest = f"{topic} {rest}"
        kept.append(rest)
        topic = topic or _subject(rest)
    return kept


def _subject(clause: str) -> str:
    found = _FROZEN.search(clause) or _PROHIBITED.search(clause)
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
    if frozen := _FROZEN.search(clause):
        what = f"{clause[: frozen.start()]} {clause[frozen.end() :]}".strip(" ,:")
        found["frozen"].append(Frozen(what, bool(_COMPATIBLE.search(clause))))
        return
    kept, *freed = _BUT.split(clause)
    found["freed"] += freed
    if behind := _BEHIND.search(kept):
        found["prohibited"].append(kept[: behind.start()])
    elif said := _PROHIBITED.search(kept):
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
    told = _ONLY.search(clause) or _ONLY_BEHIND.search(clause) or _ONLY_WHO.search(clause) or _ALL.search(clause)
    if not told or not told["what"].strip() or re.match(r"(?:no|not|never)\b", told["what"], re.IGNORECASE):
        return False
    way = told.groupdict().get("how", "in").casefold() in ("through", "via", "by", "with")
    found["only"].append(Only(told["what"], told["where"], way))
    found["required"].append(clause)
    return True


def _apart(clause: str, found: dict[str, list[object]]) -> bool:
    told = _APART.search(clause)
    if not told or told["who"].strip().casefold() in ("we", "you", "nobody", "code"):
        return False
    found["apart"].append(Apart(told["who"], told["what"]))
    return True
