"""The folders of specs, `docs/spec/active/<day>-<slug>/` and `docs/spec/completed/`; users edit their files too.

They belong to the session's own worktree. Links that lead out of it are not followed for reading or writing.
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
PATIENCE: Final = 600.0  # seconds for a commit; its hooks may run all tests
LONGEST: Final = 400_000  # bytes of a document that are read
_HEAD: Final = 20_000  # bytes of a README that hold its title and front matter
_BEGINNING: Final = 4  # shortest beginning of a slug that may replace the slug, in characters
_DAY: Final = re.compile(r"(\d{4}-\d{2}-\d{2})-(?=\S)")


def every(top: str) -> list[Spec]:
    """The specs of a worktree: active specs first, then completed ones, each sorted by folder."""
    return [*_within(top, ACTIVE_FOLDER), *_within(top, COMPLETED_FOLDER)]


def active(top: str) -> list[Spec]:
    """The active specs."""
    return list(_within(top, ACTIVE_FOLDER))


def find(top: str, slug: str) -> Spec | None:
    """The spec with this slug: the active one, else the newest completed one; None if there is none."""
    specs = [each for each in every(top) if each.slug == slug]
    return next((spec for spec in specs if spec.phase != COMPLETED), specs[-1] if specs else None)


def named(top: str, words: str) -> Spec | None:
    """The spec that `words` name; an active one before a completed one. None if there is none.

    A name is a slug, an unambiguous beginning of a slug, the name of a folder, or its path.
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
    """The existing documents of a spec, by their names; of a very long document its beginning."""
    result = {}
    for name in DOCUMENTS:
        text = files.read(_path(top, f"{spec.folder}/{name}"), LONGEST)
        if text is not None:
            result[name] = text
    return result


def too_long(top: str) -> Iterator[tuple[str, str]]:
    """The documents of active specs that are too long to be read whole: (path, message with the length)."""
    for spec in active(top):
        for name in DOCUMENTS:
            path = _path(top, f"{spec.folder}/{name}")
            if why := files.too_long(path, LONGEST, "the first"):
                yield path, why


def write(top: str, spec: Spec, texts: Mapping[str, str]) -> None:
    """Write these documents of a spec. The caller holds the project's lock.

    Raises `Refusal` if a document cannot be written, or could not be read whole: then `texts` lack a part of it.
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
    """Why a document cannot be read whole and what mends it; "" if it can, or does not exist."""
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
    """Move the folder to the completed specs and return the spec. The caller holds the project's lock.

    Raises `Refusal` if a folder with that name exists there, or if the folder cannot be moved.
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
    """The last commit that changed the folder of a completed spec; "" if its current state is not committed."""
    own, gone = _literal(spec.folder), _literal(f"{ACTIVE_FOLDER}/{spec.folder.rpartition('/')[2]}")
    if not git.folder(top) or git.head(top) is None or not git.output(top, "ls-files", "--", own):
        return ""
    if git.output(top, "status", "--porcelain", "--", own, gone) != "":
        return ""
    return git.output(top, "log", "-1", "--no-show-signature", "--format=%H", "--", own) or ""


def at_work(top: str) -> str:
    """The path of git's index lock if git is running in a worktree; "" if it is not."""
    lock = git.output(top, "rev-parse", "--git-path", "index.lock") if git.folder(top) else ""
    return lock if lock and os.path.lexists(os.path.join(top, lock)) else ""


def archive(top: str, spec: Spec, message: str) -> str:
    """Commit the move of a spec to the completed ones, only its two folders; returns the commit.

    The hooks of the repository run. Raises `Refusal` with git's message if the commit fails; then nothing stays staged.
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
    """A path as a literal git pathspec: a folder may be named `2026-01-01-*`."""
    return f":(literal){path}"


def _by_hand(top: str, paths: Sequence[str], message: str) -> str:
    """The commands with which a user makes the commit; "" if a folder's name is unsafe in a command."""
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
        header = skeleton.parsed(files.read(os.path.join(folder, name, README), _HEAD) or "")
        yield Spec(
            slug=name[day.end() :] if day else name,
            folder=f"{above}/{name}",
            title=header.title or name,
            phase=COMPLETED if above == COMPLETED_FOLDER else _open(header.phase),
            created=header.created or (day[1] if day else ""),
        )


def _open(phase: str) -> str:
    """The phase in the README of an active spec; only the folder marks a spec as completed."""
    return IMPLEMENTATION if phase == COMPLETED else phase


def _path(top: str, path: str) -> str:
    """The absolute path of a path in the worktree."""
    return os.path.join(top, *path.split("/"))
