"""Before a shell command of the model: what `/iris:memory` permits for its own block is a question for the model."""

from memory_core.domain.answer import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_core.intake.event import Event

REASON = "memory-core: the guard rails are the user's word; allow this call where it says what you mean"


def asked(event: "Event") -> "Answer | str":
    """The question to the user before the model speaks to the guard rails in the user's place; else ""."""
    given = event.raw.get("tool_input")
    command = given.get("command") if isinstance(given, dict) else None
    if not isinstance(command, str) or not ("iris" in command and "--args-stdin" in command):
        return ""
    return Answer(decision="ask", reason=REASON)
