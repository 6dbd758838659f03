"""The homes of learnings: `warm-memory.json` of the project and of the user (JARVIS-4, JARVIS-18).

`<project>/.claude/learnings/` holds what applies to this project, `~/.jarvis/learnings/` (`JARVIS_ROOT`) what applies
to all projects of the user. The file determines the level, not the entry.
"""

import contextlib
import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from memory_core import redact
from memory_core.core import lock
from memory_core.core.light import append_file, files, json_store, old_files, user
from memory_core.learnings import archive
from memory_core.learnings import learning as codec
from memory_core.learnings import warm as form
from memory_core.learnings.learning import GLOBAL, PREFIX, PROJECT, Learning
from memory_core.learnings.warm import Warm as Warm
from memory_core.learnings.warm import muting as muting

NAME: Final = "learnings"
FOLDER: Final = os.path.join(".claude", "learnings")  # in the project
FILE: Final = "warm-memory.json"
_SAID: Final = ("description", "reason", "path", "slot", "quote", "skill", "triggers", "extra")
LIMIT: Final = 32 * 1024 * 1024  # bytes of a warm file that is read
LEVELS: Final = (PROJECT, GLOBAL)
_NUMBERS: Final = "numbers.json"  # in what is derived of a project, and beside it: the largest numbers ever given


def folder(root: str, level: str) -> str:
    """The folder of the warm file of a level."""
    return os.path.join(user.learnings(), "learnings") if level == GLOBAL else os.path.join(root, FOLDER)


def path(root: str, level: str) -> str:
    """The path of the warm file of a level, whether it exists or not."""
    return os.path.join(folder(root, level), FILE)


def place(level: str) -> str:
    """The path of the warm file of a level, independent of the project's folder."""
    return f"~/.jarvis/learnings/{FILE}" if level == GLOBAL else f"{FOLDER.replace(os.sep, '/')}/{FILE}"


def stamp(root: str) -> str:
    """A signature that changes whenever one of the two warm files may have changed; does not read them."""
    return files.stamp(path(root, level) for level in LEVELS)


def read(root: str, level: str) -> Warm:
    """The content of the warm file of `project` or `global`; unreadable parts are listed in `problems`.

    A global learning with the id of a project's learning is shown under the next free id, and keeps that id once it is
    written.
    """
    return _levels(root)[LEVELS.index(level)]


def parsed(raw: bytes, level: str) -> Warm:
    """The content of the bytes of a warm file of that level."""
    return _parsed(raw, level)


def both(root: str) -> Warm:
    """The learnings that hold in this project for its user: its own, then those of all projects; without muted ones.

    `context` is that of the project.
    """
    own, of_user = _levels(root)
    silent = _silent(root, own, of_user)
    holds = {codec.fingerprint(learning): learning for learning in of_user.learnings if learning.id not in silent}
    here = [learning for learning in own.learnings if learning.id not in silent]
    foreign = brought(root, (each for each in here if codec.fingerprint(each) in holds))
    here = [each for each in here if each.id not in foreign]  # what came with the repository replaces none
    for each in here:
        holds.pop(codec.fingerprint(each), None)
    return own._replace(
        learnings=(*here, *holds.values()),
        muted=of_user.muted,
        returned=returned(own, of_user),
        problems=own.problems + of_user.problems,
    )


def brought(root: str, learnings: Iterable[Learning]) -> set[str]:
    """The ids of the project's learnings that no session of this user brought into its file: they came with it."""
    asked = [learning for learning in learnings if learning.level == PROJECT]
    own = {*(files.read(_own(root)) or "").splitlines()} if asked else set()
    return {each.id for each in asked if codec.fingerprint(each) not in own}


def muted(root: str) -> tuple[str, ...]:
    """The ids of the learnings of both levels that the user muted here. No repository can mute one."""
    return _silent(root, *_levels(root))


def mute(root: str, learning: Learning) -> None:
    """Mute a learning in this project. The caller holds `held(root)`."""
    user = read(root, GLOBAL)
    write(root, GLOBAL, muting(user, root, (*user.muted.get(root, ()), codec.mark(learning))))


def unmute(root: str, names: Iterable[str]) -> None:
    """Mute these ids no more in this project. The caller holds `held(root)`."""
    user, gone = read(root, GLOBAL), {*names}
    left = [mark for mark in user.muted.get(root, ()) if mark.partition(" ")[0] not in gone]
    write(root, GLOBAL, muting(user, root, left))


def returned(*levels: Warm) -> dict[str, str]:
    """The days on which learnings came back from the archive; each file speaks of its own."""
    return {
        learning.id: warm.returned[learning.id]
        for warm in levels
        for learning in warm.learnings
        if learning.id in warm.returned
    }


def numbers(root: str, level: str = PROJECT) -> dict[str, int]:
    """For each kind the largest number that a learning of that level ever had; a new learning gets the next free
    number.

    A project counts separately. Numbers for all projects continue after every number that this user ever had, so such
    an id is free in each project.
    """
    own, of_user = ([learning.id for learning in warm.learnings] for warm in _levels(root))
    return _numbers(root, level, own if level == PROJECT else [*own, *of_user])


def taken(root: str) -> set[str]:
    """The ids that a learning has which this project can see, warm or cold."""
    warm = {learning.id for each in _levels(root) for learning in each.learnings}
    return warm | {each.learning.id for each in archive.read(root)}


def next_id(root: str, kind: str, level: str) -> str:
    """The id that a new learning gets."""
    last, known = numbers(root, level)[kind] + 1, taken(root)
    while (name := codec.number(kind, last)) in known:
        last += 1
    return name


def damages(root: str) -> list[tuple[str, str, int]]:
    """The unreadable parts of the warm files: (path, what is wrong, how many learnings could be read)."""
    every = [(path(root, level), _stands(root, level)) for level in LEVELS]
    return [(name, "; ".join(warm.problems[:3]), len(warm.learnings)) for name, warm in every if warm.problems]


def notice(root: str) -> str:
    """The damage that a glance finds: files that are no object, copies that were set aside; "" if there is none."""
    result = []
    for level in LEVELS:
        if why := files.too_long(path(root, level), LIMIT):
            result.append(f"{place(level)} is not read: {why}; move old entries out of it")
        elif json_store.looks_damaged(path(root, level), b"{}"):
            result.append(f"{place(level)} is damaged")
    return json_store.notice(result, map(os.path.basename, set_aside(root)))


def set_aside(root: str) -> list[str]:
    """The paths of damaged copies next to the warm files."""
    folders = [folder(root, level) for level in LEVELS]
    return [os.path.join(here, name) for here in folders for name in json_store.copies(here)]


def mend(root: str) -> list[str]:
    """Rewrite damaged warm files, keeping a copy of each; returns their paths. The caller holds `held(root)`."""
    damaged = [level for level in LEVELS if _stands(root, level).is_damaged]
    return [path(root, level) for level in damaged if write(root, level, read(root, level))]


def is_one(root: str) -> bool:
    """Whether both levels are one file: then all that is in it holds in all projects."""
    own, of_user = (os.path.realpath(folder(root, level)) for level in LEVELS)
    return own == of_user


def _write_as_users(root: str, warm: Warm) -> bool:
    """Write a project's learnings to the user's file if the project has none of its own."""
    there = _stands(root, GLOBAL)
    words = {codec.fingerprint(learning) for learning in there.learnings}
    new = [learning._replace(level=GLOBAL) for learning in warm.learnings if codec.fingerprint(learning) not in words]
    return bool(new) and write(root, GLOBAL, there._replace(learnings=(*there.learnings, *new)))


def write(root: str, level: str, warm: Warm) -> bool:
    """Whether the warm file changed; a damaged one is set aside first. The caller holds `held(root)`.

    For the project's alone `registry.held(root)` is enough. `Refusal` if it leads out of the project, or is not to be
    written.
    """
    name = path(root, level)
    if level == PROJECT and is_one(root):
        return _write_as_users(root, warm)
    with lock.of_user(), json_store.writing(name, "it stands as it was"):
        before = _raw(root, level)
        if before is None and not (warm.learnings or warm.muted or warm.returned or warm.context):
            return False
        known = _parsed(before, level)
        warm = _cleaned(warm, known)
        if level == PROJECT and warm.learnings and not warm.context.get("current_project"):
            warm = warm._replace(context={**warm.context, "current_project": os.path.basename(root)})
        written = form.lines((before or b"").decode("utf-8", "replace"), level)
        new = form.text_of(warm, written).encode("utf-8", "replace")
        if new == before:
            return False
        _give(root, level, {learning.id for learning in warm.learnings} - {learning.id for learning in known.learnings})
        if level == PROJECT:
            files.hide(folder(root, level), "*.damaged.json")
        if known.is_damaged and before is not None:
            old_files.set_aside(name, before)
        if level == PROJECT:
            _note_own(root, warm, known)
        return files.write(name, new)


def drop(root: str, level: str, name: str) -> None:
    """Remove the learning of that id from the warm file of its level. The caller holds `held(root)`."""
    warm = read(root, level)
    left = tuple(learning for learning in warm.learnings if learning.id != name)
    returned = {each: day for each, day in warm.returned.items() if each != name}
    write(root, level, warm._replace(learnings=left, returned=returned))
    _give(root, PROJECT, [name])  # who saw it here meets no other under its id


@contextlib.contextmanager
def held(root: str, timeout: float = 5.0) -> Iterator[None]:
    """The project's lock and the user's, in this order, for a `with` block; `Refusal` if one is not to be had.

    Never inside `registry.held`.
    """
    with lock.of_project(root, timeout), lock.of_user(timeout):
        yield


def _levels(root: str) -> tuple[Warm, Warm]:
    """The learnings of the project and of all projects, each with a unique id."""
    own, of_user = (_stands(root, level) for level in LEVELS)
    theirs = [learning.id for learning in of_user.learnings]
    mine = [learning.id for learning in own.learnings]
    if not {*mine}.intersection(theirs) and all((*theirs, *mine)):
        return own, of_user
    own = form.numbered(own, _numbers(root, PROJECT, mine), theirs)
    mine = [learning.id for learning in own.learnings]
    renamed = [learning._replace(id="") if learning.id in mine else learning for learning in of_user.learnings]
    largest = _numbers(root, GLOBAL, [*mine, *theirs])
    of_user = form.numbered(of_user._replace(learnings=tuple(renamed)), largest, mine)
    pairs = list(zip(theirs, of_user.learnings, strict=True))
    called = {was: now.id for was, now in pairs if was}
    named = called | {codec.mark(now._replace(id=was)): codec.mark(now) for was, now in pairs}
    return own, of_user._replace(
        muted={project: tuple(named.get(mark, mark) for mark in marks) for project, marks in of_user.muted.items()},
        returned={called.get(name, name): day for name, day in of_user.returned.items()},
    )


def _silent(root: str, own: Warm, of_user: Warm) -> tuple[str, ...]:
    marks = {*of_user.muted.get(root, ())}
    every = (*own.learnings, *of_user.learnings) if marks else ()
    return tuple(each.id for each in every if each.id in marks or codec.mark(each) in marks)


def _numbers(root: str, level: str, ids: list[str]) -> dict[str, int]:
    cold = archive.numbers(root if level == PROJECT else None)
    largest = form.numbers(ids), cold, _given(_place(root, level))
    return {kind: max(each[kind] for each in largest) for kind in PREFIX}


def _stands(root: str, level: str) -> Warm:
    """The content of the file; two learnings of different levels may have the same id."""
    if level == PROJECT and is_one(root):
        return Warm()
    try:
        return _parsed(_raw(root, level), level)
    except OSError as error:
        return Warm(problems=(f"cannot be read: {error.strerror}",))


@lru_cache(4)  # a session's end reads both several times
def _parsed(raw: bytes | None, level: str) -> Warm:
    if raw is None:
        return Warm()
    text = raw.decode("utf-8", "replace").removeprefix("\ufeff")
    warm = form.parse(text, level)
    if not json_store.is_plain(raw, text):
        return warm._replace(problems=("not UTF-8", *warm.problems), is_damaged=True)
    return warm


def _raw(root: str, level: str) -> bytes | None:
    """The bytes of the file, None if there is none; `OSError` if its path is no readable file."""
    return files.read_whole(path(root, level), LIMIT)


def _note_own(root: str, warm: Warm, known: Warm) -> None:
    """Note which learnings of the project this user's sessions brought into its file, or heard once more."""
    stood = {codec.fingerprint(learning): learning.corrections for learning in known.learnings}
    corrected = ((codec.fingerprint(learning), learning.corrections) for learning in warm.learnings)
    new = [mark for mark, corrections in corrected if corrections > stood.get(mark, -1)]
    if new:
        append_file.append(_own(root), new, durable=False)


def _own(root: str) -> str:
    return user.derived(root, "learned-here")


def _cleaned(warm: Warm, known: Warm) -> Warm:
    """Without secrets in what does not are there already."""
    stands = {learning.id: learning for learning in known.learnings}
    result = tuple(
        learning if stands.get(learning.id) == learning else redact.clean_fields(learning, *_SAID)
        for learning in warm.learnings
    )
    return warm._replace(learnings=result, context=redact.clean_within(dict(warm.context)))


def _place(root: str, level: str) -> str:
    return user.derived(root, _NUMBERS) if level == PROJECT else os.path.join(user.state(), _NUMBERS)


def _given(place: str) -> dict[str, int]:
    """The largest numbers that were ever given, of what no file names any more too."""
    result = json_store.load(place, 1000)
    fields = {kind: result.get(kind) for kind in PREFIX}
    return {kind: most if type(most) is int and 0 < most <= form.HIGHEST else 0 for kind, most in fields.items()}


def _give(root: str, level: str, ids: Iterable[str]) -> None:
    """Store the largest numbers, so that no number is used twice."""
    new = form.numbers(ids)
    for place in dict.fromkeys((_place(root, level), _place(root, GLOBAL))):
        before = _given(place)
        after = {kind: max(before[kind], new[kind]) for kind in PREFIX}
        if after != before:
            with contextlib.suppress(OSError):  # a help: what stands in a file has its number there
                json_store.save(place, after)
