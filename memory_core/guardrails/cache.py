"""The cache of the check of edits, made again from `IRIS_MEMORY.json` whenever it does not match the file.

Each expression is stored with its `needle`: a string that a text must contain for the expression to match.
"""

import importlib
import json
import re
from collections.abc import Iterable
from typing import Any, Final

from memory_core import redact
from memory_core.core import budget, log
from memory_core.core.light import globs
from memory_core.core.memory import Memory, stated_reason
from memory_core.guardrails import rules_file
from memory_core.guardrails.file_format import Problem
from memory_core.guardrails.light import store
from memory_core.guardrails.light.check import (
    FORBIDS,
    REMINDS,
    expression,
    forbidden,
    is_expression,
    is_matched,
    keeps_place,
)

KINDS: Final = ("constraint", "exception", "rejection")
_TOLD: Final = 5  # problems that a line of the log names


def made(root: str, stamp: str) -> list[str]:
    """Make and keep the lines of the cache for this state of the file; faults of the file are logged once."""
    rails = rules_file.read(root)
    lines = [line_of(memory) for memory in _newest(rails.memories) if _is_of_edits(memory)]
    if store.keep_rules(root, stamp, lines) and rails.problems:
        log.write("guard", _logged(rails.problems), root)
    return lines


def _newest(memories: tuple[Memory, ...]) -> list[Memory]:
    """Newest first; of one day the last in the file first."""
    at = range(len(memories))
    return [memories[place] for place in sorted(at, key=lambda place: (memories[place].created, place), reverse=True)]


def _is_of_edits(memory: Memory) -> bool:
    """Whether an edit can meet the rule; a rejection of the whole project is for the briefing and the review."""
    if memory.kind not in KINDS or memory.status != "active":
        return False
    return memory.kind == "constraint" or is_matched(memory) or not globs.is_whole(memory.scope.path)


def line_of(memory: Memory) -> str:
    """A guard rail as a line of the cache."""
    scope = ",".join(" ".join(part.split()) for part in globs.parts(memory.scope.path))
    attrs = memory.attrs
    forbid = forbidden(memory)
    expires = "" if attrs.get("permanent") else str(attrs.get("expires_on") or "")
    words = (memory.summary, stated_reason(memory), str(attrs.get("instead") or ""))
    rest = [memory.kind, *(redact.clean(text) for text in words)]
    rest += [str(attrs.get("enforce") or "remind"), expires if memory.kind == "rejection" else ""]
    require = attrs.get("require") if memory.kind != "exception" else None
    rest += [" ".join(attrs.get("counts") or ()), json.dumps(require) if require else ""]
    rest += [piece for text in forbid for piece in (text, needle(text) if is_expression(text) else "")]
    sort = FORBIDS if is_matched(memory) or keeps_place(memory) else REMINDS
    return f"{scope}\t{' '.join(memory.id.split())}\t{sort}\t{json.dumps(rest)}"


def _logged(problems: tuple[Problem, ...]) -> str:
    shown = "; ".join(f"{problem.place}: {problem.what}" for problem in problems[:_TOLD])
    more = f"; and {len(problems) - _TOLD} more" if len(problems) > _TOLD else ""
    return f"{shown}{more}. The guard goes on with what can be read; `memory-core iris` shows all of it"


_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
_SHORTEST: Final = 2


def needle(forbidden: str) -> str:
    """A case-folded string that every match of an expression of `forbid` contains; "" if none is known."""
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
    """The runs of plain letters in the expression that stand for themselves and are not optional."""
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
