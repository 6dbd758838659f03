"""Files that are in the way or left over: emptied, set aside, swept."""

import os
import stat

from memory_core.core.light import files

TYPE_CHECKING = False
if TYPE_CHECKING:  # the guard at the edit comes through here, and these two take longer than it does
    from collections.abc import Callable


def clear(path: str, longest: int = files.LIMIT) -> bool:
    """Whether something else than a file of at most so many bytes stood in the place of a derived one; it is gone.

    With -1 whatever stands there goes.
    """
    if files.is_absent(path):
        return False  # who makes the file meanwhile keeps it
    result = files.seen(path)
    if result is None:  # a link
        return files.remove(path)
    if stat.S_ISREG(result.st_mode) and result.st_size <= longest:
        return False
    if stat.S_ISDIR(result.st_mode):
        shutil = __import__("shutil")  # 5 ms, for what is seldom so
        shutil.rmtree(files.plain(path))
        return True
    return files.remove(path)


def set_aside(path: str, raw: bytes) -> None:
    """Keep what stands in a damaged JSON file, under a name of its own beside it: `decisions.1.damaged.json`."""
    files.write(aside(path), raw)


def aside(path: str) -> str:
    """A free name beside a file for what was damaged in it; its endings stay."""
    folder, name = os.path.split(path)
    stem, _, ending = name.partition(".")
    number = 1
    while os.path.lexists(beside := os.path.join(folder, f"{stem}.{number}.damaged.{ending}")):
        number += 1
    return beside


def sweep(folder: str, file: str = "") -> int:
    """How many half-made files of killed processes were removed from the folder; only those of the file `of`."""
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
    """How many files of a folder were removed, because they were last written before a moment (seconds since 1970)."""
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
