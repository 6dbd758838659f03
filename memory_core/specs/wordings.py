"""Expressions, in several languages, for work that is blocked, resumed or done, and for what it taught."""

from typing import Final

from memory_core.language.expressions import Expressions

_RE: Final = Expressions("spec/wordings.txt")
DATE: Final = _RE["date"]
MEASURED: Final = _RE["measured"]
REACHED: Final = _RE["reached"]
UNMEASURED: Final = _RE["unmeasured"]

PHASE: Final = _RE["phase"]
FINISHED: Final = _RE["finished"]
UNFINISHED: Final = _RE["unfinished"]

LABEL: Final = _RE["label"]
BLOCKED: Final = _RE["blocked"]
WAITING: Final = _RE["waiting"]
NOT_BLOCKED: Final = _RE["not blocked"]
UNBLOCKED: Final = _RE["unblocked"]
CLEARED: Final = _RE["cleared"]

LEARNED: Final = _RE["learned"]
TAUGHT: Final = _RE["taught"]
RULE: Final = _RE["rule"]
PRACTICE: Final = _RE["practice"]
PATTERN: Final = _RE["pattern"]
REPLANNED: Final = _RE["replanned"]
