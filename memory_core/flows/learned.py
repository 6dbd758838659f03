"""What was learned, told where it is needed: at a prompt, or before an edit of a file, that it is about."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from memory_core.domain.fence import fenced
from memory_core.domain.guard import paths
from memory_core.domain.tiers import learning as codec
from memory_core.domain.tiers import match
from memory_core.domain.tiers.learning import Learning
from memory_core.intake.event import Event
from memory_core.stores import clock, matchers
from memory_core.views import hot

LABEL: Final = "learnings about this"
_COUNTS: Final = ("confidence", "last_accessed", "access_count", "updated")  # what changes without a new word


def refresh(root: str) -> None:
    """Make the matchers fit the warm files, so that no prompt waits for it."""
    stamp = matchers.stamp(root)
    if stamp and matchers.lines(root, stamp) is None:
        compiled(root, stamp)


def compiled(root: str, stamp: str) -> list[str]:
    """The matchers of this state of the warm files with what they tell, kept for the next prompt.

    Where only counts have changed they are those that were made last.
    """
    from memory_core.stores import learnings

    known = learnings.both(root).learnings
    words = [_words(one) for one in known]
    mark = matchers.signed(words)
    lines = matchers.last(root)
    if not mark or not lines or lines[-1] != mark:
        lines = [*match.compile(known), *(_words(_cleaned(one)) for one in known), mark or "!"]
    matchers.keep(root, stamp, lines)
    return lines


def told(root: str, session: str, lines: Sequence[str], ids: Sequence[str]) -> str:
    """Those of the learnings that the session does not know yet, in the documented form; it counts as told.

    Where that cannot be noted nothing is said: it would be said at every prompt.
    """
    known = matchers.knows(root, session)
    warm = {one.id: one for one in _learnings(lines, {name for name in ids if name not in known})}
    new = [warm[name] for name in ids if name in warm and warm[name].session != session]
    now = clock.stamp(clock.now())
    at = {one.id: now for one in new}
    items = hot.fitting(new, at, hot.PROMPT - len(fenced("", LABEL)))
    if not items or not matchers.tell(root, session, [(one.id, one.level) for one in items], now):
        return ""
    return fenced(hot.rendered(items, at), LABEL)


def at_edit(event: Event, root: str, names: Sequence[str]) -> str:
    """The same for the learnings about a file, by what it is called in the project."""
    stamp = matchers.stamp(root)
    found = [
        name
        for name, path in matchers.paths(root, stamp)
        if any(paths.parts_cover(paths.parts(path), file) for file in names)
    ]
    return told(root, event.session, matchers.lines(root, stamp) or [], found[: match.MOST]) if found else ""


def _words(one: Learning) -> str:
    """A line of the matchers with all that is told of a learning."""
    item = {key: value for key, value in codec.to_item(one).items() if key not in _COUNTS}
    return f"{matchers.WORDS}{one.id}\t{one.level}\t{one.kind}\t{json.dumps(item)}"


def _cleaned(one: Learning) -> Learning:
    from memory_core.domain import screen

    return one._replace(description=screen.clean(one.description), reason=screen.clean(one.reason), quote="")


def _learnings(lines: Sequence[str], ids: set[str]) -> Iterator[Learning]:
    for line in lines:
        if line[:1] == matchers.WORDS:
            name, level, kind, words = line[1:].split("\t", 3)
            if name in ids and (one := codec.from_item(json.loads(words), kind, level)):
                yield one
