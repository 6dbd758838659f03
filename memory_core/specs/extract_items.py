"""Items of lists and tables in a spec's files: blockers, answers, learnings, patterns, research, changes of plan."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core import data
from memory_core.language import headings, markdown, outline
from memory_core.language.document import Entry, Outline, Section, Table
from memory_core.language.expressions import Expressions
from memory_core.specs import questions, tasks, wordings
from memory_core.specs.item import levelled, made
from memory_core.specs.spec import CHANGELOG, PROGRESS, README, REQUIREMENTS, RESEARCH, RETROSPECTIVE, Item

_RE: Final = Expressions("spec/said.txt")
_SETTLING: Final = (README, REQUIREMENTS)
_UNTAUGHT: Final = (README, REQUIREMENTS, CHANGELOG, RESEARCH)
_MORE: Final = 40  # lines of an entry that are looked at
_LEAST: Final = 3  # words of an item that is worth keeping
_CELLS: Final = {sort: data.cues(names) for sort, names in data.expressions("spec/said_cells.txt")}


def listed(document: Outline, name: str) -> Iterator[Item]:
    """The blockers, answered questions, learnings and patterns of a document, selected by their headings."""
    covered = 0
    for section in document.sections:
        if section.start < covered or is_title(document, section):
            continue
        title = section.title
        if headings.is_for("spec", title, "machine"):
            covered = section.end
            continue
        if name == PROGRESS and section.level and wordings.DATE.match(markdown.plain(title)):
            continue  # a day of a diary
        if section.level and headings.is_for("spec", title, "blockers") and name != RETROSPECTIVE:
            covered = section.end
            yield from _blockers(document, section, name)
        elif section.level and (
            headings.is_for("spec", title, "questions")
            or (name in _SETTLING and headings.is_for("spec", title, "answers"))
        ):
            covered = section.end
            yield from questions.below(document, section, name)
        elif section.level and _teaches(section, name):
            covered = section.end
            yield from _points(document, section, name, "learning")
        elif section.level and name == RETROSPECTIVE and headings.is_for("spec", title, "patterns"):
            covered = section.end
            yield from _points(document, section, name, "convention")
        elif name == PROGRESS:
            yield from _marked(document, section, name)


def is_title(document: Outline, section: Section) -> bool:
    """Whether a heading is the title of its document: other headings are below it."""
    return section.level == 1 and any(1 < each.level < markdown.BOLD for each in document.below(section)[1:])


def _teaches(section: Section, name: str) -> bool:
    if name == RETROSPECTIVE and headings.is_for("spec", section.title, "lessons"):
        return True
    return name not in _UNTAUGHT and headings.is_for("spec", section.title, "learnings")


def headed(document: Outline) -> list[Section]:
    """The sections of a retrospective whose points are interpreted by their heading (patterns, questions, …); `lessons`
    skips them.
    """
    return [
        section
        for section in document.sections
        if section.level
        and not is_title(document, section)
        and (
            _teaches(section, RETROSPECTIVE)
            or headings.is_for("spec", section.title, "machine", "patterns", "questions")
        )
    ]


def elsewhere(document: Outline) -> list[Section]:
    """The sections of a diary that are no notes; they are read by their headings."""
    return [
        section
        for section in document.sections
        if section.level
        and not is_title(document, section)
        and not wordings.DATE.match(section.plain)
        and headings.is_for("spec", section.title, "blockers", "questions", "learnings", "deviations")
    ]


def deviations(document: Outline, name: str) -> Iterator[Item]:
    """The changes of the plan in a document's divergence log."""
    for section in document.sections:
        if not (section.level and headings.is_for("spec", section.title, "deviations")):
            continue
        for table in document.tables(section):
            for line, cells in table.rows:
                change = _cell(table, cells, "change") if table.head else (cells[-1] if len(cells) == 1 else "")
                if not outline.is_nothing(change):
                    yield _deviation(
                        change,
                        _cell(table, cells, "task"),
                        _cell(table, cells, "type"),
                        _cell(table, cells, "why"),
                        name,
                        line,
                    )
        for part in document.below(section):
            sort = part.plain if headings.is_for("spec", part.plain, "changes") else ""
            for entry in document.entries(part) if sort or part is section else ():
                if not (entry.indent or outline.is_nothing(entry.text) or _RE["none"].match(entry.text)):
                    yield _deviation(entry.whole, "", sort, "", name, entry.line)


def research(document: Outline, name: str) -> Iterator[Item]:
    """One finding for each section of the research notes that has one."""
    level = 2 if any(each.level == 2 for each in document.sections) else 1
    for section in document.sections:
        if section.level != level or headings.is_for("spec", section.plain, "no research"):
            continue
        title = re.sub(r"^\d+[.)]\s*", "", section.plain)
        if outline.is_nothing(title) or headings.is_for("spec", title, "questions"):
            continue
        head = _finding(document, section)
        if head:
            body = levelled(document.raw(section))
            key = f"research {outline.words(title)}"
            yield made("research", key, f"{title}: {head}", body, place=name, line=section.line)


def _finding(document: Outline, section: Section) -> str:
    """The first finding of a section: below a heading for findings, else anywhere in the section; "" if none."""
    inner = document.below(section)
    for each in (*(part for part in inner if headings.is_for("spec", part.title, "findings")), *inner):
        rows = [(line, text) for line, text in document.paragraphs(each)]
        rows += [(entry.line, entry.text) for entry in document.entries(each)]
        rows += [(line, " — ".join(cells[:2])) for table in document.tables(each) for line, cells in table.rows]
        for _, text in sorted(rows):
            if len(outline.words(text).split()) < _LEAST or outline.is_nothing(text) or _RE["bare link"].match(text):
                continue
            if not text.rstrip().endswith("?"):
                return outline.first_sentence(markdown.plain(text))
    return ""


def _blockers(document: Outline, section: Section, name: str) -> Iterator[Item]:
    """The blockers below a heading; resolved if they are under `Resolved`, ticked, struck out or have a resolution."""
    for part in document.below(section):
        is_blocker = part is not section and part.level < markdown.BOLD and not _is_shelf(part.title)
        if is_blocker:
            lines = [line for _, line in document.prose(part, deep=True)]
            yield from _blocker(part.plain, "\n".join(lines), "", name, part.line)
            continue
        shelf = "resolved" if headings.is_for("spec", part.title, "settled") else ""
        if part.level == markdown.BOLD and not shelf:
            continue
        for entry in _tops(document, part):
            box = "resolved" if entry.box in ("x", "X") else shelf
            yield from _blocker(entry.whole, "", "resolved" if "~~" in entry.text else box, name, entry.line)
        for line, text in document.paragraphs(part):
            if len(outline.words(text).split()) > _LEAST and not (text.endswith(":") or _RE["aside"].match(text)):
                yield from _blocker(text, "", shelf, name, line)
        for table in document.tables(part):
            for line, cells in table.rows:
                text = _cell(table, cells, "blocker") or ("" if table.head else cells[0])
                resolution, status = _cell(table, cells, "resolution"), _cell(table, cells, "status")
                solved = "" if outline.is_nothing(resolution) else f"Resolved: {resolution}"
                is_done = headings.is_for("spec", status, "settled") or tasks.state_of(status) == tasks.DONE
                if tasks.state_of(status) in (tasks.OPEN, tasks.STARTED, tasks.BLOCKED) and status:
                    solved = ""
                yield from _blocker(text, solved, "resolved" if is_done else shelf, name, line)


def _is_shelf(title: str) -> bool:
    return headings.is_for("spec", outline.words(title), "shelf") or headings.is_for("spec", title, "blockers")


def _blocker(statement: str, more: str, status: str, name: str, line: int) -> Iterator[Item]:
    text = statement if not more else f"{statement}\n{more}"
    solved = _RE["done"].search(text)
    at = solved.start() if solved else len(text)
    solution = markdown.plain(solved[1]) if solved else ""
    if outline.is_nothing(solution):
        solution = ""
    problem = markdown.plain(text[:at].split("\n")[0]) if solved else markdown.plain(statement)
    problem = problem.rstrip(" ([.;,—–->→") or markdown.plain(statement)
    problem = re.sub(r"^(?:\d{4}-\d{2}-\d{2}|resolved|open|✅)\s*[:—–-]?\s*", "", problem, flags=re.IGNORECASE)
    if outline.is_nothing(problem) or len(outline.words(problem).split()) < 2:
        return
    resolved = status == "resolved" or bool(solution)
    details = "" if solved or not more else more.strip()
    yield made(
        "blocker",
        f"blocker {outline.words(problem)}",
        problem,
        solution if resolved else levelled(details),
        status="resolved" if resolved else "open",
        place=name,
        line=line,
    )


def _points(document: Outline, section: Section, name: str, kind: str) -> Iterator[Item]:
    """Each point below a heading as an item; if there are no lists, each paragraph."""
    word = "pattern" if kind == "convention" else kind
    parts = [each for each in document.below(section) if not headings.is_for("spec", each.title, "accuracy")]
    rows = [(entry.line, entry.whole) for part in parts for entry in document.points(part)]
    for part in parts:
        for table in document.tables(part):
            rows += [(line, _cell(table, cells, "learning")) for line, cells in table.rows]
    rows = rows or [paragraph for part in parts for paragraph in document.paragraphs(part)]
    for line, text in sorted(rows):
        plain = markdown.plain(text)
        if len(outline.words(plain).split()) >= _LEAST and not outline.is_nothing(plain):
            yield made(kind, f"{word} {outline.words(plain)}", plain, place=name, line=line)


def _marked(document: Outline, section: Section, name: str) -> Iterator[Item]:
    """The learnings of lines that begin with a label such as `Learned:`."""
    for at, line in document.prose(section):
        marked = _RE["learned"].match(line)
        if marked and len(outline.words(marked[1]).split()) >= _LEAST and not outline.is_nothing(marked[1]):
            text = markdown.plain(marked[1])
            yield made("learning", f"learning {outline.words(text)}", text, place=name, line=at + 1)


def _deviation(change: str, task: str, sort: str, why: str, name: str, line: int) -> Item:
    change, task, sort, why = map(markdown.plain, (change, task, sort, why))
    task = "" if outline.is_nothing(task) else task
    sort = "" if outline.is_nothing(sort) else sort.casefold()
    named = f"Task {task} " if task and len(task) < 12 else ""
    text = f"{named}{sort}: {change}" if named or sort else change
    word = next((word for word in ("skipped", "added", "dropped") if sort.startswith(word[:4])), "")
    short = task.casefold().removeprefix("task").strip()
    key = f"deviation {short} {word}" if short and word else f"deviation {outline.words(change)}"
    body = "" if outline.is_nothing(why) else f"## Rationale\n\n{why}"
    return made("decision", key, text[:1].upper() + text[1:], body, place=name, line=line, tags=("deviation",))


def _cell(table: Table, cells: tuple[str, ...], sort: str) -> str:
    at = next((table.head.index(text) for text in _CELLS[sort] if text in table.head), -1)
    return cells[at] if 0 <= at < len(cells) else ""


def _tops(document: Outline, section: Section) -> list[Entry]:
    """The top entries of the lists below a heading, each with the entries below it."""
    entries: list[Entry] = []
    for entry in document.entries(section):
        if entry.indent and entries:
            entries[-1] = entries[-1]._replace(more=(*entries[-1].more[:_MORE], entry.text, *entry.more)[: _MORE + 1])
        else:
            entries.append(entry)
    return entries
