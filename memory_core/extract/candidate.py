"""What a rule of extraction proposes, before screening and routing."""

from typing import Any, Final, NamedTuple

from memory_core.core.light.lifecycle import UNFINISHED
from memory_core.extract import prose_text as words
from memory_core.extract.carry_shape import STATE, VERSION, fits
from memory_core.extract.turn import Turn

TEXT_CHARS: Final = 240
QUOTE_CHARS: Final = 200

State = dict[str, Any]
"""What the rules remember while they listen: plain JSON."""


class Carry(NamedTuple):
    """What one reading hands to the next: plain JSON of at most 64 KB. An empty one is the beginning of a session."""

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
_TOLD: Final = "worth-"  # a failure that is told of; that it lasts is said elsewhere
EMPTY: Final = Carry({})


class Candidate(NamedTuple):
    """One thing worth keeping, said so that a developer in another session understands it."""

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
        told = self.rule in _WORKED_AFTERWARDS or self.rule.startswith(_TOLD)
        return self.kind in UNFINISHED and not self.solution and not told


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
