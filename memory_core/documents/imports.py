"""The files that a document of the client imports, by the client's own rule."""

import re
from typing import Final

from memory_core.language import markdown

MOST: Final = 50  # of one document
_IMPORT: Final = re.compile(r"(?:^|(?<=\s))@([^\s`]{1,400})")
_CODE: Final = re.compile(r"``[^`]*``|`[^`]*`")


def imports(said: str) -> list[str]:
    """The paths that a text imports: behind an `@` that begins a word, outside of code."""
    if "@" not in said:
        return []
    outline = markdown.outline(said)
    lines = (line for at, line in enumerate(outline.lines) if at not in outline.code and "@" in line)
    names = (name for line in lines for name in _IMPORT.findall(_CODE.sub(" ", line)))
    return list(dict.fromkeys(names))[:MOST]
