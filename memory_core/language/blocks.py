"""Split a Markdown document into blocks, line by line in linear time: CommonMark's containers, and tables.

Inline markup is unchanged; code and raw HTML are left out. Facts of tickets need more than `document.Outline` has: the
item around a paragraph, table or list, its lead-in, underlined headings, tables without outer bars, alerts. Specs need
constructs that are no blocks here: a question in bold directly above its answer, rows without a head.
"""

import re
from typing import Final, NamedTuple

from memory_core import data
from memory_core.language import markdown


class Block(NamedTuple):
    """A block in Markdown; code, comments and front matter are no blocks."""

    kind: str  # heading | paragraph | item | row | quote
    text: str  # inline Markdown, its line breaks kept; of a row its cells
    line: int  # from 1
    level: int = 0  # of a heading 1 to 6, 7 for a line in bold; of an item how deep it lies, from 1
    headings: tuple[str, ...] = ()  # above the block, outermost first
    above: tuple[str, ...] = ()  # the paragraph right before its list or table, then the items that it is part of
    checked: bool | None = None  # state of a check box; None without a box
    columns: tuple[str, ...] = ()  # of a row: the names of the table's columns
    cells: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()  # of the cells, if they have separate lines


BOLD: Final = markdown.BOLD
_MARGIN: Final = 3  # blanks; text with a larger indent is code
_DEEPEST: Final = 10  # nested lists and quotes; anything deeper is text
_CHECK_BOX: Final = re.compile(r"\[([ xX])\](?:\s+|$)")
_BOLD_LINE: Final = re.compile(r"(\*\*|__)(?!\s)(?:(?!\1)[^\n])+\1\s*[:：]?")
_ALERT: Final = re.compile(r"\[!\w+\]\s*")
_ITEM: Final = re.compile(r"([-*+]|(\d{1,9})[.)])(?:[ \t]|$)")
_RULE: Final = re.compile(r"(?:\*[ \t]*){3,}$|(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$")
_UNDERLINE: Final = re.compile(r"(=+|-+)[ \t]*$")
_DELIMITERS: Final = re.compile(r"[|:-][|:\- \t]*$")
_DELIMITER: Final = re.compile(r":?-+:?")
# A line of tags would make raw HTML of the prose below it.
_TAGS_ALONE: Final = re.compile(r"[ \t]*(?:</?[A-Za-z][\w.-]*(?:\s[^<>\n]*)?/?>[ \t]*)+$")
_CELLS: Final = 100  # of a row; no wider table is read
_COMMENT: Final = "<!--"
_HTML: Final = re.compile(rf"{_COMMENT}|{data.named('text/blocks.txt')['tag'][0]}", re.IGNORECASE)


def blocks(text: str) -> list[Block]:
    """The blocks of a text, in order."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        is_left_out = _TAGS_ALONE.match(line) or line.count("|") >= _CELLS
        reader.read("" if is_left_out else line, number)
    reader.end_paragraph()
    return reader.blocks


class _Quote:
    """An open quote."""

    is_alert = False  # an alert counts as text of the document


class _List:
    """An open list: its lead-in, and its last item."""

    def __init__(self, mark: str, lead: str) -> None:
        self.mark, self.lead = mark, lead
        self.is_between = True  # whether its last item has ended and the next is to begin
        self.column = 0  # column in which the text of the item begins
        self.is_blank = False  # whether the item began with a blank line and is still empty
        self.item: str | None = None  # the first text of the item; None until there is any


class _Reader:
    """Reads line by line. Open are nested quotes and lists, and in the innermost a paragraph, table or code."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.headings: list[tuple[int, str]] = []
        self.open: list[_Quote | _List] = []
        self.last = ""  # the paragraph right before
        self.paragraph: list[str] = []
        self.start = 0  # the line in which the paragraph begins
        self.columns: tuple[str, ...] = ()  # of the table
        self.fence = ""
        self.html = ""  # how the raw HTML began: a comment ends with its mark, all else with a blank line

    def read(self, line: str, number: int) -> None:
        depth, rest = self.matched(_untabbed(line))
        if depth < len(self.open):
            if self.paragraph and rest.strip() and not (_item(rest) or _begins(rest)):
                self.paragraph.append(rest)
                return
            self.close(depth, rest)
        elif self.in_code(rest):
            return
        while (inner := self.opened(rest)) is not None:
            rest = inner
        self.leaf(rest, number)

    def matched(self, line: str) -> tuple[int, str]:
        """(the number of open quotes and lists that a line continues, the rest of the line)."""
        for depth, outer in enumerate(self.open):
            indent = _indent(line)
            if isinstance(outer, _Quote):
                if indent > _MARGIN or line[indent : indent + 1] != ">":
                    return depth, line
                line = line[indent + 1 :].removeprefix(" ")
            elif not line.strip() and not outer.is_blank:
                line = ""
            elif indent >= outer.column and line.strip():
                line = line[outer.column :]
            else:
                return depth, line
        return len(self.open), line

    def close(self, depth: int, rest: str) -> None:
        """End the containers that a line does not continue; a list stays open if the line is its next item."""
        self.end_leaf()
        outer = self.open[depth]
        item = _item(rest)
        goes_on = isinstance(outer, _List) and item is not None and item[1][-1] == outer.mark
        if isinstance(outer, _List) and goes_on:
            outer.is_between = True
        if goes_on and depth + 1 == len(self.open):
            return
        del self.open[depth + goes_on :]
        self.last = ""

    def end_leaf(self) -> None:
        self.end_paragraph()
        self.end_table()
        self.fence = self.html = ""

    def end_table(self) -> None:
        if self.columns:
            self.columns, self.last = (), ""

    def in_code(self, rest: str) -> bool:
        """Whether a line belongs to open code or raw HTML; ends it if the line does."""
        if self.fence:
            self.fence = "" if markdown.closes(rest, self.fence) else self.fence
            return True
        if self.html:
            self.html = "" if _ends(rest, self.html) else self.html
            return True
        return False

    def opened(self, rest: str) -> str | None:
        """The rest of a line after the quote or item that it begins; None if it begins none."""
        if len(self.open) >= _DEEPEST or _indent(rest) > _MARGIN:
            return None
        bare = rest.lstrip()
        if bare.startswith(">"):
            self.end_leaf()
            self.open.append(_Quote())
            return bare[1:].removeprefix(" ")
        item = _item(rest)
        if item is None or (self.paragraph and not _interrupts(item, bare)):
            return None
        self.end_leaf()
        return self.open_item(item[1], _indent(rest), bare[item.end(1) :])

    def open_item(self, mark: str, indent: int, behind: str) -> str:
        """The text of an item that begins here, in the open list or in a new one."""
        inner = self.open[-1] if self.open else None
        if not (isinstance(inner, _List) and inner.is_between):
            inner = _List(mark[-1], self.last)
            self.open.append(inner)
            self.last = ""
        gap = _indent(behind) if behind.strip() else 1
        gap = 1 if gap > _MARGIN + 1 else gap
        inner.is_between, inner.is_blank, inner.item = False, not behind.strip(), None
        inner.column = indent + len(mark) + gap
        return behind[gap:]

    def leaf(self, rest: str, number: int) -> None:
        """Read a line without the marks of its quotes and items."""
        bare, is_indented = rest.strip(), _indent(rest) > _MARGIN
        if bare:
            for listing in self.lists():
                listing.is_blank = False
        if not bare:
            self.end_paragraph()
            self.end_table()
        elif self.columns and not is_indented and not _begins(rest):
            self.row(bare, number)
        elif is_indented and self.paragraph:
            self.paragraph.append(rest)
        elif is_indented:
            self.end_table()  # and code begins
        elif not (self.underlined(bare) or self.begun(rest, bare, number)):
            self.start = self.start if self.paragraph else number
            self.paragraph.append(rest)

    def underlined(self, bare: str) -> bool:
        """Whether a line turns the paragraph above it into a heading or the head of a table."""
        if not self.paragraph:
            return False
        head = self.paragraph[-1]
        if _DELIMITERS.match(bare) and "|" in head and _indent(head) <= _MARGIN:
            cells, marks = markdown.cells(head), markdown.cells(bare)
            if len(cells) == len(marks) and all(map(_DELIMITER.fullmatch, marks)):
                self.paragraph.pop()
                self.end_paragraph()
                self.columns = cells
                return True
        if _UNDERLINE.match(bare):
            text, self.paragraph = "\n".join(self.paragraph).strip(), []
            self.put_heading(1 if bare[0] == "=" else 2, text, self.start)
            return True
        return False

    def begun(self, rest: str, bare: str, number: int) -> bool:
        """Whether a line is a heading or a rule, or begins code or raw HTML."""
        if mark := markdown.fence(rest):
            self.end_leaf()
            self.fence = mark
        elif _RULE.match(bare):
            self.end_leaf()
            self.last = ""
        elif heading := markdown.heading(rest):
            self.end_leaf()
            self.put_heading(*heading, number)
        elif html := _html(bare):
            self.end_leaf()
            self.html = "" if _ends(bare, html) else html
        else:
            return False
        return True

    def row(self, bare: str, number: int) -> None:
        many = len(self.columns)
        cells = (*markdown.cells(bare), *[""] * many)[:many]
        if any(cells) and self.speaks():
            above = (*self.above(), self.last) if self.last else self.above()
            text = " | ".join(cells)
            self.blocks.append(Block("row", text, number, 0, self.titles(), above, None, self.columns, cells))

    def end_paragraph(self) -> None:
        if not self.paragraph:
            return
        text, line = "\n".join(self.paragraph).strip(), self.start
        self.paragraph = []
        quotes = [outer for outer in self.open if isinstance(outer, _Quote)]
        if quotes and (alert := _ALERT.match(text)):
            quotes[-1].is_alert = True
            line += text.count("\n", 0, alert.end())
            text = text[alert.end() :]
        lists = self.lists()
        if not self.speaks():
            self.blocks.append(Block("quote", text, line, 0, self.titles()))
        elif lists and lists[-1].item is None:
            self.put_item(lists, text, line)
        elif not lists and _BOLD_LINE.fullmatch(text.strip()):
            self.put_heading(BOLD, text, line)
        else:
            self.blocks.append(Block("paragraph", text, line, 0, self.titles(), self.above()))
            self.last = text

    def put_heading(self, level: int, text: str, line: int) -> None:
        while self.headings and self.headings[-1][0] >= level:
            self.headings.pop()
        self.blocks.append(Block("heading", text, line, level, self.titles()))
        self.headings.append((level, text))
        self.last = ""

    def put_item(self, lists: list[_List], text: str, line: int) -> None:
        mark = _CHECK_BOX.match(text)
        checked = mark[1] != " " if mark else None
        text = text[mark.end() :] if mark else text
        self.blocks.append(Block("item", text, line, len(lists), self.titles(), self.above(), checked))
        lists[-1].item = text
        self.last = ""

    def titles(self) -> tuple[str, ...]:
        """The headings above the current block, outermost first."""
        return tuple(text for _, text in self.headings)

    def lists(self) -> list[_List]:
        return [outer for outer in self.open if isinstance(outer, _List)]

    def above(self) -> tuple[str, ...]:
        """The texts above a new list or table, or above a further paragraph of an item."""
        parts = [part for listing in self.lists() for part in (listing.lead, listing.item)]
        return tuple(part for part in parts if part)

    def speaks(self) -> bool:
        """Whether the current block is not quoted."""
        return all(outer.is_alert for outer in self.open if isinstance(outer, _Quote))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _untabbed(line: str) -> str:
    """The line with its leading tabs as blanks."""
    indent = _indent(line)
    return line[:indent].expandtabs(_MARGIN + 1) + line[indent:]


def _item(rest: str) -> re.Match[str] | None:
    """The match of the item mark at the beginning of a line; None if there is none."""
    bare = rest.lstrip()
    return _ITEM.match(bare) if _indent(rest) <= _MARGIN and not _RULE.match(bare) else None


def _interrupts(item: re.Match[str], bare: str) -> bool:
    """Whether an item may follow a paragraph without a blank line: it has text, and begins a list at 1."""
    return bool(bare[item.end() :].strip()) and item[2] in (None, "1")


def _begins(rest: str) -> bool:
    """Whether a line begins a block, so that it does not continue a paragraph or a table."""
    bare = rest.lstrip()
    if _indent(rest) > _MARGIN:
        return False
    if bare.startswith(">") or markdown.fence(rest) or markdown.heading(rest) or _RULE.match(bare) or _html(bare):
        return True
    item = _item(rest)
    return item is not None and _interrupts(item, bare)


def _html(bare: str) -> str:
    """The beginning of raw HTML in a line; "" if there is none."""
    tag = _HTML.match(bare) if bare.startswith("<") else None
    return tag[0] if tag else ""


def _ends(rest: str, html: str) -> bool:
    """Whether a line ends the raw HTML that began with `html`."""
    return "-->" in rest if html == _COMMENT else not rest.strip()
