"""Small files of lines in the project's derived folder, below `guard/`: delete them at any time.

`said-*`, `moved-*` and their like hold what one session was told and what it took out of files; a line each.
"""

import os

from memory_core.core.light import files, user

_LEARNED = "learned"  # which learnings are about which files; absent where none is
_LIMIT = 32_000_000  # bytes of a file with a head that are read,
_SHORT = 1_000_000  # and of one of the others
_DAYS = 30
_OF_SESSIONS = ("said-", "moved-", "told-", "suggested-", "trouble-")


def headed(path: str, head: str) -> list[str] | None:
    """The lines of a derived file below its first, which is `head`; None where another one is, or the end lacks."""
    raw = files.read_bytes(path, _LIMIT)
    if raw is None or not raw.endswith(b"\n") or not raw.startswith(f"{head}\n".encode()):
        return None
    return raw.decode("utf-8", "replace").split("\n")[1:-1]


def keep_headed(path: str, head: str, lines: list[str]) -> None:
    """Write lines so that `headed` gives them. `OSError` where they cannot be written."""
    files.write(path, "\n".join([head, *lines, ""]))


def lines(root: str, name: str) -> list[str]:
    """The lines of one of the other files, [] where there are none."""
    raw = files.read_bytes(path(root, name), _SHORT)
    return raw.decode("utf-8", "replace").split("\n")[:-1] if raw else []


def append(root: str, name: str, new: list[str]) -> bool:
    """Whether the lines now stand at the end of the file, in one piece: hooks of one session run side by side."""
    place = path(root, name)
    try:
        from memory_core.core.light import append_file, old_files

        old_files.clear(place, _SHORT)
        append_file.append(place, new, durable=False)
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
        files.write(path(root, name), "".join(f"{line}\n" for line in kept))
    except OSError:  # it cannot be changed
        return


def shown_path(session: str) -> str:
    """The name of the file that holds what a session was told: `key<TAB>process`, a line each."""
    return f"said-{safe(session)}"


def moved(session: str) -> str:
    """The name of the file that holds what a session took out of files and put into others."""
    return f"moved-{safe(session)}"


def forget(root: str, session: str) -> None:
    """What the session was told is told again."""
    try:
        files.remove(path(root, shown_path(session)))
    except OSError:  # it cannot be changed
        return


def sweep(root: str, now: float) -> int:
    """How many files of sessions were deleted, because nothing was said in them for thirty days."""
    from memory_core.core.light import old_files

    return old_files.old(path(root, ""), now - _DAYS * 86_400, lambda name: name.startswith(_OF_SESSIONS))


def learned(root: str) -> str:
    """The path of what says which learnings are about which files; absent where none is."""
    return path(root, _LEARNED)


def path(root: str, name: str) -> str:
    """Where the file of that name stands."""
    return user.derived(root, "guard", name)


def state(root: str, session: str) -> str:
    """Where the state of a session stands, as `core.session` reads it."""
    return user.derived(root, "sessions", f"{safe(session)}.json")


def safe(session: str) -> str:
    """The id of a session as a piece of a file's name."""
    plain = "".join(char if char.isascii() and (char.isalnum() or char in "-_") else "-" for char in session)
    return plain[:80] or "unknown"
