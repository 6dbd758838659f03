"""Learnings of a retrospective without a heading for them: labelled paragraphs, rules and resolutions in free text."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from memory_core.language import headings, markdown, outline
from memory_core.language.document import Outline, Section
from memory_core.language.sentences import sentences
from memory_core.specs import wordings
from memory_core.specs.diary import lesson
from memory_core.specs.item import made
from memory_core.specs.spec import RETROSPECTIVE, Item

LONGEST: Final = 3_000  # characters of a paragraph that are looked at
_LABEL: Final = re.compile(r"(?:\*\*|__)?[^\W\d_][^.:?!*_|]{1,50}(?::(?:\*\*|__)?|(?:\*\*|__):)\s+\S")
_LEAD: Final = 5  # words of a line that introduces the list below it
_LEAST: Final = 4
_RULE: Final = 6  # words of a rule that is useful later


class _Block(NamedTuple):
    line: int
    text: str  # on one line, without markup
    is_entry: bool


def lessons(document: Outline, hidden: Sequence[Section]) -> Iterator[Item]:
    """The learnings of a retrospective outside the sections `hidden`, which are read by their headings."""
    covered = {line for section in hidden for line in range(section.line - 1, section.end)}
    for section in document.sections:
        if section.line - 1 in covered or (section.level and headings.is_for("spec", section.plain, "unknown")):
            continue
        lead = f"{section.plain}:" if section.level == markdown.BOLD else ""
        for block in _blocks(document, section):
            if not block.is_entry:
                lead = block.text if len(block.text.split()) <= _LEAD and block.text[-1:] not in ".!?" else ""
                if lead:
                    continue
            text = f"{lead.rstrip(':')}: {block.text}" if lead else block.text
            yield from _taught(text[:LONGEST], block.line)


def _blocks(document: Outline, section: Section) -> Iterator[_Block]:
    for at, (first, *more) in document.runs(section, _begins):
        lines = (line.strip().removeprefix(": ") for line in more)
        text = markdown.plain(" ".join((markdown.unlisted(first).strip(), *lines)))
        if text and not outline.is_nothing(text):
            yield _Block(at, text, markdown.is_entry(first) is not None)


def _begins(line: str) -> bool:
    """Whether a line begins a new block."""
    return markdown.is_entry(line) is not None or bool(_LABEL.match(line.strip()))


def _taught(text: str, line: int) -> Iterator[Item]:
    name = RETROSPECTIVE
    if headings.is_for("spec", text, "unknown"):
        return
    if marked := wordings.PATTERN.match(text):
        yield from _pattern(text[marked.end() :], name, line)
        return
    texts = list(sentences(text, whole=True))
    for at, sentence in enumerate(texts):
        rest = " ".join(texts[at + 1 :])
        if marked := wordings.LEARNED.match(sentence):
            yield from lesson(sentence[marked.end() :], rest, name, line)
            return
        if wordings.PRACTICE.search(sentence):
            yield from _pattern(f"{sentence} {rest}", name, line)
        elif wordings.TAUGHT.match(sentence) or (_is_rule(sentence) and not sentence.endswith("?")):
            yield from lesson(sentence, "", name, line)


def _is_rule(text: str) -> bool:
    return len(outline.words(text).split()) >= _RULE and bool(wordings.RULE.search(text))


def _pattern(statement: str, name: str, line: int) -> Iterator[Item]:
    text = markdown.plain(statement)
    text = text[:1].upper() + text[1:]
    words = outline.words(text)
    if len(words.split()) >= _LEAST and not outline.is_nothing(text):
        head = outline.first_sentence(text)
        key = f"pattern {outline.words(head)}"
        yield made("convention", key, head, text[len(head) :].strip(), place=name, line=line)
