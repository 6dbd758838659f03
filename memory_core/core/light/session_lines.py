"""Small text files below `guard/` in the project's derived folder. They may be deleted at any time.

`said-*`, `moved-*` and similar files have, on each line, what a session was shown or what it removed from files.
"""

import os

from memory_core.core.light import files, user

_LEARNED = "learned"  # which learnings concern which files; missing if there are none
_LIMIT = 32_000_000  # bytes of a file with a head line
_SHORT = 1_000_000  # bytes of any other file
_DAYS = 30
_OF_SESSIONS = ("said-", "moved-", "told-", "suggested-", "trouble-")


def headed(path: str, head: str) -> list[str] | None:
    """The lines of a derived file after its first, which must be `head`; None if it is not, or the end is missing."""
    raw = files.read_bytes(path, _LIMIT)
    if raw is None or not raw.endswith(b"\n") or not raw.startswith(f"{head}\n".encode()):
        return None
    return raw.decode("utf-8", "replace").split("\n")[1:-1]


def keep_headed(path: str, head: str, lines: list[str]) -> None:
    """Write lines for `headed`. Raise `OSError` if they cannot be written."""
    files.write(path, "\n".join([head, *lines, ""]))


def lines(root: str, name: str) -> list[str]:
    """The lines of a file without a head line; [] if there is none."""
    raw = files.read_bytes(path(root, name), _SHORT)
    return raw.decode("utf-8", "replace").split("\n")[:-1] if raw else []


def append(root: str, name: str, new: list[str]) -> bool:
    """Append lines with one write, because hooks of a session run concurrently. Return whether that worked."""
    place = path(root, name)
    try:
        from memory_core.core.light import append_file, old_files

        old_files.clear(place, _SHORT)
        append_file.append(place, new, durable=False)
    except OSError:
        return False
    return True


def claim(root: str, name: str, keys: list[str]) -> list[str]:
    """The keys that no other process has claimed before, now claimed by this one; all if the file cannot be written."""
    mine = f"\t{os.getpid()}"
    if not append(root, name, [key + mine for key in keys]):
        return keys
    first: dict[str, str] = {}
    for line in lines(root, name):
        key, _, owner = line.rpartition("\t")
        first.setdefault(key, owner)
    return [key for key in keys if first.get(key, mine[1:]) == mine[1:]]


def retain(root: str, name: str, keys: list[str]) -> None:
    """Remove all claims in a file except those of the keys."""
    claims = lines(root, name)
    kept = [line for line in claims if line.rpartition("\t")[0] in keys]
    if len(kept) == len(claims):
        return
    try:
        files.write(path(root, name), "".join(f"{line}\n" for line in kept))
    except OSError:  # the file cannot be changed
        return


def shown_path(session: str) -> str:
    """The name of the file of what a session was shown: `key<TAB>process` on each line."""
    return f"said-{safe(session)}"


def moved(session: str) -> str:
    """The name of the file of what a session moved between files."""
    return f"moved-{safe(session)}"


def forget(root: str, session: str) -> None:
    """Delete what a session was shown, so that it is shown again."""
    try:
        files.remove(path(root, shown_path(session)))
    except OSError:  # the file cannot be changed
        return


def sweep(root: str, now: float) -> int:
    """Delete the files of sessions that did not change for thirty days. Return how many."""
    from memory_core.core.light import old_files

    return old_files.old(path(root, ""), now - _DAYS * 86_400, lambda name: name.startswith(_OF_SESSIONS))


def learned(root: str) -> str:
    """The path of the file that lists which learnings concern which files; it may be missing."""
    return path(root, _LEARNED)


def path(root: str, name: str) -> str:
    """The path of the file with this name."""
    return user.derived(root, "guard", name)


def state(root: str, session: str) -> str:
    """The path of the state of a session, which `core.session` reads."""
    return user.derived(root, "sessions", f"{safe(session)}.json")


def safe(session: str) -> str:
    """The id of a session with safe characters for a file name."""
    plain = "".join(char if char.isascii() and (char.isalnum() or char in "-_") else "-" for char in session)
    return plain[:80] or "unknown"
