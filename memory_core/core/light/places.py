"""Locations: the project, its git folder, and the folder of its derived data."""

import os

from memory_core.core.light import files, user
from memory_core.core.light.errors import Refusal


class UntrustedError(Refusal):
    """A repository that git refuses, or with a `.git` of another project. It is neither read nor written."""


_BOUND = "memory-core-id"  # in the git folder and in the derived folder: equal if they belong together
_SECONDS = 10.0  # seconds for a question to git
HANDED = ".cs-memory"  # folder in the project for input that a command passes in a file; nothing in it is kept


def project_root(start: str) -> str:
    """The main worktree of the git repository around `start`, else `CLAUDE_PROJECT_DIR`, else `start`.

    Linked worktrees share one memory (C-6). The common git folder is found through git's pointer files, which takes
    microseconds and needs no git. A submodule and a worktree of a bare repository are projects of their own. Raise
    `UntrustedError` if the repository belongs to another user or its `.git` leads into another project.
    """
    start = os.path.realpath(start)
    folder = start
    while True:
        marker = os.path.join(folder, ".git")
        if os.path.exists(marker):
            _check(folder, marker)
            root = folder if os.path.isdir(marker) else _main_worktree(folder)
            _bind(root)
            return root
        above = os.path.dirname(folder)
        if above == folder:
            break
        folder = above
    given = os.environ.get("CLAUDE_PROJECT_DIR")
    return os.path.realpath(given) if given and os.path.isdir(given) else start


def session_root(cwd: str) -> str:
    """The project of a session whose current folder is `cwd`.

    If the session changes into a nested repository (a submodule, a vendored clone), it still belongs to the project in
    which it was started.
    """
    started = os.environ.get("CLAUDE_PROJECT_DIR")
    if not os.path.isdir(cwd):
        if not (started and os.path.isdir(started)):
            raise Refusal(f"{cwd} is not a folder (any more); memory-core needs a project folder")
        cwd = started
    here = project_root(cwd)
    if started and os.path.isdir(started):
        home = project_root(started)
        if here.startswith(home + os.sep) and os.path.exists(os.path.join(home, ".git")):
            return home
    return here


def inside(root: str, path: str) -> list[str]:
    """The paths of a file from the root, with `/`: first as it is given, then with links resolved; [] if outside.

    A file in a linked worktree has the same path as in the main worktree.
    """
    texts: list[str] = []
    for place in (os.path.normpath(path), os.path.realpath(path)):
        top = worktree(root, os.path.dirname(place))
        if top and (name := place[len(top) :].replace(os.sep, "/").lstrip("/")) not in texts:
            texts.append(name)
    return texts


def leads_inside(root: str, path: str) -> bool:
    """Whether a path is inside the project after links are followed."""
    return os.path.realpath(path).startswith(os.path.join(os.path.realpath(root), ""))


def worktree(root: str, folder: str) -> str:
    """The main or linked worktree of the project that contains the folder; "" if none does."""
    while folder != root:
        marker = os.path.join(folder, ".git")
        if os.path.isfile(marker) and _main_worktree(folder) == root:
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above
    return root


def named(root: str, here: str, path: str) -> str:
    """A path of the project as it must be written in the folder `here`: absolute in a linked worktree.

    There, a relative path would mean the file of that worktree.
    """
    top = worktree(root, os.path.realpath(here)) if here else root
    return path if top in ("", root) else os.path.join(root, *path.split("/"))


def _check(folder: str, marker: str) -> None:
    """Raise `UntrustedError` if git would refuse the repository, or if it does not belong to the folder."""
    own = pointed(folder) or os.path.realpath(marker)
    if not os.path.isdir(own):  # the repository was moved or deleted
        return
    if not all(map(_is_owned, (folder, marker, own))) and not _asked(folder, "rev-parse", "--git-dir"):
        allow = f". If you trust it: `git config --global --add safe.directory {_quoted(folder)}`"
        raise UntrustedError(
            f"{folder} belongs to another user, and git does not use it; nothing of it is read or kept"
            f"{allow if folder.isprintable() else ''}"
        )
    if not _knows(own, folder, marker):
        allow = f"; if you made it: memory-core doctor --allow-link {_quoted(marker)}"
        allow = "" if is_linked(own) or not (marker + own).isprintable() else allow
        raise UntrustedError(
            f"{marker} leads to {own}, the repository of another project, or of one that does not name this folder as "
            "its work tree; nothing of it is read or kept. `git worktree repair` mends a worktree that was moved; else "
            f"remove that .git{allow}"
        )


def is_linked(own: str) -> bool:
    """Whether a git folder belongs, or claims to belong, to a linked worktree."""
    return bool(_line(os.path.join(own, "commondir")))


def _knows(own: str, folder: str, marker: str) -> bool:
    """Whether a git folder belongs to a folder: it is inside it, names it, or the user allows it.

    With `--separate-git-dir`, git records no work tree, so only the user knows.
    """
    common = _line(os.path.join(own, "commondir"))
    if common:  # a linked worktree: the repository has a folder for it that names its `.git`
        of_worktrees = os.path.join(os.path.realpath(os.path.join(own, common)), "worktrees")
        back = os.path.realpath(os.path.join(own, _line(os.path.join(own, "gitdir"))))
        return os.path.dirname(own) == of_worktrees and back == os.path.realpath(marker)
    if os.path.dirname(own) == folder:
        return True
    works = _work_tree(own)
    if works:  # a submodule
        return os.path.realpath(os.path.join(own, works)) == folder
    if files.allowed().get(marker) == own:
        return True
    works = _asked(
        folder, f"--git-dir={own}", "config", "--get", "core.worktree"
    )  # the setting may be in an included file
    return bool(works) and os.path.realpath(os.path.join(own, works)) == folder


def _work_tree(own: str) -> str:
    """The work tree in the settings of a git folder; "" if there is none."""
    path = section = ""
    for name in ("config", "config.worktree"):  # the second is used with `extensions.worktreeConfig`
        for line in (files.read(os.path.join(own, name), 200_000) or "").splitlines():
            key, sign, value = line.partition("=")
            if key.lstrip().startswith("["):
                section = key.strip().casefold()
            elif sign and section == "[core]" and key.strip().casefold() == "worktree":
                path = value.strip().strip('"')
    return path


def _bind(root: str) -> None:
    """Discard the derived data of another repository that was at this path before.

    Both folders contain the same random word, which no clone copies. If git's folder is read-only, nothing is compared.
    """
    folder = user.derived(root)
    if not os.path.isdir(folder):
        return
    own, shared = os.path.join(folder, _BOUND), os.path.join(git_folder(root) or folder, _BOUND)
    mine, theirs = _line(own), _line(shared)
    try:
        if mine and mine != theirs:
            files.move(folder, f"{folder}.{os.getpid()}.gone")
            from memory_core.core.light import old_files

            old_files.clear(f"{folder}.{os.getpid()}.gone", -1)
        elif not mine:
            word = theirs or _first_word(shared)
            if word:
                files.write(own, f"{word}\n")
    except OSError:  # read-only: the path alone identifies the data
        return


def _first_word(path: str) -> str:
    """Create the file with a random word and return the word; "" if another process is just writing it."""
    try:
        handle = files.opened(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    except FileExistsError:
        return _line(path)
    word = os.urandom(16).hex()
    try:
        os.write(handle, f"{word}\n".encode())
    finally:
        os.close(handle)
    return word


def _is_owned(path: str) -> bool:
    """Whether git considers a path owned by this user. Under `sudo`, root counts as the calling user."""
    if not hasattr(os, "geteuid"):  # Windows
        return True
    owner, me = os.lstat(path).st_uid, os.geteuid()
    return owner == me or (me == 0 and os.environ.get("SUDO_UID") == str(owner))


def _asked(folder: str, *arguments: str) -> str:
    """The output of git; "" if it fails or is missing."""
    from memory_core.core.light import quick_git

    out = quick_git.output(folder, [*arguments], _SECONDS)
    return (out or b"").decode("utf-8", "replace").strip()


def _quoted(path: str) -> str:
    return "'" + path.replace("'", "'\\''") + "'"


def _line(path: str) -> str:
    """The line in a pointer file of git; "" if there is none."""
    return (files.read(os.path.realpath(path), 4096) or "").strip()


def pointed(folder: str) -> str:
    """The git folder that the `.git` file of a folder names, with links resolved; "" if there is no such file."""
    marker = os.path.join(folder, ".git")
    pointer = _line(marker) if os.path.isfile(marker) else ""
    if not pointer.startswith("gitdir:"):
        return ""
    return os.path.realpath(os.path.join(folder, pointer.removeprefix("gitdir:").strip()))


def _main_worktree(worktree: str) -> str:
    own = pointed(worktree)
    common = _line(os.path.join(own, "commondir")) if own else ""
    if not common:  # a submodule
        return worktree
    common_dir = os.path.realpath(os.path.join(own, common))
    above = os.path.dirname(common_dir)
    return above if os.path.basename(common_dir) == ".git" and os.path.isdir(above) else worktree


def is_bare(folder: str) -> bool:
    """Whether a folder without a `.git` above it is inside a bare repository."""
    while True:
        names = ("objects", "refs")
        if os.path.isfile(os.path.join(folder, "HEAD")) and all(os.path.isdir(os.path.join(folder, n)) for n in names):
            return True
        above = os.path.dirname(folder)
        if above == folder or os.path.lexists(os.path.join(folder, ".git")):
            return False
        folder = above


def git_folder(root: str) -> str | None:
    """The repository's common git folder, found without git; None if there is no repository."""
    marker = os.path.join(root, ".git")
    if os.path.isdir(marker):
        return os.path.realpath(marker)
    own = pointed(root)
    common = _line(os.path.join(own, "commondir")) if own else ""
    text = os.path.realpath(os.path.join(own, common)) if common else own
    return text if text and os.path.isdir(text) else None


def derived(root: str) -> str:
    """The derived folder of the project (`user.derived`), created if it is missing."""
    folder = user.derived(root)
    if not files.is_folder(folder):
        files.make(folder)
    return folder


def index_path(root: str) -> str:
    """The path of the project's index, which may not exist (CS-FR-009)."""
    return user.derived(root, "index.db")


def lock_path(root: str) -> str:
    """The path of the project's lock (CS-FR-022, X-13).

    Worktrees of a bare repository are projects of their own but share its notes, so they use the lock of the
    repository.
    """
    return user.derived(lock_root(root), ".capture.lock")


def lock_root(root: str) -> str:
    """The folder that is locked: that of the project or of its bare repository."""
    shared = git_folder(root)
    return root if shared is None or os.path.dirname(shared) == root else shared
