"""Notes of git, a ref for each namespace: what stands in them, and how they are written."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.core import git
from memory_core.core.light.quick_git import environment as environment

FEW: Final = 8  # notes up to which asking for their paths is quicker than listing the tree


DEEP: Final = 6  # folders above a note, at most: git makes one more for every 256 times as many notes


_FOLDERS: Final = re.compile(rf"(?:[0-9a-f]{{2}}/){{0,{DEEP}}}[0-9a-f]+")


class Entry(NamedTuple):
    """A note in the tree of a notes ref."""

    object: str  # what it annotates, 40 or 64 hex digits
    blob: str
    path: str  # in the tree: the object's name, with slashes where git has split it
    size: int  # bytes of the note; -1 where git no longer has it


def writer(root: str, ref: str, name: str) -> str:
    """Who wrote the note of an object last, by its ref's history: `Ada, 2026-01-31`; "" where that is not known."""
    text = git.says(
        root, "log", "-1", "--no-show-signature", "--date=short", "--format=%an, %ad", ref, "--", *_fanned(name)
    )
    return text or ""


@lru_cache(32)  # what a commit holds never changes
def entries(root: str, tip: str) -> tuple[Entry, ...]:
    """The notes of a notes ref's commit, by what they annotate; git may hold two for one object, at two paths."""
    return _entries(root, tip)


def standing(root: str, tip: str, objects: Collection[str]) -> Sequence[Entry]:
    """The notes of these objects in a notes ref's commit; for a few the tree is not listed."""
    if len(objects) <= FEW:
        return _entries(root, tip, *(path for name in objects for path in _fanned(name))) if objects else ()
    wanted = frozenset(objects)
    return [entry for entry in entries(root, tip) if entry.object in wanted]


def _entries(root: str, tip: str, *paths: str) -> tuple[Entry, ...]:
    result = []
    for row in git.run(root, "ls-tree", "-r", "-l", "-z", "--full-tree", tip, *paths).split(b"\0"):
        text, _, path = row.decode("utf-8", "replace").partition("\t")
        parts = text.split()
        name = _annotated(path)
        if name and len(parts) == 4 and parts[1] == "blob":
            result.append(Entry(name, parts[2], path, int(parts[3]) if parts[3].isdigit() else -1))
    return tuple(sorted(result, key=lambda entry: (entry.object, entry.path.count("/"))))


def _annotated(path: str) -> str:
    """What a path in the tree of a notes ref annotates, "" where no git would have put a note there."""
    name = path.replace("/", "")
    return name if _FOLDERS.fullmatch(path) and git.NAME.fullmatch(name) else ""


def changed(root: str, old: str, new: str) -> dict[str, tuple[str, str]] | None:
    """What two commits of a notes ref differ in: annotated object to (old blob, new blob), "" where there is none.

    None where git no longer has one of the commits. Two notes of one object are two names in one, which no git knows.
    """
    try:
        raw = git.run(root, "diff-tree", "-r", "-z", "--no-renames", "--full-index", old, new)
    except git.GitError:
        return None
    rows = raw.decode("utf-8", "replace").split("\0")
    result: dict[str, tuple[str, str]] = {}
    for meta, path in zip(rows[::2], rows[1::2], strict=False):
        before, after = meta.split(" ")[2:4]
        if name := _annotated(path):
            was, is_now = result.get(name, ("", ""))
            # A note that git has moved to another fan-out goes at one path and comes at another.
            result[name] = (_both(was, before), _both(is_now, after))
    return {name: (was, is_now) for name, (was, is_now) in result.items() if was != is_now}


def _both(blob: str, other: str) -> str:
    return " ".join(sorted(name for name in (blob, other) if name.strip("0")))


def annotations(root: str, tip: str, objects: Collection[str] | None = None) -> dict[str, bytes | None]:
    """The notes of these objects in a notes ref's commit, or of all; None for what is missing or longer than 32 MB."""
    there = entries(root, tip) if objects is None else standing(root, tip, objects)
    texts = git.blobs(root, (entry.blob for entry in there), {entry.blob: entry.size for entry in there})
    raws: dict[str, bytes | None] = {}
    for entry in there:
        raws[entry.object] = together(raws.get(entry.object), texts[entry.blob])
    return raws


def together(before: bytes | None, text: bytes | None) -> bytes | None:
    """A note with more at its end, as `git notes append` writes it; None where neither is there."""
    return before + b"\n" + text if before and text else text or before


def append(root: str, ref: str, target: str, text: bytes) -> None:
    """Append to the note of an object, word for word (C-4). The caller holds the lock: git itself loses notes (C-5)."""
    blob = git.run(root, "hash-object", "-w", "--stdin", stdin=text).decode().strip()
    with git.unlocked(root, ref):
        git.committing(root, "notes", f"--ref={ref}", "append", "-C", blob, target)


def rewrite(root: str, ref: str, tip: str | None, notes: Mapping[str, bytes | None], message: str) -> None:
    """Make these the notes of these objects, None for none at all, in one commit on top of `tip`.

    The caller holds the lock. Raises `GitError` where the ref has moved on meanwhile; then nothing was changed.
    """
    at: dict[str, list[str]] = {}
    for entry in entries(root, tip) if tip else ():
        at.setdefault(entry.object, []).append(entry.path)
    raw = git.committing(root, "var", "GIT_COMMITTER_IDENT").strip()
    words = message.encode()
    parts = [b"commit %s\ncommitter %s\ndata %d\n%s\n" % (ref.encode(), raw, len(words), words)]
    parts += [b"from %s\n" % tip.encode()] if tip else []
    for name, text in notes.items():
        paths = [path.encode() for path in at.get(name, ())]
        parts += [b"D %s\n" % path for path in (paths if text is None else paths[1:])]
        if text is not None:
            path = paths[0] if paths else name.encode()
            parts.append(b"M 100644 inline %s\ndata %d\n%s\n" % (path, len(text), text))
    # It moves the ref at its end, and only forward: who ends it leaves the ref as it was, and no other one.
    with git.unlocked(root, ref):
        git.run(root, "fast-import", "--quiet", stdin=b"".join(parts))


def purge(root: str, ref: str) -> list[str]:
    """Make a ref a single commit of what it holds now: its history is not reachable any more, nor its reflog there.

    What was fetched of it from remotes goes too; says so for each.
    """
    tip = git.run(root, "rev-parse", "--verify", ref).decode().strip()
    made = git.committing(root, "commit-tree", f"{tip}^{{tree}}", "-m", "Notes without their history").decode().strip()
    git.move(root, ref, made, tip, "history dropped")
    git.says(root, "reflog", "expire", "--expire=now", ref)
    space = ref.removeprefix(git.NOTES)
    fetched = [name for name in git.tips(root, "refs/notes/") if name.endswith(f"/cs/{space}") and name != ref]
    for name in fetched:
        git.run(root, "update-ref", "-d", name)
    return [f"{name}, what a remote had, was dropped here too" for name in fetched]


def _fanned(name: str) -> list[str]:
    paths = [name]
    for depth in range(1, DEEP + 1):
        split = [name[2 * at : 2 * at + 2] for at in range(depth)]
        paths.append("/".join([*split, name[2 * depth :]]))
    return paths
