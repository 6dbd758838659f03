"""What is hot in a session, in the documented form (JARVIS-17)."""

from collections.abc import Mapping, Sequence
from typing import Final

from memory_core.domain.tiers.learning import BEHAVIOUR, WATCHING, Learning

PROMPT: Final = 1_200  # characters that a prompt is answered with
WHOLE: Final = 8_000  # of everything that is hot, about 2000 tokens (JARVIS-36)
_HEADING: Final = "## Active Learnings (This Session)"
_CORRECTIONS, _PATTERNS, _AVOID = "### Corrections", "### Patterns In Progress", "### Avoid"
_LINE: Final = 90  # characters of a learning that is shrunk to one line
_TWICE: Final = 2
# How a text begins that says what not to do.
_NEGATIVE: Final = (
    "never ", "no ", "don't ", "don’t ", "do not ", "avoid ", "stop ", "not ", "without ", "nie ", "kein", "niemals ",
    "ne ", "pas de ", "jamais ", "no ", "nunca ", "не ", "никогда ", "нельзя ",
)  # fmt: skip


def rendered(items: Sequence[Learning], at: Mapping[str, str], room: int = PROMPT) -> str:
    """The learnings under their headings, each with the time at which it became hot (`at`: id -> moment with `Z`).

    Where they are longer than `room`, the oldest shrink to one line first (J-7), and what is too much even so goes,
    the last first. "" without learnings.
    """
    kept = fitting(items, at, room)
    oldest = sorted(kept, key=lambda one: at.get(one.id, ""))
    for shrunk in range(len(kept) + 1):
        text = _text(kept, at, {one.id for one in oldest[:shrunk]})
        if len(text) <= room:
            return text
    return ""


def fitting(items: Sequence[Learning], at: Mapping[str, str], room: int) -> list[Learning]:
    """Those of the learnings, from the first one on, that can be shown in so many characters."""
    kept = list(items)
    while kept and len(_text(kept, at, {one.id for one in kept})) > room:
        kept.pop()
    return kept


def _text(items: Sequence[Learning], at: Mapping[str, str], short: set[str]) -> str:
    if not items:
        return ""
    parts = [_HEADING]
    for heading in (_CORRECTIONS, _PATTERNS, _AVOID):
        lines = [_line(one, at.get(one.id, ""), one.id in short) for one in items if _heading(one) == heading]
        if lines:
            parts += ["", heading, *lines]
    return "\n".join(parts)


def _heading(one: Learning) -> str:
    if one.source == "error_pattern" or one.description.lower().startswith(_NEGATIVE):
        return _AVOID
    return _PATTERNS if one.kind == BEHAVIOUR or one.status == WATCHING else _CORRECTIONS


def _line(one: Learning, at: str, short: bool) -> str:
    words = " ".join(one.description.split())
    if short and len(words) > _LINE:
        words = f"{words[: _LINE - 1].rstrip()}…"
    if one.reason and not short:
        words += f" — {' '.join(one.reason.split())}"
    time = f"[{at[11:16]}] " if len(at) > 15 else ""
    return f"- {time}{words}{_often(one)} `{one.id}`"


def _often(one: Learning) -> str:
    if one.corrections >= _TWICE:
        return " (user corrected twice)" if one.corrections == _TWICE else f" (user corrected {one.corrections} times)"
    if one.status == WATCHING:
        return f" ({one.occurrences} occurrence{'s' if one.occurrences > 1 else ''}, watching)"
    return f" ({one.occurrences} occurrences)" if one.kind == BEHAVIOUR and one.occurrences > 1 else ""
