"""The ticket that a session works on: what it decides goes to the ticket's log, and the packs follow (AIDD-1, AIDD-47).

Where a project has no `aidd/` folder all of this costs a look at that folder: what a ticket needs is loaded for one.
`enabled: false` in `aidd/config/conventions.json` switches it off.
"""

import os
from typing import Final

from memory_core.core import log
from memory_core.tickets import active, places
from memory_core.tickets.active import Work
from memory_core.tickets.light import ticket_settings

STATE: Final = "ticket"  # in a session's state: what it worked on, for the day it is killed
PATIENCE: Final = 2.0  # seconds for the lock


def of(root: str, here: str = "", known: object = "") -> Work:
    """The work of a session that is in the folder `here`; of one that was killed, with the ticket it is known by."""
    if not os.path.isdir(os.path.join(root, places.FOLDER)):
        return Work()
    with log.contained("active ticket", root):  # a ticket less, and the session is kept
        if not ticket_settings.read(root).enabled:
            return Work()
        return active.work(root, places.ticket(known), here)
    return Work()


def follow(root: str, work: Work) -> None:
    """Make those packs of the active ticket again whose log or documents have changed since.

    A ticket takes part that has a log or a pack, or whose research has come to its end (AIDD-49).
    """
    asked = (places.decision_log, places.semantic_pack, places.researched)
    if not work.ticket or not any(stands(root, path(work.ticket)) for path in asked):
        return
    from memory_core.tickets import packing  # noqa: PLC0415 - most projects have no ticket

    with log.contained(f"packs of {work.ticket}", root):  # derived: the next turn, or `aidd extract`, makes them
        packing.both(root, work.ticket, PATIENCE)


def stands(root: str, path: str) -> bool:
    """Whether something stands at that path of the project."""
    return os.path.lexists(os.path.join(root, *path.split("/")))


def problems(root: str) -> list[str]:
    """What of the project's tickets and settings cannot be used, a line each."""
    if not os.path.isdir(os.path.join(root, places.FOLDER)):
        return []
    found = active.problem(root)
    return [*([found] if found else []), *ticket_settings.read(root).problems]
