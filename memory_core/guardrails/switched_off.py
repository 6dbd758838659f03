"""Expressions of guard rails that take too long, or are none: switched off, with a word to the user and to the log."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, Protocol

from memory_core import redact
from memory_core.core import log
from memory_core.core.budget import clip, few
from memory_core.core.light import clock, session_lines
from memory_core.core.memory import Memory
from memory_core.guardrails.file_format import expired
from memory_core.guardrails.light import store
from memory_core.guardrails.light.added_lines import folded
from memory_core.guardrails.light.check import Rule, forbidden, is_expression, mark
from memory_core.guardrails.regex_timeout import KNOWN, Expressions

_NAMED: Final = 10  # rules that were not looked for, in a line


def standing(root: str, memories: Iterable[Memory]) -> list[str]:
    """What the check of an edit does not search, a line for each rule with such an expression."""
    off, today = marks(root), clock.today()
    lines = []
    for memory in memories:
        texts = [] if expired(memory, today) else [text for text in forbidden(memory) if is_expression(text)]
        if texts and not KNOWN:
            lines.append(f"{memory.id}: nothing bounds the time of expressions on this system, so none is run")
        elif silent := [clip(text, 80) for text in texts if mark(text) in off]:
            lines.append(f"{memory.id}: switched off, it took too long or is no expression: {', '.join(silent)}")
    return lines


def marks(root: str) -> set[str]:
    """The marks of all expressions that are switched off in the project."""
    return {line.partition("\t")[0] for line in session_lines.lines(root, store.OFF)}


class Edited(Protocol):
    """What is known of the checked edit."""

    root: str
    session: str
    path: str
    shown: set[str]  # keys of what the session has seen


def notices(edit: Edited, rules: Sequence[Rule], expressions: Expressions | None, words: Collection[str]) -> list[str]:
    """The lines for the user: about expressions that are not run again, and once a session about skipped rules.

    `words` are the literals, folded, for which there was no time.
    """
    failed = expressions.failed if expressions else {}
    late = expressions.late if expressions else set()
    lines, missed = [], []
    for rule in rules:
        for text in rule.forbid:
            why = failed.get(text)
            if why and session_lines.claim(edit.root, store.OFF, [mark(text)]):
                what = f"guard rail {rule.id}: the expression {clip(text, 80)} {why}; it is not run any more."
                mend = f"{what} Write it anew, with all that the rule forbids: /iris:memory edit {rule.id} --forbid …"
                log.write("guard", mend, edit.root)
                lines.append(redact.neutral(f"memory-core, {mend}"))
        if any(text in late or folded(text) in words for text in rule.forbid):
            missed.append(rule.id)
    if missed:
        log.write("guard", f"{edit.path}: no time was left to look for all of {', '.join(missed[:_NAMED])}", edit.root)
        keys = {f"?{name}": name for name in missed if f"?{name}" not in edit.shown}
        new = (
            [keys[key] for key in session_lines.claim(edit.root, session_lines.shown_path(edit.session), list(keys))]
            if keys
            else []
        )
        if new:
            named = few(new, _NAMED)
            where = f"this edit of {clip(edit.path, 100)}"
            lines.append(
                redact.neutral(f"memory-core: {where} was not checked as a whole against {named}: no time left")
            )
    return lines
