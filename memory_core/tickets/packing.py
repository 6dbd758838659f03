"""Make the packs of a ticket from its documents and its log, and write them if they changed.

Nothing is printed. A pack with unchanged sources is not made again: a hook then reads neither documents nor log.
Documents are read without the project's lock, as long ones take seconds.
"""

from typing import Final, NamedTuple

from memory_core.core import log, registry
from memory_core.core.light.errors import Refusal
from memory_core.tickets import decision_log, pack, pack_files, places
from memory_core.tickets.fact import WHOLE, Scope
from memory_core.tickets.light import ticket_settings
from memory_core.tickets.pack import Head, Limits

_LAYOUT: Final = 4  # of the packs: packs with another layout are made again


class Built(NamedTuple):
    """A pack as it is on disk now."""

    path: str  # from the root of the project
    text: str
    changed: bool  # whether this call wrote it


_SECONDS: Final = 0.05  # seconds of reading; packs of longer logs wait for the turn's end or `aidd pack`


def semantic(root: str, ticket: str, patience: float = 5.0, scope: Scope | None = None) -> Built | None:
    """Make the semantic pack; None, and nothing is written, if the ticket has no document.

    Without a scope, the scope of the existing pack is used. The caller does not hold the lock; this function waits for
    it for at most `patience` seconds.
    """
    path, limits = places.semantic_pack(ticket), limits_of(root, places.SEMANTIC)
    before = pack_files.text(root, path)
    scope = pack.scope(before) if scope is None else scope
    sources = f"{_LAYOUT}|{limits}|{scope}|{pack_files.stamp(root, ticket, scope)}"
    if pack_files.is_noted(root, path, sources):
        return Built(path, before, changed=False)
    text = semantic_text(root, ticket, scope)
    if not text:
        return None
    with registry.held(root, patience):
        return _written(root, path, text, sources)


def decisions(root: str, ticket: str, most: int = 0) -> Built | None:
    """Make the decisions pack, with at most `most` active decisions if that is given.

    None, and nothing is written, if the ticket has neither a log nor a document. The caller holds the lock.
    """
    if not pack_files.has_sources(root, ticket):
        return None
    sources = _sources(root, ticket, most)  # before reading: a change in the meantime is read next time
    return _standing(root, ticket, sources) or _written(
        root, places.decisions_pack(ticket), decisions_text(root, ticket, most), sources
    )


def _standing(root: str, ticket: str, sources: str) -> Built | None:
    """The existing decisions pack, if it was made from sources with this stamp; else None. Takes no lock."""
    path = places.decisions_pack(ticket)
    return Built(path, pack_files.text(root, path), changed=False) if pack_files.is_noted(root, path, sources) else None


def _sources(root: str, ticket: str, most: int = 0) -> str:
    """The stamp of all sources of the decisions pack."""
    limits = limits_of(root, places.DECISIONS, most)
    return f"{_LAYOUT}|{limits}|{decision_log.stamp(root, ticket)}|{pack_files.stamp(root, ticket)}"


def both(root: str, ticket: str, patience: float = 5.0) -> tuple[Built, ...]:
    """Make the packs that the ticket has sources for; () if the project's settings switch them off.

    The caller does not hold the lock; it is taken if something is written.
    """
    if not ticket_settings.read(root).enabled:
        return ()
    stated = semantic(root, ticket, patience)
    decided = None
    if pack_files.has_sources(root, ticket):
        decided = _standing(root, ticket, _sources(root, ticket))
        if decided is None:
            with registry.held(root, patience):
                decided = decisions(root, ticket)
    return tuple(built for built in (stated, decided) if built)


def semantic_text(root: str, ticket: str, scope: Scope = WHOLE) -> str:
    """The current text of the semantic pack; "" if the ticket has no document. Writes nothing."""
    from memory_core.tickets import documents  # noqa: PLC0415 - 90 ms of expressions, and packs seldom change

    reading = documents.read(root, ticket, scope)
    if not reading.documents:
        return ""
    head = Head(ticket, reading.slug or ticket, reading.newest or pack.UNDATED, reading.documents[0])
    return pack.semantic(head, reading.facts, len(reading.documents), limits_of(root, places.SEMANTIC), scope)


def decisions_text(root: str, ticket: str, most: int = 0) -> str:
    """The current text of the decisions pack. Writes nothing; raises `Refusal` if the log cannot be read."""
    log = decision_log.read(root, ticket)
    if unread := next((damage.what for damage in log.damages if not damage.line), ""):
        raise Refusal(f"{places.decision_log(ticket)} {unread}; the pack is left unchanged")
    from memory_core.tickets import documents  # noqa: PLC0415 - as above

    slug, newest = documents.heads(root, ticket)
    at = pack.moment(log) or newest or pack.UNDATED
    head = Head(ticket, slug or ticket, at, places.decision_log(ticket))
    return pack.decisions(head, log, limits_of(root, places.DECISIONS, most))


def limits_of(root: str, end: str, most: int = 0) -> Limits:
    """The project's budget for the packs with this file ending; `most` lowers its rows."""
    settings = ticket_settings.read(root)
    budget = settings.semantic if end == places.SEMANTIC else settings.decisions
    return Limits(budget.chars, budget.lines, min(most or budget.rows, budget.rows)).held()


def _written(root: str, path: str, text: str, sources: str) -> Built:
    """Write a pack and return it; a pack that differs only in its time keeps the text on disk or of the last commit."""
    before = pack_files.text(root, path)
    if before and pack.says_the_same(before, text):
        built = Built(path, before, changed=False)
    else:
        kept = "" if before else pack_files.committed(root, path)
        text = kept if kept and pack.says_the_same(kept, text) else text
        built = Built(path, text, pack_files.write(root, path, text))
    pack_files.note(root, path, sources)
    return built


def repack(root: str, ticket: str) -> bool:
    """Update the decisions pack; returns whether that is done. A long log waits. The caller holds
    `registry.held(root)`.

    A pack is derived: an error in making it loses no decision.
    """
    if is_long(root, ticket):
        return False
    with log.contained(f"decisions pack of {ticket}", root, Refusal, OSError):
        if ticket_settings.read(root).enabled:
            decisions(root, ticket)
        return True
    return False


def is_long(root: str, ticket: str) -> bool:
    """Whether reading the log takes too long to make its pack at once."""
    return decision_log.seconds(root, ticket) > _SECONDS
