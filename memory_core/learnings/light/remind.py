"""Shows learnings where they apply: at a prompt, or before an edit of a file.

The user waits, so the texts are prepared, and `json`, `re` and `typing` are not imported.
"""

from memory_core.core.light import globs
from memory_core.learnings.light import matchers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_core.core.light.event import Event
    from memory_core.learnings.learning import Learning

LABEL = "learnings about this"
_PARTS = 7  # of a line that says what is told of a learning


def refresh(root: str) -> None:
    """Make the matchers fit the warm files, so that no prompt waits for it."""
    stamp = matchers.stamp(root)
    if stamp and matchers.lines(root, stamp) is None:
        compiled(root, stamp)


def compiled(root: str, stamp: str) -> list[str]:
    """The matchers of this state of the warm files with their texts, kept for the next prompt.

    If only counts have changed, the existing matchers are kept.
    """
    text = matchers.content(root)
    mark = matchers.state_of(text) if text else ""
    lines = matchers.last(root) if mark else []
    if not lines or lines[-1] != mark:
        from memory_core import redact
        from memory_core.learnings import matcher, warm_files

        learnings = warm_files.both(root).learnings  # a hand may have written a secret
        known = [redact.clean_fields(learning, "description", "reason", "path", "triggers") for learning in learnings]
        brought = warm_files.brought(root, known)
        lines = [*matcher.lines(known), *(_row(value, brought=value.id in brought) for value in known), mark or "!"]
    matchers.keep(root, stamp, lines)
    return lines


def reminder(root: str, session: str, lines: "Sequence[str]", ids: "Sequence[str]") -> str:
    """The text of the learnings that the session does not know yet, in the documented form; they count as shown.

    If that cannot be noted, nothing is shown, because it would be shown at every prompt.
    """
    from memory_core.core.light import clock
    from memory_core.core.light.fence import around
    from memory_core.learnings.light import hot

    known = matchers.knows(root, session)
    rows = {row[0]: row for row in matchers.rows(lines, {name for name in ids if name not in known})}
    new = [rows[name] for name in ids if name in rows and len(rows[name]) == _PARTS and rows[name][2] != session]
    now = clock.present()
    at = {row[0]: now for row in new}
    room = hot.PROMPT - len(around("", LABEL))
    shown = hot.fitting([(row[0], row[3], row[4], row[5], row[6]) for row in new], at, room)
    levels = {row[0]: row[1] for row in new}
    if not shown or not matchers.tell(root, session, [(row[0], levels[row[0]]) for row in shown], now):
        return ""
    return around(hot.shown(shown, at, room), LABEL)


def at_edit(event: "Event", root: str, names: "Sequence[str]") -> str:
    """The learnings about a file, by its path in the project; they count as shown."""
    stamp = matchers.stamp(root)
    texts = [
        name
        for name, path in matchers.paths(root, stamp)
        if any(globs.parts_cover(globs.parts(path), file) for file in names)
    ]
    if not texts:
        return ""
    from memory_core.learnings.light import match

    return reminder(root, event.session, matchers.lines(root, stamp) or [], texts[: match.MOST])


def _row(learning: "Learning", *, brought: bool) -> str:
    """A line of the matchers with the text of a learning, which is harmless in a session."""
    from memory_core import redact
    from memory_core.learnings.hot_view import row

    parts = (learning.id, learning.level, learning.session, *row(learning, brought=brought)[1:])
    return matchers.WORDS + "\t".join(" ".join(redact.neutral(part).split()) for part in parts)
