"""Write the state of a task into the documents of its spec: into a row of a table, or into a box."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from memory_core.language import markdown, outline
from memory_core.language.document import Outline
from memory_core.specs.spec import PLAN, PROGRESS
from memory_core.specs.tasks import BLOCKED, DONE, OPEN, SKIPPED, STARTED, Task, of_document

HEADER: Final = ("| task | what | status | since | note |", "|---|---|---|---|---|")
STATES: Final = (OPEN, STARTED, DONE, BLOCKED, SKIPPED)
_BOX: Final = re.compile(r"^([ \t]*(?:[-*+]|\d{1,4}[.)])[ \t]+)\[(.)\](?=[ \t])(.*)$")
_BOXES: Final = {DONE: "x", OPEN: " ", STARTED: "/", BLOCKED: " ", SKIPPED: "-"}
_SAID: Final = re.compile(r" \((?:blocked|skipped)(?:: [^()]*)?\)$")
_STATUS: Final = ("status", "state", "done")
_SINCE: Final = ("since", "day", "date", "updated")
_OWN: Final = {STARTED: ("started", "start"), DONE: ("completed", "finished", "end")}
_NOTES: Final = ("note", "notes", "comment", "comments", "reason", "why")
_IDS: Final = ("task", "id", "#", "task id", "no", "nr")
_WORDS: Final = ("what", "description", "title", "words", "name", "summary")
_PHASE: Final = re.compile(r"\b(?:phase|milestone|stage|step)[ \t]+(\d{1,3})\b", re.IGNORECASE)


def find(text: str, wanted: str, name: str = PROGRESS) -> Task | None:
    """The task with this id, else with these words; None if the document has no such task."""
    result, words = wanted.strip().casefold(), outline.words(wanted)
    known = of_document(Outline.parse(text), name)
    return next((task for task in known if result and task.id.casefold() == result), None) or next(
        (task for task in known if words and outline.words(task.words) == words), None
    )


def marked(text: str, task: Task, state: str, day: str, note: str = "") -> str:
    """The text with the task from `find` in the new state; "" if its line has no place for a state."""
    lines = text.split("\n")
    at = task.line - 1
    line = lines[at].removesuffix("\r")
    ending = lines[at][len(line) :]
    if box := _BOX.match(line):
        words = _SAID.sub("", box[3].rstrip())
        if state in (BLOCKED, SKIPPED):
            why = _line(note).replace("(", "[").replace(")", "]")
            words = f"{words} ({state}: {why})" if why else f"{words} ({state})"
        lines[at] = f"{box[1]}[{_BOXES[state]}]{words}{ending}"
        return "\n".join(lines)
    if not line.lstrip().startswith("|"):
        return ""
    columns = _columns(lines, at)
    status = _column(columns, _STATUS)
    if status is None:
        return ""
    cells = [*markdown.written_cells(line)]
    cells += [""] * (len(columns) - len(cells))
    cells[status] = state
    since, own, place = (_column(columns, names) for names in (_SINCE, _OWN.get(state, ()), _NOTES))
    if since is not None:
        cells[since] = day
    if own is not None and not cells[own]:
        cells[own] = day
    if note and place is not None:
        cells[place] = _cell(note)
    lines[at] = f"| {' | '.join(cells)} |{ending}"
    return "\n".join(lines)


def added(text: str, task: Task, day: str, more: Sequence[Task] = ()) -> str:
    """The text with new tasks: after its last task, else in a table of its own."""
    every = (task, *more)
    lines = text.rstrip().split("\n")
    known = of_document(Outline.parse(text), PROGRESS)
    at = max((each.line - 1 for each in known), default=-1)
    last = lines[at] if 0 <= at < len(lines) else ""
    head = next((at for at, line in enumerate(lines) if line.strip() == HEADER[1]), None)
    if last.lstrip().startswith("|"):
        heads = _columns(lines, at)
        lines[at + 1 : at + 1] = [f"| {' | '.join(_value(each, head, day) for head in heads)} |" for each in every]
    elif box := _BOX.match(last):
        lines[at + 1 : at + 1] = [f"{box[1]}[{_BOXES[each.state]}] {each.id} {_line(each.words)}" for each in every]
    elif head is not None:
        lines[head + 1 : head + 1] = [row(each, day) for each in every]
    else:
        lines += ["", "## Tasks", "", *HEADER, *(row(each, day) for each in every)]
    return "\n".join(lines) + "\n"


def planned(text: str, task: Task) -> str:
    """A plan with a new task: after its last task, else in its first phase."""
    if of_document(Outline.parse(text), PLAN):
        return added(text, task, "")
    return listed(text, "Phase 1", f"- [{_BOXES[task.state]}] {task.id} {_line(task.words)}")


def listed(text: str, heading: str, line: str) -> str:
    """The text with a new line at the end of the section with that heading; the section is made if it is missing."""
    lines = text.rstrip().split("\n")
    document = Outline.parse(text.rstrip())
    wanted = outline.words(heading)
    section = next((each for each in document.sections if outline.words(each.title) == wanted), None)
    if section is None:
        return "\n".join([*lines, "", f"## {heading}", "", line]) + "\n"
    end = min(section.own, len(lines))
    while end > section.start and not lines[end - 1].strip():
        end -= 1
    is_first = end == section.start or not (line[:1] == "|" and lines[end - 1].lstrip().startswith("|"))
    follows = line[:1] == "-" and lines[end - 1].lstrip()[:1] == "-"
    gap = [""] if is_first and not follows else []
    behind = [] if end < len(lines) and not lines[end].strip() else [""]
    lines[end:end] = [*gap, line, *behind] if end < len(lines) else [*gap, line]
    return "\n".join(lines) + "\n"


def row(task: Task, day: str = "") -> str:
    """A task as a row of the table under `HEADER`."""
    return f"| {task.id} | {_cell(task.words)} | {task.state} | {day} | {_cell(task.note)} |"


def cells(*texts: str) -> str:
    """The texts as a row of a table."""
    return f"| {' | '.join(map(_cell, texts))} |"


def numbered(text: str, tasks: Sequence[Task]) -> list[Task]:
    """The tasks, each with an id; a missing id is made of the phase in the plan `text` and the next free number."""
    phases = [
        (section.line, named[1]) for section in Outline.parse(text).sections if (named := _PHASE.search(section.title))
    ]
    taken = {each.id.casefold() for each in tasks if each.id}
    last: dict[str, int] = {}  # phase to its last number
    every = []
    for task in tasks:
        current = task
        if not current.id:
            phase = next((number for line, number in reversed(phases) if line < current.line), "1")
            place = last.get(phase, 0) + 1
            while f"{phase}.{place}" in taken:
                place += 1
            last[phase] = place
            current = current._replace(id=f"{phase}.{place}")
        every.append(current)
    return every


def next_id(tasks: Iterable[Task]) -> str:
    """An id for a new task: the one after the last task."""
    ids = [task.id for task in tasks if task.id]
    if not ids:
        return "1.1"
    head, dot, last = ids[-1].rpartition(".")
    digits = re.search(r"\d+", last)
    stem, number = (last[: digits.start()], int(digits[0])) if digits else ("", 1)
    taken = {text.casefold() for text in ids}
    while (name := f"{head}{dot}{stem}{number}").casefold() in taken:
        number += 1
    return name


def _value(task: Task, head: str, day: str) -> str:
    for names, value in (
        (_IDS, task.id),
        (_WORDS, _cell(task.words)),
        (_STATUS, task.state),
        (_SINCE, day),
        (_OWN.get(task.state, ()), day),
        (_NOTES, _cell(task.note)),
    ):
        if head in names:
            return value
    return ""


def _columns(lines: Sequence[str], at: int) -> list[str]:
    """The column names, in lower case, of the table with the row at index `at`."""
    while at > 0 and lines[at - 1].lstrip().startswith("|"):
        at -= 1
    return [markdown.plain(cell).casefold() for cell in markdown.written_cells(lines[at])]


def _column(columns: Sequence[str], names: Iterable[str]) -> int | None:
    return next((at for name in names for at, head in enumerate(columns) if head == name), None)


def _cell(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", _line(text))


def _line(text: str) -> str:
    return " ".join(text.split())
