"""Work that ended without a commit: the model's own last word on what it changed."""

from collections.abc import Iterator
from typing import Any, Final

from memory_core.domain.extract import phrases
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import Candidate, State, propose
from memory_core.domain.turn import Turn

_EDITS: Final = ("Edit", "Write", "MultiEdit", "NotebookEdit")
_DID: Final = (
    "added ", "implemented ", "fixed ", "created ", "updated ", "refactored ", "removed ", "replaced ", "migrated ",
    "renamed ", "moved ", "introduced ", "rewrote ", "extracted ", "switched ", "converted ", "upgraded ", "wired ",
    "split ", "merged ", "simplified ", "ported ", "hinzugefügt", "behoben", "umgestellt",
)  # fmt: skip
_ME: Final = ("i've ", "i have ", "i ", "we've ", "we have ", "done. ", "done! ", "done: ", "done — ", "successfully ")


def hear(turn: Turn, state: State) -> Iterator[Candidate]:
    """The outcome of a turn, told when a person speaks again and no commit has told it."""
    if turn.role == "result":
        if turn.tool in _EDITS and not turn.failed:
            state["edited"] = int(state.get("edited", 0)) + 1
    elif turn.role == "assistant" and state.get("edited") and not turn.agent:
        said = _did(turn.text)
        if said:
            state["outcome"] = {"text": said, "line": turn.line, "uuid": turn.uuid, "when": turn.when}
    elif turn.role == "user":
        yield from settle(state)
        state["edited"] = 0


def forget(state: State) -> None:
    """A commit or a closed ticket says it better."""
    state.pop("outcome", None)
    state["edited"] = 0


def settle(state: State) -> Iterator[Candidate]:
    """What was done so far and stands in no commit."""
    outcome: dict[str, Any] | None = state.pop("outcome", None)
    if outcome:
        turn = Turn("assistant", "", outcome["line"], outcome["uuid"], outcome["when"])
        yield propose(turn, "progress", outcome["text"], "outcome", 0.45)


def _did(text: str) -> str:
    """The first sentence or bullet that says in the past tense what was changed; "" where none does."""
    for unit in texts.units(text):
        said = texts.one_line(unit.text)
        for me in _ME:
            if said.casefold().replace("’", "'").startswith(me):
                said = said[len(me) :]
        if not said.casefold().startswith(_DID) or said.endswith((":", "?")):
            continue
        if len(texts.words(said)) >= 4 and not phrases.passes(said) and not phrases.guesses(said):
            return texts.clip(said[:1].upper() + said[1:], 240)
    return ""
