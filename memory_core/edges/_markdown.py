"""Markdown into blocks. Only the structure is parsed by the library: inline marks stay as they are written."""

import re
from collections.abc import Callable
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from memory_core.domain.aidd.block import Block

# Without references: a line that defines one is a paragraph that says nothing, and no list of them can cost time.
_PARSER: Final = MarkdownIt("commonmark").enable("table").disable(["inline", "reference"])
_CHECK_BOX: Final = re.compile(r"\[([ xX])\](?:\s+|$)")
_BOLD_LINE: Final = re.compile(r"(\*\*|__)(?!\s)(?:(?!\1)[^\n])+\1\s*[:：]?")
# A line of tags would make raw HTML of the prose below it.
_TAGS_ALONE: Final = re.compile(r"^[ \t]*(?:</?[A-Za-z][\w.-]*(?:\s[^<>\n]*)?/?>[ \t]*)+$", re.MULTILINE)
_WIDE: Final = re.compile(
    r"^(?:[^|\n]*+\|){100}[^\n]*$", re.MULTILINE
)  # no table that somebody reads; its cells take time
_ALERT: Final = re.compile(r"\[!\w+\]\s*")
_BOLD: Final = 7  # the level of a line in bold that stands alone


def blocks(text: str) -> list[Block]:
    """What the text says, block by block, in its order; code and raw HTML are left out."""
    return _Walk().read(_PARSER.parse(_WIDE.sub("", _TAGS_ALONE.sub("", text))))


class _List:
    """A list that is open, or a quote: the paragraph before it, and the first words of its open item."""

    def __init__(self, lead: str) -> None:
        self.lead = lead
        self.item: str | None = None  # None until the open item has said something
        self.checked: bool | None = None


class _Walk:
    def __init__(self) -> None:
        self.found: list[Block] = []
        self.headings: list[tuple[int, str]] = []
        self.lists: list[_List] = []
        self.quotes: list[bool] = []  # whether the quote is an alert, which speaks for the document
        self.last = ""  # the paragraph right before
        self.heading = 0
        self.columns: list[str] = []
        self.cells: list[str] = []
        self.is_head = False
        self.in_table = False
        self.handlers: dict[str, Callable[[Token], None]] = {
            "heading_open": self.open_heading,
            "inline": self.say,
            "bullet_list_open": self.open_list,
            "ordered_list_open": self.open_list,
            "bullet_list_close": self.close_list,
            "ordered_list_close": self.close_list,
            "list_item_open": self.open_item,
            "blockquote_open": self.open_quote,
            "blockquote_close": self.close_quote,
            "table_open": self.open_table,
            "table_close": self.close_table,
            "thead_open": self.open_head,
            "thead_close": self.close_head,
            "tr_close": self.close_row,
        }

    def read(self, tokens: list[Token]) -> list[Block]:
        for token in tokens:
            handler = self.handlers.get(token.type)
            if handler:
                handler(token)
            elif token.type == "hr":
                self.last = ""
        return self.found

    def above(self) -> tuple[str, ...]:
        """What stands over a new list or table, or over a further paragraph of an item."""
        parts: list[str] = []
        for one in self.lists:
            parts += [one.lead, one.item or ""]
        return tuple(part for part in parts if part)

    def open_heading(self, token: Token) -> None:
        self.heading = int(token.tag[1])

    def say(self, token: Token) -> None:
        line = (token.map or [0])[0] + 1
        if self.in_table:
            self.cells.append(token.content)
            self.line = line
        elif self.heading:
            self.put_heading(self.heading, token.content, line)
            self.heading = 0
        else:
            self.paragraph(token.content, line)

    def put_heading(self, level: int, text: str, line: int) -> None:
        while self.headings and self.headings[-1][0] >= level:
            self.headings.pop()
        self.put("heading", text, line, level=level)
        self.headings.append((level, text))
        self.last = ""

    def paragraph(self, text: str, line: int) -> None:
        if self.quotes and (alert := _ALERT.match(text)):
            self.quotes[-1] = True
            line += text.count("\n", 0, alert.end())
            text = text[alert.end() :]
        if self.quotes and not all(self.quotes):
            self.put("quote", text, line)
        elif self.lists and self.lists[-1].item is None:
            self.item(text, line)
        elif not self.lists and _BOLD_LINE.fullmatch(text.strip()):
            self.put_heading(_BOLD, text, line)
        else:
            self.put("paragraph", text, line, above=self.above())
            self.last = text

    def item(self, text: str, line: int) -> None:
        mark = _CHECK_BOX.match(text)
        checked = mark[1] != " " if mark else None
        text = text[mark.end() :] if mark else text
        inner = self.lists[-1]
        above = self.above()
        inner.item, inner.checked = text, checked
        self.put("item", text, line, level=len(self.lists), above=above, checked=checked)
        self.last = ""

    def put(
        self,
        kind: str,
        text: str,
        line: int,
        *,
        level: int = 0,
        above: tuple[str, ...] = (),
        checked: bool | None = None,
    ) -> None:
        headings = tuple(text for _, text in self.headings)
        self.found.append(Block(kind, text, line, level, headings, above, checked))

    def open_list(self, _: Token) -> None:
        self.lists.append(_List(self.last))
        self.last = ""

    def close_list(self, _: Token) -> None:
        self.lists.pop()
        self.last = ""

    def open_item(self, _: Token) -> None:
        self.lists[-1].item = None

    def open_quote(self, _: Token) -> None:
        self.quotes.append(False)

    def close_quote(self, _: Token) -> None:
        self.quotes.pop()
        self.last = ""

    def open_table(self, _: Token) -> None:
        self.in_table, self.cells = True, []

    def close_table(self, _: Token) -> None:
        self.in_table, self.last = False, ""

    def open_head(self, _: Token) -> None:
        self.is_head = True

    def close_head(self, _: Token) -> None:
        self.is_head = False

    def close_row(self, _: Token) -> None:
        cells, self.cells = tuple(self.cells), []
        if self.is_head:
            self.columns = list(cells)
        elif any(cells) and (not self.quotes or all(self.quotes)):
            above = (*self.above(), self.last) if self.last else self.above()
            headings = tuple(text for _, text in self.headings)
            text = " | ".join(cells)
            self.found.append(Block("row", text, self.line, 0, headings, above, None, tuple(self.columns), cells))
