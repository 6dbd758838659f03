"""The user has typed: remember that there is a session, remind of what was learned and suggest what was kept about it.

Nearly every prompt ends here in silence, and its user waits for it. So what only some prompts need is imported when
they do; `json`, `re` and `typing` are not imported for the others.
"""

import os

from memory_core.core.light import places, session_lines
from memory_core.learnings.light import matchers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_core.core.light.event import Event


def on_event(event: "Event") -> str:
    """What the session was not told yet and the prompt is about: learnings, then memories; "" for most prompts."""
    if not event.session or event.agent:
        return ""
    root = places.session_root(event.cwd or ".")
    if event.transcript and not os.path.exists(session_lines.state(root, event.session)):
        from memory_core.capture import session_begun

        session_begun.note(root, event.session, event.transcript)
    if not event.prompt:
        return ""
    learned, kept = _learned(root, event), _kept(root, event)
    return f"{learned}\n\n{kept}" if learned and kept else learned or kept


def _learned(root: str, event: "Event") -> str:
    """What was learned about the subject of the prompt."""
    state = matchers.stamp(root)
    if not state:
        return ""
    from memory_core.learnings.light import on_prompt

    return on_prompt.about(root, event.session, event.prompt, state)


def _kept(root: str, event: "Event") -> str:
    """What was kept about the topic of the prompt: nothing is looked for where it can have none."""
    if not os.path.exists(places.index_path(root)):
        return ""
    from memory_core.recall.light import suggest_words

    terms = suggest_words.terms(event.prompt)
    if not terms:
        return ""
    from memory_core.recall.light import suggested

    wishes = suggested.read(root)
    if suggested.is_off(root, wishes):
        return ""
    try:
        from memory_core.recall.light import on_prompt
    except ImportError:  # an environment without SQLite's library: `doctor` says so, and what was learned is still told
        return ""
    return on_prompt.at_prompt(root, event.session, terms, wishes)
