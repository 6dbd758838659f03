"""What is hot in a session, in the documented form (JARVIS-17).

A prompt is answered with rows that were made before it was typed: neither `json`, `re` nor `typing` is imported here.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from memory_core.domain.tiers.learning import Learning

    Row = tuple[str, str, str, str, str]
    """What is shown of a learning, each without a break: id, heading, what it says, why, and what stands behind."""

PROMPT = 1_200  # characters that a prompt is answered with
WHOLE = 8_000  # of everything that is hot, about 2000 tokens (JARVIS-36)
_HEADING = "## Active Learnings (This Session)"
_BEFORE = "## Learned Before"  # of what earlier sessions heard
_HEARD_NOW = "hot_"  # how the id of what this session heard begins
BROUGHT = "r"
_HEADINGS = {
    "c": "### Corrections",
    "p": "### Patterns In Progress",
    "a": "### Avoid",
    BROUGHT: "### From This Repository (its file, not the user's own words)",
}
_LINE = 90  # characters of a learning that is shrunk to one line
_TWICE = 2
_DAY = 10  # characters of `2026-01-31`
# How a text begins that says what not to do.
_NEGATIVE = (
    "never ", "no ", "don't ", "don’t ", "do not ", "avoid ", "stop ", "not ", "without ", "nie ", "kein", "niemals ",
    "ne ", "pas de ", "jamais ", "no ", "nunca ", "не ", "никогда ", "нельзя ",
)  # fmt: skip


def rendered(
    items: "Sequence[Learning]", at: "Mapping[str, str]", room: int = PROMPT, brought: "Collection[str]" = ()
) -> str:
    """The learnings under their headings, each with the time at which it became hot (`at`: id -> moment with `Z`).

    What the repository brought, by its ids, stands apart: nobody here said it, nor said it now.

    Where they are longer than `room`, the oldest shrink to one line first (J-7), and what is too much even so goes,
    the last first. "" without learnings.
    """
    return shown([row(one, brought=one.id in brought) for one in items], at, room)


def shown(rows: "Sequence[Row]", at: "Mapping[str, str]", room: int = PROMPT) -> str:
    """The same of their rows."""
    kept = fitting(rows, at, room)
    oldest = sorted(kept, key=lambda one: at.get(one[0], ""))
    for shrunk in range(len(kept) + 1):
        text = _text(kept, at, {one[0] for one in oldest[:shrunk]})
        if len(text) <= room:
            return text
    return ""


def fitting(rows: "Sequence[Row]", at: "Mapping[str, str]", room: int) -> "list[Row]":
    """Those of the rows, from the first one on, that can be shown in so many characters."""
    kept = list(rows)
    while kept and len(_text(kept, at, {one[0] for one in kept})) > room:
        kept.pop()
    return kept


def row(one: "Learning", *, brought: bool = False) -> "Row":
    """What is shown of a learning; of one that an earlier session heard with the day on which it was last said.

    One that the repository `brought` is told as what its file says.
    """
    from memory_core.domain.tiers.learning import BEHAVIOUR, WATCHING

    heading = "p" if one.kind == BEHAVIOUR or one.status == WATCHING else "c"
    if one.source == "error_pattern" or one.description.lower().startswith(_NEGATIVE):
        heading = "a"
    behind = []
    if one.corrections >= _TWICE:
        often = "twice" if one.corrections == _TWICE else f"{one.corrections} times"
        behind = [f"(user corrected {often})"]
    elif one.status == WATCHING:
        behind = [f"({one.occurrences} occurrence{'s' if one.occurrences > 1 else ''}, watching)"]
    elif one.kind == BEHAVIOUR and one.occurrences > 1:
        behind = [f"({one.occurrences} occurrences)"]
    if brought:
        heading, behind = BROUGHT, []
    words = " ".join(one.description.split())
    reason = " ".join(one.reason.split())
    reason = "" if reason.casefold().strip(" .!") == words.casefold().strip(" .!") else reason
    return one.id, heading, words, reason, " ".join([*behind, *_day(one)])


def _day(one: "Learning") -> list[str]:
    day = (one.updated or one.created)[:_DAY]
    is_day = len(day) == _DAY and day.isascii() and day.replace("-", "").isdigit()
    return [f"({day})"] if is_day and not one.id.startswith("hot_") else []


def _text(rows: "Sequence[Row]", at: "Mapping[str, str]", short: set[str]) -> str:
    now = [row for row in rows if row[0].startswith(_HEARD_NOW)]
    before = [row for row in rows if not row[0].startswith(_HEARD_NOW)]
    parts: list[str] = []
    for title, group in ((_HEADING, now), (_BEFORE, before)):
        if group:
            parts += ["", title] if parts else [title]
        for mark, heading in _HEADINGS.items():
            lines = [_line(row, at.get(row[0], ""), row[0] in short) for row in group if row[1] == mark]
            if lines:
                parts += ["", heading, *lines]
    return "\n".join(parts)


def _line(one: "Row", at: str, short: bool) -> str:
    name, heading, words, reason, behind = one
    if short and len(words) > _LINE:
        words = f"{words[: _LINE - 1].rstrip()}…"
    if reason and not short:
        words += f" — {reason}"
    time = f"[{at[11:16]}] " if len(at) > 15 and heading != BROUGHT else ""
    return " ".join(filter(None, (f"- {time}{words}", behind, f"`{name}`")))
