"""Before an edit of the guard rails themselves: what was confirmed by the user is not loosened without a word."""

from memory_core.light import guard
from memory_core.light.answer import Answer
from memory_core.stores import guardrails


def on_edit(root: str) -> Answer | str:
    """The guard's answer: the user decides; "" where the file holds nothing yet."""
    many = len(guardrails.read(root).memories)
    if not many:
        return ""
    held = "an entry" if many == 1 else f"{many} entries"
    reason = f"This edit changes the project's guard rails ({guard.HOME}, {held}): its user decides."
    return Answer(decision="ask", reason=reason, told=reason)
