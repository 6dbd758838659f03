"""The text at the start of a phase, within a budget of tokens."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core.budget import Section, clip, fit, tokens
from memory_core.core.light import lifecycle
from memory_core.core.memory import Memory
from memory_core.specs import spec as terms
from memory_core.specs.recalled import Part, Recalled
from memory_core.specs.story import wording

BUDGETS: Final = {terms.PLANNING: 1_500, terms.IMPLEMENTATION: 2_500, terms.COMPLETED: 4_000}
"""Tokens that a phase begins with at most."""

_HEADS: Final = {
    terms.PLANNING: "Known from earlier work",
    terms.IMPLEMENTATION: "Where this spec stands",
    terms.COMPLETED: "What this spec kept",
}
_SUMMARY: Final = 160  # characters of a memory's text
_WHY: Final = 190
_LINE: Final = 230  # characters of any other line
_FOOT: Final = 330  # characters of the last lines, on what was left out
_AROUND: Final = 24  # characters around a title, with a line that counts omitted rows
_PINNED: Final = 0.6  # share of the room for lines if there are memories too
_WHOLE: Final = "`memory-core show ID` shows one whole."
_ANY: Final = 10**6  # no limit of lines; only tokens are limited here


class Shown(NamedTuple):
    """A text within its budget, and the memories in it."""

    text: str
    tokens: int
    left_out: int  # memories that fit and are not in the text
    memories: list[tuple[Memory, str]]  # the memories in the text, each with the reason


def text(recalled: Recalled, budget: int, wrap: Callable[[str], str] = str) -> Shown:
    """The text for the start of a phase, of at most `budget` tokens including what `wrap` adds (a fence).

    If the text is too long, the largest section gives up its last row first; what is left out is counted.
    """
    around = len(wrap(""))
    room = 4 * budget - around - _FOOT
    while True:
        shown = _shown(recalled, max(room, 0), budget, wrap)
        if shown.tokens <= budget or room <= 0:
            return shown
        room -= 4 * (shown.tokens - budget) + 4


def _shown(recalled: Recalled, room: int, budget: int, wrap: Callable[[str], str]) -> Shown:
    rowed = [part for part in recalled.sections if part.rows]
    summary = "\n".join(map(_line, recalled.summary))
    titles = sum(len(part.title) + _AROUND for part in recalled.sections if part.lines)
    spare = min(int(_PINNED * room) if rowed else room, room - len(summary) - titles)
    parts = _pinned([section for section in recalled.sections if section.lines], spare)
    pinned = ["\n".join([f"## {part.title}", *part.lines, *_more(part.more)]) for part in parts if part.lines]
    head = "\n\n".join([summary, *pinned]).strip()
    head = head if len(head) <= room else clip(head, room)
    sections = _trimmed([_section(part) for part in rowed], room - len(head))
    fitted = fit(head, sections, lines=_ANY, size=room)
    rows = [
        row
        for part in rowed
        for row in part.rows[: max(len(part.rows) + part.more - fitted.left_out.get(part.title, 0), 0)]
    ]
    cut = [each for each in parts if each.more] + [each for each in rowed if fitted.left_out.get(each.title)]
    left = sum(fitted.left_out.values())
    body = [fitted.text] if fitted.text else []
    notes = [f"({_line(recalled.note)})"] if recalled.note else []
    foot = [_foot(left, cut)] if cut else [_WHOLE] if rows else []

    def whole(known: int) -> str:
        first = f"{_HEADS.get(recalled.phase, recalled.phase)}, about {known:,} of at most {budget:,} tokens:"
        return wrap("\n\n".join([first, *body, *foot, *notes]))

    result = whole(0)
    for _ in range(3):
        result = whole(tokens(result))
    return Shown(result, tokens(result), left, rows)


def _pinned(parts: Sequence[Part], room: int) -> list[Part]:
    """The parts with lines, cut to about `room` characters: the longest gives up its last line first."""
    lines = [[_line(line) for line in part.lines] for part in parts]
    sizes = [sum(len(line) + 1 for line in own) for own in lines]
    while sum(sizes) > room and any(lines):
        at = max(range(len(parts)), key=lambda number: sizes[number])
        sizes[at] -= len(lines[at].pop()) + 1
    return [
        part._replace(lines=tuple(own), more=part.more + len(part.lines) - len(own))
        for part, own in zip(parts, lines, strict=True)
    ]


def _section(part: Part) -> Section:
    entries = [_row(memory, why) for memory, why in part.rows]
    return Section(part.title, entries, len(entries) + 2, part.more)


def _row(memory: Memory, why: str) -> str:
    about = [memory.created[:10], clip(memory.id, 60)]
    about += [memory.status] if memory.status not in (lifecycle.ACTIVE, lifecycle.RESOLVED) else []
    result = f"- {clip(wording(memory), _SUMMARY)} [{' · '.join(part for part in about if part)}]"
    return redact.neutral(f"{result}\n  {clip(why, _WHY)}" if why else result)


def _trimmed(sections: Sequence[Section], room: int) -> list[Section]:
    """The sections cut to about `room` characters, so that the exact fitting has little left to do."""
    kept = [len(section.entries) for section in sections]
    sizes = [sum(len(entry) + 1 for entry in section.entries) for section in sections]
    while sections and sum(sizes) > max(room, 0) + 2_000:
        at = max(range(len(sections)), key=lambda number: sizes[number])
        kept[at] -= 1
        sizes[at] -= len(sections[at].entries[kept[at]]) + 1
    return [
        Section(
            section.title, section.entries[:number], section.lines * 2, section.more + len(section.entries) - number
        )
        for section, number in zip(sections, kept, strict=True)
    ]


def _foot(left: int, cut: Sequence[Part]) -> str:
    commands = dict.fromkeys(part.command for part in cut if part.command)
    shows = " or ".join(f"`{redact.neutral(clip(command, 80))}`" for command in list(commands)[:3])
    result = f"Left out to fit: {left:,} {'memory' if left == 1 else 'memories'}." if left else ""
    return " ".join(filter(None, (result, f"{shows} shows more." if shows else "")))


def _more(many: int) -> list[str]:
    return [f"… +{many:,} more"] if many else []


def _line(line: str) -> str:
    return redact.neutral(clip(line, _LINE))
