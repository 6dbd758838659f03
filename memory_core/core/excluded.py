"""Memory files that this clone keeps out of git, by lines in `info/exclude` of its git folder, never in `.gitignore`.

They are neither committed nor shared. A file that git already tracks stays tracked.
"""

import os
from typing import Final

from memory_core.core import git
from memory_core.core.light import files, json_store
from memory_core.core.light.errors import Refusal

# What memory-core writes into a project unasked. Packs and logs of tickets are documents of the project.
PATHS: Final = ("/.genius/memory/", "/.claude/learnings/", "/IRIS_MEMORY.json")
_BEGIN: Final = "# memory-core: kept out of git, by `memory-core config set share`"
_END: Final = "# memory-core: end"
_LONGEST: Final = 1_000_000  # bytes of the file


def is_applied(root: str) -> bool:
    """Whether the clone has these lines."""
    return git.folder(root) is not None and _BEGIN in map(_line, _rows(root))


def apply(root: str, *, excludes: bool) -> bool:
    """Add the lines, or remove them if `excludes` is false. Return whether the file changed.

    Other lines stay, byte for byte. Raise `Refusal` if the file is a link, or cannot be read completely or written.
    """
    if git.folder(root) is None:
        return False
    path, rows = _path(root), _rows(root)
    if (_BEGIN in map(_line, rows)) == excludes:
        return False
    if os.path.islink(path):
        raise Refusal(f"{path} is a symbolic link, which is not replaced; add these lines yourself: {' '.join(PATHS)}")
    if excludes:
        ended = [row if row.endswith(b"\n") else row + b"\n" for row in rows]
        rows = [*ended, *(f"{line}\n".encode() for line in (_BEGIN, *PATHS, _END))]
    else:
        own = {_BEGIN, _END, *PATHS}
        at = [_line(row) for row in rows].index(_BEGIN)
        end = at
        while end < len(rows) and _line(rows[end]) in own:
            end += 1
        del rows[at:end]
    with json_store.writing(path, "make it writable"):
        files.make(os.path.dirname(path))
        files.write(path, b"".join(rows))
    return True


def _rows(root: str) -> list[bytes]:
    """The lines of the file with their line ends."""
    path = _path(root)
    try:
        raw = files.read_whole(path, _LONGEST)
    except OSError as error:
        raise Refusal(f"{path} cannot be read ({error.strerror}); it is left unchanged") from error
    return (raw or b"").splitlines(keepends=True)


def _line(row: bytes) -> str:
    return row.decode("utf-8", "replace").rstrip()


def tracked(root: str) -> list[str]:
    """The paths among `PATHS` that git already tracks and therefore still commits."""
    names = [path.strip("/") for path in PATHS]
    return [name for name in names if git.output(root, "ls-files", "--", name)]


def _path(root: str) -> str:
    return os.path.join(git.folder(root) or root, "info", "exclude")
