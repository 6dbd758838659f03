"""A finding of a code review (CS-FR-018)."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from memory_core.core.light.lifecycle import OPEN as OPEN
from memory_core.core.light.lifecycle import RESOLVED as RESOLVED
from memory_core.core.memory import NOTHING

SEVERITIES: Final = ("critical", "high", "medium", "low")
CATEGORIES: Final = ("security", "performance", "architecture", "quality", "tests", "documentation")


class Finding(NamedTuple):
    """What a reviewer found at one place of one commit."""

    summary: str  # one line
    file: str = ""  # path in the project, with `/`; "" where it is about all of it
    line: int = 0  # 1-based; 0 where none is named
    severity: str = "medium"  # critical | high | medium | low
    category: str = "quality"  # security | performance | architecture | quality | tests | documentation
    details: str = ""
    remediation: str = ""  # what to do about it
    id: str = ""  # uuid
    status: str = OPEN  # open | resolved
    resolution: str = ""  # what settled it; JSON null where it is open
    updated: str = ""  # UTC ISO 8601 with `Z`: when its status changed last
    extra: Mapping[str, Any] = NOTHING  # keys of others, written back as they were
