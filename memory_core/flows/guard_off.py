"""Expressions of guard rails that take too long, or are none: switched off, with a word to the user and to the log."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from memory_core.domain import screen
from memory_core.domain.budget import clip
from memory_core.domain.guard.check import is_expression, mark
from memory_core.domain.guard.rule import Rule, forbidden
from memory_core.domain.guardrails import expired
from memory_core.domain.memory import Memory
from memory_core.stores import clock, guard, log
from memory_core.stores.patience import KNOWN, Expressions

if TYPE_CHECKING:
    from memory_core.flows.guard import Edit


def standing(root: str, memories: Iterable[Memory]) -> list[str]:
    """What the guard does not look for at an edit, a line for each rule that has such an expression."""
    off, today = marks(root), clock.today()
    found = []
    for memory in memories:
        texts = [] if expired(memory, today) else [text for text in forbidden(memory) if is_expression(text)]
        if texts and not KNOWN:
            found.append(f"{memory.id}: nothing bounds the time of expressions on this system, so none is run")
        elif silent := [clip(text, 80) for text in texts if mark(text) in off]:
            found.append(f"{memory.id}: switched off, it took too long or is no expression: {', '.join(silent)}")
    return found


def marks(root: str) -> set[str]:
    """The marks of all expressions that are switched off in the project."""
    return {line.partition("\t")[0] for line in guard.lines(root, guard.OFF)}


def switched_off(edit: "Edit", rules: Sequence[Rule], expressions: Expressions) -> list[str]:
    """What the user is told, once, of the expressions that failed: none is run again until its text is another."""
    told = []
    for one in rules:
        for text in one.forbid:
            why = expressions.failed.get(text)
            if why and guard.claim(edit.root, guard.OFF, [mark(text)]):
                words = f"guard rail {one.id}: the expression {clip(text, 80)} {why}; it is not run any more."
                mend = f"{words} Write it anew, with all that the rule forbids: /iris:memory edit {one.id} --forbid …"
                log.write("guard", mend, edit.root)
                told.append(screen.neutral(f"memory-core, {mend}"))
    if expressions.late:
        log.write("guard", f"there was no time left for all expressions at an edit of {edit.path}", edit.root)
    return told
