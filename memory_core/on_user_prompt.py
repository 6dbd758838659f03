"""The UserPromptSubmit hook: registers the session, and adds learnings and memories about the prompt.

Most prompts get no answer, and the user waits for each. So what few prompts need is imported inside functions, and
`json`, `re` and `typing` are not imported.
"""

import os

from memory_core.core.light import places, session_lines
from memory_core.learnings.light import matchers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_core.core.light.event import Event


def on_event(event: "Event") -> str:
    """Learnings, then memories, about the prompt that the session has not seen yet; "" for most prompts."""
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
    """The learnings about the subject of the prompt."""
    state = matchers.stamp(root)
    if not state:
        return ""
    from memory_core.learnings.light import on_prompt

    return on_prompt.about(root, event.session, event.prompt, state)


def _kept(root: str, event: "Event") -> str:
    """The memories about the topic of the prompt; the index is searched only if the prompt can have a topic."""
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
    except ImportError:  # without the SQLite library, which `doctor` reports, learnings still work
        return ""
    return on_prompt.at_prompt(root, event.session, terms, wishes)
