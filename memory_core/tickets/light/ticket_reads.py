"""Which reads of a ticket's files can be replaced by its packs (AIDD-43).

The hook before a read loads this module, so it imports neither `re` nor `typing`.
"""

FOLDER = "aidd/"
MEMORY = "aidd/reports/memory/"
LINES, CHARS = 200, 8_000  # a document above either limit is long
_PACKS = (".semantic.pack.json", ".decisions.pack.json")
_SLICE = "-memory-slice-"  # follows the ticket in the name of a slice
_FIRST = (".pack.json", ".pack.md", ".readmap.json", ".readmap.md")  # short files, or first in the read chain
_SEPARATORS = ".-_"


def packed(path: str) -> str:
    """The ticket of a pack or a slice at this path; "" for any other file."""
    name = path.rpartition("/")[2]
    if path.startswith(MEMORY):
        for end in _PACKS:
            if name.endswith(end):
                return _ticket(name[: -len(end)])
    elif path.startswith(FOLDER) and name.endswith(".pack.json") and _SLICE in name:
        return _ticket(name.partition(_SLICE)[0])
    return ""


def packs(ticket: str) -> tuple[str, ...]:
    """The paths of a ticket's packs, the semantic pack first."""
    return tuple(f"{MEMORY}{ticket}{end}" for end in _PACKS)


def tickets(path: str) -> list[str]:
    """The tickets that a document may belong to by its path, the longest name first; [] for other files.

    `aidd/docs/prd/ABC-1.prd.md` may belong to `ABC-1.prd` or `ABC-1`, but not to `ABC`, which is another ticket.
    """
    if not path.startswith(FOLDER) or path.startswith(MEMORY) or path.endswith(_FIRST):
        return []
    result = []
    for piece in path.split("/")[1:]:
        for at, char in enumerate([*piece, "."]):
            goes_on = piece[at + 1 : at + 2].isdigit() and char != "."
            if char in _SEPARATORS and not goes_on and (name := _ticket(piece[:at])) and name not in result:
                result.append(name)
    return sorted(result, key=len, reverse=True)[:24]


def is_long(text: str) -> bool:
    """Whether a document is so long that its pack should be read first."""
    return len(text) > CHARS or lines(text) > LINES


def is_whole(given: "dict[str, object]", many: int) -> bool:
    """Whether a read covers all `many` lines of a file."""
    offset, limit = given.get("offset"), given.get("limit")
    from_start = not isinstance(offset, int) or offset <= 1
    return from_start and (not isinstance(limit, int) or limit >= many)


def lines(text: str) -> int:
    """The number of lines of a text."""
    return text.count("\n") + (not text.endswith("\n") and text != "")


def _ticket(name: str) -> str:
    """The name if it can be a ticket's (`places.ticket`), else ""."""
    if not name or len(name) > 80 or not name[0].isalnum() or name[-1] == "." or ".." in name:
        return ""
    return name if all(char.isascii() and (char.isalnum() or char in "._-") for char in name) else ""
