"""What of a prompt a person says themselves."""

from memory_core.extract import markers, pasted
from memory_core.extract.turn import Turn


def typed(turn: Turn) -> Turn:
    """The turn; of a prompt without the lines that were pasted. A line that somebody marked stays, unless it stands
    beside others that were pasted: programs print `ERROR:` and `NOTE:` too.
    """
    is_prompt = turn.role == "user" and turn.tool != "memory" and not turn.agent
    return turn._replace(text=pasted.own(turn.text, markers.is_marked)) if is_prompt else turn
