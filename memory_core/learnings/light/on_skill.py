"""A skill is called: what was learned about its subject is told beside it (JARVIS-5, JARVIS-7)."""

from memory_core.core.light import places
from memory_core.learnings.light import matchers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_core.core.light.event import Event

_MOST = 2_000  # characters of what is given to a skill


def on_event(event: "Event") -> str:
    """The learnings that the skill's name, or what is given to it, is about; "" for most calls."""
    given = event.raw.get("tool_input")
    name = given.get("skill") if isinstance(given, dict) else None
    if not isinstance(name, str) or not event.session or event.agent:
        return ""
    more = given.get("args") if isinstance(given, dict) else None
    words = name.rpartition(":")[2].replace("-", " ").replace("_", " ")
    said = f"{words}: {more}" if isinstance(more, str) and more else words
    return matchers.about(places.session_root(event.cwd or "."), event.session, said[:_MOST])
