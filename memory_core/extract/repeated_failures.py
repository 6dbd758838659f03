"""The same failure again: what fails for want of something outside the code, and what was done so that it passed.

What an edit mended was the work itself and says nothing of the next session.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from memory_core.extract import prose_text as texts
from memory_core.extract import shell
from memory_core.extract.candidate import State
from memory_core.extract.situation import DONE, Practice, is_new, made
from memory_core.extract.turn import Turn

_OPEN_MOST: Final = 8
_RUNS_MOST: Final = 3
_EDITS: Final = ("Edit", "Write", "MultiEdit", "NotebookEdit")
_CHANGES: Final = r"0x[0-9a-f]+|\b[0-9a-f]{7,40}\b|\b\d+\b|(?:/[\w.@-]+){3,}"


def hear(turn: Turn, state: State) -> Iterator[Practice]:
    """The failures that were mended without an edit, each once a session."""
    if turn.role != "result" or turn.agent or turn.refused:
        return
    stumbled: dict[str, Any] = state.setdefault("stumbled", {})
    if turn.tool in _EDITS and not turn.failed:
        stumbled.clear()
    elif turn.tool == "Bash" and isinstance(turn.input.get("command"), str):
        yield from _ran(turn, stumbled, state)


def _ran(turn: Turn, stumbled: dict[str, Any], state: State) -> Iterator[Practice]:
    line = shell.parse(str(turn.input["command"]))
    steps = {name: step.text for step in line.steps if (name := shell.family(step))}
    if turn.failed or shell.hides_failure(line, turn.text):
        error = texts.clip(" ".join(shell.worst_line(turn.text, sure=True).split()), 160)
        if error and steps:
            name = list(steps)[-1]
            stumbled.pop(name, None)
            stumbled[name] = {"error": error, "command": texts.clip(steps[name], 160), "runs": []}
            while len(stumbled) > _OPEN_MOST:
                stumbled.pop(next(iter(stumbled)))
        return
    for name in [name for name in steps if name in stumbled]:
        fault = stumbled.pop(name)
        other = texts.clip(steps[name], 160)
        mended = [*fault["runs"], *([other] if other.split() != fault["command"].split() else [])]
        if mended and is_new(f"stumbled {name} {fault['error']}", state):
            text = f"`{name}` fails with: {_plain(_general(fault['error'], mended))}"
            how = "mended by " + ", then ".join(f"`{run}`" for run in mended)
            yield made(turn.at_call(), DONE, text, "error_pattern", reason=how, about=(name,), quote=fault["error"])
    for fault in stumbled.values():
        fault["runs"] = [*fault["runs"], *(texts.clip(text, 120) for text in steps.values())][-_RUNS_MOST:]


def _general(error: str, mended: list[str]) -> str:
    """An error without the names that the commands which mended it name too: a branch, a package."""
    named = {word for run in mended for word in run.split()[1:] if re.search(r"\w{3}", word)}
    return " ".join("…" if word.strip("'\"`.,:;()") in named else word for word in error.split())


def _plain(error: str) -> str:
    """An error without what changes from one time to the next."""
    return re.sub(_CHANGES, "…", error)
