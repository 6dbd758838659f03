"""The situation of a statement: the programs that the session ran, the files that it worked on."""

from typing import Any, Final, NamedTuple

from memory_core.extract import prose_text as texts
from memory_core.extract import shell
from memory_core.extract.candidate import QUOTE_CHARS, TEXT_CHARS, State
from memory_core.extract.turn import Turn

_MOST: Final = 3  # of each: what lies further back is not what a user speaks of
_EDITS: Final = ("Edit", "Write", "MultiEdit", "NotebookEdit")
_PATH_CHARS: Final = 160


class Situation(NamedTuple):
    """The programs (`npm install`) and files since the user's last prompt, newest last; for a refused call those of the
    call.
    """

    programs: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


NOWHERE: Final = Situation()


def follow(turn: Turn, state: State) -> Situation:
    """The situation of a turn. A call and its result belong to it until the user's next prompt."""
    if turn.agent:
        return NOWHERE
    hand: dict[str, Any] = state.setdefault("hand", {"programs": [], "files": []})
    if turn.role == "result":
        own = _of_call(turn)
        if turn.refused:
            return own
        _note(hand["programs"], own.programs)
        _note(hand["files"], own.files)
    now = Situation(tuple(hand["programs"]), tuple(hand["files"]))
    if turn.role in ("user", "answer"):
        state["hand"] = {"programs": [], "files": []}
    return now


def _of_call(turn: Turn) -> Situation:
    """The programs and the file of one call."""
    command = turn.input.get("command")
    if turn.tool == "Bash" and isinstance(command, str):
        names = [name for name in map(shell.family, shell.parse(command).steps) if name and len(name) <= _PATH_CHARS]
        return Situation(tuple(dict.fromkeys(names))[-_MOST:])
    path = turn.input.get("file_path") or turn.input.get("notebook_path")
    if turn.tool in _EDITS and isinstance(path, str) and path:
        return Situation(files=(texts.clip(path, _PATH_CHARS),))
    return NOWHERE


def _note(known: list[str], new: tuple[str, ...]) -> None:
    for name in new:
        if name in known:
            known.remove(name)
        known.append(name)
    del known[:-_MOST]


SAID, DONE = "preference", "behaviour"
_TOLD_MOST: Final = 120  # of a session


class Practice(NamedTuple):
    """A practice in one session. The same practice has the same text in every session."""

    kind: str  # preference: it was said; behaviour: it was done
    text: str
    source: str  # statement | correction | multiple_corrections | code_repetition | error_pattern
    lasting: bool = False  # the words themselves say that it holds from now on
    corrections: int = 0  # times that this session's user corrected the assistant so
    reason: str = ""
    slot: str = ""  # what it chooses, of which one alone can hold
    about: tuple[str, ...] = ()  # triggers of its own, besides its words
    situation: Situation = NOWHERE
    quote: str = ""
    uuid: str = ""
    line: int = 0
    when: str = ""


def made(turn: Turn, kind: str, text: str, source: str, **more: Any) -> Practice:
    """The practice that a turn shows, its texts made one line each and cut to size."""
    quote = texts.clip(texts.verbatim(more.pop("quote", ""), turn.text), QUOTE_CHARS)
    reason = texts.clip(texts.one_line(more.pop("reason", "")), TEXT_CHARS)
    text = texts.clip(texts.one_line(text), TEXT_CHARS)
    return Practice(
        kind, text, source, reason=reason, quote=quote, uuid=turn.uuid, line=turn.line, when=turn.when, **more
    )


def is_new(key: str, state: State) -> bool:
    """Whether a practice with this key is new in this session; afterwards it is not."""
    known: list[str] = state.setdefault("practised", [])
    if key in known:
        return False
    known.append(texts.clip(key, TEXT_CHARS))
    del known[:-_TOLD_MOST]
    return True
