"""The answered questions of a spec, in any layout of question and answer."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core.core.budget import clip
from memory_core.language import headings, markdown, outline
from memory_core.language.document import Entry, Outline, Section, Table
from memory_core.language.expressions import Expressions
from memory_core.specs.item import made
from memory_core.specs.spec import Item

_RE: Final = Expressions("spec/questions.txt")
_ANSWER: Final = _RE.text("answer")
_WHO: Final = _RE.text("who")
_REPLY: Final = re.compile(rf"^[>\s*-]*\**(?:{_ANSWER})\d{{0,2}}\**{_WHO}\**\s*[:.)]\**\s*(.+)", re.IGNORECASE)
_MARKED: Final = re.compile(r"^(\*{1,3}|_{1,3})([^*]{4,400}?\?)\1:?\s*(.*)$")
_SURE: Final = 8  # words; a longer text that begins with "open" or "unknown" is an answer
_NEVER: Final = ("tbd", "tba", "tbc", "pending", "waiting", "wartet", "warten", "en attente", "pendiente")
_LEAST: Final = 4  # words of an agreement without a question
_COLUMNS: Final = {
    "question": re.compile(r"\b(?:open )?(?:question|frage|pregunta|clarification|q|вопрос|asked|punkt)s?\b"),
    "answer": re.compile(
        r"\b(?:answer|resolution|response|decision|antwort|respuesta|réponse|a|outcome|ответ|решение|agreed)s?\b"
    ),
}  # fmt: skip


class _Block(NamedTuple):
    """A paragraph, an entry, or a heading that is a question."""

    line: int
    text: str
    entry: Entry | None = None
    is_head: bool = False


def below(document: Outline, section: Section, name: str) -> Iterator[Item]:
    """The answered questions below a heading, and what was settled there without a question."""
    for part in document.below(section):
        titles = f"{section.title} {part.title}" if part.level < markdown.BOLD else section.title
        is_open = headings.is_for("spec", part.title if part.level < markdown.BOLD else section.title, "open")
        settled = headings.is_for("spec", titles, "answers") and not is_open
        yield from _spoken(_blocks(document, part), name, settled=settled, is_open=is_open)
        for table in document.tables(part):
            yield from _rows(table, name)


def _blocks(document: Outline, part: Section) -> list[_Block]:
    blocks = [_Block(line, text) for line, text in document.paragraphs(part)]
    blocks += [_Block(entry.line, entry.whole, entry) for entry in document.entries(part)]
    if part.level and "?" in part.title:
        blocks.append(_Block(part.line, part.title, is_head=True))
    return sorted(blocks, key=lambda block: block.line)


def _spoken(blocks: list[_Block], name: str, *, settled: bool, is_open: bool) -> Iterator[Item]:
    waiting: tuple[str, int] | None = None
    for block in blocks:
        if block.is_head:
            waiting = markdown.plain(block.text), block.line
            continue
        reply = _REPLY.match(block.entry.text if block.entry else block.text)
        if waiting and (reply or (block.entry is None and not _is_question(block.text))):
            yield from answered(waiting[0], reply[1] if reply else block.text, name, waiting[1])
            waiting = None
            continue
        asked, answer = _apart(block, is_open=is_open)
        if answer:
            yield from answered(asked, answer, name, block.line)
            waiting = None
        elif _is_question(block.text):
            waiting = asked, block.line
        else:
            waiting = None
            if settled and not (block.entry and (block.entry.indent or block.entry.box == " ")):
                yield from _settled(block, name)


def _is_question(text: str) -> bool:
    return bool(_RE["asked"].match(text)) or markdown.plain(text).rstrip(" )").endswith("?")


def _apart(block: _Block, *, is_open: bool) -> tuple[str, str]:
    """(the question, its answer); the answer is "" if there is none."""
    text = block.text
    if marked := _MARKED.match(text):
        reply = _REPLY.match(marked[3])
        return markdown.plain(_RE["asked"].sub("", markdown.plain(marked[2]))), markdown.plain(
            reply[1] if reply else marked[3]
        ).lstrip("—–-:→> ")
    asked = _RE["asked"].sub("", text)
    parts = _RE["answered"].split(asked, maxsplit=1)
    if len(parts) == 2 and parts[0].strip(" *"):
        return markdown.plain(parts[0]), markdown.plain(parts[1])
    result = next((match for line in block.entry.more if (match := _REPLY.match(line))), None) if block.entry else None
    if result and block.entry:
        return markdown.plain(block.entry.text), markdown.plain(result[1])
    plain = markdown.plain(asked)
    head, mark, tail = plain.partition("? ")
    tail = tail.strip()
    is_set_apart = tail.startswith(("—", "–", "- ")) or (mark and f"{head}?**" in asked)
    free = not is_open and "?" not in tail and (block.entry is None or block.entry.box != " ")
    if mark and tail and (is_set_apart or free) and len(head) < 300:
        return f"{head}?", tail.lstrip("—–- ")
    if _RE["we asked"].match(plain):
        first = outline.first_sentence(plain)
        return first, plain[len(first) :].strip()
    return plain, ""


def _settled(block: _Block, name: str) -> Iterator[Item]:
    """An agreement without a question, if the text is long enough to be kept."""
    text = markdown.plain(block.text)
    words = outline.words(text)
    if (
        len(words.split()) < _LEAST
        or outline.is_nothing(text)
        or "?" in text
        or _is_unanswered(text.rpartition(":")[2])
    ):
        return
    yield made("elicitation", f"settled {words}", text, place=name, line=block.line)


def _rows(table: Table, name: str) -> Iterator[Item]:
    at = _column(table, "question")
    if at < 0:
        at = next((at for at in range(len(table.head)) if _asks(table, at)), -1)
    to = _column(table, "answer")
    if to < 0 and 0 <= at < len(table.head) - 1:
        to = at + 1
    if at < 0 or to < 0 or at == to:
        return
    for line, cells in table.rows:
        if max(at, to) < len(cells):
            yield from answered(cells[at], cells[to], name, line)


def _column(table: Table, sort: str) -> int:
    return next((at for at, cell in enumerate(table.head) if _COLUMNS[sort].fullmatch(cell)), -1)


def _asks(table: Table, at: int) -> bool:
    cells = [cells[at] for _, cells in table.rows if at < len(cells)]
    return bool(cells) and 2 * sum(1 for cell in cells if "?" in cell) > len(cells)


def _is_unanswered(answer: str) -> bool:
    text = markdown.plain(answer).casefold()
    match = _RE["no answer"].match(text)
    return bool(match) and (text.strip(" (_").startswith(_NEVER) or len(text.split()) <= _SURE)


def answered(asked: str, answer: str, name: str, line: int) -> Iterator[Item]:
    """The item of a question; nothing if it has no answer."""
    asked, answer = markdown.plain(_RE["asked"].sub("", markdown.plain(asked))), markdown.plain(answer)
    if outline.is_nothing(asked) or outline.is_nothing(answer) or _is_unanswered(answer):
        return
    yield asked_and_answered(asked, answer, name, line)


def asked_and_answered(asked: str, answer: str, name: str = "", line: int = 0, more: str = "") -> Item:
    """The item of a question and its answer."""
    body = f"## Question\n\n{asked}\n\n## Answer\n\n{answer}" + (f"\n\n{more}" if more else "")
    short = clip(asked, 60) if len(asked) + len(answer) > 90 else asked
    return made("elicitation", f"question {outline.words(asked)}", f"{short} → {answer}", body, place=name, line=line)
