"""Checks of tickets for `doctor`."""

from collections.abc import Iterator

from memory_core import redact
from memory_core.core.budget import how_many
from memory_core.core.health import OK, WARN, Check, listed
from memory_core.tickets import active, decision_log, verb_verify


def checks(root: str) -> Iterator[Check]:
    """Damaged lines of decision logs, faults of packs, and problems of the active ticket."""
    logs, damages, see = decision_log.tickets(root), decision_log.damages(root), "see `memory-core aidd verify`"
    remedy = "mend it by hand; it is kept as it stands, and every other line counts"
    rows = [(f"{place} {what}", remedy) for place, what in damages]
    yield from listed("decision log", rows, "more such line", see)
    if logs and not damages:
        many = sum(decision_log.glance(root, name) for name in logs)
        yield Check("decision log", OK, f"{how_many(many, 'line')} of {how_many(len(logs), 'ticket')}")
    packs = [(f"{pack.path} {pack.place}: {pack.message}", pack.remedy) for pack in verb_verify.of_packs(root)]
    yield from listed("packs", packs, "more such thing", see)
    for line in active.problems(root):
        yield Check("tickets", WARN, redact.clean(line), "mend it by hand; until then it is ignored")
