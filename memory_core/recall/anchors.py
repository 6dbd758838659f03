"""Anchors: the files and symbols that a memory names, and their state.

No function here runs git: `named` reads the names in a text, `judged` compares a file then and now, `described` puts
the result into words. `recall/anchors_in_git.py` runs git.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from memory_core.core.memory import Memory

FRESH: Final = "fresh"  # it exists and is unchanged
DRIFTED: Final = "drifted"  # it exists and was changed since
ORPHANED: Final = "orphaned"  # it was deleted or renamed
STATES: Final = (FRESH, DRIFTED, ORPHANED)
MOST: Final = 12  # paths, and symbols, of a memory
NAMED: Final = 3  # names that are shown for a memory
LONGEST: Final = 200  # characters of a name
READ: Final = 20_000  # characters of a memory that are read
SETTLES: Final = (
    12 * 3600
)  # seconds after the time of a memory without a commit in which a commit may contain what it describes
_OPENS: Final = "([{<\"'“‘«*_"
_CLOSES: Final = ".,;:!?)]}>\"'”’»*"
_SHORTEST: Final = 4  # least characters of a symbol
_GLOB: Final = frozenset("*?[]{}")


class Names(NamedTuple):
    """The names in a text, in order: possible paths from the root or names of files, and symbols."""

    paths: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()


class Anchor(NamedTuple):
    """A file or symbol that a memory names, and its state; `to` is the new path of a renamed file."""

    name: str
    state: str
    to: str = ""


class Event(NamedTuple):
    """The change of a file by a commit of the main line: its object before and after, "" if it did not exist."""

    commit: str
    time: int  # seconds since 1970
    before: str
    after: str


def named(memory: Memory, root: str = "") -> Names:
    """The names in the path, summary, body and quote of a memory. Paths below `root` become relative."""
    paths: dict[str, None] = {}
    symbols: dict[str, None] = {}
    own = memory.scope.path or ""
    if path := "" if _GLOB.intersection(own) else _path(own, root):
        paths[path] = None
    for line in f"{memory.summary}\n{memory.body}\n{memory.source.quote}"[:READ].split("\n"):
        for at, part in enumerate(line.split("`")):
            if at % 2:
                if symbol := _symbol(part.strip()):
                    symbols[symbol] = None
                elif path := _path(part.strip(), root):
                    paths[path] = None
                continue
            for word in part.split():
                plain = word.lstrip(_OPENS).rstrip(_CLOSES)
                if ("/" in plain or "." in plain[1:-1]) and (path := _path(plain, root)):
                    paths[path] = None
    return Names(tuple(paths)[:MOST], tuple(symbols)[:MOST])


def judged(then: str, now: str, events: Sequence[Event], since: int, *, settles: bool) -> str:
    """The state of a file that was the object `then` when the memory was made and is `now` ("" if it does not exist).

    `events` are the changes of the file in the main line after `since`, oldest first. `settles`: the memory has no
    commit, so the first commit in the hours after it may contain what it describes. "" if nothing shows that the file
    ever existed.
    """
    first = events[0] if events else None
    if first and (not then or (settles and first.time <= since + SETTLES)):
        then = first.after or then or first.before
    if not then:
        return FRESH if now else ""
    if not now:
        return ORPHANED
    return FRESH if then == now else DRIFTED


def worst(anchors: Iterable[Anchor]) -> str:
    """The worst state of the names of a memory, by the order of `STATES`; "" if it has no names."""
    return max((anchor.state for anchor in anchors), key=STATES.index, default="")


def described(anchors: Sequence[Anchor]) -> str:
    """The state of the names of a memory in words; "" if nothing changed.

    Example: `about src/x.py, changed since; src/y.py was renamed to src/z.py; parse_row is gone`.
    """
    gone = [anchor for anchor in anchors if anchor.state == ORPHANED]
    changed = [anchor.name for anchor in anchors if anchor.state == DRIFTED]
    parts = [f"about {', '.join(changed[:NAMED])}, changed since"] if changed else []
    parts += [
        f"{anchor.name} was renamed to {anchor.to}" if anchor.to else f"{anchor.name} is gone"
        for anchor in gone[:NAMED]
    ]
    return "; ".join(parts)


def _path(word: str, root: str) -> str:
    """The path from the root that a word may be; "" if it cannot be a path."""
    if root and word.startswith(f"{root.rstrip('/')}/"):
        word = word[len(root.rstrip("/")) + 1 :]
    head, colon, rest = word.partition(":")
    if colon and not (rest[:1].isdigit() or rest.startswith(":")):
        return ""  # a URL, or a drive
    word = head.partition("#")[0].removeprefix("./").rstrip("/")
    if not word or len(word) > LONGEST or word[0] in "-/~" or " " in word or not word.isprintable():
        return ""
    parts = word.split("/")
    plain = any(char.isalnum() for char in word) and not any(part in ("", ".", "..") for part in parts)
    return word if plain else ""


def _symbol(span: str) -> str:
    """The symbol in a code span (`parse_row`, `rowCount`, `f()`); "" if it looks like an ordinary word.

    Of a dotted name the last part.
    """
    head, call, _ = span.partition("(")
    parts = head.split(".")
    name = parts[-1]
    if not _SHORTEST <= len(name) <= LONGEST or not all(part.isidentifier() for part in parts):
        return ""
    inner = name.strip("_")
    shaped = "_" in inner or any(a.islower() and b.isupper() for a, b in pairwise(inner))
    return name if call or shaped else ""
