"""The PreToolUse hook: answers of guard rails and learnings to a tool call of the model.

Most calls get no answer, and the user waits for each. So this module and its imports do not import `json`, `re` or
`typing`, and what few calls need is imported inside functions.
"""

import os

from memory_core.core.light import places, session_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_core.core.light.answer import Answer
    from memory_core.core.light.event import Event


def on_event(event: "Event") -> "Answer | str":
    """The answer of guard rails and learnings to a tool call; "" for most calls."""
    tool = event.raw.get("tool_name")
    if tool == "Read":
        from memory_core.tickets.light import on_read

        return on_read.on_event(event)
    if tool == "Skill":
        from memory_core.learnings.light import on_prompt

        return on_prompt.on_skill(event)
    from memory_core.guardrails.light import on_edit

    roots = _roots(event)
    if tool == "Bash":
        return on_edit.asked(event, roots)
    file = on_edit.edited(event)
    if file is None:
        return ""
    answer = on_edit.on_edit(event, file, roots)
    for root in roots:
        if os.path.exists(session_lines.learned(root)):
            return _with_learned(event, root, file, answer)
    return answer


def _roots(event: "Event") -> list[str]:
    """The projects that a call may concern: the current repository, and the one in which the session was started."""
    roots = [places.session_root(event.cwd)]
    if started := os.environ.get("CLAUDE_PROJECT_DIR"):
        roots.append(places.project_root(started))
    return roots


def _with_learned(event: "Event", root: str, file: str, guarded: "Answer | str") -> "Answer | str":
    """The answer of the guard rails, with learnings about the file unless the edit is denied."""
    from memory_core.core.light.answer import Answer
    from memory_core.learnings.light import remind

    answer = guarded if isinstance(guarded, Answer) else Answer(context=guarded)
    words = "" if answer.decision or event.agent else remind.at_edit(event, root, places.inside(root, file))
    if words:
        answer.context = "\n\n".join(filter(None, (answer.context, words)))
    return answer if words else guarded
