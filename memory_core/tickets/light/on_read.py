"""Before a read under `aidd/`: packs first (AIDD-43, AIDD-48).

A full read of a long document with packs gets one line of advice, once for each session and document, until the session
has read a pack of that ticket. It is denied only if the project's gates demand it. The client starts this hook for
reads under `aidd/` alone, and most calls end silently.
"""

import os

from memory_core.core.light import files, places, session_lines
from memory_core.tickets.light import ticket_reads, ticket_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memory_core.core.light.answer import Answer
    from memory_core.core.light.event import Event

_LIMIT = 2_000_000  # bytes of a document that are looked at


def on_event(event: "Event") -> "Answer | str":
    """The answer to a read; "" for most reads."""
    given = event.raw.get("tool_input")
    if not isinstance(given, dict):
        return ""
    name = given.get("file_path")
    if not isinstance(name, str) or "aidd" not in name or "\0" in name:
        return ""
    file = os.path.join(event.cwd, name)
    roots = [places.session_root(event.cwd)]
    if started := os.environ.get("CLAUDE_PROJECT_DIR"):  # the session may be in another repository just now
        roots.append(places.project_root(started))
    for root in roots:
        for path in places.inside(root, file):
            if path.startswith(ticket_reads.FOLDER) and path.isprintable():
                return _answer(event, root, path, file, given)
    return ""


def _answer(event: "Event", root: str, path: str, file: str, given: "dict[str, Any]") -> "Answer | str":
    agent = "".join(char for char in event.agent if char.isalnum() or char in "-_")[:80]  # an agent has its own reads
    session = session_lines.shown_path(event.session)
    if ticket := ticket_reads.packed(path):
        key = _read(agent, ticket)
        if os.path.isfile(file) and not _is_noted(root, session, key):
            session_lines.append(root, session, [f"{key}\t{os.getpid()}"])
        return ""
    ticket, packs = _packed(root, path)
    if not ticket or _is_noted(root, session, _read(agent, ticket)):
        return ""
    text = (files.read_bytes(file, _LIMIT) or b"").decode("utf-8", "replace")
    if not ticket_reads.is_long(text) or not ticket_reads.is_whole(given, ticket_reads.lines(text)):
        return ""
    settings = ticket_settings.read(root)
    if not settings.enabled or settings.full_reads == ticket_settings.OFF:
        return ""
    is_hard = settings.full_reads == ticket_settings.HARD
    key = f"aidd\t{agent}\t{'denied' if is_hard else 'advised'} {path}"
    is_noted = _is_noted(root, session, key)
    # If nothing can be noted, a read of the pack would never be known.
    if (is_noted and not is_hard) or not (is_noted or session_lines.append(root, session, [f"{key}\t{os.getpid()}"])):
        return ""
    from memory_core.tickets import read_advice

    at_root = os.path.realpath(event.cwd) == root
    names = packs if at_root else [os.path.join(root, *pack.split("/")) for pack in packs]
    return read_advice.denied(ticket, names) if is_hard else read_advice.advice(ticket, names, path)


def _packed(root: str, path: str) -> tuple[str, list[str]]:
    """(the ticket with packs that a document belongs to, its packs); ("", []) if there is none."""
    for ticket in ticket_reads.tickets(path):
        if texts := [
            pack for pack in ticket_reads.packs(ticket) if os.path.isfile(os.path.join(root, *pack.split("/")))
        ]:
            return ticket, texts
    return "", []


def _read(agent: str, ticket: str) -> str:
    return f"aidd\t{agent}\tread {ticket}"


def _is_noted(root: str, session: str, key: str) -> bool:
    return any(line.rpartition("\t")[0] == key for line in session_lines.lines(root, session))
