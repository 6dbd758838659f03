"""Checks of the index and of anchors for `doctor`."""

import os
from collections.abc import Iterator

from memory_core.core.health import FAIL, OK, WARN, Check, day
from memory_core.core.light import places
from memory_core.recall import anchored, anchors


def checks(root: str) -> Iterator[Check]:
    """The state of the code that memories name, then that of the index."""
    yield from _code(root)
    yield index(root)


def _code(root: str) -> Iterator[Check]:
    """The number of memories by the state of the code that they name."""
    counts = anchored.counted(root)
    if not any(counts.values()):
        return
    same, changed, gone = (f"{counts[state]:,}" for state in anchors.STATES)
    detail = f"of the memories that name files or symbols {same} are as they were, {changed} are about what was changed"
    remedy = "`memory-core recall` and `show` say which; `memory-core forget ID` takes out what nobody needs"
    gone_too = f" since, {gone} about what is gone or was renamed"
    yield Check("code", OK, detail + gone_too, remedy if counts[anchors.ORPHANED] else "")


def index(root: str) -> Check:
    """The state of the index; `fail` if it is damaged."""
    try:
        from memory_core.recall import indexing  # noqa: PLC0415 - it needs a package that set-up installs

        verdict = indexing.verdict(root)
    except ModuleNotFoundError as missing:
        return Check(
            "index", WARN, f"{missing.name} is not installed, so search does not work", "run `memory-core setup`"
        )
    detail = ": ".join(part for part in (verdict.state, verdict.detail) if part)
    if verdict.state == "corrupt":
        return Check("index", FAIL, detail, "run `memory-core reindex`; it is derived, so nothing is lost")
    if verdict.state == "busy":
        return Check("index", WARN, detail, "another process is using it; try again in a moment")
    aside = f"{places.index_path(root)}.corrupt"
    if os.path.lexists(aside):
        detail += f"; it was damaged and was built anew on {day(aside)}, nothing is lost; {aside} can be deleted"
    return Check("index", OK, detail)
