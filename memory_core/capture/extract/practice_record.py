"""The record of a practice, and how it is told."""

from typing import Any, Final, NamedTuple

from memory_core.capture.extract import prose_text as texts
from memory_core.capture.extract.candidate import QUOTE_CHARS, TEXT_CHARS, State
from memory_core.capture.extract.situation import NOWHERE, Situation
from memory_core.capture.turn import Turn

SAID, DONE = "preference", "behaviour"
_TOLD_MOST: Final = 120  # of a session


class Practice(NamedTuple):
    """One practice as one session shows it. The same practice has the same text in every session."""

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
    """Whether this session has not told a practice of this key; it has then."""
    told: list[str] = state.setdefault("practised", [])
    if key in told:
        return False
    told.append(texts.clip(key, TEXT_CHARS))
    del told[:-_TOLD_MOST]
    return True
