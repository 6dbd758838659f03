"""The hot learnings of a session in the documented form (JARVIS-17), from prepared rows."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Row = tuple[str, str, str, str, str]
    """What is shown of a learning, each without a break: id, heading, what it says, why, and what stands behind."""

PROMPT = 1_200  # characters that a prompt is answered with
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


def shown(rows: "Sequence[Row]", at: "Mapping[str, str]", room: int = PROMPT) -> str:
    """The rows under their headings, each with the time at which it became hot (`at`: id to moment with `Z`).

    If the text is longer than `room`, the oldest rows are cut to one line first (J-7), then left out, the last first.
    "" without rows.
    """
    kept = fitting(rows, at, room)
    oldest = sorted(kept, key=lambda row: at.get(row[0], ""))
    for shrunk in range(len(kept) + 1):
        text = _text(kept, at, {row[0] for row in oldest[:shrunk]})
        if len(text) <= room:
            return text
    return ""


def fitting(rows: "Sequence[Row]", at: "Mapping[str, str]", room: int) -> "list[Row]":
    """The leading rows that fit into that many characters."""
    kept = list(rows)
    while kept and len(_text(kept, at, {row[0] for row in kept})) > room:
        kept.pop()
    return kept


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


def _line(row: "Row", at: str, short: bool) -> str:
    name, heading, words, reason, behind = row
    if short and len(words) > _LINE:
        words = f"{words[: _LINE - 1].rstrip()}…"
    if reason and not short:
        words += f" — {reason}"
    time = f"[{at[11:16]}] " if len(at) > 15 and heading != BROUGHT else ""
    return " ".join(filter(None, (f"- {time}{words}", behind, f"`{name}`")))
