"""Where things are: the project, its derived folder, the user's data folder."""

import os

from memory_core.domain.errors import Refusal
from memory_core.stores import files

DERIVED = ".cs-memory"  # index, lock, log: can be deleted at any time
# In it, what the end of a session needs, and whether it is a file.
_OURS = {"ending": True, "gc.json": True, "health.txt": True, "matchers": True, "ended": False}


def project_root(start: str) -> str:
    """The main worktree of the git repository around `start`, else `CLAUDE_PROJECT_DIR`, else `start`.

    Linked worktrees share one memory (C-6): the common git folder is found by reading git's own
    pointer files, which takes microseconds and works where git is not installed. A submodule and
    the worktree of a bare repository are projects of their own.
    """
    start = os.path.realpath(start)
    folder = start
    while True:
        marker = os.path.join(folder, ".git")
        if os.path.isdir(marker):
            return folder
        if os.path.isfile(marker):
            return _main_worktree(folder, marker)
        above = os.path.dirname(folder)
        if above == folder:
            break
        folder = above
    given = os.environ.get("CLAUDE_PROJECT_DIR")
    return os.path.realpath(given) if given and os.path.isdir(given) else start


def session_root(cwd: str) -> str:
    """The project of a session that is in `cwd` just now.

    A session that goes into a repository inside its own (a submodule, a vendored clone) still belongs
    to the project that it was started in.
    """
    started = os.environ.get("CLAUDE_PROJECT_DIR")
    if not os.path.isdir(cwd):
        if not (started and os.path.isdir(started)):
            raise Refusal(f"{cwd} is no folder (any more); there is no project to remember this in")
        cwd = started
    here = project_root(cwd)
    if started and os.path.isdir(started):
        home = project_root(started)
        if here.startswith(home + os.sep) and os.path.exists(os.path.join(home, ".git")):
            return home
    return here


def inside(root: str, path: str) -> list[str]:
    """What a file is called in the project, with `/` between the names; [] where it lies outside.

    Links count for what they are called and for what they lead to, in this order. A file in a linked worktree of the
    project is called as in the main one.
    """
    found: list[str] = []
    for place in (os.path.normpath(path), os.path.realpath(path)):
        top = worktree(root, os.path.dirname(place))
        if top and (name := place[len(top) :].replace(os.sep, "/").lstrip("/")) not in found:
            found.append(name)
    return found


def leads_inside(root: str, path: str) -> bool:
    """Whether a path, its links followed, stays in the project."""
    return os.path.realpath(path).startswith(os.path.join(os.path.realpath(root), ""))


def worktree(root: str, folder: str) -> str:
    """The folder above that is the project's root, or that of one of its linked worktrees; "" where there is none."""
    while folder != root:
        marker = os.path.join(folder, ".git")
        if os.path.isfile(marker) and _main_worktree(folder, marker) == root:
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above
    return root


def named(root: str, here: str, path: str) -> str:
    """What a file of the project is called for who is in the folder `here`: in a linked worktree with the root before.

    A path from the root alone would name the worktree's own file there.
    """
    top = worktree(root, os.path.realpath(here)) if here else root
    return path if top in ("", root) else os.path.join(root, *path.split("/"))


def _main_worktree(worktree: str, marker: str) -> str:
    pointer = (files.read(marker) or "").strip()
    if not pointer.startswith("gitdir:"):
        return worktree
    git_dir = os.path.normpath(os.path.join(worktree, pointer.removeprefix("gitdir:").strip()))
    common = (files.read(os.path.join(git_dir, "commondir")) or "").strip()
    if not common:  # a submodule
        return worktree
    common_dir = os.path.realpath(os.path.join(git_dir, common))
    above = os.path.dirname(common_dir)
    return above if os.path.basename(common_dir) == ".git" and os.path.isdir(above) else worktree


def is_bare(folder: str) -> bool:
    """Whether a folder without `.git` above it lies in a repository that has no files: a bare one."""
    while True:
        names = ("objects", "refs")
        if os.path.isfile(os.path.join(folder, "HEAD")) and all(os.path.isdir(os.path.join(folder, n)) for n in names):
            return True
        above = os.path.dirname(folder)
        if above == folder or os.path.lexists(os.path.join(folder, ".git")):
            return False
        folder = above


def git_folder(root: str) -> str | None:
    """The repository's common git folder, or None where there is no repository; looked up without git."""
    marker = os.path.join(root, ".git")
    if os.path.isdir(marker):
        return marker
    pointer = (files.read(marker, 4096) or "").strip()
    if not pointer.startswith("gitdir:"):
        return None
    own = os.path.normpath(os.path.join(root, pointer.removeprefix("gitdir:").strip()))
    common = (files.read(os.path.join(own, "commondir"), 4096) or "").strip()
    found = os.path.normpath(os.path.join(own, common)) if common else own
    return found if os.path.isdir(found) else None


def data_dir() -> str:
    """The user's folder for what every project shares: environment, model, record of the interpreter."""
    own = os.environ.get("MEMORY_CORE_DATA")
    if own:
        return os.path.abspath(own)
    shared = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(shared, "memory-core")


def derived(root: str) -> str:
    """The folder of everything derived; made, and hidden from git by its own `.gitignore` (CS-C-004).

    Links in it go: a repository could bring one that leads what is written here out of the project. So does what stands
    in the place of the marks of an end, which no user has made.
    """
    folder = os.path.join(root, DERIVED)
    if os.path.islink(folder):
        os.unlink(folder)
    files.keep_hidden(folder, "*")
    strange = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_symlink():
                os.unlink(entry.path)
            elif entry.name in _OURS and not (entry.is_file() if _OURS[entry.name] else entry.is_dir()):
                strange.append(entry.path)
    for path in strange:
        files.clear(path, -1)
    if strange:
        from memory_core.stores import log  # noqa: PLC0415 - it knows this module, and is seldom needed

        log.write("derived files", f"removed what stood in their place: {', '.join(strange)[:500]}", root)
    return folder


def index_path(root: str) -> str:
    """The index of the project, whether it exists or not (CS-FR-009)."""
    return os.path.join(root, DERIVED, "index.db")


def lock_path(root: str) -> str:
    """The one lock of the project (CS-FR-022, X-13).

    The worktrees of a bare repository are projects of their own and share its notes: their lock is the repository's.
    """
    shared = git_folder(root)
    above = root if shared is None or os.path.dirname(shared) == root else shared
    return os.path.join(above, DERIVED, ".capture.lock")
