"""What a memory says of the code: the files and symbols that it names, and what became of them.

Pure: `named` reads the names in a text, `judged` compares what git knows of a file then and now, `told` puts it into
words. `recall/anchors_in_git.py` asks git.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from memory_core.core.memory import Memory

FRESH: Final = "fresh"  # it is there and says what it said
DRIFTED: Final = "drifted"  # it is there and was changed since
ORPHANED: Final = "orphaned"  # it was deleted or renamed
STATES: Final = (FRESH, DRIFTED, ORPHANED)
MOST: Final = 12  # names of one memory, and of paths and symbols each
TOLD: Final = 3  # names of one memory that are told
LONGEST: Final = 200  # characters of a name
READ: Final = 20_000  # characters of a memory that are read
SETTLES: Final = 12 * 3600  # seconds in which a commit may bring what a memory without a commit already speaks of
_OPENS: Final = "([{<\"'“‘«*_"
_CLOSES: Final = ".,;:!?)]}>\"'”’»*"
_SHORTEST: Final = 4  # characters of a symbol
_GLOB: Final = frozenset("*?[]{}")


class Names(NamedTuple):
    """What a text names, in its order: what may be a path from the root or a file's name alone, and symbols."""

    paths: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()


class Anchor(NamedTuple):
    """A file or symbol that a memory names, and what became of it; `to` is the path that it was renamed to."""

    name: str
    state: str
    to: str = ""


class Event(NamedTuple):
    """What a commit of the main line did to a file: its object before and after, "" where there was none."""

    commit: str
    time: int  # seconds since 1970
    before: str
    after: str


def named(memory: Memory, root: str = "") -> Names:
    """The names in a memory's path, summary, body and quote. Paths below `root` are told from there."""
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
    """What became of a file that was the object `then` when it was named, and is `now` ("": it was, or is, not there).

    `events` are what the main line did to it after the moment `since`, oldest first. `settles` tells that no commit is
    known that the memory speaks of: the first commit of the hours after may bring what it already said. "" where
    nothing shows that the file ever was what was meant.
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
    """The state that counts for a memory: the last of `STATES` that one of its names has; "" where it names none."""
    return max((anchor.state for anchor in anchors), key=STATES.index, default="")


def described(anchors: Sequence[Anchor]) -> str:
    """What became of the names of a memory, in words, "" where all are as they were: the view of every verb.

    `about src/x.py, changed since; src/y.py was renamed to src/z.py; parse_row is gone`.
    """
    gone = [anchor for anchor in anchors if anchor.state == ORPHANED]
    changed = [anchor.name for anchor in anchors if anchor.state == DRIFTED]
    parts = [f"about {', '.join(changed[:TOLD])}, changed since"] if changed else []
    parts += [
        f"{anchor.name} was renamed to {anchor.to}" if anchor.to else f"{anchor.name} is gone" for anchor in gone[:TOLD]
    ]
    return "; ".join(parts)


def _path(word: str, root: str) -> str:
    """The path from the root that a word may be, "" where it can be none."""
    if root and word.startswith(f"{root.rstrip('/')}/"):
        word = word[len(root.rstrip("/")) + 1 :]
    head, colon, rest = word.partition(":")
    if colon and not (rest[:1].isdigit() or rest.startswith(":")):
        return ""  # an address, or a drive
    word = head.partition("#")[0].removeprefix("./").rstrip("/")
    if not word or len(word) > LONGEST or word[0] in "-/~" or " " in word or not word.isprintable():
        return ""
    parts = word.split("/")
    plain = any(char.isalnum() for char in word) and not any(part in ("", ".", "..") for part in parts)
    return word if plain else ""


def _symbol(span: str) -> str:
    """The name that code in backticks is, "" where it is none that is told from a word: `parse_row`, `rowCount`, `f()`.

    Of a dotted name its last part.
    """
    head, call, _ = span.partition("(")
    parts = head.split(".")
    name = parts[-1]
    if not _SHORTEST <= len(name) <= LONGEST or not all(part.isidentifier() for part in parts):
        return ""
    inner = name.strip("_")
    shaped = "_" in inner or any(a.islower() and b.isupper() for a, b in pairwise(inner))
    return name if call or shaped else ""
