"""Files and folders: the only way in which a path is opened, below a project's root or in the user's own folders.

A cloned repository is a stranger, so no component of a path may be a symbolic link, and no file other than a regular
one is opened: what stands in a home never comes from outside the project, and what is written never leaves it. Links
in the user's own folders are followed (`user.owns`), and so are those that the user allows (`user.links`), which no
repository can. Every other link is noted: `refused` names it, once. A file is whole or absent, never half.

A path is absolute and its root resolved, as `places` gives it; a path that a user typed is resolved first.
"""

import errno
import os
import stat

from memory_core.core.light import hashes, user

TYPE_CHECKING = False
if TYPE_CHECKING:  # the guard at the edit comes through here, and these two take longer than it does
    from collections.abc import Iterable, Iterator
    from typing import Final

VIEWS: "Final" = ("BRIEFING.md", ".gitignore")  # written where they are not there, with every briefing
LIMIT: "Final" = 256 * 1024 * 1024  # bytes of a file that are read at most
_FLAGS: "Final" = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
_LITTLE: "Final" = 16_384  # free bytes below which no file can be written
_MOST: "Final" = 40  # allowed links in one path
_refused: "dict[str, None]" = {}


class LinkError(OSError):
    """A component of a path is a link that is not followed; `filename` is that component."""


class Watched:
    """The files and folders that were looked at within a `with` block, and a mark of the state of each before that."""

    def __init__(self) -> None:
        self.marks: dict[str, str] = {}

    def __enter__(self) -> "Watched":  # noqa: PYI034 - `Self` is in `typing`
        _watches.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _watches.remove(self)

    def look(self, path: str) -> None:
        """Note the state of a file or folder, unless it is known."""
        if path not in self.marks:
            self.marks[path] = mark(path)


_watches: "list[Watched]" = []


def mark(path: str) -> str:
    """What tells one state of a file from another, or of a folder's names, without following a link; "-" for nothing.

    What a composed briefing writes itself counts for no name of its folder, nor does a file that is half-made.
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
    """The path with allowed links resolved; `LinkError` where another component of it is a link."""
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
    """The links that this process met and did not follow, in the order in which it met them."""
    return list(_refused)


def allowed() -> dict[str, str]:
    """The links that the user allows, and where each led when that was said: one that leads elsewhere is not meant."""
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
        except (OSError, ValueError):  # what is not there, or no path, leads nowhere
            return ""
    return ""


def seen(path: str) -> os.stat_result | None:
    """What stands at a path, from outside; None where nothing does, or behind a link."""
    try:
        return os.lstat(plain(path))
    except (OSError, ValueError):
        return None


def is_absent(path: str) -> bool:
    """Whether nothing stands at a path, not even a link, nor a link on the way to it."""
    try:
        os.lstat(plain(path))
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False
    return False


def is_file(path: str) -> bool:
    """Whether a regular file stands there, and no link leads to it."""
    result = seen(path)
    return result is not None and stat.S_ISREG(result.st_mode)


def is_folder(path: str) -> bool:
    """Whether a folder stands there, and no link leads to it."""
    result = seen(path)
    return result is not None and stat.S_ISDIR(result.st_mode)


def size(path: str) -> int:
    """The bytes of a regular file; -1 where there is none."""
    result = seen(path)
    return result.st_size if result is not None and stat.S_ISREG(result.st_mode) else -1


def names(folder: str) -> list[str]:
    """The names of what stands in a folder, sorted; none where there is no such folder, or it cannot be read."""
    try:
        return sorted(os.listdir(plain(folder)))
    except OSError:
        return []


def listing(folder: str) -> "tuple[list[str], list[str]]":
    """The names of the regular files and of the folders in a folder, sorted; no link is among them.

    The path of the folder has no links, and nobody waits for what appears in it: no `Watched` notes it.
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
    """Note the state of what stands at a path, be it a link, where somebody watches."""
    for watch in _watches:
        watch.look(path)


def below(folder: str) -> "Iterator[str]":
    """The paths of all regular files below a folder, each folder's names sorted; no link is followed."""
    for name in names(folder):
        path = os.path.join(folder, name)
        result = seen(path)
        if result is not None and stat.S_ISREG(result.st_mode):
            yield path
        elif result is not None and stat.S_ISDIR(result.st_mode):
            yield from below(path)


def read(path: str, limit: int = LIMIT) -> str | None:
    """The text of a regular file, or None where there is none; bytes that are not UTF-8 become U+FFFD."""
    raw = read_bytes(path, limit)
    return None if raw is None else raw.decode("utf-8", "replace").removeprefix("\ufeff")


def read_bytes(path: str, limit: int = LIMIT) -> bytes | None:
    """The first `limit` bytes of a regular file, or None where there is none or it cannot be read."""
    try:
        return _read(path, limit)
    except (OSError, ValueError):
        return None


def read_end(path: str, limit: int) -> str | None:
    """The text of the last `limit` bytes of a regular file, or None where there is none or it cannot be read."""
    try:
        handle = os.open(plain(path), os.O_RDONLY | _FLAGS)
    except (OSError, ValueError):
        return None
    result = os.fstat(handle)
    if not stat.S_ISREG(result.st_mode):  # `open` refuses a folder
        os.close(handle)
        return None
    with open(handle, "rb") as source:
        source.seek(max(0, result.st_size - limit))
        return source.read(limit).decode("utf-8", "replace")


def read_whole(path: str, limit: int = LIMIT) -> bytes | None:
    """All bytes of a regular file, or None where nothing stands there.

    `OSError` where something does and cannot be read, or is longer than `limit`: what is not known must not be
    replaced.
    """
    try:
        raw = _read(path, limit) if size(path) <= limit else None
    except FileNotFoundError:
        return None
    if size(path) > limit:
        raise OSError(errno.EFBIG, f"{too_long(path, limit)}; move what is old out of it", path)
    if raw is None:
        raise OSError(errno.EINVAL, "it is no file; move away what is in its place", path)
    return raw


def too_long(path: str, limit: int, which: str = "at most") -> str:
    """How long a file is that has more than `limit` bytes, and `which` of them are read; "" for every other."""
    long = size(path)
    return f"it has {_amount(long)}, and {which} {_amount(limit)} are read" if long > limit else ""


def _amount(number: int) -> str:
    """Bytes as a person reads them: 54 MB, 400 kB."""
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
    """A descriptor of the regular file at a path, made with its folder where it is not there, for a lock or a log.

    `OSError` where something else stands there. The caller closes it.
    """
    make(os.path.dirname(path))
    handle = os.open(plain(path), flags | _FLAGS, 0o644)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is no file; move away what is in its place", path)
    return handle


def write(path: str, content: str | bytes, *, durable: bool = True) -> bool:
    """True where the file now holds `content` and did not before. Atomic and durable: a reader sees old or new.

    A link in the file's own place that is not followed is replaced. `OSError` where the file cannot be written; then
    the old one stands as it was.
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
    except FileExistsError:  # left by a process of the same number that was killed
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
    """Whether the disk of a folder has room for a small file; True where the system does not say."""
    try:
        room = os.statvfs(folder)
    except (AttributeError, OSError):  # Windows; a folder that is gone
        return True
    return not room.f_blocks or room.f_bavail * room.f_frsize >= _LITTLE


def make(folder: str) -> None:
    """Make a folder, and those above it that are not there. `OSError` where something else stands in its place."""
    folder = plain(folder)
    state = user.state()
    if folder.startswith(state) and not os.path.isdir(state):
        os.makedirs(state, 0o700, exist_ok=True)  # what is derived of a project that others cannot read
        write(os.path.join(state, ".gitignore"), "*\n")  # where the user's home is a repository
    os.makedirs(folder, exist_ok=True)


def move(old: str, new: str) -> None:
    """Rename a file or a folder; a file at the new place is replaced. `OSError` where it cannot be."""
    old, new = plain(old), plain(new)
    make(os.path.dirname(new))
    os.replace(old, new)


def remove(path: str) -> bool:
    """Whether a file or a link stood there and is gone now; never what a link leads to. `OSError` where it stays."""
    try:
        os.unlink(os.path.join(plain(os.path.dirname(path)), os.path.basename(path)))
    except FileNotFoundError:
        return False
    return True


def remove_folder(folder: str) -> None:
    """Remove an empty folder. `OSError` where it is not empty, or no folder."""
    os.rmdir(plain(folder))


def hide(folder: str, *patterns: str) -> None:
    """Make the folder, with a `.gitignore` for `patterns` that hides itself too; an existing one is left alone."""
    make(folder)
    marker = os.path.join(folder, ".gitignore")
    if not os.path.lexists(marker):
        write(marker, "".join(f"{pattern}\n" for pattern in (*patterns, ".gitignore")))


def stamp(paths: "Iterable[str]") -> str:
    """A signature of the files' outsides (size, times, inode): changes whenever their content may have changed.

    It is made of `-` alone where none of them is there.
    """
    results = map(seen, paths)
    return "|".join(
        "-" if result is None else f"{result.st_size}.{result.st_mtime_ns}.{result.st_ctime_ns}.{result.st_ino}"
        for result in results
    )


def modified(path: str) -> float:
    """When a file was last written, in seconds since 1970; 0.0 where it is not there."""
    result = seen(path)
    return result.st_mtime if result else 0.0
