"""Ways that the model offers in its prose, and the short answer that takes one: together they are a decision.

An answer takes a way by its letter, number, order or name, takes what was recommended, or refuses all and says what
to do instead. A question, an answer that puts it off, and a question about the next step decide nothing.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from memory_core import data
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import Candidate, State, propose
from memory_core.domain.turn import Turn
from memory_core.text.words import is_unspaced, joined, pairs, unspaced

_WORDS: Final = {name: tuple(words) for name, words in data.table("offers.txt").items()}
_ONES: Final = {name: frozenset(words) for name, words in _WORDS.items()}
_ORDERS: Final = frozenset(word for name in ("1", "2", "3", "middle", "last") for word in _WORDS[name])
_ROW: Final = re.compile(
    r"^[ \t│┌└|]{0,6}(?:\[ ?\]|[○◯›❯•・*–-]|[(\[]?(?P<key>[A-Ha-h]|\d{1,2})(?:[).:、．\]]| [-–—]))[ \t]*(?P<text>\S.*)$"
)
_CELLS: Final = re.compile(r"^\|(?P<cells>.+)\|[ \t]*$")
_RULE: Final = re.compile(r"^[|:\- \t]+$")
_INLINE: Final = re.compile(
    r"(?<![\w(])\(?(?P<key>[A-Ha-d]|\d)[):：][ \t]?(?P<text>[^;；\n]+?)"
    r"(?=[,;，；、]? *(?<!\w)\(?[A-Ha-d\d][):：]|[?？.。]?$)"
)
_KEY: Final = re.compile(
    r"(?:^|(?<=[^\w]))#?([A-Ha-h]|\d{1,2})(?![\w/%]|\.\d)|(?<=[第选選])([A-H\d])|^([A-H\d])(?=[\u3040-\u9fff])"
)
_CLAUSE: Final = re.compile(
    r"[,;:!。、，；！—–]|\.(?:\s|$)|\s-\s|"
    r"\b(?:because|since|weil|parce|car|porque|denn|sonst|sinon|but with|but|with)\b"
)
_LONGEST: Final = 400  # characters of an answer
_READ: Final = 3_000  # characters at the end of a text
_OFFERS_MOST, _OPTIONS_MOST = 3, 8
_FREE_WORDS: Final = 2  # of an answer that names a way
_OPTION: Final = 160  # characters
_QUESTION: Final = 200


class Offer(NamedTuple):
    """Ways that were offered: a question, and each way by its key ("" where it has none)."""

    question: str
    options: tuple[tuple[str, str], ...]
    advised: int  # the place of the way that is recommended; -1 for none


class Taken(NamedTuple):
    """What an answer takes."""

    text: str
    instead: tuple[str, ...]


def hear(turn: Turn, state: State) -> Iterator[Candidate]:
    """Remember the ends of what the model says; the decision that a prompt makes of what they offer."""
    if turn.agent:
        return
    known: list[str] = state.setdefault("offers", [])
    if turn.role == "assistant":
        known.append(turn.text[-_READ:])
        del known[:-_OFFERS_MOST]
    elif turn.role == "user":
        is_short = len(turn.text) <= _LONGEST
        offers = [one for text in reversed(known) for one in reversed(offered(text))] if is_short else []
        found = next(filter(None, (taken(turn.text, one) for one in offers)), None)
        if found or not turn.text.rstrip().endswith(("?", "？")):
            known.clear()
        if found:
            yield _decision(turn, *found)


def _decision(turn: Turn, offer: Offer, choice: Taken) -> Candidate:
    asked = f" — chosen when asked: {offer.question}" if offer.question else ""
    instead = f" (not {'; '.join(texts.clip(one, 50) for one in choice.instead[:3])})" if choice.instead else ""
    reason = _reason(turn.text)
    return propose(turn, "decision", f"{choice.text}{instead}{asked}", "chosen", 0.85, reason=reason, quote=turn.text)


def offered(text: str) -> list[Offer]:
    """The ways that a text offers: rows of one list or table, keys in a line, or "A or B?"."""
    rows = text.split("\n")
    found = [one for one in (_listed(rows), _tabled(rows)) if one]
    if not found:
        found = [one for one in (_keyed(text), _either(text), _proposed(text)) if one][:1]
    return [one for one in found if not _is_of_moment(one.question)]


def taken(answer: str, offer: Offer) -> tuple[Offer, Taken] | None:
    """What a person's answer takes of an offer; None where it takes nothing."""
    said = " ".join(answer.split())
    if not said or len(said) > _LONGEST or "?" in said.removeprefix("both?") or "？" in said or _has(said, "later"):
        return None
    parts = [part.strip() for part in _CLAUSE.split(said) if part.strip()]
    refuses = any(_first_word(part) in _ONES["neither"] for part in parts[:2]) or _starts(said, "neither")
    is_asked = offer.question.endswith(("?", "？")) or offer.advised >= 0
    place = _place(parts, said, offer, by_name=is_asked and not refuses)
    if place >= 0:
        rest = tuple(text for at, (_, text) in enumerate(offer.options) if at != place)
        return offer, Taken(_with_own(offer.options[place][1], said), rest)
    if refuses and _says_more(parts):
        return offer, Taken(said, tuple(text for _, text in offer.options))
    return None


def _place(parts: Sequence[str], said: str, offer: Offer, *, by_name: bool) -> int:
    """The place of the way that is taken; -1 for none. A clause behind "no" takes another one."""
    found, corrects = -1, False
    for part in parts[:4]:
        words = _tokens(part)
        if not words or words[0] in _ONES["not"]:
            continue
        place = _by_key(part, words, offer) if found < 0 or corrects else -1
        if place < 0 and found < 0 and by_name:
            place = _by_name(part, words, offer)
        corrects = words[0] in _ONES["neither"]
        found = place if place >= 0 else found
    is_agreed = bool(parts) and _agrees(set(_tokens(parts[0])))
    if found < 0 and by_name and offer.advised >= 0 and (_has(said, "advised") or is_agreed):
        return offer.advised
    return found


def _agrees(words: set[str]) -> bool:
    return bool(words & _ONES["agrees"]) and words <= _ONES["agrees"] | _ONES["around"]


def _by_key(part: str, words: Sequence[str], offer: Offer) -> int:
    """The way whose letter, number or order a clause has, and hardly anything else."""
    keys = [key.casefold() for key, _ in offer.options]
    named = [next(filter(None, match.groups())).casefold() for match in _KEY.finditer(part)]
    known = _ONES["around"] | _ONES["agrees"] | _ORDERS | set(named)
    if any(word not in known for word in words if not is_unspaced(word)):
        return -1
    rest = "".join(unspaced(part))
    for word in sorted((word for word in known if is_unspaced(word)), key=len, reverse=True):
        rest = rest.replace(word, "")
    if len(rest) > 2:
        return -1
    if len(named) == 1 and named[0] in keys:
        return keys.index(named[0])
    if len(named) == 1 and not any(keys) and named[0].isdigit() and 0 < int(named[0]) <= len(keys):
        return int(named[0]) - 1
    return _ordered(part, words, len(offer.options))


def _ordered(part: str, words: Sequence[str], many: int) -> int:
    spaced = part.casefold()
    for name in ("1", "2", "3", "middle", "last"):
        if any(word in words or (is_unspaced(word) and word in spaced) for word in _WORDS[name]):
            place = {"middle": many // 2 if many % 2 else -1, "last": many - 1}.get(name)
            place = int(name) - 1 if place is None else place
            return place if place < many else -1
    return -1


def _by_name(part: str, words: Sequence[str], offer: Offer) -> int:
    """The way whose own words the clause has, and no other way's."""
    said = {*words, *pairs(part)}
    own = [{*_tokens(text), *pairs(text)} for _, text in offer.options]
    hits = []
    for at, mine in enumerate(own):
        others = set().union(*(other for place, other in enumerate(own) if place != at))
        hits.append(len((mine - others - _ONES["around"]) & said))
    free = [
        word
        for word in words
        if word not in set().union(*own, _ONES["around"], _ONES["agrees"]) and not is_unspaced(word)
    ]
    is_one = sum(map(bool, hits)) == 1 and len(free) <= _FREE_WORDS
    return hits.index(max(hits)) if is_one else -1


def _listed(rows: Sequence[str]) -> Offer | None:
    """The last run of rows with marks."""
    best: list[tuple[str, str]] = []
    run: list[tuple[str, str]] = []
    asked = last = ""
    for row in [*rows, ""]:
        mark = _ROW.match(row)
        if mark:
            run.append(((mark["key"] or ""), texts.clip(texts.one_line(mark["text"]), _OPTION)))
            continue
        if 2 <= len(run) <= _OPTIONS_MOST:
            best, asked = run, last
        run = []
        last = row.strip() or last
    return _made(asked, best, "\n".join(rows)) if best else None


def _tabled(rows: Sequence[str]) -> Offer | None:
    cells = [match["cells"].split("|") for row in rows if (match := _CELLS.match(row)) and not _RULE.match(row)]
    if not 3 <= len(cells) <= _OPTIONS_MOST + 1:
        return None
    ways = []
    for row in cells[1:]:
        named = [cell.strip() for cell in row if cell.strip()]
        has_key = bool(named) and bool(re.fullmatch(r"[A-Ha-h]|\d{1,2}", named[0]))
        key, *rest = named if has_key else ["", *named]
        ways.append((key, texts.clip(" ".join(rest[:2]), _OPTION)))
    return _made(texts.one_line(" ".join(cell.strip() for cell in cells[0])), ways, "\n".join(rows))


def _keyed(text: str) -> Offer | None:
    short = (row for row in text.split("\n") if len(row) <= _LONGEST)
    line = next((row for row in short if len(list(_INLINE.finditer(row))) > 1), "")
    ways = [(match["key"], texts.clip(match["text"].strip(" ,.?"), _OPTION)) for match in _INLINE.finditer(line)]
    return (
        _made(line[: line.find(ways[0][1])].rstrip(" (aA1:)") if ways else "", ways, text)
        if 2 <= len(ways) <= _OPTIONS_MOST
        else None
    )


def _either(text: str) -> Offer | None:
    """The two ways of a question or of a proposal: "Celery or RQ?"."""
    for said in reversed(texts.sentences(texts.one_line(text))):
        for word in _WORDS["or"]:
            joint = word if is_unspaced(word) else f" {word} "
            head, found, tail = said.partition(joint)
            if found and len(said) < _LONGEST:
                first = re.split(r"[:,，：]\s*", head.rstrip(" ,，、"))[-1]
                return _made(said, [("", first.strip()), ("", tail.strip(" ?？.。"))], text)
    return None


def _proposed(text: str) -> Offer | None:
    """One way that is recommended."""
    said = next((one for one in texts.sentences(texts.one_line(text)) if _has(one, "advises")), "")
    return Offer("", (("", texts.clip(said, _OPTION)),), 0) if said else None


def _made(asked: str, ways: Sequence[tuple[str, str]], text: str) -> Offer:
    question = next((one for one in reversed(texts.sentences(texts.one_line(text))) if one.endswith(("?", "？"))), "")
    question = question if question and len(question) < _QUESTION else asked
    advised = [at for at, (_, way) in enumerate(ways) if _has(way, "advised")]
    if not advised:
        advised = _advice(text, ways)
    return Offer(
        texts.clip(texts.one_line(question.rstrip(":： ")), _QUESTION),
        tuple(ways),
        advised[0] if len(advised) == 1 else -1,
    )


def _advice(text: str, ways: Sequence[tuple[str, str]]) -> list[int]:
    """The ways that a sentence of advice names."""
    prose = [said for row in text.split("\n") if not _ROW.match(row) for said in texts.sentences(texts.one_line(row))]
    said = next((one for one in reversed(prose) if _has(one, "advises")), "")
    if not said:
        return []
    keys = {next(filter(None, match.groups())).casefold() for match in _KEY.finditer(said)}
    named = [at for at, (key, _) in enumerate(ways) if key and key.casefold() in keys]
    words = {*_tokens(said), *pairs(said)}
    return named[:1] or [
        at for at, (_, way) in enumerate(ways) if words & {*_tokens(way)[:2], *pairs(way)} - _ONES["around"]
    ]


def _is_of_moment(question: str) -> bool:
    return question.endswith(("?", "？")) and _has(question, "moment")


def _with_own(option: str, said: str) -> str:
    """The way with what the answer adds to it."""
    added = re.search(r"\bbut (with .{4,80})", said)
    return f"{option}, {added[1]}" if added else option


def _says_more(parts: Sequence[str]) -> bool:
    """Whether an answer that refuses says what to do instead."""
    light = _ONES["around"] | _ONES["neither"] | _ONES["agrees"]
    return any(word not in light for part in parts[1:] for word in _tokens(part)) or any(
        is_unspaced(part) for part in parts
    )


def _reason(said: str) -> str:
    parts = re.split(r"\b(?:because|since|weil|parce que|car|porque|denn)\b|, |。|，", said, maxsplit=1)
    return parts[1].strip() if len(parts) > 1 else ""


def _has(text: str, name: str) -> bool:
    padded = f" {' '.join(joined(text))} $ "
    return any((word in text) if is_unspaced(word) else f" {word} " in padded for word in _WORDS[name])


def _starts(text: str, name: str) -> bool:
    return any(is_unspaced(word) and text.startswith(word) for word in _WORDS[name])


def _tokens(text: str) -> list[str]:
    return joined(text.strip("¡¿ "))


def _first_word(text: str) -> str:
    return next(iter(_tokens(text)), "")
