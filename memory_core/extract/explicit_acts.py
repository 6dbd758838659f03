"""What a model says in so many words: that it decided, learned, is blocked. It is kept whatever its weight."""

from collections.abc import Iterator
from typing import Final

from memory_core.extract import choice, explicit_statements, markers, phrases
from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import Candidate, propose
from memory_core.extract.turn import Turn

_SHORTEST, _LONGEST = 16, 330  # characters
_CERTAINTY: Final = 0.7
_NORMS: Final = ("always ", "never ", "immer ", "niemals ", "toujours ", "siempre ", "nunca ")
_MOST: Final = 8  # of one text


def hear(turn: Turn, diagnosing: bool) -> Iterator[Candidate]:
    """The acts of a text, each once; while it is `diagnosing` a failure, what turns out is about that."""
    known: set[str] = set()
    blocked = announced = False
    for unit in choice.whole(texts.units(turn.text)):
        laid_out = announced or leads_away(f"{unit.heading}:")
        announced = unit.text.endswith(":") and leads_away(unit.text)
        kind, words = _act(unit, diagnosing, is_own=not turn.agent)
        if not kind or words in known or (kind == "decision" and laid_out) or (kind == "blocker" and blocked):
            continue
        known.add(words)
        blocked = blocked or kind == "blocker"
        yield propose(turn, kind, words, f"said-{kind}", _CERTAINTY, quote=unit.text)
        if len(known) == _MOST:
            return


def _act(unit: texts.Unit, diagnosing: bool, *, is_own: bool) -> tuple[str, str]:
    """The kind of memory that a sentence makes, and its words; "" for none."""
    line = texts.one_line(unit.text)
    kind, words = explicit_statements.heard(line, bullet=unit.bullet, diagnosing=diagnosing)
    if kind:
        return kind, words
    said = phrases.plain(line).rstrip(":")
    if diagnosing or not _SHORTEST <= len(said) <= _LONGEST or said.endswith("?") or phrases.passes(said):
        return "", ""
    if choice.is_open(said) or markers.is_marked(unit.text):
        return "", ""
    if said.casefold().startswith(_NORMS):
        return "convention", said
    under = (is_own and markers.is_decision(unit.heading)) or (unit.bullet and choice.is_made(f"{unit.heading}:"))
    return ("decision", said) if under or (not phrases.guesses(said) and choice.is_made(said)) else ("", "")


def leads_away(said: str) -> bool:
    """True for an announcement after which no decision of the speaker's comes."""
    return len(said) > 1 and (choice.is_open(said) or choice.is_others(said))
