"""The guard rails as a wing: the table that edits read. Modules load when they are needed."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from memory_core.core import wing
from memory_core.core.memory import Memory
from memory_core.guardrails.light import store

if TYPE_CHECKING:
    from memory_core.core.health import Check
    from memory_core.guardrails import proposed

_KINDS: Final = ("constraint", "exception", "rejection")
_REASON: Final = 90  # characters of a reason


class Guardrails(wing.Wing):
    """The wing of the guard rails."""

    def listener(self, place: wing.Place) -> "proposed.Proposing":
        """Follows a session, and proposes its rules."""
        from memory_core.guardrails import proposed

        return proposed.Proposing(place)

    def tables(self, root: str) -> None:
        """Make the table of rules that an edit reads."""
        stamp = store.stamp(root)
        if stamp and store.rules(root, stamp) is None:
            from memory_core.guardrails import cache

            cache.made(root, stamp)

    def about(self, root: str, words: str) -> wing.About:
        """The guard rails that apply to a plan in these words."""
        from memory_core.core.light import clock
        from memory_core.guardrails import rules_file, verdict
        from memory_core.redact.memories import clean

        rules = [clean(memory) for memory in rules_file.read(root).memories if memory.kind in _KINDS]
        known = {rule.id: rule for rule in rules}
        plan = [verdict.Proposal("plan", words)]
        verdicts = verdict.ideate(plan, rules, clock.today()).verdicts if rules else ()
        touched = [(known[name], each.action) for each in verdicts for name in each.entries if name in known]
        is_doubt = (verdict.ASK, verdict.PROPOSE)
        rows = [(rule, _why(rule, is_doubt=action in is_doubt)) for rule, action in touched]
        return wing.About("Guard rails", rows, "memory-core iris show")

    def health(self, root: str) -> "Iterable[Check]":
        """Its checks for `doctor`."""
        from memory_core.guardrails import health

        return health.checks(root)


def _why(rule: Memory, *, is_doubt: bool) -> str:
    """The relation of a guard rail to a plan, with its reason."""
    from memory_core.core.budget import clip

    rejected = "rejected before; ask whether this is the same" if is_doubt else "rejected before"
    says = {"constraint": "what is planned may break it", "exception": "it is so on purpose"}
    return ": ".join(filter(None, (says.get(rule.kind, rejected), clip(rule.body, _REASON))))


WING = Guardrails()
