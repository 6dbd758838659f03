"""What the guard at the edit keeps in the project's derived folder, below `guard/`: delete it at any time.

`rules` is the guard rails in the form in which an edit reads them, of one state of their file; `said-*` and `moved-*`
are what one session was told and what it took out of files; `off` is the expressions that took too long.
"""

import os

from memory_core.core.light import files, places, user

HOME = "IRIS_MEMORY.json"
_JOURNAL = ".genius/memory/"
_HANDED = f"{places.HANDED}/review.json"  # what a review found, on its way in
OFF = "off"
_LEARNED = "learned"  # which learnings are about which files; absent where none is
_FORM = "memory-core guard 4"
_LIMIT = 32_000_000  # bytes of the rules that are read,
_SHORT = 1_000_000  # and of one of the others
_DAYS = 30
_OF_SESSIONS = ("said-", "moved-", "told-", "suggested-", "trouble-")


def stamp(root: str) -> str:
    """What tells one state of the guard rails' file from another, "" where there is no such file."""
    return files.stamp((os.path.join(root, HOME),)).strip("-")


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
    return headed(_path(root, "rules"), f"{_FORM} {wanted}")


def keep_rules(root: str, wanted: str, lines: list[str]) -> bool:
    """Whether the lines could be kept for this state of the file."""
    try:
        keep_headed(_path(root, "rules"), f"{_FORM} {wanted}", lines)
    except OSError:
        return False
    return True


def headed(path: str, head: str) -> list[str] | None:
    """The lines of a derived file below its first, which is `head`; None where another one is, or the end lacks."""
    raw = files.read_bytes(path, _LIMIT)
    if raw is None or not raw.endswith(b"\n") or not raw.startswith(f"{head}\n".encode()):
        return None
    return raw.decode("utf-8", "replace").split("\n")[1:-1]


def keep_headed(path: str, head: str, lines: list[str]) -> None:
    """Write lines so that `headed` gives them. `OSError` where they cannot be written."""
    files.write(path, "\n".join([head, *lines, ""]))


def drop_rules(root: str) -> None:
    """The rules are read from their home again."""
    try:
        files.remove(_path(root, "rules"))
    except OSError:  # it cannot be changed
        return


def lines(root: str, name: str) -> list[str]:
    """The lines of one of the other files, [] where there are none."""
    raw = files.read_bytes(_path(root, name), _SHORT)
    return raw.decode("utf-8", "replace").split("\n")[:-1] if raw else []


def append(root: str, name: str, new: list[str]) -> bool:
    """Whether the lines now stand at the end of the file, in one piece: hooks of one session run side by side."""
    path = _path(root, name)
    try:
        files.clear(path, _SHORT)
        files.append(path, new, durable=False)
    except OSError:
        return False
    return True


def claim(root: str, name: str, keys: list[str]) -> list[str]:
    """Those of the keys that nobody had before, now ours; all of them where nothing can be written."""
    mine = f"\t{os.getpid()}"
    if not append(root, name, [key + mine for key in keys]):
        return keys
    first: dict[str, str] = {}
    for line in lines(root, name):
        key, _, owner = line.rpartition("\t")
        first.setdefault(key, owner)
    return [key for key in keys if first.get(key, mine[1:]) == mine[1:]]


def retain(root: str, name: str, keys: list[str]) -> None:
    """Let go of every claim in a file but those of the keys."""
    claims = lines(root, name)
    kept = [line for line in claims if line.rpartition("\t")[0] in keys]
    if len(kept) == len(claims):
        return
    try:
        files.write(_path(root, name), "".join(f"{line}\n" for line in kept))
    except OSError:  # it cannot be changed
        return


def said(session: str) -> str:
    """The name of the file that holds what a session was told: `key<TAB>process`, a line each."""
    return f"said-{safe(session)}"


def moved(session: str) -> str:
    """The name of the file that holds what a session took out of files and put into others."""
    return f"moved-{safe(session)}"


def forget(root: str, session: str) -> None:
    """What the session was told is told again."""
    try:
        files.remove(_path(root, said(session)))
    except OSError:  # it cannot be changed
        return


def sweep(root: str, now: float) -> int:
    """How many files of sessions were deleted, because nothing was said in them for thirty days."""
    return files.old(_path(root, ""), now - _DAYS * 86_400, lambda name: name.startswith(_OF_SESSIONS))


def learned(root: str) -> str:
    """The path of what says which learnings are about which files; absent where none is."""
    return _path(root, _LEARNED)


def _path(root: str, name: str) -> str:
    return user.derived(root, "guard", name)


def safe(session: str) -> str:
    """The id of a session as a piece of a file's name."""
    plain = "".join(char if char.isascii() and (char.isalnum() or char in "-_") else "-" for char in session)
    return plain[:80] or "unknown"
