"""What sessions ended since the last start, in words."""

import re
from collections.abc import Sequence
from typing import Final

from memory_core import redact
from memory_core.core import undo_log
from memory_core.core.budget import clip
from memory_core.learnings import learning_memories

_SHOWN: Final = 4  # of what was ended, the newest
_WORDS: Final = 90  # characters of each side
_ID: Final = re.compile(r"[\w.-]{1,64}")  # another is shown to nobody: a repository can bring it


def shown(root: str, ended: Sequence[Sequence[str]]) -> list[str]:
    """What was ended, a line each, with the way back; what was taken back since is left out."""
    steps = {name for step in undo_log.steps(root) for name in step.ids}
    cold = {memory.id for memory in learning_memories.replaced(root)}  # what the end of a session replaced is no step
    rows: dict[str, str] = {}
    for old, was, new, now in ended:
        if (old in steps or old in cold) and _ID.fullmatch(old) and _ID.fullmatch(new):
            first, second = (clip(redact.neutral(redact.clean(words)), _WORDS) for words in (was, now))
            way = f"undo: `memory-core undo {old}`" if old in steps else f"back: `jarvis memory restore --id {old}`"
            rows[old] = f"replaced: {first} [{old}] by: {second} [{new}]; {way}"
    more = len(rows) - _SHOWN
    left = [f"replaced: {more} more; `memory-core undo --list` has them"] if more > 0 else []
    return [*[*rows.values()][-_SHOWN:], *left]
