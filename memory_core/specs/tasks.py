"""The tasks of a spec, from its plan and its progress: rows of a table, boxes, headings."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core import data
from memory_core.language import headings, markdown, outline
from memory_core.language.document import Entry, Outline, Section, Table
from memory_core.language.expressions import Expressions
from memory_core.specs import fate
from memory_core.specs.spec import PLAN, PROGRESS

OPEN, STARTED, DONE, SKIPPED, BLOCKED = "open", "started", "done", "skipped", "blocked"
_STATES: Final[Mapping[str, str]] = {
    word: state for state, words in data.expressions("spec/tasks_states.txt") for word in data.cues(words)
}
_BOXES: Final = {"x": DONE, "X": DONE, "✓": DONE, "✔": DONE, "~": STARTED, "-": SKIPPED, "/": STARTED, ">": STARTED}
_RE: Final = Expressions("spec/tasks.txt")
_IDS: Final = ("id", "task id", "task", "nr", "nr.", "no", "no.", "#", "number", "tid", "aufgabe", "tarea", "tâche")
_WORDS: Final = _RE.cues("words")
_STATUS: Final = ("status", "state", "done", "done?", "zustand", "stand", "estado", "statut", "état", "статус", "✓")
_NOTES: Final = ("notes", "note", "comment", "comments", "reason", "notizen", "notas", "bemerkung", "why")
_NO_TASKS: Final = ("phase", "phases", "milestone", "group", "metric", "date", "risk", "gate", "criterion", "sprint")
_STEP: Final = re.compile(r"(?:step|schritt|étape|paso|шаг)\b", re.IGNORECASE)
_STATUS_LINE: Final = re.compile(r"\W*(?:status|zustand|estado|statut)\W*:\W*(.+)", re.IGNORECASE)


class Task(NamedTuple):
    """A task: its id, "" if the spec gives it none, its words and its state."""

    id: str
    words: str
    state: str = OPEN
    note: str = ""  # why it was skipped, or what blocks it
    place: str = ""
    line: int = 0
    added: str = ""  # the words that mark it as added later

    @property
    def key(self) -> str:
        """The key of the task in its spec."""
        return self.id.casefold() or outline.words(self.words)[:80]

    @property
    def label(self) -> str:
        """The task as text: `Task 1.2: words`."""
        return f"Task {self.id}: {self.words}" if self.id else self.words


def tasks(documents: Mapping[str, str]) -> list[Task]:
    """The tasks of a spec, in the order of its plan; the state in its progress takes precedence."""
    result: list[Task] = []
    ids: dict[str, int] = {}
    by_words: dict[str, int] = {}
    for name in (PLAN, PROGRESS):
        for task in of_document(Outline.parse(documents.get(name, "")), name):
            words = outline.words(task.words)
            at = by_words.get(words, -1)
            if at < 0 and task.id:
                at = ids.get(task.id.casefold(), -1)
                at = at if at >= 0 and (result[at].place != name or not result[at].words) else -1
            if at >= 0:
                result[at] = _together(result[at], task)
            else:
                at = len(result)
                result.append(task)
            by_words.setdefault(words, at)
            if task.id:
                ids.setdefault(task.id.casefold(), at)
    return result


def of_document(document: Outline, name: str) -> list[Task]:
    """The tasks of one document, each line once."""
    result: list[Task] = []
    boxes: list[Section] = []
    until = 0  # the end of the last task with a heading; the boxes below it are its criteria
    is_headed = False
    for section in document.sections:
        inside = section.start < until
        task = None if inside else _headed(document, section, name)
        if task is not None:
            result.append(task)
            until, is_headed = section.end, True
        elif not inside and not headings.is_for("spec", section.title, "no tasks"):
            for table in document.tables(section):
                result += _rows(table, name)
            boxes.append(section)
    for section in boxes:
        result += _boxes(document, section, name, bare=not is_headed)
    return sorted(result, key=lambda task: task.line)


def state_of(cell: str) -> str:
    """The state that a cell names; "" if it names no known state."""
    text = markdown.plain(cell).casefold().replace("_", "-").replace("in progress", "in-progress").replace("'", "")
    if text.startswith(("not ", "un", "in-complete", "nicht ", "no ", "pas ")):
        return OPEN
    parts = re.findall(r"[\w-]+|[^\w\s]", text)
    return next((_STATES[part] for part in parts if part in _STATES), "")


def _together(old: Task, new: Task) -> Task:
    state = new.state if new.state != OPEN else old.state
    return new._replace(id=new.id or old.id, state=state, note=new.note or old.note, added=new.added or old.added)


def _rows(table: Table, name: str) -> list[Task]:
    head = table.head
    if head and (head[0] in _NO_TASKS or not any(each in head for each in _STATUS)):
        return []
    at_status = next((head.index(each) for each in _STATUS if each in head), -1)
    at_id = next((head.index(each) for each in _IDS if each in head), -1)
    at_words = next((head.index(text) for text in _WORDS if text in head and head.index(text) != at_id), -1)
    at_notes = next((head.index(each) for each in _NOTES if each in head), -1)
    result = []
    for line, cells in table.rows:
        first = _RE["is id"].fullmatch(markdown.plain(cells[0 if at_id < 0 else min(at_id, len(cells) - 1)]))
        if not head:
            task = _bare_row(cells, first, name, line)
        else:
            words = _cell(cells, at_words) if at_words >= 0 else ""
            task = Task(first[1] if first else "", words, state_of(_cell(cells, at_status)) or OPEN, "", name, line)
            if not words and at_id >= 0:
                task = _parted(_cell(cells, at_id), task)
            note, status = _cell(cells, at_notes), _cell(cells, at_status)
            note = _more(status) if outline.is_nothing(note) and task.state == SKIPPED else note
            later = fate.added(words) or fate.added(status)
            task = task._replace(
                note="" if outline.is_nothing(note) else markdown.plain(note), added=later or task.added
            )
        if task and not outline.is_nothing(task.words):
            result.append(_struck(task))
    return result


def _bare_row(cells: Sequence[str], first: re.Match[str] | None, name: str, line: int) -> Task | None:
    """The task of a row in a table without a head: an id, words, and a cell with a status; None if it has none."""
    if first is None or len(cells) < 3:
        return None
    at = next((at for at, cell in enumerate(cells[2:], 2) if len(cell) <= 24 and state_of(cell)), -1)
    return None if at < 0 else Task(first[1], cells[1], state_of(cells[at]), "", name, line)


def _more(status: str) -> str:
    """The reason that follows the status in a cell."""
    return markdown.plain(status).partition(",")[2].strip() or markdown.plain(status).partition(":")[2].strip()


def _cell(cells: Sequence[str], at: int) -> str:
    return cells[at] if 0 <= at < len(cells) else ""


def _boxes(document: Outline, section: Section, name: str, *, bare: bool) -> Iterable[Task]:
    """The tasks of checkboxes: boxes with an id, and boxes that are not below another box."""
    parent = -1
    every = document.entries(section)
    if name == PLAN and bare and every and not any(entry.box for entry in every):
        yield from _listed(every, name)
    for entry in every:
        if not entry.box:
            parent = -1 if entry.indent <= max(parent, 0) else parent
            continue
        task = _parted(entry.text, Task("", "", _BOXES.get(entry.box, OPEN), "", name, entry.line))
        inner = 0 <= parent < entry.indent
        if not inner:
            parent = entry.indent
        if outline.is_nothing(task.words) or not (task.id or (bare and not inner)):
            continue
        yield _struck(task)


def _listed(entries: Sequence[Entry], name: str) -> Iterable[Task]:
    """The tasks of a plain list in which most entries end with a state."""
    rows = [(each, fate.read(each.text).fate) for each in entries if not each.indent]
    if len(rows) < 2 or 2 * sum(1 for _, text in rows if text) < len(rows):
        return
    for entry, _ in rows:
        task = _parted(entry.text, Task("", "", OPEN, "", name, entry.line))
        if not outline.is_nothing(task.words):
            yield task


def _parted(text: str, task: Task) -> Task:
    """The task with the id, the words and the state that a text holds."""
    result = fate.read(text)
    if result.fate:
        state = state_of(result.fate) or SKIPPED
        task = task._replace(state=state if task.state != DONE else DONE, note=result.note)
    named = _RE["named"].fullmatch(result.words)
    words = named[3] if named else result.words
    return task._replace(id=(named[1] or named[2]) if named else "", words=words.strip(), added=result.added)


def _struck(task: Task) -> Task:
    struck = task.words.startswith("~~")
    words = markdown.plain(task.words)
    return task._replace(words=words, state=SKIPPED if struck and task.state != DONE else task.state)


def _is_phase(document: Outline, section: Section) -> bool:
    """Whether a heading such as `Step 1` is a phase: the boxes directly below it are tasks of their own."""
    boxes = [entry for entry in document.entries(section) if entry.box and not entry.indent]
    return len(boxes) > 1 and bool(_STEP.match(section.plain))


def _headed(document: Outline, section: Section, name: str) -> Task | None:
    """The task of a heading such as `#### Task 1.1: words` or `### 1.1 words`; done if all its boxes are ticked."""
    if section.level < 2 or section.level == markdown.BOLD:
        return None
    named = _RE["named"].fullmatch(section.plain)
    if not named or not (named[1] or (name == PLAN and "." in named[2])) or outline.is_nothing(named[3]):
        return None
    if named[1] and "." not in named[1] and _is_phase(document, section):
        return None
    task = _parted(section.title, Task("", "", OPEN, "", name, section.line))
    for _, line in document.prose(section, deep=True):
        if status := _STATUS_LINE.match(line):
            return task._replace(state=state_of(status[1]) or task.state)
    boxes = [entry.box for entry in document.entries(section, deep=True) if entry.box]
    if boxes and all(_BOXES.get(box) == DONE for box in boxes):
        task = task._replace(state=DONE)
    return task
