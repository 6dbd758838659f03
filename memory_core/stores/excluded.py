"""Files of the memory that this clone keeps out of git: lines of `info/exclude` in its git folder, never `.gitignore`.

Nothing of it is committed or shared. A file that git tracks already stays tracked.
"""

import os
from typing import Final

from memory_core.light import files, home
from memory_core.stores import git

# What memory-core writes into a project by itself; packs and logs of tickets are documents of the project.
PATHS: Final = ("/.genius/memory/", "/.claude/learnings/", "/IRIS_MEMORY.json")
_BEGIN: Final = "# memory-core: kept out of git, by `memory-core config set share`"
_END: Final = "# memory-core: end"
_LONGEST: Final = 1_000_000  # bytes of the file


def is_applied(root: str) -> bool:
    """Whether the lines stand in the clone."""
    return _BEGIN in (files.read(_path(root), _LONGEST) or "") if git.folder(root) else False


def apply(root: str, *, excludes: bool) -> bool:
    """Whether the file was changed: the lines are there now, or with `excludes` false they are gone.

    `Refusal` where the file cannot be written. Other lines stay as they are.
    """
    if git.folder(root) is None or is_applied(root) == excludes:
        return False
    rows = (files.read(_path(root), _LONGEST) or "").rstrip("\n").split("\n")
    if excludes:
        rows = [*filter(None, ["\n".join(rows)]), _BEGIN, *PATHS, _END]
    else:
        at = rows.index(_BEGIN)
        end = rows.index(_END, at) + 1 if _END in rows[at:] else at + 1 + len(PATHS)
        del rows[at:end]
    with home.writing(_path(root), "make it writable"):
        files.make(os.path.dirname(_path(root)))
        files.write(_path(root), "\n".join(rows) + "\n" if any(rows) else "")
    return True


def tracked(root: str) -> list[str]:
    """Those of the files that git tracks already, and so goes on to commit."""
    names = [path.strip("/") for path in PATHS]
    return [name for name in names if git.says(root, "ls-files", "--", name)]


def _path(root: str) -> str:
    return os.path.join(git.folder(root) or root, "info", "exclude")
