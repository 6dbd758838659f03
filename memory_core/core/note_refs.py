"""Git notes, one ref for each namespace: how they are read and written."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.core import git
from memory_core.core.light.quick_git import environment as environment

FEW: Final = 8  # up to so many notes, asking for their paths is faster than listing the tree


DEEP: Final = 6  # most folders above a note: git adds a level whenever there are 256 times as many notes


_FOLDERS: Final = re.compile(rf"(?:[0-9a-f]{{2}}/){{0,{DEEP}}}[0-9a-f]+")


class Entry(NamedTuple):
    """A note in the tree of a notes ref."""

    object: str  # the annotated object, 40 or 64 hex digits
    blob: str
    path: str  # in the tree: the name of the annotated object, with slashes where git splits it
    size: int  # bytes of the note; -1 if the clone does not have it


def writer(root: str, ref: str, name: str) -> str:
    """The last author of the note of an object, from the history of the ref: `Ada, 2026-01-31`; "" if unknown."""
    text = git.output(
        root, "log", "-1", "--no-show-signature", "--date=short", "--format=%an, %ad", ref, "--", *_fanned(name)
    )
    return text or ""


@lru_cache(32)  # the content of a commit never changes
def entries(root: str, tip: str) -> tuple[Entry, ...]:
    """The notes in a commit of a notes ref, by annotated object. Git may keep two notes of one object at two paths."""
    return _entries(root, tip)


def standing(root: str, tip: str, objects: Collection[str]) -> Sequence[Entry]:
    """The notes of these objects in a commit of a notes ref; for a few objects the tree is not listed."""
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
    """The object that a path in the tree of a notes ref annotates; "" if git does not use such a path."""
    name = path.replace("/", "")
    return name if _FOLDERS.fullmatch(path) and git.NAME.fullmatch(name) else ""


def changed(root: str, old: str, new: str) -> dict[str, tuple[str, str]] | None:
    """The difference of two commits of a notes ref: annotated object to (old blob, new blob), "" for a missing note.

    None if git does not have one of the commits. Two notes of one object are joined by a space: two names in one
    expression, which git does not find.
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
            # If git moved a note to another fan-out, one path disappears and another appears.
            result[name] = (_both(was, before), _both(is_now, after))
    return {name: (was, is_now) for name, (was, is_now) in result.items() if was != is_now}


def _both(blob: str, other: str) -> str:
    return " ".join(sorted(name for name in (blob, other) if name.strip("0")))


def annotations(root: str, tip: str, objects: Collection[str] | None = None) -> dict[str, bytes | None]:
    """The notes of these or all objects in a commit of a notes ref; None for a note that is missing or over 32 MB."""
    there = entries(root, tip) if objects is None else standing(root, tip, objects)
    texts = git.blobs(root, (entry.blob for entry in there), {entry.blob: entry.size for entry in there})
    raws: dict[str, bytes | None] = {}
    for entry in there:
        raws[entry.object] = together(raws.get(entry.object), texts[entry.blob])
    return raws


def together(before: bytes | None, text: bytes | None) -> bytes | None:
    """A note with text appended, as `git notes append` writes it; None if both are None."""
    return before + b"\n" + text if before and text else text or before


def append(root: str, ref: str, target: str, text: bytes) -> None:
    """Append text to the note of an object (C-4). The caller holds the lock: concurrent git calls lose notes (C-5)."""
    blob = git.run(root, "hash-object", "-w", "--stdin", stdin=text).decode().strip()
    with git.unlocked(root, ref):
        git.committing(root, "notes", f"--ref={ref}", "append", "-C", blob, target)


def rewrite(root: str, ref: str, tip: str | None, notes: Mapping[str, bytes | None], message: str) -> None:
    """Replace the notes of these objects in one commit on top of `tip`; None removes a note.

    The caller holds the lock. Raise `GitError` if the ref has moved; then nothing is changed.
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
    # `git fast-import` moves the ref at its end and only forward, so ending it leaves all refs unchanged.
    with git.unlocked(root, ref):
        git.run(root, "fast-import", "--quiet", stdin=b"".join(parts))


def purge(root: str, ref: str) -> list[str]:
    """Replace the history of a ref by a single commit with its current content, and delete its reflog.

    The copies that were fetched from remotes are deleted too. Return a line for each.
    """
    tip = git.run(root, "rev-parse", "--verify", ref).decode().strip()
    made = git.committing(root, "commit-tree", f"{tip}^{{tree}}", "-m", "Notes without their history").decode().strip()
    git.move(root, ref, made, tip, "history dropped")
    git.output(root, "reflog", "expire", "--expire=now", ref)
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
