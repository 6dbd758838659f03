"""Appends lines to files, and changes the end of a file in place."""

import errno
import os

from memory_core.core.light import files

TYPE_CHECKING = False
if TYPE_CHECKING:  # the hook for edits imports this module, and these imports take longer than the hook
    from collections.abc import Iterable

_TAIL = 4096  # bytes in which the end of a file is searched


def append(path: str, lines: "Iterable[str]", *, durable: bool = True) -> None:
    """Append lines to a file, all or none, with one write: several processes may append at once.

    A line that a killed process left unfinished stays, and gets a line end.
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
            os.ftruncate(handle, before)  # the incomplete lines of this call
            raise
    finally:
        os.close(handle)


def splice_end(path: str, end: bytes, new: bytes) -> bool:
    """Replace `end` by `new` at the end of a regular file. Return whether the file ended so, apart from white space.

    For files that are too long to be rewritten. There is one write: a reader sees the old, the new or a truncated end.
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
