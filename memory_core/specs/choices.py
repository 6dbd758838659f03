"""The decisions of a spec: sections of decision records, and tables of decisions."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from memory_core import data
from memory_core.documents import decision_record
from memory_core.documents.decision_record import Record
from memory_core.language import headings, markdown, outline
from memory_core.language.document import Outline, Section
from memory_core.language.expressions import Expressions
from memory_core.specs.item import levelled, made
from memory_core.specs.spec import DECISIONS, Item

_RE: Final = Expressions("spec/choices.txt")
_STATES: Final = {
    word: state for state, words in data.expressions("spec/choices_states.txt") for word in data.cues(words)
}
_NOT_YET: Final = re.compile(
    rf"^\W*[(\[](?:{_RE['undecided'].pattern})[)\]]|[(\[](?:{_RE['undecided'].pattern})[)\]]\W*$", re.IGNORECASE
)
_LED: Final = re.compile(r"^\*\*(.{4,200}?)\*\*[\s:.–—-]*(.*)$", re.DOTALL)
_LETTERED: Final = re.compile(r"([A-Z]{1,3})-?(\d{1,3})\s*[:.)–—-]+\s+(\S.*)")
_DATED: Final = re.compile(r"^(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?)[\s:.–—-]+(?=\S)")
_BLANK: Final = frozenset(_RE.cues("blank"))
_ITALIC: Final = re.compile(r"(?<!\*)\*[^*]+\*(?!\*)|_[^_]+_")
_SUPERSEDES: Final = re.compile(r"^\W*(?:supersedes|replaces|ersetzt|remplace|reemplaza)\W*:\W*(.+)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\b(?:ADR|AD|DEC|D|decision)[-#_ ]*0*(\d{1,4})\b", re.IGNORECASE)
_CHOSEN: Final = headings.words("spec", "chosen")
_ANSWER: Final = ("choice", "chosen", "selected", "outcome", "wahl", "elección", "choix")
_STATUS: Final = ("status", "state", "stand", "zustand", "estado", "statut", "статус")
_TOPIC: Final = 4  # words; a text as short as this is only the topic of a decision


def decisions(document: Outline, name: str) -> Iterator[Item]:
    """Every decision that a document records, with its reasons."""
    for record in decision_record.key_decisions(document):
        yield _item(record, name)
    if decision_record.is_record(document) and _is_one(document):
        whole = decision_record.read(document, {}, name)
        yield from [_item(whole, name)] if whole else []
        return
    records = [each for each in document.sections if each.level in range(1, 7) and _RE["record"].fullmatch(each.plain)]
    level = min((each.level for each in records), default=0)
    records = [each for each in records if each.level == level]
    if not records and name == DECISIONS:
        sections = [each for each in document.sections if each.level == 2 and not decision_record.role(each.title)]
        records = [
            each
            for each in sections
            if not (headings.is_for("spec", each.plain, "no decision") or decision_record.lists(each.title))
        ]
    letter = _letter(records)
    ended = {f"adr {int(number)}" for section in records for number in _superseded(document, section)}
    for section in records:
        if item := _record(document, section, name, letter):
            yield item._replace(status="superseded") if item.key in ended and item.status == "active" else item
    if not records and name == DECISIONS:
        yield from _led(document, name)
    for section in document.sections:
        if name == DECISIONS or headings.is_for("spec", section.title, "decisions"):
            yield from _rows(document, section, name)


def _is_one(document: Outline) -> bool:
    """Whether the whole document is one record: none of its headings of level two begins a record."""
    return not any(section.level == 2 and _RE["record"].fullmatch(section.plain) for section in document.sections)


def _item(record: Record, name: str) -> Item:
    key = f"adr {record.number}" if record.number else f"adr {outline.words(record.summary)}"
    status = "active" if record.status == "proposed" else record.status
    return made("decision", key, record.summary, record.body, status=status, place=name, line=record.line)


def _letter(records: Sequence[Section]) -> str:
    """The letters that number most of the records, such as `E` for `E1 – …`, `E2 – …`; "" if there are none."""
    rows = [match[1] for section in records if (match := _LETTERED.fullmatch(section.plain))]
    return rows[0] if len(rows) > 1 and len(set(rows)) == 1 and 2 * len(rows) > len(records) else ""


def _record(document: Outline, section: Section, name: str, letter: str) -> Item | None:
    """The decision of a section; None for a template, or for a section that decides nothing yet."""
    named = _RE["record"].fullmatch(section.plain)
    title = (named[2] or named[3] or "").strip() if named else section.plain
    numbered = _LETTERED.fullmatch(title) if letter and not named else None
    title = numbered[3] if numbered and numbered[1] == letter else title
    raw = document.raw(section)
    lines = [line for _, line in document.prose(section, deep=True)]
    spoken = [line for line in lines if not (_RE["meta line"].match(line) or line.lstrip().startswith("#"))]
    title = _DATED.sub("", title)
    if title and (_is_blank(title) or _NOT_YET.search(title) or title.endswith("?")):
        return None
    if not any(not outline.is_nothing(line) and outline.words(line) for line in spoken):
        return None
    chosen = _chosen(document, section)
    if not (title or chosen):
        return None
    title, ended = _ended(title)
    number = named[1] if named else ""
    key = f"adr {int(number)}" if number else f"adr {outline.words(title)}"
    text = title or chosen
    stated = next((state[1] for line in lines if (state := _RE["state"].match(line))), "")
    if _RE["undecided"].fullmatch(stated) or (
        _RE["proposed"].fullmatch(stated) and not _has_decision(document, section)
    ):
        return None
    status = ended or _STATES.get(stated.casefold(), "active")
    if len(outline.words(text).split()) < 3 and len(outline.words(chosen).split()) > 3:
        text = f"{text}: {chosen}"
    return made("decision", key, text, levelled(raw), status=status, place=name, line=section.line)


def _ended(title: str) -> tuple[str, str]:
    """(the title without the words that end the decision, the status that these words mean; "" if there are none)."""
    if turned_down := _RE["turned down"].match(title):
        return title[turned_down.end() :], "rejected"
    given_up = _RE["given up"].search(title)
    if given_up and given_up.start() > 0:
        return title[: given_up.start()], _STATES[next(filter(None, given_up.groups())).casefold()]
    return title, ""


def _superseded(document: Outline, section: Section) -> list[str]:
    """The numbers of the decisions that a record supersedes by its own words."""
    lines = (line for _, line in document.prose(section, deep=True))
    return [number for line in lines if (match := _SUPERSEDES.match(line)) for number in _NUMBER.findall(match[1])]


def _is_blank(title: str) -> bool:
    """Whether a title is the placeholder of a template."""
    return outline.is_nothing(title) or set(outline.words(title).split()) <= _BLANK


def _has_decision(document: Outline, section: Section) -> bool:
    """Whether a record has a heading such as `Decision` with text below it."""
    return any(
        headings.is_for("spec", outline.words(each.title), "chosen") and not outline.is_nothing(document.raw(each))
        for each in document.below(section)
    )


def _led(document: Outline, name: str) -> Iterator[Item]:
    """The decisions of a list or of paragraphs that each begin with words in bold."""
    for section in document.sections:
        if section.level and headings.is_for("spec", section.title, "refused"):
            continue
        blocks = [(line, text) for line, text in document.paragraphs(section)]
        blocks += [(entry.line, entry.whole) for entry in document.points(section)]
        for line, text in sorted(blocks):
            led = _LED.match(text)
            title = _DATED.sub("", markdown.plain(led[1])).strip().rstrip(".:") if led else ""
            more = markdown.plain(led[2]) if led else ""
            if (
                not title
                or title.endswith("?")
                or _is_blank(title)
                or _NOT_YET.search(title)
                or _RE["meta line"].match(text)
            ):
                continue
            if len(outline.words(title).split()) < 3 or outline.is_nothing(more) or _RE["undecided"].match(more):
                continue
            yield made("decision", f"adr {outline.words(title)}", title, more, place=name, line=line)


def _chosen(document: Outline, section: Section) -> str:
    """The first sentence under the heading `Decision` of a record, else of the record; "" if there is none."""
    inner = document.below(section)
    ordered = [each for each in inner if headings.is_for("spec", outline.words(each.title), "chosen")] + inner
    for other in ordered:
        for _, text in document.paragraphs(other):
            if not (_RE["meta line"].match(text) or outline.is_nothing(text)):
                return outline.first_sentence(markdown.plain(text))
    return ""


def _rows(document: Outline, section: Section, name: str) -> Iterator[Item]:
    """The decisions of the tables of a section that have a column for decisions."""
    for table in document.tables(section):
        at = table.column(_CHOSEN)
        for line, cells in table.rows if at >= 0 else ():
            text = cells[at] if at < len(cells) else ""
            if outline.is_nothing(text) or all(outline.is_nothing(each) or _ITALIC.search(each) for each in cells):
                continue
            stated = next(
                (markdown.plain(cell) for head, cell in zip(table.head, cells, strict=False) if head in _STATUS), ""
            )
            if _RE["undecided"].match(stated) or _RE["proposed"].match(stated):
                continue
            word = re.match(r"\W*(\w+)", stated)
            status = _STATES.get(word[1].casefold(), "active") if word else "active"
            answer = next((cell for head, cell in zip(table.head, cells, strict=False) if head in _ANSWER), "")
            short = len(outline.words(text).split()) <= _TOPIC and answer != text and not outline.is_nothing(answer)
            number = re.fullmatch(r"(?:ADR|AD|D|DEC)-?0*(\d{1,4})", markdown.plain(cells[0]), re.IGNORECASE)
            more = [
                f"**{head[:1].upper()}{head[1:]}**: {markdown.plain(cell)}"
                for head, cell in zip(table.head, cells, strict=False)
                if cell != text and not outline.is_nothing(cell)
            ]
            key = f"adr {int(number[1])}" if number else f"adr {outline.words(text)}"
            text = f"{markdown.plain(text)}: {markdown.plain(answer)}" if short else text
            yield made("decision", key, text, "\n\n".join(more), status=status, place=name, line=line)
