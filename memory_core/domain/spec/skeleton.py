"""The documents of a spec as they begin, and what the front matter of its README says."""

import re
from typing import Final, NamedTuple

from memory_core.domain.spec.spec import COMPLETED, IMPLEMENTATION, PLANNING

_HEAD: Final = re.compile(r"\A(?:#[^\n]*\n\s*)?(?:---|```ya?ml)[ \t\r]*\n(.*?)^(?:---|```)", re.DOTALL | re.MULTILINE)
_KEY: Final = re.compile(r"^([\w-]+):(.*)$", re.MULTILINE)
_TITLE: Final = re.compile(r"^#[ \t]+(\S.*)$", re.MULTILINE)
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_PHASES: Final = {
    "in-progress": IMPLEMENTATION, "implementation": IMPLEMENTATION, "implementing": IMPLEMENTATION,
    "active": IMPLEMENTATION, "completed": COMPLETED, "complete": COMPLETED, "closed": COMPLETED, "done": COMPLETED,
}  # fmt: skip


class Told(NamedTuple):
    """What a README says of its spec."""

    title: str
    phase: str
    created: str  # day, "" where none is named


def told(readme: str) -> Told:
    """What a README says of its spec, however it was written: title, phase, and the day it was begun."""
    head = _HEAD.match(readme)
    keys = {key.casefold(): _plain(value) for key, value in _KEY.findall(head[1] if head else "")}
    heading = _TITLE.search(readme)
    title = keys.get("title") or keys.get("project_name") or (_plain(heading[1]) if heading else "")
    day = _DAY.search(keys.get("created", ""))
    word = keys.get("status", "").casefold().replace("_", "-").replace(" ", "-")
    return Told(title, _PHASES.get(word, PLANNING), day[0] if day else "")


def _plain(value: str) -> str:
    return value.strip().strip("\"'").rstrip("# \t")
