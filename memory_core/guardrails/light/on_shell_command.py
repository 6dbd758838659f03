"""Before a shell command of the model: what would loosen the guard rails, or speak in the user's place, is a question.

Nearly every command that names them only reads, and its user waits: so this comes without `json`, `re` and `typing`.
"""

from memory_core.core.light.answer import Answer
from memory_core.guardrails.light import loosens, store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memory_core.core.light.event import Event

REASON = "memory-core: the guard rails are the user's word; allow this call where it says what you mean"

LATE = "memory-core: this command names the guard rails, and there was no time to read it: its user decides"


def asked(event: "Event", roots: list[str]) -> "Answer | str":
    """The question to the user, with the words of the rules that it is about; "" for most commands."""
    given = event.raw.get("tool_input")
    command = given.get("command") if isinstance(given, dict) else None
    if not isinstance(command, str):
        return ""

    def strictness() -> "Mapping[str, str]":
        from memory_core.guardrails import shell_question

        return shell_question.strictness(roots)

    try:
        sort = loosens.about(command, strictness)
    except BaseException as error:  # the time of the hook is up; the client waits two seconds more
        if type(error).__name__ != "DeadlineError":
            raise
        return Answer(decision="ask", reason=LATE) if any(map(store.stamp, roots)) else ""
    if not sort:
        return ""
    from memory_core.guardrails import shell_question

    words = shell_question.question(event, roots, sort, command)
    if not words and sort in (loosens.TYPED, loosens.YES):
        words = REASON
    return Answer(decision="ask", reason=words) if words else ""
