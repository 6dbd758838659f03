"""The folders of the specs: `docs/spec/active/<day>-<slug>/` and `docs/spec/completed/`, files that hands edit too.

They are those of a session's own worktree. Links that lead out of it are not followed, neither to read nor to write.
"""

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from memory_core.core import git
from memory_core.core.light import files, json_store
from memory_core.core.light.errors import Refusal
from memory_core.specs import skeleton
from memory_core.specs.slug import quoted, typed
from memory_core.specs.spec import ACTIVE_FOLDER, COMPLETED, COMPLETED_FOLDER, DOCUMENTS, IMPLEMENTATION, README, Spec

MOST: Final = 2_000  # folders that are looked at
PATIENCE: Final = 600.0  # seconds for a commit, whose hooks may test everything
LONGEST: Final = 400_000  # bytes of a document that are read
_HEAD: Final = 20_000  # bytes of a README that say what its spec is
_BEGINNING: Final = 4  # characters of a slug's beginning that may stand for it
_DAY: Final = re.compile(r"(\d{4}-\d{2}-\d{2})-(?=\S)")


def every(top: str) -> list[Spec]:
    """The specs of a worktree: those that are active first, then those that are completed, each by their folders."""
    return [*_within(top, ACTIVE_FOLDER), *_within(top, COMPLETED_FOLDER)]


def active(top: str) -> list[Spec]:
    """The specs that are worked on."""
    return list(_within(top, ACTIVE_FOLDER))


def find(top: str, slug: str) -> Spec | None:
    """The spec of that slug: the active one, else the newest that is completed; None where there is none."""
    specs = [each for each in every(top) if each.slug == slug]
    return next((spec for spec in specs if spec.phase != COMPLETED), specs[-1] if specs else None)


def named(top: str, words: str) -> Spec | None:
    """The spec that these words name and nothing else; an active one before one that is completed.

    Its name is its slug, or what only this slug begins with, the name of its folder, or its path.
    """
    text = words.strip().strip("`'\"").rstrip("/").replace(os.sep, "/")
    if not text or len(text) > 300 or "\n" in text:
        return None
    text = text.casefold().removeprefix("./")
    path = text if text.startswith("docs/spec/") else ""
    slug = text.rpartition("/")[2] if path else text
    known = every(top)
    named_so = [
        spec
        for spec in known
        if slug in (spec.slug.casefold(), spec.folder.rpartition("/")[2].casefold())
        and (not path or spec.folder.casefold() == path)
    ]
    if not named_so and len(text) >= _BEGINNING:
        begun_so = [spec for spec in known if spec.slug.casefold().startswith(f"{text}-") and spec.phase != COMPLETED]
        named_so = begun_so if len(begun_so) == 1 else []
    return next((spec for spec in named_so if spec.phase != COMPLETED), named_so[-1] if named_so else None)


def documents(top: str, spec: Spec) -> dict[str, str]:
    """The documents of a spec that are there, by their names; of a very long one what it begins with."""
    result = {}
    for name in DOCUMENTS:
        text = files.read(_path(top, f"{spec.folder}/{name}"), LONGEST)
        if text is not None:
            result[name] = text
    return result


def too_long(top: str) -> Iterator[tuple[str, str]]:
    """The documents of active specs that are not read to their ends: (path, how long each is)."""
    for spec in active(top):
        for name in DOCUMENTS:
            path = _path(top, f"{spec.folder}/{name}")
            if why := files.too_long(path, LONGEST, "the first"):
                yield path, why


def write(top: str, spec: Spec, texts: Mapping[str, str]) -> None:
    """Write these documents of a spec. The caller holds the project's lock.

    `Refusal` where one cannot be written, or could not be read whole: then `texts` lack what it holds.
    """
    paths = {name: _path(top, f"{spec.folder}/{name}") for name in texts}
    for path in paths.values():
        if why := _unread(path):
            raise Refusal(f"{path} {why}. Nothing was written")
    for name, text in texts.items():
        path = paths[name]
        with json_store.writing(path, "make it writable and say it again"):
            files.write(path, text)


def _unread(path: str) -> str:
    """Why a document is not read whole, and what to do about it; "" where it is, or is not there."""
    try:
        raw = files.read_whole(path) or b""
        raw.decode()
    except OSError as error:
        return f"cannot be read ({error.strerror}); make it readable and say it again"
    except UnicodeDecodeError as error:
        return f"is not UTF-8 in line {raw[: error.start].count(10) + 1}; save it as UTF-8 and say it again"
    if len(raw) > LONGEST:
        return f"is longer than {LONGEST:,} bytes; move a part of it into another file and say it again"
    return ""


def move(top: str, spec: Spec) -> Spec:
    """The spec, its folder now among the completed ones. The caller holds the project's lock.

    `Refusal` where a folder of that name exists already, or it cannot be moved.
    """
    new = f"{COMPLETED_FOLDER}/{spec.folder.rpartition('/')[2]}"
    old, place = _path(top, spec.folder), _path(top, new)
    try:
        files.plain(place)
    except files.LinkError as error:
        raise Refusal(f"{error.filename}: {error.strerror}; then close the spec again") from error
    if not files.is_absent(place):
        raise Refusal(
            f"{quoted(new)} exists already; move it away or rename {quoted(spec.folder)}, then close it again"
        )
    try:
        files.move(old, place)
    except OSError as error:
        raise Refusal(
            f"{quoted(spec.folder)} cannot be moved to {COMPLETED_FOLDER}: {error.strerror}. Nothing was moved"
        ) from error
    return spec._replace(folder=new, phase=COMPLETED)


def archived(top: str, spec: Spec) -> str:
    """The last commit that changed the folder of a completed spec, "" where that is not how the folder stands."""
    own, gone = _literal(spec.folder), _literal(f"{ACTIVE_FOLDER}/{spec.folder.rpartition('/')[2]}")
    if not git.folder(top) or git.head(top) is None or not git.output(top, "ls-files", "--", own):
        return ""
    if git.output(top, "status", "--porcelain", "--", own, gone) != "":
        return ""
    return git.output(top, "log", "-1", "--no-show-signature", "--format=%H", "--", own) or ""


def at_work(top: str) -> str:
    """The lock by which a git that is at work in a worktree keeps others off, "" where there is none."""
    lock = git.output(top, "rev-parse", "--git-path", "index.lock") if git.folder(top) else ""
    return lock if lock and os.path.lexists(os.path.join(top, lock)) else ""


def archive(top: str, spec: Spec, message: str) -> str:
    """The commit that moves a spec to the completed ones: of its own two folders alone, whatever else is staged.

    The hooks of the repository run. `Refusal`, with what git said, where there is no such commit; then nothing of it
    is staged either.
    """
    name = spec.folder.rpartition("/")[2]
    old, new = f"{ACTIVE_FOLDER}/{name}", f"{COMPLETED_FOLDER}/{name}"
    tracked = bool(git.output(top, "ls-files", "--", _literal(old)))
    added = not git.output(top, "ls-files", "--", _literal(new))
    paths = [new, *([old] if tracked else [])]
    try:
        git.run(top, "add", "--intent-to-add", "--", _literal(new))
        git.run(top, "commit", "--quiet", "--only", "-m", message, "--", *map(_literal, paths), seconds=PATIENCE)
    except git.GitError as error:
        if added:
            git.output(top, "rm", "-r", "--quiet", "--cached", "--ignore-unmatch", "--", _literal(new))
        raise Refusal(f"git did not commit it ({error}). Nothing is lost: the folder stands in {COMPLETED_FOLDER}; "
                      f"once that is repaired: `memory-core spec close {typed(spec.slug)}` again"
                      f"{_by_hand(top, paths, message)}") from error  # fmt: skip
    return git.head(top) or ""


def _literal(path: str) -> str:
    """A path as git takes it for that path alone: a folder may be called `2026-01-01-*`."""
    return f":(literal){path}"


def _by_hand(top: str, paths: Sequence[str], message: str) -> str:
    """How a user makes the commit; "" for a folder whose name no command line that is shown may hold."""
    quoted = [typed(path, "") for path in paths]
    if not all(quoted):
        return ""
    force = "-f " if git.output(top, "check-ignore", "--", paths[0]) is not None else ""
    text = f"git add {force}{quoted[0]} && git commit -m {shlex.quote(message)} -- {' '.join(quoted)}"
    return f", or `{text}`"


def _within(top: str, above: str) -> Iterator[Spec]:
    folder = _path(top, above)
    names = [name for name in files.names(folder) if name[0] != "." and files.is_folder(os.path.join(folder, name))]
    for name in names[-MOST:]:
        day = _DAY.match(name)
        told = skeleton.parsed(files.read(os.path.join(folder, name, README), _HEAD) or "")
        yield Spec(
            slug=name[day.end() :] if day else name,
            folder=f"{above}/{name}",
            title=told.title or name,
            phase=COMPLETED if above == COMPLETED_FOLDER else _open(told.phase),
            created=told.created or (day[1] if day else ""),
        )


def _open(phase: str) -> str:
    """What the README of an active spec says: its folder alone says that one is completed."""
    return IMPLEMENTATION if phase == COMPLETED else phase


def _path(top: str, path: str) -> str:
    """Where a path of the worktree stands."""
    return os.path.join(top, *path.split("/"))
