"""Options that the model offers in its prose, and the short answer that takes one; together they are a decision.

An answer takes an option by its letter, number, ordinal or name, accepts the recommendation, or refuses all and states
an alternative. A question, a postponement, or a question about the next step decides nothing.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from memory_core import data
from memory_core.extract import answer_model as reading
from memory_core.extract import choice
from memory_core.extract import prose_text as texts
from memory_core.extract.answer_model import Offer
from memory_core.extract.candidate import Candidate, State, propose
from memory_core.extract.rule_sentences import parted, straight
from memory_core.extract.turn import Turn
from memory_core.language import near_duplicate
from memory_core.language.light.words import is_unspaced, joined, pairs, unspaced

_WORDS: Final = {name: tuple(words) for name, words in data.table("offers.txt").items()}
_ONES: Final = {name: frozenset(words) for name, words in _WORDS.items()}
_ORDERS: Final = frozenset(word for name in ("1", "2", "3", "middle", "last") for word in _WORDS[name])
_ROW: Final = re.compile(
    r"^[ \t│┌└|]{0,6}(?:\[ ?\]|[○◯›❯•・*–-]|(?:[^\W\d_]{1,12}[ \t]?)?[(\[]?"
    r"(?P<key>(?<![^\W\d_])[A-Ha-h]|(?<=[案第])[A-H]|\d{1,2})(?:[).:：、．\]]| [-–—]))[ \t]*(?P<text>\S.*)$"
)
_BULLET: Final = re.compile(r"^\s{0,6}[-*•] (?=[(\[]?(?:[A-Ha-h]|\d{1,2})[).:])")  # before a key
_BOLD: Final = re.compile(r"^\s{0,3}\*\*(?=\S)")  # a row that begins with it is one of a list
_CELLS: Final = re.compile(r"^\|(?P<cells>.+)\|[ \t]*$")
_RULE: Final = re.compile(r"^[|:\- \t]+$")
_INLINE: Final = re.compile(
    r"(?<![\w(])\(?(?P<key>[A-Ha-d]|\d)[):：][ \t]?(?P<text>[^;；\n]+?)"
    r"(?=[,;，；、]? *(?<!\w)\(?[A-Ha-d\d][):：]|[?？.。](?:\s|$)|$)"
)
_CLAUSE: Final = re.compile(
    r"[,;:!。、，；！—–]|\.(?:\s|$)|\s-\s|"
    r"\b(?:because|since|weil|parce|car|porque|denn|sonst|sinon|but with)\b"
)
_SHORT: Final = 80  # characters of an answer that only consents
_CONSENT: Final = re.compile(
    r"(?i)(?:(?:yes|yep|yeah|ok|okay|sure|agreed|good|fine|great|perfect|right|ja|gut|einverstanden|oui|d'accord|sí|si"
    r"|vale)[\s,.!–—-]{1,4}){1,3}(?:please\s+)?(?:let['’]?s\s+)?"
    r"(?:go (?:on )?with|use|take|do|make it|nimm|nehmen wir|prends|prenons|usa|usemos)"
    r"\s+(?P<way>[^,.;:!?]{2,60})[.!]*$"
)
_PROPOSES: Final = re.compile(
    r"(?i)(?:so\s+)?(?:i(?: would|['’]d| suggest(?: we)?| recommend(?: to)?| propose(?: to)?)|let['’]s|ich würde"
    r"|my (?:suggestion|recommendation)(?: is|:)(?: to)?|we (?:could|should|can)|ich schlage vor:?"
    r"|je (?:propose de|recommande de))\s+"
)
_AVOIDS: Final = re.compile(
    r"(?i)(?:we |wir )?(?:not|never|avoid|drop|skip|stop|rather not|nicht|kein\w*|ne|pas|no|nunca|evit\w+)\b"
)
_ASKS: Final = re.compile(r"[?？]|か[。）)]?\s*$")
_USES: Final = re.compile(r"(?:use|take|do|go with|make it|a|the|just)\b", re.IGNORECASE)
_SECRETS: Final = frozenset(data.lines("secret_question.txt"))
_ASIDE: Final = re.compile(r" ?[(（][^()（）]{0,120}[)）]")
_COLON: Final = re.compile(r"[:：](?:\s|(?<=：))")
_BREAK: Final = re.compile(r"[,;，；、]\s*|\s[–—-]\s")
_WAY: Final = 90  # characters of a way in a sentence
_NAME: Final = 32  # characters of a way before the last two
_SENTENCES: Final = 4  # at the end of a text
_LONGEST: Final = 400  # characters of an answer
_READ: Final = 1_500  # characters at the end of a text
_OFFERS_MOST, _OPTIONS_MOST = 3, 8
_OPTION, _QUESTION = 160, 200  # characters


class Taken(NamedTuple):
    """What an answer takes."""

    text: str
    instead: tuple[str, ...]


def hear(turn: Turn, state: State) -> Iterator[Candidate]:
    """Remember the ends of the model's messages; returns the decision that a prompt makes about their options."""
    if turn.agent:
        return
    known: list[str] = state.setdefault("offers", [])
    if turn.role == "assistant":
        known.append(turn.text[-_READ:])
        del known[:-_OFFERS_MOST]
    elif turn.role == "user" and turn.tool != "memory":
        offers = (offer for text in reversed(known) for offer in offered(text)) if len(turn.text) <= _LONGEST else ()
        way = next(filter(None, (taken(turn.text, offer) for offer in offers)), None)
        last = known[-1] if known else ""
        if way or not turn.text.rstrip().endswith(("?", "？")):
            known.clear()
        if way:
            yield _decision(turn, *way)
        elif last:
            yield from _consent(turn, last)
    elif turn.role in ("answer", "command", "summary", "interrupt") or turn.tool == "ExitPlanMode":
        known.clear()


def _consent(turn: Turn, reply: str) -> Iterator[Candidate]:
    """The decision in "Yes, go with SQLite": the sentence of the message that proposes what the prompt names."""
    match = _CONSENT.match(turn.text.strip()) if len(turn.text) <= _SHORT else None
    way = match["way"] if match else ""
    named = texts.content_words(way)
    if not named:
        return
    for row in _outside_code(reply):
        for sentence in texts.sentences(texts.one_line(row)):
            opening = _PROPOSES.match(sentence)
            if opening and named <= texts.content_words(sentence) and not _ASKS.search(sentence):
                rest = sentence[opening.end() :]
                if _AVOIDS.match(rest) or near_duplicate.words(way) & near_duplicate.sides(rest).against:
                    continue
                head, reason = parted(straight(sentence[opening.end() :]))
                text = f"{head[:1].upper()}{head[1:]}"
                yield propose(turn, "decision", text.rstrip("."), "chosen", 0.85, reason=reason, quote=turn.text)
                return


def _decision(turn: Turn, offer: Offer, way: Taken) -> Candidate:
    asked = f" — chosen when asked: {offer.question}" if offer.question else ""
    instead = f" (not {'; '.join(texts.clip(other, 50) for other in way.instead[:3])})" if way.instead else ""
    reason = _reason(turn.text)
    return propose(turn, "decision", f"{way.text}{instead}{asked}", "chosen", 0.85, reason=reason, quote=turn.text)


def offered(text: str) -> list[Offer]:
    """The ways that a text offers and asks about: rows of one list or table, keys in a line, or "A or B?"."""
    rows = [_BOLD.sub("- ", row).replace("**", "") for row in _outside_code(text[-_READ:]) if row.lstrip()[:1] != ">"]
    offer = next(filter(None, (read(rows) for read in (_listed, _tabled, _keyed, _either))), None)
    if not offer or _has(offer.question, "moment") or _is_secret(offer):
        return []
    *others, (key, last) = offer.options
    if any(_ASKS.search(way) for _, way in others):
        return []
    return [offer._replace(options=(*others, (key, last.rstrip(" ?？"))))]


def taken(answer: str, offer: Offer) -> tuple[Offer, Taken] | None:
    """The option that a person's answer takes; None if it takes none.

    An answer that is hardly more than a key, an ordinal or a name takes that option; for all others the weights decide.
    """
    words = " ".join(answer.split()).removeprefix("both? ")
    if not words or words[0] in ":;=" or _ASKS.search(words) or _has(words, "later"):
        return None
    parts = [part.strip() for part in _CLAUSE.split(words) if part.strip()]
    is_asked = bool(_ASKS.search(offer.question)) or offer.advised >= 0
    refuses = is_asked and _refuses(parts, words)
    place = -1
    if not refuses:
        is_put = is_asked or all(key.isalpha() for key, _ in offer.options)
        place = _place(parts, offer) if is_put else -1
        place = place if place >= 0 else reading.taken(words, offer)
    if place >= 0:
        rest = tuple(text for at, (_, text) in enumerate(offer.options) if at != place)
        return offer, Taken(_with_own(offer.options[place][1], words), rest)
    return (offer, Taken(words, tuple(text for _, text in offer.options))) if refuses else None


def _refuses(parts: Sequence[str], answer: str) -> bool:
    """Whether an answer refuses every option and states an alternative."""
    if not parts:
        return False
    words = _tokens(parts[0])
    is_neither = bool(set(words) & _ONES["neither"]) and set(words) <= _ONES["neither"] | _ONES["around"]
    if _starts(answer, "neither") or is_neither:
        return len(answer) > len(parts[0]) + 3 or _starts(answer, "neither")
    return (
        words[:1] == ["no"]
        and len(parts) > 1
        and choice.is_made(f"let's use {parts[1]}")
        and _USES.match(parts[1]) is not None
    )


def _place(parts: Sequence[str], offer: Offer) -> int:
    """The index of the option that is taken; -1 for none or several. A clause after "no" takes another option."""
    places: list[int] = []
    corrects = False
    for at, part in enumerate(parts[:4]):
        words = _tokens(part)
        if not words or words[0] in _ONES["not"]:
            continue
        place = _by_key(part, words, offer)
        if place < 0 and (at == 0 or corrects) and bool(_ASKS.search(offer.question) or offer.advised >= 0):
            place = _by_name(part, words, offer)
        if place >= 0:
            places = [place] if corrects else [*places, place]
        corrects = words[0] in ("no", "wait")
    if not places and offer.advised >= 0 and len(parts) == 1 and _agrees(set(_tokens(parts[0])), parts[0]):
        return offer.advised
    return places[0] if len(set(places)) == 1 else -1


def _agrees(words: set[str], words_said: str) -> bool:
    """Whether these words accept the recommendation and nothing else."""
    rest = words - _ONES["around"] - _ONES["agrees"] - _ONES["advised"]
    is_unspaced_advice = any(is_unspaced(word) and word in words_said for word in _WORDS["advised"])
    return is_unspaced_advice or (not rest and bool(words & (_ONES["agrees"] | _ONES["advised"])))


def _by_key(part: str, words: Sequence[str], offer: Offer) -> int:
    """The option with the letter, number or ordinal of a clause that has hardly anything else."""
    keys = [key.casefold() for key, _ in offer.options]
    named = reading.named(part)
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
    """The option whose own words a clause has, and no other option's."""
    named = {*words, *pairs(part)}
    own = [{*_tokens(text), *pairs(text)} for _, text in offer.options]
    hits = []
    for at, mine in enumerate(own):
        others = set().union(*(other for place, other in enumerate(own) if place != at))
        hits.append(len((mine - others - _ONES["around"]) & named))
    known = set().union(*own, _ONES["around"], _ONES["agrees"])
    is_free = any(word not in known and not is_unspaced(word) for word in words)
    is_one = sum(map(bool, hits)) == 1 and not is_free
    return hits.index(max(hits)) if is_one else -1


def _starts(text: str, name: str) -> bool:
    return any(is_unspaced(word) and text.startswith(word) for word in _WORDS[name])


def _listed(rows: Sequence[str]) -> Offer | None:
    """The last run of rows with marks."""
    best: tuple[int, int] | None = None
    start = -1
    for at, row in enumerate([*rows, ""]):
        if _ROW.match(row):
            start = at if start < 0 else start
        elif start >= 0:
            best = (start, at) if 2 <= at - start <= _OPTIONS_MOST else best
            start = -1
    if not best:
        return None
    inner = [_BULLET.sub("", row) for row in rows[best[0] : best[1]]]
    marks = [mark for row in inner if (mark := _ROW.match(row))]
    if len(marks) < len(inner):
        marks = [mark for row in rows[best[0] : best[1]] if (mark := _ROW.match(row))]
    return _made([(mark["key"] or "", texts.one_line(mark["text"])) for mark in marks], rows, *best)


def _tabled(rows: Sequence[str]) -> Offer | None:
    lines = [at for at, row in enumerate(rows) if _CELLS.match(row)]
    cells = [rows[at].strip().strip("|").split("|") for at in lines if not _RULE.match(rows[at])]
    if not 3 <= len(cells) <= _OPTIONS_MOST + 1:
        return None
    ways = []
    for row in cells[1:]:
        named = [cell.strip() for cell in row if cell.strip()]
        has_key = bool(named) and bool(re.fullmatch(r"[A-Ha-h]|\d{1,2}", named[0]))
        key, *rest = named if has_key else ["", *named]
        ways.append((key, " ".join(rest[:2])))
    return _made(ways, rows, lines[0], lines[-1] + 1)


def _keyed(rows: Sequence[str]) -> Offer | None:
    """Options on one line: "a) this, b) that. Which one?"."""
    for at, row in enumerate(rows):
        marks = list(_INLINE.finditer(row)) if len(row) <= _LONGEST else []
        if 2 <= len(marks) <= _OPTIONS_MOST:
            last, *behind = texts.sentences(marks[-1]["text"]) or [""]
            ways = [
                *((mark["key"], mark["text"].strip(" ,.?")) for mark in marks[:-1]),
                (marks[-1]["key"], last.strip(" ,.?")),
            ]
            head = row[: marks[0].start()]
            tail = " ".join(behind) + row[marks[-1].end() :]
            return _made(ways, [*rows[:at], head, tail, *rows[at + 1 :]], at + 1, at + 1)
    return None


def _either(rows: Sequence[str]) -> Offer | None:
    """The options in one of the last sentences with "or": "Celery, RQ or Dramatiq?"."""
    sentences = [sentence for row in rows for sentence in texts.sentences(texts.one_line(row))][-_SENTENCES:]
    for at in range(len(sentences) - 1, -1, -1):
        ways = _parted(sentences[at]) if len(sentences[at]) <= _LONGEST else []
        if len(ways) >= 2:
            asked = next((sentence for sentence in reversed(sentences[at:]) if _ASKS.search(sentence)), sentences[at])
            return _with_advice(asked, [("", way) for way in ways], sentences)
    return None


def _parted(sentence: str) -> list[str]:
    """The two sides of "or" in a sentence, and what precedes a list of short names."""
    plain = _ASIDE.sub("", sentence).strip(" ?？.。")
    for word in _WORDS["or"]:
        joint = word if is_unspaced(word) else f" {word} "
        head, is_parted, tail = plain.partition(joint)
        if is_parted:
            behind = _BREAK.split(tail.strip(), maxsplit=1)[0]
            *before, last = [part.strip() for part in _BREAK.split(_COLON.split(head)[-1].rstrip(" ,，、"))]
            names = [part for part in reversed(before) if len(part) <= _NAME]
            many = next((at for at, part in enumerate(reversed(before)) if len(part) > _NAME), len(before))
            ways = [*reversed(names[:many]), last, behind]
            return ways if all(0 < len(way) <= _WAY for way in ways) and len(ways) <= _OPTIONS_MOST else []
    return []


def _made(ways: Sequence[tuple[str, str]], rows: Sequence[str], start: int, end: int) -> Offer:
    """The offer of ways that are in these rows: asked right before them, or in the last sentence behind them."""
    before = next((row.strip() for row in reversed(rows[:start]) if row.strip()), "")
    behind = _last_question(rows[end:])
    asked = behind or ("" if any(_ASKS.search(row) for row in rows[end:]) else before)
    question = texts.sentences(texts.one_line(asked))[-1:] if not asked.endswith((":", "：")) else [asked]
    clipped = tuple((key, texts.clip(text, _OPTION)) for key, text in ways)
    return _with_advice("".join(question).rstrip(":： "), clipped, [*rows[:start], *rows[end:]])


def _with_advice(question: str, ways: Sequence[tuple[str, str]], rows: Sequence[str]) -> Offer:
    """The offer, with the option that these rows, or its own words, recommend."""
    marked = [at for at, (_, way) in enumerate(ways) if _has(way, "advised")]
    advised = marked or _advice(rows, ways)
    return Offer(texts.clip(question, _QUESTION), tuple(ways), advised[0] if len(advised) == 1 else -1)


def _last_question(rows: Sequence[str]) -> str:
    """The question at the end of these rows; a short word after it does not count."""
    sentences = [sentence for row in rows for sentence in texts.sentences(texts.one_line(row))]
    return next((sentence for sentence in reversed(sentences[-2:]) if _ASKS.search(sentence)), "")


def _advice(rows: Sequence[str], ways: Sequence[tuple[str, str]]) -> list[int]:
    """The ways that a sentence of advice names."""
    prose = [sentence for row in rows for sentence in texts.sentences(texts.one_line(row))]
    sentence = next((each for each in reversed(prose) if _has(each, "advises")), "")
    if not sentence:
        return []
    keys = set(reading.named(sentence))
    named = [at for at, (key, _) in enumerate(ways) if key and key.casefold() in keys]
    words = {*_tokens(sentence), *pairs(sentence)}
    return named[:1] or [at for at, (_, way) in enumerate(ways) if words & {*_tokens(way)[:2], *pairs(way)}]


def _outside_code(text: str) -> list[str]:
    """The rows of a text outside of fenced code."""
    rows, is_code = [], False
    for row in text.split("\n"):
        if row.lstrip().startswith(("```", "~~~")):
            is_code = not is_code
        elif not is_code:
            rows.append(row)
    return rows


def _is_secret(offer: Offer) -> bool:
    """Whether an offer mentions secrets: an option that is taken would lose the words that show this."""
    whole = f"{offer.question} {' '.join(text for _, text in offer.options)}"
    return "[redacted:" in whole or bool(_ASKS.search(offer.question) and _SECRETS & set(_tokens(offer.question)))


def _with_own(option: str, answer: str) -> str:
    """The option, extended by the answer's own words."""
    added = re.search(r"\bbut (with .{4,80})", answer)
    return f"{option}, {added[1]}" if added else option


def _reason(answer: str) -> str:
    parts = re.split(r"\b(?:because|since|weil|parce que|car|porque|denn)\b|, |。|，", answer, maxsplit=1)
    return parts[1].strip() if len(parts) > 1 else ""


def is_of_the_day(question: str) -> bool:
    """Whether the answer to a question holds for the day alone: "What gets worked today?"."""
    return _has(question, "day")


def _has(text: str, name: str) -> bool:
    padded = f" {' '.join(joined(text))} $ "
    return any((word in text) if is_unspaced(word) else f" {word} " in padded for word in _WORDS[name])


def _tokens(text: str) -> list[str]:
    return joined(text.strip("¡¿ "))
