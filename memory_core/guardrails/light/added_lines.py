"""The lines that an edit adds: those that the file has afterwards and did not have before.

White space at the ends of a line and the order of lines do not count: deleting, moving within the file and indenting
add nothing.
"""

from memory_core.core.light import lean_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NEAR = 40  # lines before and behind those that change in which a match may begin or end
TOOLS = ("Edit", "Write", "MultiEdit", "NotebookEdit")


class Lines:
    """Some lines of a text.

    `texts` are the lines, `source` all known lines of the text, and `at` the indexes of `texts` in it, because an
    expression may match over several lines. The case-folded forms are made at their first use.
    """

    __slots__ = ("_folded", "_near", "_starts", "_whole", "at", "late", "source", "steps", "texts", "times")

    def __init__(self, texts: list[str], at: list[int] | None = None, source: list[str] | None = None) -> None:
        self.texts = texts
        self.source = texts if source is None else source
        self.at = list(range(len(texts))) if at is None else at
        self.times: dict[str, dict[int, int]] = {}  # how often a word was found, by the numbers of the lines
        self.steps = 0  # that this took
        self.late: set[str] = set()  # words that were not looked for in all of it
        self._starts: list[int] | None = None
        self._folded: list[str] | None = None
        self._whole: str | None = None
        self._near: str | None = None

    @property
    def folded(self) -> list[str]:
        """Each line, folded."""
        if self._folded is None:
            self._folded = [folded(text) for text in self.texts]
        return self._folded

    @property
    def whole(self) -> str:
        """All lines, case-folded."""
        if self._whole is None:
            self._whole = "\n".join(self.folded)
        return self._whole

    @property
    def near(self) -> str:
        """The lines with those around them that a match may cover as well, folded."""
        if len(self.texts) == len(self.source) or not self.at:
            return self.whole
        if self._near is None:
            around = self.source[max(self.at[0] - NEAR, 0) : self.at[-1] + NEAR + 1]
            self._near = "\n".join([folded(text) for text in around])
        return self._near

    @property
    def starts(self) -> list[int]:
        """Where in the whole each line begins."""
        if self._starts is None:
            self._starts, at = [], 0
            for line in self.folded:
                self._starts.append(at)
                at += len(line) + 1
        return self._starts


class Change:
    """What an edit does to a file: the lines that it adds, their numbers in the new text, the lines that it removes."""

    __slots__ = ("added", "numbers", "removed")

    def __init__(self, numbers: list[int], added: Lines, removed: Lines) -> None:
        self.numbers, self.added, self.removed = numbers, added, removed


def folded(text: str) -> str:
    """The text in one case, its white space single blanks."""
    return " ".join(text.casefold().split())


def change(before: str, after: str) -> Change:
    """The difference of two texts as multisets of lines."""
    old, new = before.split("\n"), after.split("\n")
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    left, added = _apart(old[start : len(old) - end], new[start : len(new) - end])
    return Change(
        [start + at + 1 for at in added],
        Lines([new[start + at] for at in added], [start + at for at in added], new),
        Lines([old[start + at] for at in left], [start + at for at in left], old),
    )


def difference(old: list[str], new: list[tuple[int, str]]) -> Change:
    """The same of pieces of two texts: lines that go, and lines that come, each with its number."""
    left, added = _apart(old, [line for _, line in new])
    lines = [line for _, line in new]
    return Change(
        [new[at][0] for at in added],
        Lines([lines[at] for at in added], added, lines),
        Lines([old[at] for at in left], left, old),
    )


def _apart(old: list[str], new: list[str]) -> tuple[list[int], list[int]]:
    """(the indexes of the lines only in the old text, of those only in the new text), without blank lines."""
    left: dict[str, list[int]] = {}
    for at, line in enumerate(old):
        left.setdefault(line.strip(), []).append(at)
    added = []
    for at, line in enumerate(new):
        if same := left.get(line.strip()):
            same.pop()
        elif line.strip():
            added.append(at)
    return sorted(at for places in left.values() for at in places if old[at].strip()), added


def texts(tool: str, given: "Mapping[str, Any]", present: str | None) -> tuple[str, str]:
    """A file before and after the edit; if the file is not known (`present` is None), the pieces in the edit."""
    if tool == "Write":
        return _unix(present or ""), _unix(_text(given, "content"))
    if tool == "NotebookEdit":
        return _cell(given, present or "")
    edits = given.get("edits") if tool == "MultiEdit" else [given]
    before = after = _unix(present or "")
    apart: list[tuple[str, str]] = []
    for edit in edits if isinstance(edits, list) else ():
        if isinstance(edit, dict):
            old, new = _unix(_text(edit, "old_string")), _unix(_text(edit, "new_string"))
            if old and old in after:
                after = after.replace(old, new, -1 if edit.get("replace_all") is True else 1)
            elif not old and not after:
                after = new
            else:  # the client will say so; meanwhile the pieces stand for the whole
                apart.append((old, new))
    return _joined([before, *(old for old, _ in apart)]), _joined([after, *(new for _, new in apart)])


def _joined(pieces: list[str]) -> str:
    return "\n".join(piece for piece in pieces if piece)


def _cell(given: "Mapping[str, Any]", notebook: str) -> tuple[str, str]:
    """The source of the cell that an edit of a notebook is about, before and after."""
    mode, new = given.get("edit_mode"), _unix(_text(given, "new_source"))
    if mode == "insert":
        return "", new
    return _unix(_source(given, notebook)), "" if mode == "delete" else new


def _source(given: "Mapping[str, Any]", notebook: str) -> str:
    try:
        whole = lean_json.loads(notebook)
    except (ValueError, RecursionError):
        return ""
    cells = whole.get("cells") if isinstance(whole, dict) else None
    wanted, number = _text(given, "cell_id"), given.get("cell_number")
    if wanted.startswith("cell-") and wanted[5:].isdecimal() and len(wanted) < 12:
        number = int(wanted[5:])  # how the client calls the cells of a notebook without ids
    for at, cell in enumerate(cells if isinstance(cells, list) else ()):
        if isinstance(cell, dict) and (cell.get("id") == wanted if wanted and "id" in cell else at == number):
            source = cell.get("source")
            return "".join(map(str, source)) if isinstance(source, list) else str(source or "")
    return ""


def _text(given: "Mapping[str, Any]", key: str) -> str:
    value = given.get(key)
    return value if isinstance(value, str) else ""


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n") if "\r" in text else text
