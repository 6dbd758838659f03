"""Files that only grow: lines added at the end, a damaged end mended."""

import errno
import os

from memory_core.core.light import files

TYPE_CHECKING = False
if TYPE_CHECKING:  # the guard at the edit comes through here, and these two take longer than it does
    from collections.abc import Iterable

_TAIL = 4096  # bytes in which the end of a file is looked for


def append(path: str, lines: "Iterable[str]", *, durable: bool = True) -> None:
    """Add lines at the end of a file, all or none of them. One write: processes may append side by side.

    A line that a killed writer left unfinished stays, and ends there.
    """
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
    handle = files.opened(path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    try:
        before = os.fstat(handle).st_size
        os.lseek(handle, max(before - 1, 0), os.SEEK_SET)
        if os.read(handle, 1) not in (b"", b"\n"):
            data = b"\n" + data
        try:
            if os.write(handle, data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
            if durable:
                os.fsync(handle)
        except OSError:
            os.ftruncate(handle, before)  # what was begun here and is not whole
            raise
    finally:
        os.close(handle)


def splice_end(path: str, end: bytes, new: bytes) -> bool:
    """Whether a regular file ended with `end`, white space aside, and now ends with `new` in its place.

    For files that are too long to be written anew. One write; a reader sees old or new, or a cut end.
    """
    handle = files.opened(path, os.O_RDWR)
    try:
        whole = os.fstat(handle).st_size
        start = max(0, whole - _TAIL)
        os.lseek(handle, start, os.SEEK_SET)
        tail = os.read(handle, _TAIL).rstrip()
        if not tail.endswith(end):
            return False
        at = start + len(tail) - len(end)
        os.lseek(handle, at, os.SEEK_SET)
        if os.write(handle, new) < len(new):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        os.ftruncate(handle, at + len(new))
        os.fsync(handle)
    finally:
        os.close(handle)
    return True
