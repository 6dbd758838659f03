"""The compiled matchers of a project's warm learnings, and what each session was told; all of it derived.

As in `stores.guard`, nothing that came along with a repository counts: the matchers fit one state of the warm files on
one machine, and what was told begins with this user's mark. Nothing is imported that a silent prompt can do without.
"""

import os

from memory_core import __version__
from memory_core.domain import lean_json
from memory_core.stores import files, guard, places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HOME = os.path.join(".claude", "learnings", "warm-memory.json")
WORDS = '"'  # begins a line that says what is told of a learning
PATH = "/"  # begins a line that says which files a learning is about
_NAME = "matchers"
_AGAIN = "again"
_LIMIT = 16_000_000  # bytes of the matchers that are read, and of a warm file
_COUNTS = ("confidence", "last_accessed", "access_count")  # what of an entry changes without a new word


def user_home() -> str:
    """The folder of the user's own learnings: `JARVIS_ROOT` where that is a whole path, else `~/.jarvis`."""
    own = os.path.expanduser(os.environ.get("JARVIS_ROOT") or "~/.jarvis")
    return os.path.normpath(own) if os.path.isabs(own) else os.path.expanduser("~/.jarvis")


def stamp(root: str) -> str:
    """What tells one state of both warm files from another, "" where there is neither.

    Inode and the time of the last change are in it: matchers that came along with a repository never fit.
    """
    found = []
    for path in (os.path.join(root, HOME), os.path.join(user_home(), "learnings", "warm-memory.json")):
        try:
            seen = os.stat(path)
        except OSError:
            found.append("-")
        else:
            found.append(f"{seen.st_size}.{seen.st_mtime_ns}.{seen.st_ctime_ns}.{seen.st_ino}")
    return "" if found == ["-", "-"] else "|".join(found)


def lines(root: str, wanted: str) -> list[str] | None:
    """The compiled matchers of this state of the warm files, None where they must be made."""
    return _kept(os.path.join(root, places.DERIVED, _NAME), wanted)


def last(root: str) -> list[str]:
    """The matchers that were made last, of whatever state; [] where there are none of this version."""
    raw = files.read_bytes(os.path.join(root, places.DERIVED, _NAME), _LIMIT) or b""
    if not raw.startswith(_form("").encode()) or not raw.endswith(b"\n"):
        return []
    return raw.decode("utf-8", "replace").split("\n")[1:-1]


def said(root: str) -> str:
    """All that both warm files say but for counts; "" where it takes more than reading to know what they say."""
    own = os.path.join(root, HOME)
    found: list[object] = []
    ids: list[object] = []
    for path in (own, os.path.join(user_home(), "learnings", "warm-memory.json")):
        raw = files.read_bytes(path, _LIMIT) if path != own or places.leads_inside(root, path) else None
        try:
            whole = None if raw is None else lean_json.loads(raw.decode("utf-8"))
        except (ValueError, RecursionError):
            return ""
        warm = whole.get("warm_memory") if isinstance(whole, dict) else None
        if raw is None and not os.path.lexists(path):
            warm = {}
        if not isinstance(warm, dict):
            return ""
        entries = [one for name in ("preferences", "patterns") for one in (name, *_entries(warm.get(name)))]
        ids += [one.get("id") for one in entries if isinstance(one, dict)]
        found += [entries, warm.get("muted")]
    is_plain = all(isinstance(one, str) for one in ids) and len(set(map(str, ids))) == len(ids)
    return (
        repr([[_plain(one) for one in part] if isinstance(part, list) else part for part in found]) if is_plain else ""
    )


def _entries(value: object) -> "list[object]":
    return value if isinstance(value, list) else [value]


def _plain(one: object) -> object:
    return {key: value for key, value in one.items() if key not in _COUNTS} if isinstance(one, dict) else one


def signed(words: str) -> str:
    """A line that only this user can write, another one for other words; "" where no mark can be kept."""
    try:
        mark = guard.mark() or guard.new_mark()
    except OSError:
        return ""
    hashlib = __import__("hashlib")  # for who makes matchers
    return f"!\t{hashlib.sha256(f'{mark}{chr(10)}{words}'.encode('utf-8', 'replace')).hexdigest()}"


def rows(kept: "Sequence[str]", names: set[str]) -> list[list[str]]:
    """What is told of these learnings, as (id, level, session, …), in no order."""
    found = (line[1:].split("\t") for line in kept if line[:1] == WORDS)
    return [row for row in found if row[0] in names]


def paths(root: str, wanted: str) -> list[tuple[str, str]]:
    """Which learnings are about which files, as (id, path); [] where there are none, or they must be made."""
    kept = _kept(os.path.join(root, guard.LEARNED), wanted) or []
    return [(name, path) for name, _, path in (line[2:].partition("\t") for line in kept)]


def keep(root: str, wanted: str, new: list[str]) -> bool:
    """Whether the matchers could be kept for this state of the warm files."""
    of_paths = [line for line in new if line[0] == PATH]
    learned = os.path.join(root, guard.LEARNED)
    try:
        folder = places.derived(root)
        _write(os.path.join(folder, _NAME), wanted, new)
        if of_paths:
            os.makedirs(os.path.dirname(learned), exist_ok=True)
            files.clear(learned)
            _write(learned, wanted, of_paths)
        else:
            files.clear(learned, -1)
    except OSError:
        return False
    return True


def session_file(root: str, session: str) -> str:
    """Where the session's file stands, as `stores.session` has it."""
    return os.path.join(root, os.path.dirname(HOME), f"session-{guard.safe(session)}.json")


def tell(root: str, session: str, new: list[tuple[str, str]], at: str) -> bool:
    """Whether it is now noted that the session was told of these learnings (id, level) at a moment."""
    return guard.append(root, _told(session), [f"{name}\t{level}\t{at}" for name, level in new])


def told(root: str, session: str) -> list[tuple[str, str, str]]:
    """What the session was told: (id, level, the moment at which it was first), each learning once."""
    found: dict[tuple[str, str], str] = {}
    for name, level, at in _noted(root, session):
        if level:
            found.setdefault((name, level), at)
    return [(name, level, at) for (name, level), at in found.items()]


def knows(root: str, session: str) -> set[str]:
    """The ids of what stands in the session's context, for it was told since that was last lost."""
    found: set[str] = set()
    for name, level, _ in _noted(root, session):
        if level:
            found.add(name)
        elif name == _AGAIN:
            found.clear()
    return found


def retell(root: str, session: str) -> None:
    """What the session was told may be told again, for its context is gone; `told` still names it."""
    if guard.lines(root, _told(session)):
        guard.append(root, _told(session), [_AGAIN])


def _noted(root: str, session: str) -> list[list[str]]:
    rows = (line.split("\t") for line in guard.lines(root, _told(session)))
    return [[*row, "", ""][:3] for row in rows]


def _told(session: str) -> str:
    return f"told-{guard.safe(session)}"


def _kept(path: str, wanted: str) -> list[str] | None:
    raw = files.read_bytes(path, _LIMIT)
    if raw is None or not raw.endswith(b"\n") or not raw.startswith(f"{_form(wanted)}\n".encode()):
        return None
    return raw.decode("utf-8", "replace").split("\n")[1:-1]


def _write(path: str, wanted: str, new: list[str]) -> None:
    files.write(path, "\n".join([_form(wanted), *new, ""]))


def _form(wanted: str) -> str:
    return f"memory-core {__version__} matchers 2 {wanted}"
