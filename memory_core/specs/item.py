"""Make items: a summary of one line, a body of bounded length."""

import re
from typing import Final

from memory_core.core.budget import clip, cut
from memory_core.core.memory import SUMMARY
from memory_core.language import markdown
from memory_core.language.document import Outline
from memory_core.specs.spec import Item

BODY: Final = 4_000  # characters
KEY: Final = 120
_TAIL: Final = 60  # characters; a summary with the same end as its body is not repeated in it
_HEADING: Final = re.compile(r"^#{1,6}(?=[ \t])", re.MULTILINE)


def made(
    kind: str,
    key: str,
    words: str,
    body: str = "",
    *,
    status: str = "active",
    place: str = "",
    line: int = 0,
    tags: tuple[str, ...] = (),
) -> Item:
    """An item; words that do not fit into its summary go into its body."""
    text = markdown.plain(words)
    summary = clip(text, SUMMARY)
    if summary != text and text[-_TAIL:] not in markdown.plain(body):
        body = f"{text}\n\n{body}"
    return Item(kind, key[:KEY].rstrip(), summary, cut(body, BODY), status, place, line, tags)


def levelled(text: str) -> str:
    """A text with its headings shifted so that the highest has level two, as in every body; code is unchanged."""
    document = Outline.parse(text)
    levels = [each.level for each in document.sections if 0 < each.level < markdown.BOLD]
    if not levels or min(levels) == 2:
        return text
    by = 2 - min(levels)
    lines = text.split("\n")
    for section in document.sections:
        if 0 < section.level < markdown.BOLD and section.line <= len(lines):
            at = section.line - 1
            lines[at] = _HEADING.sub("#" * max(2, min(6, section.level + by)), lines[at].lstrip(), count=1)
    return "\n".join(lines)
