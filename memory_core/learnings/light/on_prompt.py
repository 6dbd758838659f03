"""Shows the learnings that a prompt, or a skill call, is about (JARVIS-5, JARVIS-7)."""

from memory_core.core.light import places
from memory_core.learnings.light import matchers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_core.core.light.event import Event

_MOST = 2_000  # characters of what is given to a skill


def about(root: str, session: str, words: str, state: str = "") -> str:
    """The learnings that words are about and that the session was not shown yet; "" mostly.

    `state` is the stamp of the warm files, if the caller has it.
    """
    state = state or matchers.stamp(root)
    if not state:
        return ""
    rows = matchers.lines(root, state)
    if rows is None:
        from memory_core.learnings.light import remind

        rows = remind.compiled(root, state)
    from memory_core.learnings.light import match

    try:
        matches = match.matches(rows, words)
    except (ValueError, IndexError):  # matchers that somebody has damaged; they are made again with the next session
        return ""
    if not matches:
        return ""
    from memory_core.learnings.light import remind

    return remind.reminder(root, session, rows, matches)


def on_skill(event: "Event") -> str:
    """The learnings that a skill call is about, by the skill's name or its arguments; "" for most calls."""
    given = event.raw.get("tool_input")
    name = given.get("skill") if isinstance(given, dict) else None
    if not isinstance(name, str) or not event.session or event.agent:
        return ""
    more = given.get("args") if isinstance(given, dict) else None
    words = name.rpartition(":")[2].replace("-", " ").replace("_", " ")
    words = f"{words}: {more}" if isinstance(more, str) and more else words
    return about(places.session_root(event.cwd or "."), event.session, words[:_MOST])
