"""Take proposed rules away that a later word of the user contradicts, or whose learning the user ended."""

from collections.abc import Iterable, Sequence

from memory_core.core.light.globs import is_whole
from memory_core.core.memory import Memory
from memory_core.extract.rules import Proposal
from memory_core.journal import journal_entries as entries
from memory_core.journal import journal_files
from memory_core.learnings import conflict
from memory_core.learnings.learning import PREFERENCE, Learning


def withdraw(root: str, said: Sequence[Learning], ended: Sequence[Learning] = ()) -> list[str]:
    """The ids of the proposals that went; `ended`: what the user rejected or deleted. The caller holds the lock."""
    waiting = journal_files.read(root, [entries.PROPOSED]) if said or ended else []
    over = [one for one in waiting if _is_beaten(one, said) or _is_ended(one, ended)]
    if over:
        journal_files.remove(root, over)
    return [one.id for one in over]


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


def _is_beaten(proposal: Memory, said: Sequence[Learning]) -> bool:
    rule = _told(proposal)
    later = [one for one in said if one.is_explicit and not (one.uuid and one.uuid == proposal.source.uuid)]
    return rule is not None and any(conflict.relation(rule, one) == conflict.CONTRADICT for one in later)


def _is_ended(proposal: Memory, ended: Sequence[Learning]) -> bool:
    rule = _told(proposal)
    said = proposal.source
    return any(
        bool(one.uuid and one.quote and (one.uuid, one.quote) == (said.uuid, said.quote))
        or (rule is not None and conflict.relation(rule, one) == conflict.SAME)
        for one in ended
    )


def _told(proposal: Memory) -> Learning | None:
    """What a proposal wishes, as a learning says it; None of one that only leaves something as it is."""
    if proposal.kind not in ("constraint", "rejection"):
        return None
    words = _words(proposal.kind, proposal.summary)
    path = proposal.scope.path or ""
    return Learning(proposal.id, PREFERENCE, words, path="" if is_whole(path) else path, confirmation=1.0)
