"""The tasks of a plan, and what became of each: rows of a table, checkboxes, headings; and how one is ticked."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

OPEN, STARTED, DONE, BLOCKED, SKIPPED = "open", "started", "done", "blocked", "skipped"
STATES: Final = (OPEN, STARTED, DONE, BLOCKED, SKIPPED)
HEADER: Final = ("| task | what | status | since | note |", "|---|---|---|---|---|")
_ID: Final = re.compile(r"(?:[A-Za-z]{1,8}[-_ ]?)?\d{1,4}(?:\.\d{1,4}){0,4}[a-z]?")
_BOX: Final = re.compile(r"^([ \t]*(?:[-*+]|\d{1,4}[.)])[ \t]+)\[(.)\](?=[ \t])(.*)$")
_HEADING: Final = re.compile(r"^(#{2,6})[ \t]+(.*)$")
_NUMBER: Final = r"\d{1,4}(?:\.\d{1,4}){0,4}[a-z]?"
_LEAD: Final = re.compile(
    rf"[ \t]*[*_`~]*(?:[Tt]ask[ \t]+)?((?:[A-Z]{{1,8}}-?)?{_NUMBER})[*_`]*[.:)]?[*_`]*[ \t]+(?:[-–—][ \t]+)?"
)
_TASK: Final = re.compile(rf"[*_`]*Task[ \t]+([A-Z]{{0,8}}-?{_NUMBER})[*_`]*[ \t]*[:.–—-]?[ \t]*", re.IGNORECASE)
_PHASE: Final = re.compile(r"(?:phase|milestone|stage|step)[ \t]+(\d{1,3})", re.IGNORECASE)
_OTHER: Final = re.compile(r"accept|criteria|definition of|success|risk|question|depend|goal|metric", re.IGNORECASE)
_WORDS: Final = {
    DONE: "done complete completed finished merged shipped yes x ✅ ✔ ✓ ☑",
    STARTED: "started doing wip ongoing in-progress inprogress active 🔄 🚧 🏗",
    BLOCKED: "blocked stuck waiting on-hold ⛔ 🚫",
    SKIPPED: "skipped dropped cancelled canceled removed wontdo won't-do deferred n/a ⏭",
    OPEN: "open pending todo to-do planned not-started notstarted new ready ⬜ ⏳ 🔲 ☐",
}
_STATE: Final = {word: state for state, words in _WORDS.items() for word in words.split()}
_MARKS: Final = {"x": DONE, "X": DONE, " ": OPEN, "-": SKIPPED, "~": SKIPPED, "/": STARTED, ">": STARTED, "!": BLOCKED}
_BOXES: Final = {DONE: "x", OPEN: " ", STARTED: "/", BLOCKED: "!", SKIPPED: "-"}
_STATUS: Final = ("status", "state", "progress", "done")
_SINCE: Final = {STARTED: ("started", "start"), DONE: ("completed", "finished", "done on", "end")}
_NOTES: Final = ("note", "notes", "comment", "comments", "remarks", "why")


class Task(NamedTuple):
    """A task as a document tells of it."""

    id: str  # as it stands there; where it has none, of its phase and its place in it
    words: str
    state: str = OPEN
    line: int = 0  # 1-based
    note: str = ""
    numbered: bool = True  # whether the document itself gives the id


class _Row(NamedTuple):
    cells: list[str]
    columns: list[str]  # the heads of its table, in small letters


def state_of(word: str) -> str:
    """The state that a word or a sign in a table means, "" where it means none."""
    plain = re.sub(r"[*_`~\[\]()]", "", word).strip().casefold()
    if not plain and word.strip():
        return OPEN
    return (
        _STATE.get(re.sub(r"[\s_]+", "-", plain))
        or next((_STATE[part] for part in plain.split() if part in _STATE and len(plain) < 40), "")
        if plain
        else ""
    )


def tasks(text: str) -> list[Task]:
    """The tasks that a plan or a list of progress names, each once, in their order; a later row tells its state."""
    rows = list(_rows(text))
    taken = {one.id.casefold() for _, one in rows if one.numbered}
    found: dict[str, Task] = {}
    for phase, read in rows:
        one = read
        if not read.numbered:
            ordinal = 1
            while (name := f"{phase}.{ordinal}") in taken:
                ordinal += 1
            taken.add(name)
            one = read._replace(id=name)
        known = found.get(one.id.casefold())
        if known is None or (known.state == OPEN and one.state != OPEN):
            found[one.id.casefold()] = one if known is None or one.words else one._replace(words=known.words)
    return list(found.values())


def marked(text: str, wanted: str, state: str, day: str, note: str = "") -> str:
    """The text with that task in that state, its row otherwise as it was; "" where it names no such task."""
    lines = text.split("\n")
    row = next((one for one in tasks(text) if one.id.casefold() == wanted.casefold()), None)
    if row is None:
        return ""
    at = row.line - 1
    line = lines[at].removesuffix("\r")
    ending = lines[at][len(line) :]
    box = _BOX.match(line)
    if box:
        told = box[3]
        if note and note not in told:
            told = f"{told.rstrip()} ({state}: {note})"
        lines[at] = f"{box[1]}[{_BOXES[state]}]{told}{ending}"
    elif line.lstrip().startswith("|"):
        lines[at] = _row_marked(lines, at, state, day, note) + ending
    else:
        return ""  # a heading tells of a task, but has no place for its state
    return "\n".join(lines)


def row(one: Task, day: str = "") -> str:
    """A task as a row of the table under `HEADER`."""
    return f"| {one.id} | {_cell(one.words)} | {one.state} | {day} | {_cell(one.note)} |"


def table(found: Iterable[Task]) -> str:
    """The tasks as a table."""
    return "\n".join([*HEADER, *map(row, found)])


def added(text: str, one: Task, day: str) -> str:
    """The text with a task more: behind the last row of its table, else behind the last one, else at the end."""
    lines = text.rstrip("\n").split("\n")
    known = tasks(text)
    rows = [task.line - 1 for task in known if lines[task.line - 1].lstrip().startswith("|")]
    if rows:
        columns = _columns(lines, rows[-1])
        cells = [_cells_for(one, head, day) for head in columns]
        lines.insert(rows[-1] + 1, f"| {' | '.join(cells)} |" if columns else row(one, day))
    elif known and (box := _BOX.match(lines[known[-1].line - 1])):
        lines.insert(known[-1].line, f"{box[1]}[{_BOXES[one.state]}] {one.id} {_line(one.words)}")
    else:
        head = next((at for at, line in enumerate(lines) if line.strip() == HEADER[1]), None)
        if head is None:
            lines += ["", "## Tasks", "", *HEADER, row(one, day)]
        else:
            lines.insert(head + 1, row(one, day))
    return "\n".join(lines) + "\n"


def next_id(found: Iterable[Task]) -> str:
    """An id for a task that is added: the one behind the last of the last phase."""
    ids = [one.id for one in found]
    if not ids:
        return "1.1"
    head, dot, last = ids[-1].rpartition(".")
    taken = {one.casefold() for one in ids}
    digits = re.search(r"\d+", last)
    number = int(digits[0]) if digits else len(ids)
    stem = last[: digits.start()] if digits else ""
    while (name := f"{head}{dot}{stem}{number}").casefold() in taken:
        number += 1
    return name


def _rows(text: str) -> Iterator[tuple[int, Task]]:
    """(the phase, the task) of every line that tells of one."""
    phase, columns, fenced, listed = 1, list[str](), "", True
    for number, line in enumerate(text.split("\n"), 1):
        fenced, inside = _fence(line, fenced)
        if inside:
            continue
        if heading := _HEADING.match(line):
            named = _PHASE.search(heading[2])
            phase = int(named[1]) if named else phase
            listed = not _OTHER.search(heading[2])
        one, columns = _told(line.removesuffix("\r"), number, columns)
        if one is not None and (listed or one.numbered):
            yield phase, one


def _told(line: str, number: int, columns: list[str]) -> tuple[Task | None, list[str]]:
    """(the task that a line tells of, the heads of the table that it stands in)."""
    if line.lstrip().startswith("|"):
        cells = _split(line)
        if not columns or _is_rule(cells):
            return None, columns if _is_rule(cells) else [cell.casefold() for cell in cells]
        return _of_row(_Row(cells, columns), number), columns
    box = _BOX.match(line)
    if box:
        lead = _LEAD.match(box[3])
        words = box[3][lead.end() :] if lead else box[3]
        state = _MARKS.get(box[2], OPEN)
        struck = words.strip().startswith("~~")
        return (
            Task(
                lead[1] if lead else "",
                _line(re.sub(r"[*~`]{2,}", "", words)),
                SKIPPED if struck and state == OPEN else state,
                number,
                numbered=lead is not None,
            ),
            [],
        )
    heading = _HEADING.match(line)
    task = _TASK.match(heading[2]) if heading else None
    if heading and task:
        words = heading[2][task.end() :]
        done = DONE if any(sign in words for sign in "✅✔✓☑") else OPEN
        return Task(task[1], _line(words.strip("✅✔✓☑ #")), done, number), []
    return None, []


def _of_row(found: _Row, number: int) -> Task | None:
    status = _column(found.columns, _STATUS)
    if found.columns[0] in ("phase", "milestone", "stage"):  # how far a whole phase is
        return None
    at = next((at for at, cell in enumerate(found.cells[:3]) if at != status and _id(cell)), None)
    if at is None or status is None or status >= len(found.cells):
        return None
    state = state_of(found.cells[status])
    if not state and found.cells[status].strip():
        return None
    words = next((cell for cell in found.cells[at + 1 :] if cell.strip()), "")
    note = _column(found.columns, _NOTES)
    told = found.cells[note] if note is not None and note < len(found.cells) else ""
    return Task(
        _id(found.cells[at]), _line(words.replace("\\|", "|")), state or OPEN, number, _line(told.replace("\\|", "|"))
    )


def _row_marked(lines: list[str], at: int, state: str, day: str, note: str) -> str:
    line = lines[at].removesuffix("\r")
    columns = _columns(lines, at)
    cells = _split(line)
    cells += [""] * (len(columns) - len(cells))
    status = _column(columns, _STATUS)
    if status is not None:
        cells[status] = state
    since = _column(columns, ("since", "day", "date", "updated"))
    own = _column(columns, _SINCE.get(state, ()))
    for column in (since, own):
        if column is not None and (column == since or not cells[column]):
            cells[column] = day
    place = _column(columns, _NOTES)
    if note and place is not None:
        cells[place] = _cell(note)
    return f"| {' | '.join(cells)} |"


def _columns(lines: list[str], at: int) -> list[str]:
    """The heads of the table that a row stands in, in small letters."""
    while at > 0 and lines[at - 1].lstrip().startswith("|"):
        at -= 1
    return [cell.casefold() for cell in _split(lines[at])]


def _column(columns: list[str], names: Iterable[str]) -> int | None:
    return next((at for name in names for at, head in enumerate(columns) if head == name), None)


def _cells_for(one: Task, head: str, day: str) -> str:
    values = {"task": one.id, "id": one.id, "#": one.id, "task id": one.id, "since": day, "day": day, "date": day}
    values |= dict.fromkeys(_STATUS, one.state) | dict.fromkeys(_NOTES, _cell(one.note))
    values |= dict.fromkeys(("what", "description", "title", "words", "name"), _cell(one.words))
    return values.get(head, "")


def _split(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", inner)]


def _is_rule(cells: list[str]) -> bool:
    return any(cells) and all(cell and not cell.strip("-: ") for cell in cells)


def _id(cell: str) -> str:
    plain = re.sub(r"[*_`~\[\]]", "", cell).strip()
    plain = re.sub(r"^[Tt]ask[ \t]+", "", plain)
    return plain if len(plain) <= 24 and _ID.fullmatch(plain) else ""


def _fence(line: str, fenced: str) -> tuple[str, bool]:
    """(the fence that is open behind a line, whether the line is part of a fenced block)."""
    sign = line.lstrip()[:3]
    if sign in ("```", "~~~"):
        return ("" if fenced == sign else fenced or sign), True
    return fenced, bool(fenced)


def _cell(text: str) -> str:
    return _line(text).replace("|", "\\|")


def _line(text: str) -> str:
    return " ".join(text.split())
