"""The working set of the active ticket, for the start of a session (AIDD-47)."""

from collections.abc import Mapping
from typing import Any, Final

from memory_core.core import log
from memory_core.core.budget import Section
from memory_core.core.light.places import named
from memory_core.core.memory import NOTHING
from memory_core.tickets import active, pack_files, places, working_set
from memory_core.tickets import pack as packed
from memory_core.tickets.active import Work
from memory_core.tickets.light import ticket_settings

_PACK: Final = 64_000  # bytes of a pack that are read


def section(root: str, here: str = "") -> Section | None:
    """The working set of the active ticket for the briefing; None if there is no active ticket."""
    work = active.of_session(root, here)
    if not work.ticket:
        return None
    with log.contained(f"working set of {work.ticket}", root):  # an error in a pack must not stop the briefing
        return _section(root, here, work)
    return None


def _section(root: str, here: str, work: Work) -> Section | None:
    """The section with the paths of the packs and their most important rows."""
    documents = sum(active.exists(root, document.path) for document in places.documents(work.ticket))
    semantic = _pack(root, places.semantic_pack(work.ticket)) if documents else NOTHING  # else outdated
    decisions = _pack(root, places.decisions_pack(work.ticket))
    other = active.other(root, work, here)
    doubt = f"{active.FILE} says so, the branch is of {other}" if other else ""
    about = (work.slug, f"stage {work.stage}" if work.stage else "", work.item, doubt)
    shown = working_set.Ticket(
        work.ticket,
        tuple(each for each in about if each),
        tuple(
            named(root, here, path)
            for path, held in (
                (places.semantic_pack(work.ticket), semantic),
                (places.decisions_pack(work.ticket), decisions),
            )
            if held
        ),
        documents,
        semantic,
        decisions,
        named(root, here, places.decision_log(work.ticket)),
    )
    return working_set.section(shown, ticket_settings.read(root).excerpt_chars)


def _pack(root: str, path: str) -> Mapping[str, Any]:
    """The content of a pack on disk; an empty mapping if it cannot be read."""
    return packed.loaded(pack_files.read(root, path, _PACK).raw.decode("utf-8", "replace")) or NOTHING
