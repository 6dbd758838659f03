"""The decisions of a spec: sections of decision records, and tables of decisions."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.domain.spec import outline
from memory_core.domain.spec.item import levelled, made
from memory_core.domain.spec.outline import Outline, Section
from memory_core.domain.spec.spec import DECISIONS, Item

_RECORD: Final = re.compile(
    r"\[?(?:ADR|AD|D|DEC|decision|entscheidung|décision|decisión|решение)\s*[-#_ ]?\s*0*(\d{1,4})\]?"
    r"\s*(?:[:.)–—-]\s*(.*)|\s+(\S.*))?",
    re.IGNORECASE,
)
_META: Final = re.compile(
    r"^(?:\d+[.)]?\s*)?(?:index|overview|summary|template|format|status|table of contents|references?|legend|pending|"
    r"open|how to|about|introduction|process|decision log|decisions?|rejected|superseded|glossary|links|changelog|"
    r"inhalt|índice)"
    r"\b[\w\s]{0,24}$",
    re.IGNORECASE,
)
_STATE: Final = re.compile(r"^\W*(?:status|state|zustand|estado|statut)\W*:?\W*\s*([A-Za-zÀ-ÿ]+)", re.IGNORECASE)
_STATES: Final = {
    "superseded": "superseded", "deprecated": "superseded", "replaced": "superseded", "rejected": "rejected",
    "abgelehnt": "rejected", "ersetzt": "superseded", "rejeté": "rejected", "rechazado": "rejected",
}  # fmt: skip
_CHOSEN: Final = ("decision", "entscheidung", "décision", "decisión", "choice", "chosen option", "decision outcome")
_ANSWER: Final = ("choice", "chosen", "selected", "outcome", "wahl", "elección", "choix")
_TOPIC: Final = 4  # words: a decision as short as this only names what was decided
_ABOUT: Final = re.compile(r"decision|entscheidung|décision|decisi[oó]n|trade-?off", re.IGNORECASE)
_META_LINE: Final = re.compile(
    r"^\W*(?:date|datum|fecha|status|state|deciders?|authors?|participants|tags|id|priority|type)\W*:", re.IGNORECASE
)


def decisions(document: Outline, name: str) -> Iterator[Item]:
    """Every decision that a document records, with its reasons."""
    records = [one for one in document.sections if one.level in range(1, 7) and _RECORD.fullmatch(_title(one))]
    level = min((one.level for one in records), default=0)
    records = [one for one in records if one.level == level]
    if not records and name == DECISIONS:
        records = [one for one in document.sections if one.level == 2 and not _META.match(_title(one))]
    for section in records:
        if item := _record(document, section, name):
            yield item
    for section in document.sections:
        if name == DECISIONS or _ABOUT.search(section.title):
            yield from _rows(document, section, name)


def _title(section: Section) -> str:
    return outline.plain(section.title)


def _record(document: Outline, section: Section, name: str) -> Item | None:
    """The decision of a section; None where that is a template, or says nothing yet."""
    named = _RECORD.fullmatch(_title(section))
    title = (named[2] or named[3] or "").strip() if named else _title(section)
    raw = document.raw(section)
    lines = [line for _, line in document.said(section, deep=True)]
    spoken = [line for line in lines if not (_META_LINE.match(line) or line.lstrip().startswith("#"))]
    if title and outline.is_nothing(title):
        return None
    if not any(not outline.is_nothing(line) and outline.words(line) for line in spoken):
        return None
    chosen = _chosen(document, section)
    if not (title or chosen):
        return None
    number = named[1] if named else ""
    key = f"adr {int(number)}" if number else f"adr {outline.words(title)}"
    told = title or chosen
    status = next(
        (_STATES.get(state[1].casefold(), "active") for line in lines if (state := _STATE.match(line))), "active"
    )
    return made("decision", key, told, levelled(raw), status=status, place=name, line=section.line)


def _chosen(document: Outline, section: Section) -> str:
    """What a record says under `Decision`, else its first words."""
    inner = document.below(section)
    ordered = [one for one in inner if outline.words(one.title) in _CHOSEN] + inner
    for one in ordered:
        for _, text in outline.paragraphs(document, one):
            if not (_META_LINE.match(text) or outline.is_nothing(text)):
                return outline.first_sentence(outline.plain(text))
    return ""


def _rows(document: Outline, section: Section, name: str) -> Iterator[Item]:
    """The decisions of a table that has a column for them."""
    for table in outline.tables(document, section):
        at = next((at for at, cell in enumerate(table.head) if cell in _CHOSEN), -1)
        for line, cells in table.rows if at >= 0 else ():
            told = cells[at] if at < len(cells) else ""
            if outline.is_nothing(told):
                continue
            answer = next((cell for head, cell in zip(table.head, cells, strict=False) if head in _ANSWER), "")
            short = len(outline.words(told).split()) <= _TOPIC and answer != told and not outline.is_nothing(answer)
            number = re.fullmatch(r"(?:ADR|AD|D|DEC)-?0*(\d{1,4})", outline.plain(cells[0]), re.IGNORECASE)
            more = [
                f"**{head[:1].upper()}{head[1:]}**: {outline.plain(cell)}"
                for head, cell in zip(table.head, cells, strict=False)
                if cell != told and not outline.is_nothing(cell)
            ]
            key = f"adr {int(number[1])}" if number else f"adr {outline.words(told)}"
            told = f"{outline.plain(told)}: {outline.plain(answer)}" if short else told
            yield made("decision", key, told, "\n\n".join(more), place=name, line=line)
