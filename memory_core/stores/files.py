"""Files that are whole or absent, never half: the only way in which a home or a view is written."""

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:  # the guard at the edit comes through here, and these two take longer than it does
    from collections.abc import Iterable
    from typing import Final

LIMIT: "Final" = 256 * 1024 * 1024  # bytes of a file that are read at most


def read(path: str, limit: int = LIMIT) -> str | None:
    """The text of a regular file, or None where there is none; bytes that are not UTF-8 become U+FFFD.

    A symbolic link to a device or a pipe is not read: it could block a hook for ever.
    """
    raw = read_bytes(path, limit)
    return None if raw is None else raw.decode("utf-8", "replace").removeprefix("\ufeff")


def read_bytes(path: str, limit: int = LIMIT) -> bytes | None:
    """The first `limit` bytes of a regular file, or None where there is none or it cannot be read."""
    try:
        return _read(path, limit)
    except OSError:
        return None


def read_whole(path: str) -> bytes | None:
    """All bytes of a regular file, or None where nothing stands there.

    `OSError` where something does and cannot be read, or is longer than 256 MB: what is not known must not be replaced.
    """
    try:
        raw = _read(path, LIMIT + 1)
    except FileNotFoundError:
        return None
    if raw is None or len(raw) > LIMIT:
        raise OSError(errno.EFBIG if raw else errno.EINVAL, "this file is too long or no regular file", path)
    return raw


def _read(path: str, limit: int) -> bytes | None:
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        with open(handle, "rb", closefd=False) as source:
            return source.read(limit)
    finally:
        os.close(handle)


def write(path: str, content: str | bytes) -> bool:
    """True where the file now holds `content` and did not before. Atomic and durable: a reader sees old or new.

    A symbolic link in the file's place is replaced, not followed.
    """
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    if read_bytes(path) == data:
        return False
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    beside = os.path.join(folder, f".{os.path.basename(path)}.{os.getpid()}.new")
    try:
        mode = stat.S_IMODE(os.stat(path).st_mode)
    except OSError:
        mode = 0o644
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    except FileExistsError:  # left by a process of the same number that was killed
        os.unlink(beside)
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with open(handle, "wb") as sink:
            sink.write(data)
            sink.flush()
            os.fsync(sink.fileno())
        os.replace(beside, path)
    except BaseException:
        if os.path.lexists(beside):
            os.unlink(beside)
        raise
    return True


def hide(folder: str, *patterns: str) -> None:
    """Make the folder, with a `.gitignore` for `patterns` that hides itself too; an existing one is left alone."""
    os.makedirs(folder, exist_ok=True)
    marker = os.path.join(folder, ".gitignore")
    if not os.path.lexists(marker):
        write(marker, "".join(f"{pattern}\n" for pattern in (*patterns, ".gitignore")))


def keep_hidden(folder: str, *patterns: str) -> None:
    """Make the folder; its `.gitignore` ends with these patterns: git sees none of them, whatever came along."""
    marker = os.path.join(folder, ".gitignore")
    own = "".join(f"{pattern}\n" for pattern in (*patterns, ".gitignore"))
    stands = read(marker, 100_000) or ""
    if stands.endswith(own) and not os.path.islink(marker):
        return
    os.makedirs(folder, exist_ok=True)
    clear(marker)
    write(marker, f"{stands.rstrip()}\n{own}" if stands.strip() else own)


def clear(path: str, longest: int = LIMIT) -> bool:
    """Whether something else than a file of at most so many bytes stood in the place of a derived one; it is gone.

    With -1 whatever stands there goes.
    """
    try:
        seen = os.lstat(path)
        if stat.S_ISREG(seen.st_mode) and seen.st_size <= longest:
            return False
        if stat.S_ISDIR(seen.st_mode):
            shutil = __import__("shutil")  # 5 ms, for what no project of good will has
            shutil.rmtree(path)
        else:
            os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def set_aside(path: str, raw: bytes) -> None:
    """Keep what stands in a damaged JSON file, under a name of its own beside it: `decisions.1.damaged.json`."""
    stem, aside = path.removesuffix(".json"), 1
    while os.path.lexists(f"{stem}.{aside}.damaged.json"):
        aside += 1
    write(f"{stem}.{aside}.damaged.json", raw)


def stamp(paths: "Iterable[str]") -> str:
    """A signature of the files' outsides (size, time, inode): changes whenever their content may have changed."""
    parts = []
    for path in paths:
        try:
            seen = os.stat(path)
        except OSError:
            parts.append("-")
        else:
            parts.append(f"{seen.st_size}.{seen.st_mtime_ns}.{seen.st_ino}")
    return "|".join(parts)


def sweep(folder: str, of: str = "") -> int:
    """How many half-made files of killed processes were removed from the folder; only those of the file `of`."""
    gone = 0
    try:
        for name in os.listdir(folder):
            pid = name.removesuffix(".new").rpartition(".")[2]
            if name.startswith(f".{of}") and name.endswith(".new") and pid.isdigit() and not _alive(int(pid)):
                os.unlink(os.path.join(folder, name))
                gone += 1
    except OSError:  # another process sweeps as well, or there is nothing to sweep
        return gone
    return gone


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
