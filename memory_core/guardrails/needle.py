"""What a text must hold for an expression to match in it: most edits do not, and spare themselves the expression."""

import importlib
import re
from collections.abc import Iterable
from typing import Any, Final

from memory_core.core import budget
from memory_core.guardrails.light.check import expression

_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
_SHORTEST: Final = 2


def needle(forbidden: str) -> str:
    """A piece, folded, of every text that an expression of `forbid` matches; "" where none is known."""
    if len(forbidden) > budget.SENTENCE:
        return ""
    pattern, case = expression(forbidden)
    try:
        parsed = importlib.import_module("re._parser").parse(pattern)
        ignores = not case or bool(parsed.state.flags & re.IGNORECASE)
        runs = _runs(parsed)
        # Two more letters are an `i` where case does not count, and neither is folded to it.
        pieces = [piece for run in runs for piece in (run.split("i") if ignores else [run])]
        return max(pieces, key=len, default="") if any(len(piece) >= _SHORTEST for piece in pieces) else ""
    except Exception:  # noqa: BLE001 - no expression, or another interpreter: it is looked for without this
        return ""


def _runs(items: Iterable[Any]) -> list[str]:
    """The runs of plain letters that stand in the expression for themselves, and are not optional."""
    runs = [""]
    for operation, value in items:
        name = str(operation)
        if name == "LITERAL" and chr(value).lower() in _PLAIN:
            runs[-1] += chr(value).lower()
            continue
        if name == "SUBPATTERN" and not value[1] and not value[2]:
            runs += _runs(value[3])
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT") and value[0] > 0:
            runs += _runs(value[2])
        runs.append("")
    return runs
