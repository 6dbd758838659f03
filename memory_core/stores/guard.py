"""What the guard at the edit keeps in `.cs-memory/guard/`, all of it derived: delete it at any time.

`rules` is the guard rails in the form in which an edit reads them; `said-*` and `moved-*` are what one session was
told and what it took out of files; `off` is the expressions that took too long. No file of it is ever executed.

`rules` fits one state of the guard rails' file on one machine, and every line of the others begins with this user's
mark: what came along with a repository counts for nothing.
"""

import os

from memory_core.stores import files, places

FOLDER = os.path.join(places.DERIVED, "guard")
HOME = "IRIS_MEMORY.json"
_JOURNAL = ".genius/memory/"
_HANDED = ".cs-memory/review.json"  # what a review found, on its way in
OFF = "off"
LEARNED = os.path.join(FOLDER, "learned")  # which learnings are about which files; absent where none is
_FORM = "memory-core guard 3"
_LIMIT = 32_000_000  # bytes of the rules that are read,
_SHORT = 1_000_000  # and of one of the others
_MARK = "guard-mark"  # in the user's data folder, at the beginning of each line
SESSIONS = "session-mark"  # there too, and nowhere else: what signs the files of sessions
_MARK_SIZE = 32
_DAYS = 30
_OF_SESSIONS = ("said-", "moved-", "told-", "suggested-", "trouble-")
_ELSEWHERE = "told"  # in the user's data folder: an empty file for each key that no file of the project could take


def stamp(root: str) -> str:
    """What tells one state of the guard rails' file from another, "" where there is no such file.

    Its inode and the time of its last change are in it: a cache that came along with a repository never fits.
    """
    try:
        seen = os.stat(os.path.join(root, HOME))
    except OSError:
        return ""
    return f"{seen.st_size}.{seen.st_mtime_ns}.{seen.st_ctime_ns}.{seen.st_ino}"


def is_home(root: str, file: str, names: list[str]) -> bool:
    """Whether a file, with what it is called in the project, is the one that holds the guard rails."""
    if HOME in names:
        return True
    try:
        return os.path.samestat(os.stat(file), os.stat(os.path.join(root, HOME)))
    except OSError:  # a file that is yet to be written
        return False


def is_ours(names: list[str]) -> bool:
    """Whether a file, by all that it is called in the project, speaks of rules, so that no rule is about it."""
    return all(name in (HOME, _HANDED) or name.startswith(_JOURNAL) for name in names)


def rules(root: str, wanted: str) -> list[str] | None:
    """The lines that were kept for this state of the file, None where there are none."""
    raw = files.read_bytes(_path(root, "rules"), _LIMIT)
    if raw is None or not raw.endswith(b"\n") or not raw.startswith(f"{_FORM} {wanted}\n".encode()):
        return None
    return raw.decode("utf-8", "replace").split("\n")[1:-1]


def keep_rules(root: str, wanted: str, lines: list[str]) -> bool:
    """Whether the lines could be kept for this state of the file."""
    try:
        _made(root)
        files.clear(_path(root, "rules"))
        files.write(_path(root, "rules"), "\n".join([f"{_FORM} {wanted}", *lines, ""]))
    except OSError:
        return False
    return True


def drop_rules(root: str) -> None:
    """The rules are read from their home again."""
    try:
        os.unlink(_path(root, "rules"))
    except OSError:  # it is not there, or it cannot be changed
        return


def lines(root: str, name: str) -> list[str]:
    """The lines of one of the other files that this user's hooks wrote, [] where there are none."""
    raw = files.read_bytes(_path(root, name), _SHORT)
    if not raw or not (own := mark()):
        return []
    head = f"{own}\t"
    return [line[len(head) :] for line in raw.decode("utf-8", "replace").split("\n")[:-1] if line.startswith(head)]


def append(root: str, name: str, new: list[str]) -> bool:
    """Whether the lines now stand at the end of the file, in one piece: hooks of one session run side by side."""
    try:
        own = mark() or new_mark()
        _made(root)
        path = _path(root, name)
        files.clear(path, _SHORT)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        handle = os.open(path, flags, 0o644)
        try:
            os.write(handle, "".join(f"{own}\t{line}\n" for line in new).encode("utf-8", "replace"))
        finally:
            os.close(handle)
    except OSError:
        return False
    return True


def mark(name: str = _MARK) -> str:
    """What tells the lines of this user's hooks from those of others; "" where there is none yet."""
    raw = files.read_bytes(os.path.join(places.data_dir(), name), _MARK_SIZE + 1) or b""
    own = raw.decode("ascii", "replace")
    return own if len(own) == _MARK_SIZE and own.isalnum() else ""


def new_mark(name: str = _MARK) -> str:
    """A mark for this user; where another process is quicker, that one's. `OSError` where none can be kept."""
    folder = places.data_dir()
    os.makedirs(folder, exist_ok=True)
    beside = os.path.join(folder, f"{name}.{os.getpid()}.new")
    path = os.path.join(folder, name)
    files.write(beside, os.urandom(_MARK_SIZE // 2).hex())
    try:
        os.link(beside, path)
    except FileExistsError:
        if not mark(name):  # it is damaged
            os.replace(beside, path)
    finally:
        if os.path.lexists(beside):
            os.unlink(beside)
    own = mark(name)
    if not own:
        raise FileNotFoundError(path)
    return own


def claim(root: str, name: str, keys: list[str]) -> list[str]:
    """Those of the keys that nobody had before, now ours; all of them where nothing can be written at all.

    Where the project takes nothing, the user's data folder does.
    """
    mine = f"\t{os.getpid()}"
    if os.path.isdir(os.path.join(places.data_dir(), _ELSEWHERE)):
        keys = [key for key in keys if not os.path.lexists(_beside(root, name, key))]
    if not keys:
        return []
    if not append(root, name, [key + mine for key in keys]):
        return [key for key in keys if _claimed(_beside(root, name, key))]
    first: dict[str, str] = {}
    for line in lines(root, name):
        key, _, owner = line.rpartition("\t")
        first.setdefault(key, owner)
    return [key for key in keys if first.get(key, mine[1:]) == mine[1:]]


def _beside(root: str, name: str, key: str) -> str:
    """The file that stands for a key where the project takes no line."""
    told = "\0".join((os.path.realpath(root), name, key)).encode("utf-8", "replace")
    return os.path.join(places.data_dir(), _ELSEWHERE, __import__("hashlib").sha256(told).hexdigest()[:32])


def _claimed(path: str) -> bool:
    """Whether nobody had made the file before; an empty one finds room on a full disk, too."""
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))
    except FileExistsError:
        return False
    except OSError:
        return True
    return True


def said(session: str) -> str:
    """The name of the file that holds what a session was told: `mark<TAB>key<TAB>process`, a line each."""
    return f"said-{safe(session)}"


def moved(session: str) -> str:
    """The name of the file that holds what a session took out of files and put into others."""
    return f"moved-{safe(session)}"


def forget(root: str, session: str) -> None:
    """What the session was told is told again."""
    try:
        os.unlink(_path(root, said(session)))
    except OSError:  # nothing was said, or it cannot be changed
        return


def sweep(root: str, now: float) -> int:
    """How many files of sessions were deleted, because nothing was said in them for thirty days."""
    elsewhere = os.path.join(places.data_dir(), _ELSEWHERE)
    _swept(elsewhere, "", now)
    return _swept(os.path.join(root, FOLDER), _OF_SESSIONS, now)


def _swept(folder: str, of: "str | tuple[str, ...]", now: float) -> int:
    gone = 0
    try:
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if name.startswith(of) and os.lstat(path).st_mtime < now - _DAYS * 86_400:
                os.unlink(path)
                gone += 1
    except OSError:  # another process sweeps as well, or there is nothing
        return gone
    return gone


def _path(root: str, name: str) -> str:
    return os.path.join(root, FOLDER, name)


def _made(root: str) -> None:
    """Make the folder, where links that a repository brought lead nowhere."""
    os.makedirs(os.path.join(places.derived(root), os.path.basename(FOLDER)), exist_ok=True)


def safe(session: str) -> str:
    """The id of a session as a piece of a file's name."""
    plain = "".join(char if char.isascii() and (char.isalnum() or char in "-_") else "-" for char in session)
    return plain[:80] or "unknown"
