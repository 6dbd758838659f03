"""A block of a document: what a line of a list, a paragraph or a row of a table says, and what it stands under."""

from typing import NamedTuple


class Block(NamedTuple):
    """One block, in the document's own Markdown; code, comments and front matter are none."""

    kind: str  # heading | paragraph | item | row | quote
    text: str  # inline Markdown, its line breaks kept; of a row its cells
    line: int  # from 1
    level: int = 0  # of a heading 1 to 6, 7 for a line in bold; of an item how deep it lies, from 1
    headings: tuple[str, ...] = ()  # that it stands under, outermost first
    above: tuple[str, ...] = ()  # the paragraph right before its list or table, then the items that it is part of
    checked: bool | None = None  # of a check box; None where there is none
    columns: tuple[str, ...] = ()  # of a row: what the table's columns are called
    cells: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()  # of the cells, where each has one of its own
