"""The user has typed: remember that there is a session, and remind of what was learned about what is asked.

Nearly every prompt ends here in silence, and its user waits for it. So what only some prompts need is imported when
they do; `json`, `re` and `typing` are not imported for the others.
"""

import os

from memory_core.domain.tiers import match
from memory_core.stores import matchers, places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_core.intake.event import Event


def on_event(event: "Event") -> str:
    """The learnings that the prompt is about and that the session was not told yet; "" for most prompts."""
    if not event.session or event.agent:
        return ""
    root = places.session_root(event.cwd or ".")
    if event.transcript and not os.path.exists(matchers.session_file(root, event.session)):
        from memory_core.flows import session_begun

        session_begun.note(root, event.session, event.transcript)
    if not event.prompt or not (stamp := matchers.stamp(root)):
        return ""
    lines = matchers.lines(root, stamp)
    if lines is None:
        from memory_core.flows import learned

        lines = learned.compiled(root, stamp)
    try:
        found = match.matches(lines, event.prompt)
    except (ValueError, IndexError):  # matchers that somebody has damaged; they are made again with the next session
        return ""
    if not found:
        return ""
    from memory_core.flows import learned

    return learned.told(root, event.session, lines, found)
