"""Open questions of a document, and the signs that a question has been answered."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from memory_core.language.blocks import Block
from memory_core.language.expressions import Expressions
from memory_core.tickets import inline
from memory_core.tickets.fact import Fact, Place, Ranked, clip
from memory_core.tickets.terms import is_empty

_RE: Final = Expressions("aidd/questions.txt")
_UNRESOLVED: Final = re.compile(r"<<\[UNRESOLVED[^\]\n]*\]>>\s*(?P<asked>[^<]+)")
_CUES: Final = _RE.cues("cues")

_MARK: Final = _RE.text("mark")
_ANSWER: Final = _RE.text("answer")
_BELOW: Final = re.compile(
    rf"\W*(?:{_ANSWER}\b[^:：\n]{{0,30}}[:：][*_]*\s*(?P<said>.*)|{_MARK}\W*$)", re.IGNORECASE | re.DOTALL
)
_POINTER: Final = re.compile(r"(?:PRD|plan|spec|research|tasklist|see)\s+(?:the\s+)?Q\d+\b", re.IGNORECASE)
_ARROW: Final = re.compile(r"\s*(?:→|->|=>)\s*")


def answers(blocks: Sequence[Block]) -> frozenset[int]:
    """The numbers of the questions that an `Answer N` in the document closes."""
    result = set()
    for block in blocks:
        match = _RE["numbered"].match(block.text[:400]) if block.kind in ("item", "paragraph") else None
        if match and not is_open(inline.plain(match["said"])):
            result.add(int(match["number"]))
    return frozenset(result)


def is_open(plain: str) -> bool:
    """Whether the text in the place of an answer is no answer."""
    return is_empty(plain) or bool(_RE["open"].fullmatch(plain))


def is_answered(text: str, checked: bool | None) -> bool:
    """Whether the question itself shows that it has been answered."""
    text = text[: inline.LONGEST]
    if checked or inline.is_struck(text):
        return True
    return _answers(_RE["answered"].search(text))


def answers_above(text: str) -> bool:
    """Whether the text below a question answers it."""
    return _answers(_BELOW.match(text))


def _answers(match: re.Match[str] | None) -> bool:
    return match is not None and (match["said"] is None or not is_open(inline.plain(match["said"])))


def marked(text: str, line: int, place: Place) -> Iterator[Ranked]:
    """The questions in marks such as `[NEEDS CLARIFICATION: …]`."""
    if (match := _UNRESOLVED.search(text)) and (asked := inline.plain(match["asked"])):
        below = text.count("\n", 0, match.start("asked"))
        yield from (Ranked(fact) for fact in (_fact(asked, place, line + below, 0.95, "unresolved", ""),) if fact)
    for match in _RE["needs"].finditer(text) if "lari" in text.lower() else ():
        asked = inline.plain(match["asked"]) or inline.plain(_RE["needs"].sub("", text))
        below = text.count("\n", 0, match.start())
        if fact := _fact(asked, place, line + below, 0.95, "needs-clarification", ""):
            yield Ranked(fact)


def unclear(text: str, line: int, place: Place) -> Iterator[Ranked]:
    """The open questions in a text outside a section for questions."""
    lower = text.lower()
    if not any(cue in lower for cue in _CUES) or is_answered(text, None):
        return
    if match := _RE["lead"].match(inline.plain(text)):
        if fact := _fact(match["asked"], place, line, 0.85, "open-question", ""):
            yield Ranked(fact)
        return
    for sentence in inline.sentences(text):
        plain = inline.plain(sentence.text)
        if len(plain) > 500 or not _RE["unclear"].search(plain) or _RE["supposed"].match(plain):
            continue
        if fact := _fact(plain, place, line + sentence.below, 0.65, "unclear", ""):
            yield Ranked(fact)


def bare(block: Block, text: str, line: int, place: Place) -> Iterator[Ranked]:
    """The question in an item outside a section for questions, if no answer follows."""
    plain = inline.plain(text)
    last = inline.sentences(text)[-1] if plain.endswith(("?", "？")) else None
    if (
        last is None
        or len(plain) > 300
        or block.kind != "item"
        or block.checked
        or not _RE["asks"].search(inline.plain(last.text))
    ):
        return
    if fact := _fact(plain, place, line, 0.55, "question-item", ""):
        yield Ranked(fact)


def asked(block: Block, text: str, line: int, place: Place, label: str, closed: frozenset[int]) -> Iterator[Ranked]:
    """The question in a block of a section of open questions."""
    if _RE["argues"].match(text):
        return
    if worded := _RE["worded"].match(text):
        label, text = label or f"Q{worded['number']}", text[worded.end() :]
    number = _RE["question"].match(label)
    if (number and int(number["number"]) in closed) or is_answered(text, block.checked):
        return
    plain = _asked(text, block)
    if (
        not plain
        or _RE["none"].fullmatch(plain)
        or _POINTER.match(plain)
        or len(plain) < (4 if not plain.isascii() else 9)
    ):
        return
    sure = 0.95 if "?" in plain or "？" in plain else 0.85 if block.kind != "paragraph" else 0.7
    below = len(text) - len(text.lstrip())
    if fact := _fact(plain, place, line + text.count("\n", 0, below), sure, "questions-section", label):
        yield Ranked(fact, -0.1 * max(0, block.level - 1))


def further(text: str, line: int, place: Place, first: str) -> Iterator[Ranked]:
    """The other questions and unknowns in a paragraph of such a section, after its first question."""
    for sentence in inline.sentences(text):
        plain = inline.plain(sentence.text)
        if plain in first or (first and first in plain) or is_answered(sentence.text, None) or not 9 < len(plain) < 400:
            continue
        asks = plain.endswith(("?", "？")) or bool(_RE["unknown"].search(plain))
        if asks and (fact := _fact(plain, place, line + sentence.below, 0.7, "questions-section", "")):
            yield Ranked(fact)


def _asked(text: str, block: Block) -> str:
    """The question: up to the question mark, else the first sentence, without the person and date for the answer."""
    parts: list[str] = []
    for sentence in inline.sentences(text):
        plain = inline.plain(sentence.text)
        if parts and len(" ".join(parts)) + len(plain) > 400:
            break
        parts.append(plain)
        if "?" in plain or "？" in plain:
            break
    else:
        parts = parts[:1] if len(parts[:1]) and len(parts[0]) > 40 else parts[:2]
    whole = " ".join(parts)
    if block.kind == "paragraph" and not _RE["hedged"].search(whole):
        return ""
    head = _ARROW.split(whole)[0].strip()
    return head if len(head) > 8 else whole


def _fact(plain: str, place: Place, line: int, certainty: float, rule: str, label: str) -> Fact | None:
    plain = clip(plain.strip())
    if is_empty(plain):
        return None
    return Fact("question", plain, place.path, line, certainty, rule, label=label)
