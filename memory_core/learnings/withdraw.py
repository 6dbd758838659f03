"""Withdraw proposed rules that a later statement of the user contradicts, or that the user ended as learnings."""

from collections.abc import Iterable, Sequence

from memory_core.core.light.globs import is_whole
from memory_core.core.memory import Memory
from memory_core.extract.rules import Proposal
from memory_core.journal import journal_entries as entries
from memory_core.journal import journal_files
from memory_core.learnings import conflict
from memory_core.learnings.learning import PREFERENCE, Learning


def withdraw(root: str, wishes: Sequence[Learning], ended: Sequence[Learning] = ()) -> list[str]:
    """Remove proposals and return their ids; `ended`: learnings that the user rejected or deleted. The caller holds the
    lock.
    """
    waiting = journal_files.read(root, [entries.PROPOSED]) if wishes or ended else []
    over = [memory for memory in waiting if _is_beaten(memory, wishes) or _is_ended(memory, ended)]
    if over:
        journal_files.remove(root, over)
    return [each.id for each in over]


def rules(stated: Iterable[Proposal]) -> list[Learning]:
    """Rules that a person just laid down, as the learnings that contradict what waits."""
    wishes = (rule for rule in stated if rule.kind in ("constraint", "rejection"))
    return [
        Learning(
            "",
            PREFERENCE,
            _words(rule.kind, rule.text),
            "statement",
            confirmation=1.0,
            quote=rule.quote,
            uuid=rule.uuid,
        )
        for rule in wishes
    ]


def _words(kind: str, text: str) -> str:
    return f"Never use {text}" if kind == "rejection" else text


def _is_beaten(proposal: Memory, wishes: Sequence[Learning]) -> bool:
    rule = _wish(proposal)
    later = [each for each in wishes if each.is_explicit and not (each.uuid and each.uuid == proposal.source.uuid)]
    return rule is not None and any(conflict.relation(rule, each) == conflict.CONTRADICT for each in later)


def _is_ended(proposal: Memory, ended: Sequence[Learning]) -> bool:
    rule = _wish(proposal)
    source = proposal.source
    return any(
        bool(each.uuid and each.quote and (each.uuid, each.quote) == (source.uuid, source.quote))
        or (rule is not None and conflict.relation(rule, each) == conflict.SAME)
        for each in ended
    )


def _wish(proposal: Memory) -> Learning | None:
    """A proposal as a learning; None if it only asks to leave something unchanged."""
    if proposal.kind not in ("constraint", "rejection"):
        return None
    words = _words(proposal.kind, proposal.summary)
    path = proposal.scope.path or ""
    return Learning(proposal.id, PREFERENCE, words, path="" if is_whole(path) else path, confirmation=1.0)
