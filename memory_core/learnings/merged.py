"""One learning made of two that say the same, or of which one says more (JARVIS-46); levels never mix (X-9)."""

from typing import Final

from memory_core.language import near_duplicate
from memory_core.learnings.learning import ACTIVE, GLOBAL, VALIDATED, Learning

_TRIGGERS: Final = 12
_REASON: Final = 600
_COUNTED: Final = (
    "last_accessed", "access_count", "status", "occurrences", "corrections", "contradicted", "updated", "session",
    "uuid",
)  # fmt: skip


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


def counted(old: Learning, new: Learning) -> Learning:
    """A learning of all projects after one of them said it again: it counts, and its words stay as they are."""
    met = merged(old, new)
    return old._replace(**{name: getattr(met, name) for name in _COUNTED})


def counts(old: Learning, new: Learning) -> bool:
    """Whether what says the same as `old` is met there, and is no learning of its own.

    What is said of all projects takes no word from one of them. What one of them says counts where it holds in all, if
    that is as firm.
    """
    if old.level == new.level:
        return True
    is_firmer = new.is_explicit > old.is_explicit or (new.status == ACTIVE and old.status != ACTIVE)
    return old.level == GLOBAL and not is_firmer


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
    return near_duplicate.content(near_duplicate.words(text))


def _source(old: Learning, new: Learning, corrections: int) -> str:
    if corrections > 1 and "correction" in (old.source, new.source):
        return "multiple_corrections"
    return new.source if new.is_explicit and not old.is_explicit else old.source or new.source


def _reason(old: str, new: str) -> str:
    if not new or near_duplicate.same(near_duplicate.words(new), near_duplicate.words(old)):
        return old or new
    if not old or near_duplicate.same(near_duplicate.words(old), near_duplicate.words(new)):
        return new
    together = f"{old.rstrip(' .;')}; {new}"
    return together if len(together) <= _REASON else old
