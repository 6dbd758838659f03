"""The compiled matchers of a project's warm learnings, and what each session was shown; all of it is derived.

The matchers belong to one state of the warm files. The module imports only what a silent prompt needs.
"""

import os

from memory_core import __version__
from memory_core.core.light import files, lean_json, session_lines, user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HOME = os.path.join(".claude", "learnings", "warm-memory.json")
WORDS = '"'  # begins a line that says what is told of a learning
PATH = "/"  # begins a line that says which files a learning is about
_AGAIN = "again"
_LIMIT = 16_000_000  # bytes of the matchers that are read, and of a warm file
_COUNTS = ("confidence", "last_accessed", "access_count")  # what of an entry changes without a new word


def stamp(root: str) -> str:
    """The stamp of the state of both warm files; "" if neither exists."""
    text = files.stamp(_warm(root))
    return "" if text == "-|-" else text


def _warm(root: str) -> tuple[str, str]:
    return os.path.join(root, HOME), os.path.join(user.learnings(), "learnings", "warm-memory.json")


def lines(root: str, wanted: str) -> list[str] | None:
    """The compiled matchers of this state of the warm files, None if they must be made."""
    return session_lines.headed(_path(root), _form(wanted))


def last(root: str) -> list[str]:
    """The matchers that were made last, of whatever state; [] if there are none of this version."""
    raw = files.read_bytes(_path(root), _LIMIT) or b""
    if not raw.startswith(_form("").encode()) or not raw.endswith(b"\n"):
        return []
    return raw.decode("utf-8", "replace").split("\n")[1:-1]


def content(root: str) -> str:
    """The content of both warm files without counts; "" if finding it takes more than reading them."""
    values: list[object] = []
    ids: list[object] = []
    for path in _warm(root):
        raw = files.read_bytes(path, _LIMIT)
        try:
            whole = None if raw is None else lean_json.loads(raw.decode("utf-8"))
        except (ValueError, RecursionError):
            return ""
        warm = whole.get("warm_memory") if isinstance(whole, dict) else None
        if raw is None and files.is_absent(path):
            warm = {}
        if not isinstance(warm, dict):
            return ""
        entries = [value for name in ("preferences", "patterns") for value in (name, *_entries(warm.get(name)))]
        ids += [entry.get("id") for entry in entries if isinstance(entry, dict)]
        values += [entries, warm.get("muted")]
    is_plain = all(isinstance(value, str) for value in ids) and len(set(map(str, ids))) == len(ids)
    return (
        repr([[_plain(value) for value in part] if isinstance(part, list) else part for part in values])
        if is_plain
        else ""
    )


def _entries(value: object) -> "list[object]":
    return value if isinstance(value, list) else [value]


def _plain(entry: object) -> object:
    return {key: entry[key] for key in entry if key not in _COUNTS} if isinstance(entry, dict) else entry


def state_of(words: str) -> str:
    """A line that identifies the content of the warm files without counts."""
    hashlib = __import__("hashlib")  # for who makes matchers
    return f"!\t{hashlib.sha256(words.encode('utf-8', 'replace')).hexdigest()}"


def rows(kept: "Sequence[str]", names: set[str]) -> list[list[str]]:
    """The lines to show for these learnings, as (id, level, session, …), unordered."""
    groups = (line[1:].split("\t") for line in kept if line[:1] == WORDS)
    return [row for row in groups if row[0] in names]


def paths(root: str, wanted: str) -> list[tuple[str, str]]:
    """Which learnings are about which files, as (id, path); [] if there are none, or they must be made."""
    kept = session_lines.headed(session_lines.learned(root), _form(wanted)) or []
    return [(name, path) for name, _, path in (line[2:].partition("\t") for line in kept)]


def keep(root: str, wanted: str, new: list[str]) -> bool:
    """Whether the matchers could be kept for this state of the warm files."""
    of_paths = [line for line in new if line[0] == PATH]
    learned = session_lines.learned(root)
    try:
        session_lines.keep_headed(_path(root), _form(wanted), new)
        if of_paths:
            session_lines.keep_headed(learned, _form(wanted), of_paths)
        else:
            files.remove(learned)
    except OSError:
        return False
    return True


def tell(root: str, session: str, new: list[tuple[str, str]], at: str) -> bool:
    """Note that the session was shown these learnings (id, level) at a moment; returns whether that succeeded."""
    return session_lines.append(root, _shown_file(session), [f"{name}\t{level}\t{at}" for name, level in new])


def shown(root: str, session: str) -> list[tuple[str, str, str]]:
    """The learnings that the session was shown: (id, level, first moment), each once."""
    result: dict[tuple[str, str], str] = {}
    for name, level, at in _noted(root, session):
        if level:
            result.setdefault((name, level), at)
    return [(name, level, at) for (name, level), at in result.items()]


def knows(root: str, session: str) -> set[str]:
    """The ids in the session's context: shown since the context was last lost."""
    texts: set[str] = set()
    for name, level, _ in _noted(root, session):
        if level:
            texts.add(name)
        elif name == _AGAIN:
            texts.clear()
    return texts


def retell(root: str, session: str) -> None:
    """Allow everything to be shown again, because the context is lost; `shown` still names it."""
    if session_lines.lines(root, _shown_file(session)):
        session_lines.append(root, _shown_file(session), [_AGAIN])


def _noted(root: str, session: str) -> list[list[str]]:
    rows = (line.split("\t") for line in session_lines.lines(root, _shown_file(session)))
    return [[*row, "", ""][:3] for row in rows]


def _shown_file(session: str) -> str:
    return f"told-{session_lines.safe(session)}"


def _path(root: str) -> str:
    return user.derived(root, "matchers")


def _form(wanted: str) -> str:
    return f"memory-core {__version__} matchers 3 {wanted}"
