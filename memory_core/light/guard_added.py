"""What an edit adds: the lines that the file has afterwards and did not have before.

White space at the ends of a line does not count, nor does the order of lines: to delete, to move within the file
and to indent anew adds nothing.
"""

from memory_core.light import lean_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

TOOLS = ("Edit", "Write", "MultiEdit", "NotebookEdit")


class Lines:
    """Lines of a text, and what of them does not depend on case and white space: made when it is first asked for."""

    __slots__ = ("_folded", "_starts", "_whole", "late", "steps", "texts", "times")

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self.times: dict[str, dict[int, int]] = {}  # how often a word was found, by the numbers of the lines
        self.steps = 0  # that this took
        self.late: set[str] = set()  # words that were not looked for in all of it
        self._starts: list[int] | None = None
        self._folded: list[str] | None = None
        self._whole: str | None = None

    @property
    def folded(self) -> list[str]:
        """Each line, folded."""
        if self._folded is None:
            self._folded = [folded(text) for text in self.texts]
        return self._folded

    @property
    def whole(self) -> str:
        """All of them, folded."""
        if self._whole is None:
            self._whole = "\n".join(self.folded)
        return self._whole

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
    """What an edit does to a file: the lines that it adds, their numbers in the new text, the lines that it takes."""

    __slots__ = ("added", "numbers", "removed")

    def __init__(self, added: list[tuple[int, str]], removed: list[str]) -> None:
        self.numbers = [number for number, _ in added]
        self.added = Lines([line for _, line in added])
        self.removed = Lines(removed)


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
    return difference(old[start : len(old) - end], list(enumerate(new[start : len(new) - end], start + 1)))


def difference(old: list[str], new: list[tuple[int, str]]) -> Change:
    """What the new lines, each with its number, have more than the old ones, and the other way round."""
    left: dict[str, list[str]] = {}
    for line in old:
        left.setdefault(line.strip(), []).append(line)
    added = []
    for number, line in new:
        same = left.get(line.strip())
        if same:
            same.pop()
        elif line.strip():
            added.append((number, line))
    return Change(added, [line for lines in left.values() for line in lines if line.strip()])


def texts(tool: str, given: "Mapping[str, Any]", present: str | None) -> tuple[str, str]:
    """A file before and after the edit; where it is not known (`present` is None) the pieces that the edit names."""
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
    if wanted.startswith("cell-") and wanted[5:].isdecimal():
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
