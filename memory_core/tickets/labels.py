"""Lines that begin with a label of their own: what Markdown takes for one paragraph is a row each for a reader."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from memory_core.language.blocks import Block
from memory_core.tickets import inline

_MOST: Final = 200  # lines of a block that are looked at
_SENTENCE: Final = re.compile(r"[.!?:;…)。！？：；\"”`*]\s*\\?$")
_LEVEL: Final = re.compile(r"[*_`]*(?:must|should|shall|may)(?: not)?[*_`]*[:：][*_`]*\s+\S", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d{1,2}(?:\.\d{1,3}){1,4}[.)]?\s+(?=[^\W\d_])")
_LETTERS: Final = re.compile(r"[A-Z]+")


def parted(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, each line that begins with a label one of its own."""
    last: dict[str, str] = {}  # what a block said, and its last row
    for one in blocks:
        block = one._replace(above=tuple(last.get(above, above) for above in one.above)) if last else one
        rows = _rows(block.text) if block.kind in ("paragraph", "item") and "\n" in block.text else []
        if len(rows) < 2:
            yield block
            continue
        lines = block.text.split("\n")
        for begin, end in zip(rows, [*rows[1:], len(lines)], strict=True):
            text = "\n".join(lines[begin:end]).rstrip(" \\")
            yield block._replace(kind="item", level=max(1, block.level), text=text, line=block.line + begin)
        last[block.text] = text


def _rows(text: str) -> list[int]:
    """The lines at which a row begins, the first among them."""
    lines = text[: inline.LONGEST].split("\n")[:_MOST]
    first = inline.labelled(lines[0])[0]
    begins = [at for at, line in enumerate(lines) if at and _begins(line, lines[at - 1], first)]
    return [0, *begins] if first or _NUMBER.match(lines[0]) or _LEVEL.match(lines[0]) or len(begins) > 1 else [0]


def _begins(line: str, before: str, first: str) -> bool:
    if _LEVEL.match(line) or (_NUMBER.match(line) and _SENTENCE.search(before)):
        return True
    label, rest = inline.labelled(line)
    if not label or not rest.strip():
        return False
    return bool(_SENTENCE.search(before)) or _letters(label) == _letters(first)


def _letters(label: str) -> str:
    match = _LETTERS.match(label)
    return match[0] if match else ""
