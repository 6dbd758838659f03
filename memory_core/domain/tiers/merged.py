"""One learning made of two that say the same, or of which one says more (JARVIS-46)."""

from typing import Final

from memory_core.domain import novelty
from memory_core.domain.tiers.learning import ACTIVE, GLOBAL, VALIDATED, Learning

_TRIGGERS: Final = 12
_REASON: Final = 600


def merged(old: Learning, new: Learning) -> Learning:
    """The older of two with what the newer adds: the fuller wording, both reasons, the counts of both.

    What a session tells again under its own name is one meeting; the same line of it is none at all.
    """
    again = bool(new.session) and new.session == old.session
    if is_again(old, new):
        new = new._replace(occurrences=0, corrections=0, contradicted=0, access_count=0)
    met = new.corrections if again else max(new.occurrences, new.corrections)
    occurrences, corrections = old.occurrences + met, old.corrections + new.corrections
    is_active = ACTIVE in (old.status, new.status) or occurrences >= VALIDATED
    return old._replace(
        description=_wording(old, new),
        source=_source(old, new, corrections),
        level=GLOBAL if GLOBAL in (old.level, new.level) else old.level,
        last_accessed=max(old.last_accessed, new.last_accessed),
        access_count=old.access_count + new.access_count,
        status=ACTIVE if is_active else old.status,
        occurrences=occurrences,
        corrections=corrections,
        contradicted=old.contradicted + new.contradicted,
        confirmation=max(old.confirmation, new.confirmation),
        created=min(filter(None, (old.created, new.created)), default=""),
        updated=max(old.updated, new.updated),
        reason=_reason(old.reason, new.reason),
        path=old.path if old.path == new.path else "",
        triggers=tuple(dict.fromkeys((*old.triggers, *new.triggers)))[:_TRIGGERS],
        slot=old.slot or new.slot,
        skill=old.skill or new.skill,
        session=new.session or old.session,
        uuid=new.uuid if new.session else old.uuid,
        quote=new.quote or old.quote,
    )


def is_again(old: Learning, new: Learning) -> bool:
    """Whether the same line of the same session is told again, as it is where a process was killed at its end."""
    same_line = new.uuid == old.uuid if new.uuid else not old.uuid and new.source == old.source
    return bool(new.session) and new.session == old.session and same_line


def _wording(old: Learning, new: Learning) -> str:
    """The fuller wording; the user's own goes before what was only seen."""
    if old.is_explicit != new.is_explicit:
        return (old if old.is_explicit else new).description
    return max(old.description, new.description, key=lambda text: (len(_content(text)), len(text), text))


def _content(text: str) -> frozenset[str]:
    return novelty.content(novelty.words(text))


def _source(old: Learning, new: Learning, corrections: int) -> str:
    if corrections > 1 and "correction" in (old.source, new.source):
        return "multiple_corrections"
    return new.source if new.is_explicit and not old.is_explicit else old.source or new.source


def _reason(old: str, new: str) -> str:
    if not new or novelty.same(novelty.words(new), novelty.words(old)):
        return old or new
    if not old or novelty.same(novelty.words(old), novelty.words(new)):
        return new
    together = f"{old.rstrip(' .;')}; {new}"
    return together if len(together) <= _REASON else old
