"""Files and folders: the only module that opens paths, in a project or in the user's own folders.

A cloned repository is not trusted. So no component of a path may be a symbolic link, and only regular files are opened:
a home reads nothing from outside the project and writes nothing there. Links in the user's own folders are followed
(`user.owns`), and so are links that the user allows (`user.links`), because no repository can make these. Every other
link is recorded once for `refused`. Files are written atomically.

A path is absolute and its root resolved, as `places` returns it. A path that a user typed must be resolved first.
"""

import errno
import os
import stat

from memory_core.core.light import hashes, user

TYPE_CHECKING = False
if TYPE_CHECKING:  # the hook for edits imports this module, and these imports take longer than the hook
    from collections.abc import Iterable, Iterator
    from typing import Final

VIEWS: "Final" = ("BRIEFING.md", ".gitignore")  # created with every briefing if they are missing
LIMIT: "Final" = 256 * 1024 * 1024  # most bytes of a file that are read
_FLAGS: "Final" = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
_LITTLE: "Final" = 16_384  # bytes: with less free space no file is written
_MOST: "Final" = 40  # allowed links in one path
_refused: "dict[str, None]" = {}


class LinkError(OSError):
    """A component of a path is a link that is not followed; `filename` is that component."""


class Watched:
    """Records, for a `with` block, the files and folders that are looked at, and a mark of the state of each."""

    def __init__(self) -> None:
        self.marks: dict[str, str] = {}

    def __enter__(self) -> "Watched":  # noqa: PYI034 - `Self` is in `typing`
        _watches.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _watches.remove(self)

    def look(self, path: str) -> None:
        """Record the state of a path, unless it is already recorded."""
        if path not in self.marks:
            self.marks[path] = mark(path)


_watches: "list[Watched]" = []


def mark(path: str) -> str:
    """A text that changes with the state of a file, or with the names in a folder; "-" if there is nothing.

    Links are not followed. Unfinished files, and files that the briefing itself writes, do not count as names.
    """
    try:
        result = os.lstat(path)
        if stat.S_ISDIR(result.st_mode):
            names = [name for name in sorted(os.listdir(path)) if name not in VIEWS and not name.endswith(".new")]
            whole = "/".join(names).encode("utf-8", "replace")
            return hashes.blake2b(whole, digest_size=8).hexdigest() if names else "-"
    except (OSError, ValueError):
        return "-"
    return f"{result.st_size}.{result.st_mtime_ns}.{result.st_ctime_ns}.{result.st_ino}"


def plain(path: str) -> str:
    """The path with allowed links resolved. Raise `LinkError` if another component is a link."""
    for watch in _watches:
        watch.look(path)
    for _ in range(_MOST):
        link = _first_link(path)
        if not link:
            return path
        if not (user.owns(link) or allowed().get(link) == os.path.realpath(link)):
            break
        path = os.path.realpath(link) + path[len(link) :]
        for watch in _watches:
            watch.look(path)
    _refused[link] = None
    why = "it is a symbolic link, which is not followed; put the file itself there, or see `memory-core doctor`"
    raise LinkError(errno.ELOOP, why, link)


def refused() -> list[str]:
    """The links that this process did not follow, in the order in which they were met."""
    return list(_refused)


def allowed() -> dict[str, str]:
    """Links that the user allows, with their targets at that time. A link with another target is not allowed."""
    rows = (line.partition("\t") for line in (read(user.links(), 100_000) or "").splitlines())
    return {link: target for link, _, target in rows if target}


def _first_link(path: str) -> str:
    at = 0
    while at >= 0:
        at = path.find(os.sep, at + 1)
        part = path if at < 0 else path[:at]
        try:
            if stat.S_ISLNK(os.lstat(part).st_mode):
                return part
        except (OSError, ValueError):  # missing, or not a path: there is no target
            return ""
    return ""


def seen(path: str) -> os.stat_result | None:
    """The status of a path without following a link; None if nothing is there or a link is on the way."""
    try:
        return os.lstat(plain(path))
    except (OSError, ValueError):
        return None


def is_absent(path: str) -> bool:
    """Whether nothing is at a path, not even a link, and no link is on the way."""
    try:
        os.lstat(plain(path))
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False
    return False


def is_file(path: str) -> bool:
    """Whether a regular file is there, without links."""
    result = seen(path)
    return result is not None and stat.S_ISREG(result.st_mode)


def is_folder(path: str) -> bool:
    """Whether a folder is there, without links."""
    result = seen(path)
    return result is not None and stat.S_ISDIR(result.st_mode)


def size(path: str) -> int:
    """The size of a regular file in bytes; -1 if there is none."""
    result = seen(path)
    return result.st_size if result is not None and stat.S_ISREG(result.st_mode) else -1


def names(folder: str) -> list[str]:
    """The names in a folder, sorted; [] if it is missing or cannot be read."""
    try:
        return sorted(os.listdir(plain(folder)))
    except OSError:
        return []


def listing(folder: str) -> "tuple[list[str], list[str]]":
    """The names of the regular files and of the folders in a folder, both sorted, without links.

    The path must not contain links. `Watched` does not record the folder.
    """
    try:
        with os.scandir(folder) as entries:
            rows = [
                (each.name, each.is_dir(follow_symlinks=False), each.is_file(follow_symlinks=False)) for each in entries
            ]
    except OSError:
        return [], []
    return sorted(name for name, _, is_one in rows if is_one), sorted(name for name, is_one, _ in rows if is_one)


def look(path: str) -> None:
    """Record the state of a path, even of a link, in each active `Watched`."""
    for watch in _watches:
        watch.look(path)


def below(folder: str) -> "Iterator[str]":
    """The paths of all regular files below a folder, sorted by name in each folder. Links are not followed."""
    for name in names(folder):
        path = os.path.join(folder, name)
        result = seen(path)
        if result is not None and stat.S_ISREG(result.st_mode):
            yield path
        elif result is not None and stat.S_ISDIR(result.st_mode):
            yield from below(path)


def read(path: str, limit: int = LIMIT) -> str | None:
    """The text of a regular file; None if there is none. Bytes that are not UTF-8 become U+FFFD."""
    raw = read_bytes(path, limit)
    return None if raw is None else raw.decode("utf-8", "replace").removeprefix("\ufeff")


def read_bytes(path: str, limit: int = LIMIT) -> bytes | None:
    """The first `limit` bytes of a regular file; None if there is none or it cannot be read."""
    try:
        return _read(path, limit)
    except (OSError, ValueError):
        return None


def read_end(path: str, limit: int) -> str | None:
    """The text of the last `limit` bytes of a regular file; None if there is none or it cannot be read."""
    try:
        handle = os.open(plain(path), os.O_RDONLY | _FLAGS)
    except (OSError, ValueError):
        return None
    result = os.fstat(handle)
    if not stat.S_ISREG(result.st_mode):  # `open` fails for a folder
        os.close(handle)
        return None
    with open(handle, "rb") as source:
        source.seek(max(0, result.st_size - limit))
        return source.read(limit).decode("utf-8", "replace")


def read_whole(path: str, limit: int = LIMIT) -> bytes | None:
    """All bytes of a regular file; None if nothing is there.

    Raise `OSError` if it cannot be read or is longer than `limit`, because unknown content must not be replaced.
    """
    try:
        raw = _read(path, limit) if size(path) <= limit else None
    except FileNotFoundError:
        return None
    if size(path) > limit:
        raise OSError(errno.EFBIG, f"{too_long(path, limit)}; move old entries out of it", path)
    if raw is None:
        raise OSError(errno.EINVAL, "it is not a file; move it away", path)
    return raw


def too_long(path: str, limit: int, which: str = "at most") -> str:
    """A text with the length of a file of more than `limit` bytes; `which` of them are read. "" for a shorter file."""
    long = size(path)
    return f"it has {_amount(long)}, and {which} {_amount(limit)} are read" if long > limit else ""


def _amount(number: int) -> str:
    """A number of bytes for people: 54 MB, 400 kB."""
    for unit, name in ((1_000_000, "MB"), (1_000, "kB")):
        if number >= unit:
            return f"{number / unit:.1f}".removesuffix(".0") + f" {name}"
    return f"{number} bytes"


def _read(path: str, limit: int) -> bytes | None:
    handle = os.open(plain(path), os.O_RDONLY | _FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        with open(handle, "rb", closefd=False) as source:
            return source.read(limit)
    finally:
        os.close(handle)


def opened(path: str, flags: int = os.O_RDWR | os.O_CREAT) -> int:
    """Open a regular file, creating it and its folder if needed, and return the descriptor. For locks and logs.

    Raise `OSError` if something else is there. The caller closes the descriptor.
    """
    make(os.path.dirname(path))
    handle = os.open(plain(path), flags | _FLAGS, 0o644)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is not a file; move it away", path)
    return handle


def write(path: str, content: str | bytes, *, durable: bool = True) -> bool:
    """Write a file atomically and durably. Return whether its content changed.

    A link at the path that is not followed is replaced. Raise `OSError` if the file cannot be written; then it is
    unchanged.
    """
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    if read_bytes(path) == data:
        return False
    try:
        path = plain(path)
    except LinkError as error:
        if error.filename != path:
            raise
    folder = os.path.dirname(path)
    make(folder)
    beside = os.path.join(folder, f".{os.path.basename(path)}.{os.getpid()}.new")
    stands = seen(path)
    mode = stat.S_IMODE(stands.st_mode) if stands is not None and stat.S_ISREG(stands.st_mode) else 0o644
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS
    try:
        handle = os.open(beside, flags, mode)
    except FileExistsError:  # left by a killed process with the same id
        os.unlink(beside)
        handle = os.open(beside, flags, mode)
    try:
        with open(handle, "wb") as sink:
            sink.write(data)
            sink.flush()
            if durable:
                os.fsync(sink.fileno())
        os.replace(beside, path)
    except BaseException:
        if os.path.lexists(beside):
            os.unlink(beside)
        raise
    return True


def has_room(folder: str) -> bool:
    """Whether the disk of a folder has space for a small file; True if the system does not tell."""
    try:
        room = os.statvfs(folder)
    except (AttributeError, OSError):  # Windows, or a missing folder
        return True
    return not room.f_blocks or room.f_bavail * room.f_frsize >= _LITTLE


def make(folder: str) -> None:
    """Create a folder and its parents. Raise `OSError` if something else is there."""
    folder = plain(folder)
    state = user.state()
    if folder.startswith(state) and not os.path.isdir(state):
        os.makedirs(state, 0o700, exist_ok=True)  # derived data must not be readable by other users
        write(os.path.join(state, ".gitignore"), "*\n")  # the user's home may be a repository
    os.makedirs(folder, exist_ok=True)


def move(old: str, new: str) -> None:
    """Rename a file or a folder, replacing a file at the new path. Raise `OSError` if that fails."""
    old, new = plain(old), plain(new)
    make(os.path.dirname(new))
    os.replace(old, new)


def remove(path: str) -> bool:
    """Remove a file or a link, never its target. Return whether there was one. Raise `OSError` if that fails."""
    try:
        os.unlink(os.path.join(plain(os.path.dirname(path)), os.path.basename(path)))
    except FileNotFoundError:
        return False
    return True


def remove_folder(folder: str) -> None:
    """Remove an empty folder. Raise `OSError` if it is not empty or not a folder."""
    os.rmdir(plain(folder))


def hide(folder: str, *patterns: str) -> None:
    """Create a folder with a `.gitignore` for `patterns` and for itself. An existing `.gitignore` is not changed."""
    make(folder)
    marker = os.path.join(folder, ".gitignore")
    if not os.path.lexists(marker):
        write(marker, "".join(f"{pattern}\n" for pattern in (*patterns, ".gitignore")))


def stamp(paths: "Iterable[str]") -> str:
    """A signature of size, times and inode of the files: it changes whenever their content may have changed.

    It consists of `-` only if no file exists.
    """
    results = map(seen, paths)
    return "|".join(
        "-" if result is None else f"{result.st_size}.{result.st_mtime_ns}.{result.st_ctime_ns}.{result.st_ino}"
        for result in results
    )


def modified(path: str) -> float:
    """When a file was last written, in seconds since 1970; 0.0 if it is missing."""
    result = seen(path)
    return result.st_mtime if result else 0.0
