"""Checks of the guard rails for `doctor`."""

from collections.abc import Iterator

from memory_core import redact
from memory_core.core.budget import how_many
from memory_core.core.health import OK, SHOWN, WARN, Check, listed
from memory_core.guardrails import rules_file, switched_off
from memory_core.guardrails.file_format import FILE


def checks(root: str) -> Iterator[Check]:
    """Faults of the file, rules with expressions that are switched off, and the number of entries."""
    faults = rules_file.problems(root)
    remedy = (
        f"mend {FILE} by hand; `memory-core iris show` says which rules are in force; "
        "it is never written over while it is damaged"
    )
    rows = [(redact.clean(f"{fault.place}: {fault.what}"), remedy) for fault in faults]
    yield from listed("guard rails", rows, "more thing", "see `memory-core verify`", f" in {FILE}")
    memories = rules_file.read(root).memories
    for line in switched_off.standing(root, memories)[:SHOWN]:
        yield Check(
            "guard rails", WARN, line, "forbid words instead of the expression, or rewrite it: /iris:memory edit"
        )
    if not faults:
        many = len(memories)
        yield Check("guard rails", OK, how_many(many, "entry") if many else "none yet; /iris:memory adds them")
