"""The candidate that extraction proposes, and the state that one reading hands to the next.

The state is stored in a file between two hooks, where it may be damaged: `fits` checks its shape.
"""

from typing import Any, Final, NamedTuple

from memory_core.core.light.lifecycle import UNFINISHED
from memory_core.extract import prose_text as words
from memory_core.extract.turn import Turn

VERSION: Final = 7  # of the carry; one of another version is not read

# A type: a value of it. [shape]: a list of these. (shapes): a list of exactly these. {"*": shape}: any names to these.
# Any other dict: a record; a name that begins with "?" may be missing.
_PLACE: Final = {"line": int, "uuid": str, "when": str}
_FAULT: Final[dict[str, Any]] = {
    "error": str, "sure": bool, "counted": str, "command": str, **_PLACE, "agent": str, "told": bool,
    "said": [(float, str, int, str, str)], "edits": [{"path": str, "added": str}], "runs": [str], "count": int,
    "hint": str, "?plan": str,
}  # fmt: skip
_CANDIDATE: Final = (str, str, str, str, str, str, int, str, float, str, str, [str], str, float, str, str, bool, str)
_TASK: Final = (str, str, str, int, str)  # text, quote, uuid, line, time
STATE: Final[dict[str, Any]] = {
    "?told": [(str, str, str, [str], bool, str)],
    "?marked": [(str, int, str, str)],
    "?opens": bool,
    "?closing": [(str, str, str, bool)],
    "?asked": _CANDIDATE,
    "?turn": {"marked": bool, "held": [_CANDIDATE]},
    "?commits": int,
    "?closed": {"*": {"text": str, "quote": str, "reason": str, "apart": bool, **_PLACE, "agent": str}},
    "?failing": {"*": {"*": _FAULT}},
    "?gated": bool,
    "?offers": [str],
    "?statements": int,
    "?kept": int,
    "?since": {"failed": int, "committed": int, "edited": int, "prompted": int},
    "?refused": {"plan": str, "path": str, "added": [str]},
    "?hand": {"programs": [str], "files": [str]},
    "?practised": [str],
    "?counted": {"*": int},
    "?checked": str,
    "?stumbled": {"*": {"error": str, "command": str, "runs": [str]}},
    "?echo": {"mode": str, "worked": bool, "told": [str], "ids": [str], "gone": [str]},
    "?tasks": {"*": _TASK},
    "?finished": [str],
    "?wished": [{"words": [str], "count": int}],
}


def fits(value: object, shape: Any) -> bool:
    """Whether a JSON value has a given shape; texts must be encodable as UTF-8."""
    if isinstance(shape, type):
        return _is_one(value, shape)
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(_is_one(name, str) for name in value) and _is_record(value, shape)
    if not isinstance(value, (list, tuple)):
        return False
    if isinstance(shape, tuple):
        return len(value) == len(shape) and all(map(fits, value, shape))
    return all(fits(item, shape[0]) for item in value)


def _is_record(value: dict[str, object], shape: dict[str, Any]) -> bool:
    if "*" in shape:
        return all(fits(item, shape["*"]) for item in value.values())
    known = {name.removeprefix("?"): inner for name, inner in shape.items()}
    return (
        value.keys() <= known.keys()
        and all(fits(item, known[name]) for name, item in value.items())
        and all(name in value for name in shape if not name.startswith("?"))
    )


def _is_one(value: object, kind: type) -> bool:
    if kind is str:
        return isinstance(value, str) and (value.isascii() or _is_sound(value))
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _is_sound(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


TEXT_CHARS: Final = 240
QUOTE_CHARS: Final = 200

State = dict[str, Any]
"""What the rules remember while they listen: plain JSON."""


class Carry(NamedTuple):
    """The state that one reading hands to the next: plain JSON of at most 64 KB. An empty state begins a session."""

    state: State

    @classmethod
    def from_json(cls, value: object) -> "Carry":
        """The carry that `to_json` wrote; an empty one for every other value, of another version or another shape."""
        if not isinstance(value, dict) or value.get("version") != VERSION or not fits(value.get("state"), STATE):
            return cls({})
        return cls(dict(value["state"]))

    def to_json(self) -> State:
        """The carry as plain JSON values."""
        return {"version": VERSION, "state": self.state}


# Rules that speak of a failure only when it was gone, whether or not they know what made it go.
_WORKED_AFTERWARDS: Final = ("fail-pass", "fail-commit", "fail-next-fail", "summary-error")
_RETOLD: Final = "worth-"  # a statement about a failure; whether it lasts another candidate says
EMPTY: Final = Carry({})


class Candidate(NamedTuple):
    """One thing worth keeping, in words that a developer in another session understands."""

    kind: str  # decision, convention, error, progress, blocker, learning, preference
    text: str  # one line
    solution: str = ""
    reason: str = ""
    quote: str = ""  # a verbatim piece of the line that says it
    uuid: str = ""
    line: int = 0  # 0-based line of the transcript
    when: str = ""
    certainty: float = 0.5
    rule: str = ""
    path: str = ""  # the file it concerns
    tags: tuple[str, ...] = ()  # tickets and commits: what is the same thing for sure
    agent: str = ""  # subagent id
    needs: float = 0.0  # certainty from which it is kept, where the weights chose it
    replaces: str = ""  # the id or the words of the memory that it takes the place of
    closes: str = ""  # the id or the words of what is open and done now
    beside: bool = False  # whether a marker line speaks for its turn
    source: str = ""  # of a statement: the kind of text that says it, as `extract.worth_model.Place` names it

    @property
    def is_open(self) -> bool:
        """Whether something is still broken: no solution is known, and no rule saw it work afterwards."""
        was_mended = self.rule in _WORKED_AFTERWARDS or self.rule.startswith(_RETOLD)
        return self.kind in UNFINISHED and not self.solution and not was_mended


def thawed(row: list[Any]) -> Candidate:
    """The candidate stored in a state."""
    candidate = Candidate(*row)
    return candidate._replace(tags=tuple(candidate.tags))


def propose(turn: Turn, kind: str, text: str, rule: str, certainty: float, **more: Any) -> Candidate:
    """The candidate that `turn` gives rise to, with its texts made one line each and cut to size."""
    quote = words.verbatim((more.pop("quote", "") or text).strip(), turn.text)
    return Candidate(
        kind,
        words.clip(words.one_line(text), TEXT_CHARS),
        words.clip(words.one_line(more.pop("solution", "")), TEXT_CHARS),
        words.clip(words.one_line(more.pop("reason", "")), TEXT_CHARS),
        words.clip(quote.strip(), QUOTE_CHARS),
        turn.uuid,
        turn.line,
        turn.when,
        certainty,
        rule,
        agent=turn.agent,
        **more,
    )
