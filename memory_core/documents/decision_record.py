"""Read decision records: what was decided, why, the alternatives, and the status.

The formats are those of Nygard and of MADR 2 to 4, and the bullets of "Key Decisions" in a design document. A heading
describes the text below it and is never the decision.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.core.budget import cut
from memory_core.language import headings, markdown, outline
from memory_core.language.document import Outline
from memory_core.language.expressions import Expressions
from memory_core.language.sentences import sentences

_RE: Final = Expressions("spec/record.txt")
_STATES: Final = {
    "draft": "",
    "rejected": "rejected",
    "superseded": "superseded",
    "proposed": "proposed",
    "accepted": "active",
}
_BODY: Final = 4_000  # characters of a body
_BARE: Final = 2  # words of a title that names a topic and no decision
_OPTION: Final = 8  # words of a chosen option; more words are sentences
_LINE: Final = 2_000  # characters of a line that are looked at
_TITLE: Final = 300  # characters of a title
_LEAD: Final = " \t-*+>_[(#|"  # characters that may precede the first word of a line
_OPTIONS: Final = 12
_SENTENCE_MOST: Final = 240  # characters of a sentence that completes a title


class Record(NamedTuple):
    """A decision of a document."""

    summary: str  # one line that is clear by itself
    reason: str = ""
    alternatives: tuple[str, ...] = ()
    context: str = ""
    decision: str = ""  # in its own words
    consequences: str = ""
    status: str = "active"  # active | proposed | rejected | superseded
    number: str = ""  # as it is written in the title, without zeros
    date: str = ""
    over: tuple[str, ...] = ()  # numbers of the records that it supersedes
    by: tuple[str, ...] = ()  # numbers of the records that supersede it
    line: int = 1

    @property
    def body(self) -> str:
        """Its fields as Markdown sections."""
        first = outline.first_sentence(self.decision)
        is_in_summary = first.rstrip(" .") in self.summary  # not repeated in the body
        parts = (
            ("Context", self.context),
            ("Decision", self.decision[len(first) :].strip() if is_in_summary else self.decision),
            ("Alternatives considered", "\n".join(f"- {alternative}" for alternative in self.alternatives)),
            ("Rationale", self.reason),
            ("Consequences", self.consequences),
        )
        return cut("\n\n".join(f"## {name}\n\n{cut(text, _BODY // 4)}" for name, text in parts if text), _BODY)


def role(title: str) -> str:
    """The role of a heading: context, decision, options, reason, consequences, aside; "" for other headings."""
    text = markdown.plain(title).strip(" :.").casefold()
    text = text.lstrip("0123456789.) ") or text
    return headings.role("record", text) if len(text) < _SENTENCE_MOST else ""


def is_record(document: Outline) -> bool:
    """Whether a whole document is one decision record, by its headings."""
    heads = [(section.level, role(section.title)) for section in document.sections if section.level in range(2, 7)]
    top = min((level for level, _ in heads), default=0)
    roles = [name for level, name in heads if level == top]
    return roles.count("decision") == 1 and bool({"context", "options", "consequences", "reason", "aside"} & {*roles})


def read(document: Outline, head: Mapping[str, str], name: str = "") -> Record | None:
    """The decision of a document that is one record; None if nothing is decided yet.

    `head` is its front matter, `name` the name of its file, which may contain its number.
    """
    title, number, line = _titled(document, name)
    parts = {which: _part(document, which) for which in ("context", "decision", "reason", "consequences")}
    stated, date = _fields(document, head)
    status = _status(stated)
    chosen, reason = _chosen(document)
    if not status or outline.is_nothing(title) or (title.endswith("?") and not chosen):
        return None
    if not chosen and not (stated or number):
        return None  # not every document in a folder of records is a record
    first = "" if chosen or role(title) else _first(document)
    result = _sentence(title, chosen or first) if chosen or first or stated else ""
    if not result:
        return None
    by = _numbers("successor", [stated], number)
    begun = [text for _, text in _lines(document) if _RE["predecessor"].match(text[:_LINE].lstrip(_LEAD))]
    over = _numbers("predecessor", [stated, *begun], number)
    return Record(
        result,
        " ".join(filter(None, (reason, parts["reason"]))),
        tuple(option for option in _options(document) if not _same(option, chosen))[:_OPTIONS],
        parts["context"],
        parts["decision"] or (first and _opening(document)),
        parts["consequences"],
        "superseded" if by and status == "active" else status,
        number,
        date,
        over,
        by,
        line,
    )


def lists(title: str) -> bool:
    """Whether a heading announces a list of decisions."""
    text = markdown.plain(title).strip(" :.").lstrip("0123456789.) ")
    return len(text) < _SENTENCE_MOST and headings.is_for("design", text, "decisions")


def key_decisions(document: Outline) -> Iterator[Record]:
    """The decisions that a design document lists under a heading for decisions."""
    for section in document.sections:
        if not lists(section.title):
            continue
        rows = document.points(section)
        yield from filter(None, (_bullet(entry.whole[:_LINE], entry.line) for entry in rows))
        for inner in document.below(section):
            if inner.line != section.line and not role(inner.title):
                texts = [text for _, text in document.paragraphs(inner)]
                title = inner.plain.lstrip("0123456789.) ")
                if summary := _sentence(title, markdown.plain(texts[0]) if texts else ""):
                    yield Record(summary, _because(" ".join(texts)), _over(summary), line=inner.line)


def _bullet(text: str, line: int) -> Record | None:
    """The decision of an entry: `**Use X over Y**: reason`, `X instead of Y because …`; None if there is none."""
    result = markdown.plain(text)
    head, mark, rest = result, "", ""
    if text.startswith(("**", "__")) and (end := text.find(text[:2], 2)) > 0:
        head, mark, rest = markdown.plain(text[2:end]).rstrip(" :.–—-"), ":", text[end + 2 :]
        rest = markdown.plain(rest).lstrip(" :.–—-")
    if outline.is_nothing(result) or head.endswith("?"):
        return None
    if mark and len(head.split()) <= _BARE and not _over(head):
        first = outline.first_sentence(rest)
        return Record(f"{head}: {first}", _because(rest), _over(first), line=line) if first else None
    if mark:
        return Record(head, rest, _over(f"{head}. {rest}"), line=line)
    return (
        Record(outline.first_sentence(result), _because(result), _over(result), line=line)
        if len(result.split()) > _BARE
        else None
    )


def _titled(document: Outline, name: str) -> tuple[str, str, int]:
    """(the title without its number, the number, its line)."""
    top = next((section for section in document.sections if section.level == 1), None)
    top = top or next(
        (section for section in document.sections if section.level in (2, 3) and not role(section.title)), None
    )
    title, line = (markdown.plain(top.title[:_TITLE]), top.line) if top else ("", 1)
    match = _RE["title"].match(title)
    number = match[1] or "" if match else ""
    digits = name[: len(name) - len(name.lstrip("0123456789"))] or name.casefold().removeprefix("adr").lstrip("-_ ")[:5]
    digits = digits[: len(digits) - len(digits.lstrip("0123456789"))]
    rest = title[match.end() :] if match and (number or match.end() < len(title)) and match[0].strip() else title
    return rest.strip(), (number or digits).lstrip("0"), line


def _first(document: Outline) -> str:
    """The first full sentence of a record without headings."""
    texts = list(sentences(_opening(document), whole=True))
    return next((text for text in texts if len(text.split()) > 2 * _BARE), texts[0] if texts else "")[:_SENTENCE_MOST]


def _opening(document: Outline) -> str:
    """The text of a record below its title, on one line."""
    top = next((section for section in document.sections if section.level == 1), None)
    paragraphs = document.paragraphs(top) if top else []
    rows = [(entry.line, entry.text) for entry in document.points(top)] if top else []
    texts = [text for _, text in sorted([*paragraphs, *rows]) if not _RE["field"].match(text[:_LINE])]
    return " ".join(markdown.plain(text) for text in texts if not outline.is_nothing(text))


def _sentence(title: str, chosen: str) -> str:
    """The decision on one line: the title, with the chosen option if the title only names a topic; "" if there is
    none.
    """
    title, chosen = title.strip(" ."), chosen.strip()
    if not chosen or outline.is_nothing(chosen):
        return title if len(title.split()) > 1 and not role(title) else ""
    own, words = outline.words(title).split(), outline.words(chosen).split()
    if set(words) <= set(own) or (len(words) > _OPTION and own[:1] and own[0] in _verbs()):
        return title
    return f"{title}: {chosen}" if title else chosen


@cache
def _verbs() -> frozenset[str]:
    """Verbs with which a title expresses a decision."""
    return frozenset(word for words in data.table("verbs.txt").values() for word in words)


def _fields(document: Outline, head: Mapping[str, str]) -> tuple[str, str]:
    """(the text of the status, the day)."""
    result = {"status": head.get("status", ""), "date": head.get("date", "")}
    for _, text in _lines(document):
        if field := _RE["field"].match(text[:_LINE]):
            name = "date" if field[1].casefold() in ("date", "datum", "fecha") else "status"
            result[name] = result[name] or field[2].strip()
    if not result["status"]:
        below = [
            section
            for section in document.sections
            if section.level and headings.is_for("record", section.plain.casefold().strip(" :"), "status")
        ]
        rows = [text for section in below for _, text in document.prose(section) if text.strip()]
        result["status"] = " ".join(rows[:4])
    return result["status"], result["date"].strip()[:10]


def _status(stated: str) -> str:
    """The status in the text of a status: the first that it names; "" for a draft."""
    text = markdown.plain(stated[:_LINE]).casefold()
    if not text:
        return "active"
    rows = [(match.start(), name) for name in _STATES if (match := _RE[name].search(text))]
    names = [name for _, name in sorted(rows)]
    return _STATES[names[0] if names else "accepted"]


def _chosen(document: Outline) -> tuple[str, str]:
    """(the chosen option, the reason); "" for what is missing."""
    for section in document.sections:
        if section.level and role(section.title) == "decision":
            rows = [(line, text) for line, text in document.paragraphs(section) if not outline.is_nothing(text)]
            rows += [(entry.line, entry.text) for entry in document.points(section)]
            for _, text in sorted(rows):
                plain = markdown.plain(text[:_LINE])
                if match := _RE["chosen"].match(plain):
                    outcome = plain[match.end() :]
                    why = _RE["chosen because"].search(outcome, 1)
                    option = outcome[: why.start() if why else None].strip("\"“”'«»`*_.,;–—- ")
                    return ("", "") if outline.is_nothing(option) else (option, outcome[why.end() :] if why else "")
            if rows:
                whole = markdown.plain(min(rows)[1][:_LINE])
                first = outline.first_sentence(whole)
                return first[:_SENTENCE_MOST], _because(whole)
    return "", ""


def _options(document: Outline) -> Iterator[str]:
    for section in document.sections:
        if section.level and role(section.title) == "options":
            for entry in document.entries(section):
                if not entry.indent and not outline.is_nothing(entry.text):
                    yield outline.first_sentence(markdown.plain(entry.text))[:_SENTENCE_MOST]
            for inner in document.below(section):
                if inner.level == section.level + 1 and not role(inner.title):
                    yield inner.plain.lstrip("0123456789.) ")[:_SENTENCE_MOST]


def _part(document: Outline, which: str) -> str:
    """The text of a record under the headings with a role, on one line."""
    texts: list[str] = []
    for section in document.sections:
        if section.level and role(section.title) == which:
            texts += [text for _, text in document.paragraphs(section)]
            texts += [entry.text for entry in document.points(section)]
    result = [markdown.plain(each) for each in texts if not outline.is_nothing(each)]
    return " ".join(result)


def _because(text: str) -> str:
    result = next(
        (match for sentence in sentences(text, whole=True) if (match := _RE["because"].search(sentence[:_LINE]))), None
    )
    return result[1].rstrip(".") if result else ""


def _over(text: str) -> tuple[str, ...]:
    """The alternative after "over" or "instead of", as a tuple of at most one text."""
    match = _RE["over"].search(text[:_LINE])
    return (match[1].strip(" \"'`*"),) if match else ()


def _numbers(name: str, texts: list[str], own: str) -> tuple[str, ...]:
    """The numbers of the predecessors or successors (`name`) that the texts mention, without `own`."""
    rows: list[str] = []
    for text in texts:
        reference = _RE[name].search(text[:_LINE])
        rest, at = reference[1] if reference else "", 0
        for match in _RE["number"].finditer(rest):
            if not _RE["between"].fullmatch(rest[at : match.start()]):
                break
            rows.append(next(filter(None, match.groups())).lstrip("0"))
            at = match.end()
    return tuple(dict.fromkeys(row for row in rows if row not in ("", own)))


def _same(option: str, chosen: str) -> bool:
    own, other = set(outline.words(option).split()), set(outline.words(chosen).split())
    return bool(own and other) and (own <= other or other <= own)


def _lines(document: Outline) -> Iterator[tuple[int, str]]:
    for section in document.sections:
        yield from document.prose(section)
