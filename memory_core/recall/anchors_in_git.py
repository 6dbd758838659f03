"""Compares the files and symbols that memories name with git: their state then and at HEAD.

A few git calls answer for many memories, within a time limit. `recall/anchors.py` derives the states. The result is
cached in the user's state folder for one HEAD.
"""

import contextlib
import os
import time
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from memory_core.core import git
from memory_core.core.light import files
from memory_core.core.timestamps import utc
from memory_core.recall.anchor_cache import Asked
from memory_core.recall.anchors import LONGEST, ORPHANED, STATES, Anchor, Event, judged

_COMMITS: Final = 200_000  # commits of the main line
_CHUNK: Final = 200  # paths or symbols in one call of git
_HOPS: Final = 4  # renames of a file that are followed
_SEVERAL: Final = 24  # commits for which the whole tree is listed or searched
_FILES: Final = 400  # files that are searched by name; for more the whole tree is searched
_TREE: Final = "tree"
# Files in which a removed symbol may still occur: prose, and files of memory-core.
_PROSE: Final = ("*.md", "*.rst", "*.txt", "*.adoc", ".genius", ".claude", "aidd", "docs", "IRIS_MEMORY.json")
_CODE: Final = (":(top)", *(f":(top,exclude){name}" for name in _PROSE))


class _Line(NamedTuple):
    """The main line: the first-parent history of HEAD, newest commit first."""

    commits: tuple[str, ...]
    times: tuple[int, ...]  # of each commit, in seconds since 1970
    places: Mapping[str, int]


class _Base(NamedTuple):
    """The commit at which a memory was made."""

    commit: str
    place: int  # index in the main line
    since: int
    settles: bool


def look(top: str, head: str, asked: Sequence[Asked], seconds: float) -> list[tuple[Anchor, ...]]:
    """The anchors of each memory at the commit `head`.

    `top` is the folder of the worktree. Renames and symbols are left out if time runs out. Raise `git.GitError` if
    there is not even time for the files.
    """
    end = time.monotonic() + seconds
    line = _line(top, head, end)
    bases = _bases(top, line, asked, end)
    wanted = [
        (at, base, path)
        for at, (memory, base) in enumerate(zip(asked, bases, strict=True))
        if base
        for path in memory.names.paths
    ]
    objects = _objects(top, {(commit, path) for _, base, path in wanted for commit in (base.commit, head)}, end)
    wanted = _placed(top, head, wanted, objects, end)
    suspects = {
        path: None
        for _, base, path in wanted
        if not objects[base.commit, path] or objects[base.commit, path] != objects[head, path]
    }
    oldest = max((base.place for _, base, path in wanted if path in suspects), default=0)
    events = _events(top, line, list(suspects), oldest, end)
    entries: list[dict[str, Anchor]] = [{} for _ in asked]
    for at, base, path in wanted:
        then, now = objects[base.commit, path], objects[head, path]
        after = [event for place, event in events.get(path, ()) if place < base.place]
        state = judged(then, now, after, base.since, settles=base.settles)
        stands = state == ORPHANED and not files.is_absent(os.path.join(top, *path.split("/")))
        if state and not stands:
            entries[at][path] = Anchor(path, state)
    with contextlib.suppress(git.GitError):
        lost = {path for entry in entries for path, anchor in entry.items() if anchor.state == ORPHANED}
        for path, to in _renamed(top, line, lost, events, end).items():
            for each in entries:
                if path in each:
                    each[path] = each[path]._replace(to=to)
        for at, name, state in _symbols(top, head, asked, bases, end):
            entries[at][f"`{name}`"] = Anchor(name, state)
    return [tuple(entry.values()) for entry in entries]


def _line(top: str, head: str, end: float) -> _Line:
    raw = _run(top, end, "rev-list", "--first-parent", "--timestamp", f"--max-count={_COMMITS}", head, "--")
    rows = [row.split() for row in raw.decode("ascii", "replace").splitlines()]
    commits = tuple(row[1] for row in rows)
    return _Line(commits, tuple(int(row[0]) for row in rows), {name: at for at, name in enumerate(commits)})


def _bases(top: str, line: _Line, asked: Sequence[Asked], end: float) -> list[_Base | None]:
    """Where each memory was made: at its commit if HEAD contains it, else at the main line's commit of its time.

    None if the history of the clone is truncated and too short. If it is complete, the memory is older than the
    history.
    """
    beside = {each.commit for each in asked if each.commit and each.commit not in line.places}
    inside = set(git.inside(top, beside, line.commits[0])) if beside else set()
    times = _times(top, inside, end) if inside else {}
    # Running maximum: a commit with a clock that was behind must not hide earlier ones.
    rising = list(accumulate(reversed(line.times), max))

    def place(moment: int) -> int:
        return len(rising) - bisect_right(rising, moment)

    is_cut = len(line.commits) >= _COMMITS or os.path.lexists(os.path.join(git.folder(top) or top, "shallow"))
    bases: list[_Base | None] = []
    for other in asked:
        at = line.places.get(other.commit)
        if at is not None:
            bases.append(_Base(other.commit, at, line.times[at], settles=False))
            continue
        moment = times.get(other.commit, _seconds(other.created))
        at = place(moment)
        own = other.commit in times
        if at >= len(line.commits) and not own:
            bases.append(None if is_cut or not moment else _Base("", at, moment, settles=True))
            continue
        bases.append(_Base(other.commit if own else line.commits[at], at, moment, settles=not own))
    return bases


def _seconds(moment: str) -> int:
    text = utc(moment)
    return int(datetime.fromisoformat(text).timestamp()) if text else 0


def _times(top: str, commits: Collection[str], end: float) -> dict[str, int]:
    raw = _run(top, end, "rev-list", "--no-walk", "--timestamp", "--stdin", stdin=_joined(commits))
    rows = (row.split() for row in raw.decode("ascii", "replace").splitlines())
    return {name: int(seconds) for seconds, name in rows}


def _objects(top: str, wanted: Collection[tuple[str, str]], end: float) -> dict[tuple[str, str], str]:
    """(commit, path) to the object there: "tree" for a folder, "" if there is nothing."""
    result = dict.fromkeys(wanted, "")
    pairs = sorted(pair for pair in wanted if pair[0])
    if _is_partial(top):
        for commit in dict.fromkeys(commit for commit, _ in pairs):
            for part in _parts([path for text, path in pairs if text == commit]):
                raw = _run(top, end, "ls-tree", "-z", "--full-tree", commit, "--", *part)
                result |= {(commit, path): name for path, name in _listed(raw) if (commit, path) in result}
        return result
    form = "--batch-check=%(objecttype) %(objectname)"
    raw = _run(top, end, "cat-file", form, stdin=_joined(f"{commit}:{path}" for commit, path in pairs))
    for pair, row in zip(pairs, raw.decode("utf-8", "replace").split("\n"), strict=False):
        kind, _, name = row.partition(" ")
        result[pair] = {"blob": name, "commit": name, _TREE: _TREE}.get(kind, "")
    return result


@lru_cache(8)
def _is_partial(top: str) -> bool:
    """Whether the clone may lack objects, which git would then fetch one by one."""
    return bool(git.output(top, "config", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.promisor)$"))


def _listed(raw: bytes) -> Iterator[tuple[str, str]]:
    """(path, object) for each row of `git ls-tree -z`."""
    for row in raw.decode("utf-8", "replace").split("\0"):
        text, _, path = row.partition("\t")
        if len(parts := text.split()) == 3:
            yield path, _TREE if parts[1] == _TREE else parts[2]


def _placed(
    top: str,
    head: str,
    wanted: Sequence[tuple[int, _Base, str]],
    objects: dict[tuple[str, str], str],
    end: float,
) -> list[tuple[int, _Base, str]]:
    """The wanted paths, with a bare file name replaced by the path of the only file with that name."""
    bare = {
        (base.commit, path)
        for _, base, path in wanted
        if "/" not in path and not objects[base.commit, path] and not objects[head, path]
    }
    if not bare:
        return list(wanted)
    trees = [head, *dict.fromkeys(commit for commit, _ in sorted(bare) if commit)][:_SEVERAL]
    whole: dict[tuple[str, str], str] = {}
    for tree in trees:
        named = {name for commit, name in bare if tree in (head, commit)}
        only: dict[str, list[str]] = {}
        for path in _run(top, end, "ls-tree", "-r", "-z", "--name-only", "--full-tree", tree).split(b"\0"):
            text = path.decode("utf-8", "replace")
            if (name := text.rpartition("/")[2]) in named:
                only.setdefault(name, []).append(text)
        for commit, name in bare:
            there = only.get(name, []) if tree in (head, commit) else []
            if len(there) == 1 and len(there[0]) <= LONGEST and there[0].isprintable():
                whole.setdefault((commit, name), there[0])
    placed = [(at, base, whole.get((base.commit, path), path)) for at, base, path in wanted]
    new = {(commit, path) for _, base, path in placed for commit in (base.commit, head)} - objects.keys()
    if new:
        objects |= _objects(top, new, end)
    return placed


def _events(top: str, line: _Line, paths: Sequence[str], oldest: int, end: float) -> dict[str, list[tuple[int, Event]]]:
    """Path to its changes in the main line after the commit with index `oldest`: (index, event), oldest first."""
    result: dict[str, list[tuple[int, Event]]] = {}
    if not oldest:
        return result
    form = (
        "-c", "log.showRoot=true", "log", "--first-parent", "-m", "--raw", "--no-renames", "--no-abbrev", "-z",
        "--no-show-signature", "--no-color", "--format=%x01%H", line.commits[0],
        *([f"^{line.commits[oldest]}"] if oldest < len(line.commits) else []), "--",
    )  # fmt: skip
    for part in _parts(paths):
        raw = _run(top, end, *form, *(f":(top,literal){path}" for path in part))
        for commit, before, after, path in _raw(raw):
            at = line.places.get(commit)
            if at is not None:
                result.setdefault(path, []).append((at, Event(commit, line.times[at], before, after)))
    for text in result.values():
        text.sort(key=lambda event: -event[0])
    return result


def _raw(raw: bytes) -> Iterator[tuple[str, str, str, str]]:
    """(commit, object before, object after, path) for each row of `git log --raw -z`; "" for the null object."""
    commit = ""
    rows = iter(raw.decode("utf-8", "replace").split("\0"))
    for row in rows:
        plain = row.lstrip("\n")
        if plain.startswith("\x01"):
            commit = plain[1:]
        elif plain.startswith(":"):
            parts, path = plain.split(" "), next(rows, "")
            before, after = (name if name.strip("0") else "" for name in parts[2:4])
            yield commit, before, after, path


def _renamed(
    top: str,
    line: _Line,
    lost: Collection[str],
    events: Mapping[str, Sequence[tuple[int, Event]]],
    end: float,
) -> dict[str, str]:
    """Path to its path at HEAD, found by git's rename detection in the commits that deleted it."""
    result: dict[str, str] = {}
    waiting = {path: (path, len(line.commits)) for path in lost}  # current name, and index in the main line
    known = dict(events)
    for _ in range(_HOPS):
        gone: dict[int, dict[str, list[str]]] = {}
        for path, (name, before) in waiting.items():
            places = [at for at, event in known.get(name, ()) if not event.after and at < before]
            if places:
                gone.setdefault(places[-1], {}).setdefault(name, []).append(path)
        pairs = _moves(top, line, gone, end)
        waiting = {
            path: (pairs[at, name], at)
            for at, names in gone.items()
            for name, paths in names.items()
            if (at, name) in pairs
            for path in paths
        }
        new = {name for name, _ in waiting.values()}
        there = _objects(top, {(line.commits[0], name) for name in new}, end) if new else {}
        result |= {path: name for path, (name, _) in waiting.items() if there[line.commits[0], name]}
        waiting = {path: to for path, to in waiting.items() if path not in result}
        if not waiting:
            break
        oldest = max(at for _, at in waiting.values())
        known |= _events(top, line, sorted({name for name, _ in waiting.values()}), oldest, end)
    return result


def _moves(top: str, line: _Line, gone: Mapping[int, Collection[str]], end: float) -> dict[tuple[int, str], str]:
    """(index of a commit, path that it deletes) to the new path, according to git's rename detection."""
    asked = [at for at in gone if at + 1 < len(line.commits)]
    if not asked:
        return {}
    given = _joined(f"{line.commits[at]} {line.commits[at + 1]}" for at in asked)
    raw = _run(
        top, end, "diff-tree", "--stdin", "-r", "-z", "-M", "-l1000", "--diff-filter=R", "--name-status",
        "--no-ext-diff", "-m", stdin=given,
    )  # fmt: skip
    result: dict[tuple[int, str], str] = {}
    rows, at = iter(raw.decode("utf-8", "replace").split("\0")), -1
    for row in rows:
        if row[:1] == "R" and row[1:].isdigit():
            old, new = next(rows, ""), next(rows, "")
            if old in gone.get(at, ()) and len(new) <= LONGEST and new.isprintable():
                result[at, old] = new
        else:
            at = line.places.get(row.strip(), at)
    return result


def _symbols(
    top: str, head: str, asked: Sequence[Asked], bases: Sequence[_Base | None], end: float
) -> Iterator[tuple[int, str, str]]:
    """(index of the memory, symbol, state) for symbols that existed in the code when the memory was made."""
    pairs = [(at, name) for at, memory in enumerate(asked) if bases[at] for name in memory.names.symbols]
    here = _stands(top, head, {name for _, name in pairs}, end) if pairs else set()
    lost: dict[str, dict[str, None]] = {}
    for at, name in pairs:
        base = bases[at]
        if base and base.commit and name not in here:
            lost.setdefault(base.commit, {})[name] = None
    there = {
        commit: _stands(top, commit, names, end, _differing(top, commit, head, end))
        for commit, names in list(lost.items())[:_SEVERAL]
    }
    for at, name in pairs:
        base = bases[at]
        if name in here:
            yield at, name, STATES[0]
        elif base and name in there.get(base.commit, ()):
            yield at, name, ORPHANED


def _differing(top: str, commit: str, head: str, end: float) -> list[str]:
    """The files of a commit that differ at HEAD: a symbol that HEAD lacks was in one of them."""
    raw = _run(top, end, "diff-tree", "-r", "-z", "--name-only", "--no-renames", "--diff-filter=MDT", commit, head)
    return [path for path in raw.decode("utf-8", "replace").split("\0") if path.isprintable() and path]


def _stands(
    top: str, commit: str, symbols: Collection[str], end: float, among: Sequence[str] | None = None
) -> set[str]:
    """The symbols that occur as whole words in the code of a commit, or in the files `among` if they are few."""
    if among is not None and not among:
        return set()
    few = [f":(top,literal){path}" for path in among or ()]
    where = [*few, *_CODE[1:]] if 0 < len(few) <= _FILES else _CODE
    left = set(symbols)
    for part in _parts(sorted(symbols)):
        words = [word for name in part for word in ("-e", name)]
        form = ("grep", "-I", "-w", "-F", "-o", "-h", "--no-color", *words, commit, "--", *where)
        wanted = {*part}
        with git.streamed(top, *form, seconds=end - time.monotonic()) as rows:
            for row in rows:
                wanted.discard(row.strip().decode("utf-8", "replace"))
                if not wanted:
                    break
        left -= {*part} - wanted
    return set(symbols) - left


def _run(top: str, end: float, *arguments: str, stdin: bytes = b"") -> bytes:
    left = end - time.monotonic()
    if left <= 0:
        raise git.GitError("there is no time left to ask git")
    return git.run(top, *arguments, stdin=stdin, seconds=left)


def _joined(names: Iterable[str]) -> bytes:
    return b"".join(f"{name}\n".encode("utf-8", "replace") for name in names)


def _parts(names: Sequence[str]) -> Iterator[Sequence[str]]:
    for at in range(0, len(names), _CHUNK):
        yield names[at : at + _CHUNK]
