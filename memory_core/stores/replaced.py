"""What sessions ended since the user was last told: a file beside what is derived, read once."""

import json
import os
from collections.abc import Iterable

from memory_core.stores import files, user


def _path(root: str) -> str:
    return os.path.join(user.derived(root), "replaced.jsonl")


def add(root: str, ended: Iterable[tuple[str, str, str, str]]) -> None:
    """Add what was ended: id and words of the older memory, then those of the newer. The words have no secrets."""
    lines = [json.dumps(one, ensure_ascii=False) + "\n" for one in ended]
    if lines:
        files.make(user.derived(root))
        files.append(_path(root), "".join(lines).encode("utf-8", "replace"), durable=False)


def take(root: str) -> list[list[str]]:
    """All that was added, the oldest first; the next who asks gets none of it."""
    text = files.read(_path(root))
    if text is None:
        return []
    files.remove(_path(root))
    rows = []
    for line in text.split("\n"):
        try:
            found = json.loads(line)
        except ValueError:  # a killed process left it unfinished
            continue
        if isinstance(found, list) and len(found) == 4:
            rows.append([*map(str, found)])
    return rows
