"""Merges two versions of a file of memories and their common ancestor: git merges lines, this merges entries.

`merged` is the entry point. `form` describes the files and how their entries are identified, `document` reads and
writes them, `entries` finds the same entry in all three versions and gives each a unique name, `fields` merges what
both sides changed. The result does not depend on which side is which.
"""

from memory_core.core.light import lean_json
from memory_core.verbs.merging import document, entries, fields, form
from memory_core.verbs.merging.document import UnmergeableError as UnmergeableError

_Line = tuple[str, int]  # a line of a log, and how many of its like stand above it


def merged(path: str, base: str, ours: str, theirs: str) -> str:
    """The text of the file at this path of a project with what both sides did to it.

    A derived file stays as ours: it is made again. `UnmergeableError` if a side cannot be read, so that nothing is
    written that would lose it.
    """
    layout = form.form_of(path)
    if layout is None:
        raise UnmergeableError("is no file whose entries can be merged")
    if layout is form.DERIVED or theirs in (ours, base):
        return ours
    if ours == base:
        return theirs
    if layout is form.LOG:
        return _log(base, ours, theirs)
    left, right = document.read(ours, layout, base), document.read(theirs, layout, base)
    try:
        before = document.read(base, layout)
    except UnmergeableError:  # of a merge of merges: then what both sides say is new to both
        before = document.read("", layout)
    return document.text(entries.joined(before, left, right, layout), layout)


def _log(base: str, ours: str, theirs: str) -> str:
    """The earlier lines that nobody removed, then the lines that each side appended, in order of time."""
    before = _lines(base)
    left, right = _lines(ours, before), _lines(theirs, before)
    appended = [line for line in {**left, **right} if line not in before]
    new = {line: min(side[line] for side in (left, right) if line in side) for line in appended}
    kept = [line for line in before if line in left and line in right]
    return "".join(f"{text}\n" for text, _ in (*kept, *sorted(new, key=lambda line: (new[line], line))))


def _lines(text: str, known: dict[_Line, tuple[str, int]] | None = None) -> dict[_Line, tuple[str, int]]:
    """The sort key of each line: its time, at least that of new lines above it, and its number."""
    seen: dict[str, int] = {}
    places = {}
    latest = ""
    for at, line in enumerate(filter(None, text.split("\n"))):
        seen[line] = seen.get(line, 0) + 1
        if (line, seen[line]) not in (known or {}):
            latest = max(latest, _time(line))
        places[line, seen[line]] = latest, at
    return places


def _time(line: str) -> str:
    try:
        return fields.time(lean_json.loads(line))
    except (ValueError, RecursionError):
        return ""
