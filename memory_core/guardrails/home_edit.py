"""Before an edit of the guard rails themselves: what was confirmed by the user is not loosened without a word."""

from memory_core.core.light.answer import Answer
from memory_core.guardrails import rules_file
from memory_core.guardrails.light import store


def on_edit(root: str) -> Answer | str:
    """The guard's answer: the user decides; "" where the file holds nothing yet."""
    many = len(rules_file.read(root).memories)
    if not many:
        return ""
    held = "an entry" if many == 1 else f"{many} entries"
    reason = f"This edit changes the project's guard rails ({store.HOME}, {held}): its user decides."
    return Answer(decision="ask", reason=reason, told=reason)
