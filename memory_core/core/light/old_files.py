"""Removes files that are in the way or left over, and sets damaged files aside."""

import os
import stat

from memory_core.core.light import files

TYPE_CHECKING = False
if TYPE_CHECKING:  # the hook for edits imports this module, and these imports take longer than the hook
    from collections.abc import Callable


def clear(path: str, longest: int = files.LIMIT) -> bool:
    """Remove whatever is at the path of a derived file, except a regular file of at most `longest` bytes.

    Return whether something was removed. With -1 everything is removed.
    """
    if files.is_absent(path):
        return False  # another process may create the file now, and keeps it
    result = files.seen(path)
    if result is None:  # a link
        return files.remove(path)
    if stat.S_ISREG(result.st_mode) and result.st_size <= longest:
        return False
    if stat.S_ISDIR(result.st_mode):
        shutil = __import__("shutil")  # 5 ms, and rarely needed
        shutil.rmtree(files.plain(path))
        return True
    return files.remove(path)


def set_aside(path: str, raw: bytes) -> None:
    """Save the content of a damaged JSON file under a new name beside it: `decisions.1.damaged.json`."""
    files.write(aside(path), raw)


def aside(path: str) -> str:
    """An unused name beside a file for its damaged copy, with the same endings."""
    folder, name = os.path.split(path)
    stem, _, ending = name.partition(".")
    number = 1
    while os.path.lexists(beside := os.path.join(folder, f"{stem}.{number}.damaged.{ending}")):
        number += 1
    return beside


def sweep(folder: str, file: str = "") -> int:
    """Remove unfinished files of killed processes from a folder, or only those of `file`. Return how many."""
    gone = 0
    for name in files.names(folder):
        pid = name.removesuffix(".new").rpartition(".")[2]
        if name.startswith(f".{file}") and name.endswith(".new") and pid.isdigit() and not _alive(int(pid)):
            try:
                gone += files.remove(os.path.join(folder, name))
            except OSError:  # the folder is read-only, or this is a folder
                continue
    return gone


def old(folder: str, before: float, is_one: "Callable[[str], bool]" = bool) -> int:
    """Remove files that were last written before a moment (seconds since 1970). Return how many."""
    gone = 0
    for name in files.names(folder):
        path = os.path.join(folder, name)
        result = files.seen(path)
        if result is not None and is_one(name) and stat.S_ISREG(result.st_mode) and result.st_mtime < before:
            try:
                gone += files.remove(path)
            except OSError:
                return gone
    return gone


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
