"""Checks of learnings for `doctor`."""

from collections.abc import Iterator

from memory_core.core.budget import how_many
from memory_core.core.health import BY_HAND, OK, SHOWN, WARN, Check, mended
from memory_core.learnings import archive, warm_files


def checks(root: str) -> Iterator[Check]:
    """Damaged files, a misplaced JARVIS_ROOT, and how many learnings hold."""
    damages = warm_files.damages(root)
    for path, what, read in damages:
        yield Check("learnings", WARN, f"{path}: {what}; {how_many(read, 'learning')} could be read", BY_HAND)
    if warm_files.is_one(root):
        remedy = "set JARVIS_ROOT to a folder outside of the project"
        yield Check(
            "learnings",
            WARN,
            "JARVIS_ROOT is in this project: learnings of this project would be shown in all projects",
            remedy,
        )
    if not damages:
        yield Check("learnings", OK, f"{len(warm_files.both(root).learnings):,} hold in this project")
    for path, what in archive.damages()[:SHOWN]:
        remedy = "what can be read of it counts; a copy is set aside when it is next written"
        yield Check("archive", WARN, f"{path}: {what}", remedy)
    yield from mended([*warm_files.set_aside(root), *archive.set_aside()])
