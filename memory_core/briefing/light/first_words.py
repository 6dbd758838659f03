"""Assembles the text at the start of a session: ended memories, the briefing, unfinished work in git, the fence.

All texts are already escaped (`redact`). The start with a prepared briefing imports this module, so it imports as
little as possible.
"""

from memory_core.core.light.fence import around
from memory_core.core.light.units import units

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

MOST: "Final" = (
    9_200  # UTF-16 units; 9,800 with the instruction, because the client truncates the text of a hook at 10,000
)
LABEL: "Final" = "briefing of this project"
OPEN: "Final" = "## Open"


def with_open(words: str, lines: "Sequence[str]") -> str:
    """The briefing with these lines at the end of its first section, which lists open memories."""
    if not lines:
        return words
    rows = words.split("\n")
    heads = [at for at, row in enumerate(rows) if row.startswith("## ")]
    opened = next((at for at in heads if rows[at] == OPEN), -1)
    if opened < 0:
        at = heads[0] if heads else len(rows)
        return "\n".join([*rows[:at], OPEN, *lines, "", *rows[at:]])
    end = next((at for at in heads if at > opened), len(rows))
    while end > opened and not rows[end - 1]:
        end -= 1
    return "\n".join([*rows[:end], *lines, *rows[end:]])


def with_first(first: str, words: str) -> str:
    """`first` and the briefing in one fence; the last lines are dropped to fit the limit of the client."""
    rows = [*([first, ""] if first else []), *words.split("\n")]
    while len(rows) > 2 and units(fenced("\n".join(rows))) > MOST:
        del rows[-1]
    return fenced("\n".join(rows))


def fenced(words: str) -> str:
    """The briefing in tags that nothing inside it can close."""
    return around(words.strip(), LABEL)
