"""Files of a repository that memory-core does not use: links, tracked views, and the ends of long documents."""

import os
import re
from collections.abc import Iterator
from shlex import quote
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core import git, registry
from memory_core.core.light import files, places, session_lines, user
from memory_core.core.light.errors import Refusal
from memory_core.guardrails.file_format import FILE
from memory_core.journal import journal_entries as entries
from memory_core.journal import journal_files, plan
from memory_core.learnings import warm_files
from memory_core.specs.spec import ACTIVE_FOLDER, COMPLETED_FOLDER
from memory_core.tickets import decision_log
from memory_core.tickets import places as aidd

SEEN: Final = "strange"  # file below `guard/`: what was already shown
_OLD: Final = re.compile(r"session-.*\.json").fullmatch
_SHOWN: Final = 3  # links shown at a start; `doctor` shows all


class Strange(NamedTuple):
    """A path that is not used, with the reason and the remedy."""

    path: str
    what: str
    remedy: str


def unused(root: str, here: str = "") -> list[Strange]:
    """Paths that memory-core would read or write but does not use; `here` is the current folder."""
    for path in _looked_at(root):
        files.seen(path)  # records links on the way
    strange = [
        Strange(
            path,
            f"{path} is a symbolic link: nothing behind it is read or written",
            "put a file or a folder of its own there; or, if you made the link: "
            f"memory-core doctor --allow-link {_quoted(path)}",
        )
        for path in files.refused()
        if path.startswith(os.path.join(root, ""))
    ]
    view = journal_files.briefing(root)
    if git.tracks(root, view):
        what = f"{view} is tracked by git: it is neither read nor written, because its content would be published"
        strange.append(Strange(view, what, f"git rm --cached {_quoted(os.path.relpath(view, root))}, then commit"))
    sessions = [
        name for name in files.names(os.path.dirname(warm_files.path(root, warm_files.LEVELS[0]))) if _OLD(name)
    ]
    if sessions:
        where = os.path.join(root, warm_files.FOLDER, "session-*.json")
        what = f"{where}: an earlier version kept running sessions there; nothing reads them"
        strange.append(Strange(where, what, f"delete {len(sessions)} of these files"))
    if files.is_folder(old := os.path.join(root, places.HANDED)) and files.names(old) not in ([], ["review.json"]):
        what = f"{old} is not used (any more): derived data is in {user.derived(root)}"
        strange.append(Strange(old, what, f"rm -r {_quoted(old)}, or git rm -r where git tracks it"))
    return [*strange, *_too_long(root, here)]


def _too_long(root: str, here: str) -> Iterator[Strange]:
    """The documents that are not read completely."""
    top = places.worktree(root, os.path.realpath(here)) or root if here else root
    rows = registry.too_long(root)
    if files.is_folder(os.path.join(top, *ACTIVE_FOLDER.split("/"))):
        from memory_core.specs import spec_folders  # noqa: PLC0415 - most projects have no spec

        rows = [*spec_folders.too_long(top), *rows]
    for path, why in rows:
        what = f"{path} is not read completely: {why}"
        yield Strange(path, what, "move a part of it into another file")


def shown(root: str, here: str = "") -> list[Strange]:
    """The part of `unused` that a start shows; `doctor` shows all."""
    quiet = (places.HANDED, "session-*.json")
    return [each for each in unused(root, here) if os.path.basename(each.path) not in quiet]


def notice(root: str, here: str = "") -> str:
    """One line for the user at the start of a session; each path is shown once. "" if there is nothing new."""
    strange = shown(root, here)
    new = session_lines.claim(root, SEEN, [each.path for each in strange]) if strange else []
    rows = [f"{each.what}; {each.remedy}" for each in strange if each.path in new]
    if not rows:
        return ""
    more = f" … and {len(rows) - _SHOWN} more: `memory-core doctor`" if len(rows) > _SHOWN else ""
    return redact.neutral(f"memory-core: {'. '.join(rows[:_SHOWN])}{more}")


def allow(path: str) -> str:
    """Allow a link or a `.git` file that the user made, and return a confirmation. Raise `Refusal` if it is neither."""
    folder = os.path.realpath(os.path.dirname(os.path.abspath(path)))
    path = os.path.join(folder, os.path.basename(path))
    target = os.path.realpath(path)
    if os.path.basename(path) == ".git":
        target = places.pointed(folder) or target
        if places.is_linked(target):
            raise Refusal(
                f"--allow-link {path}: its .git file names a worktree that does not link back; "
                "`git worktree repair` repairs that"
            )
    if not os.path.islink(path) and target == path:
        raise Refusal(f"--allow-link {path}: this is not a symbolic link; name the link itself")
    if not (path.isprintable() and target.isprintable()):
        raise Refusal(f"--allow-link {path}: it or its target has a name that cannot be printed; rename it")
    known = {**files.allowed(), path: target}
    files.write(user.links(), "".join(f"{link}\t{there}\n" for link, there in known.items()))
    return f"{path} may be followed, to {target} and nowhere else; {user.links()} lists what may be"


def _quoted(path: str) -> str:
    return quote(path)


def _looked_at(root: str) -> list[str]:
    shelves = [journal_files.file_of(root, shelf) for shelf in (*entries.SHELVES, entries.PROPOSED)]
    logs = os.path.join(journal_files.folder(root), "session-logs")
    warm = warm_files.path(root, warm_files.LEVELS[0])
    parts = (FILE, plan.STATE, *plan.PLANS, aidd.FOLDER, ACTIVE_FOLDER, COMPLETED_FOLDER)
    return [*shelves, journal_files.briefing(root), logs, warm, decision_log.folder(root), *(
        os.path.join(root, *part.split("/")) for part in parts
    )]  # fmt: skip
