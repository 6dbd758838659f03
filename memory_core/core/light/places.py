"""Where things are: the project, the git folder behind it, what is derived of it."""

import os

from memory_core.core.light import files, user
from memory_core.core.light.errors import Refusal


class UntrustedError(Refusal):
    """A repository that git itself refuses, or that another project stands behind: nothing is read or written there."""


_BOUND = "memory-core-id"  # in git's folder and in the derived one: they belong together
_SECONDS = 10.0  # for a question to git
HANDED = ".cs-memory"  # what a command hands over in a file of the project; nothing of it is kept


def project_root(start: str) -> str:
    """The main worktree of the git repository around `start`, else `CLAUDE_PROJECT_DIR`, else `start`.

    Linked worktrees share one memory (C-6): the common git folder is found by reading git's own
    pointer files, which takes microseconds and works where git is not installed. A submodule and
    the worktree of a bare repository are projects of their own. `UntrustedError` where the repository belongs to
    another user, or its `.git` leads into another project.
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
    """The project of a session that is in `cwd` just now.

    A session that goes into a repository inside its own (a submodule, a vendored clone) still belongs
    to the project that it was started in.
    """
    started = os.environ.get("CLAUDE_PROJECT_DIR")
    if not os.path.isdir(cwd):
        if not (started and os.path.isdir(started)):
            raise Refusal(f"{cwd} is not a folder (any more); there is no project to remember this in")
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
    texts: list[str] = []
    for place in (os.path.normpath(path), os.path.realpath(path)):
        top = worktree(root, os.path.dirname(place))
        if top and (name := place[len(top) :].replace(os.sep, "/").lstrip("/")) not in texts:
            texts.append(name)
    return texts


def leads_inside(root: str, path: str) -> bool:
    """Whether a path, its links followed, stays in the project."""
    return os.path.realpath(path).startswith(os.path.join(os.path.realpath(root), ""))


def worktree(root: str, folder: str) -> str:
    """The folder above that is the project's root, or that of one of its linked worktrees; "" where there is none."""
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
    """What a file of the project is called for who is in the folder `here`: in a linked worktree with the root before.

    A path from the root alone would name the worktree's own file there.
    """
    top = worktree(root, os.path.realpath(here)) if here else root
    return path if top in ("", root) else os.path.join(root, *path.split("/"))


def _check(folder: str, marker: str) -> None:
    """Raise `UntrustedError` where git would refuse the repository, or where it is not the folder's own."""
    own = pointed(folder) or os.path.realpath(marker)
    if not os.path.isdir(own):  # its repository was moved or deleted: there is none
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
    """Whether a git folder is, or says it is, that of a linked worktree."""
    return bool(_line(os.path.join(own, "commondir")))


def _knows(own: str, folder: str, marker: str) -> bool:
    """Whether a git folder is that of a folder: the one in it, one that names it, or one that the user allows.

    `git init --separate-git-dir` and `git clone --separate-git-dir` record no work tree: only their user knows it.
    """
    common = _line(os.path.join(own, "commondir"))
    if common:  # a linked worktree: the repository has a folder for it, which names its `.git`
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
    works = _asked(folder, f"--git-dir={own}", "config", "--get", "core.worktree")  # it may stand in an included file
    return bool(works) and os.path.realpath(os.path.join(own, works)) == folder


def _work_tree(own: str) -> str:
    """The work tree that the settings of a git folder name, "" where they name none."""
    path = section = ""
    for name in ("config", "config.worktree"):  # the second holds it where `extensions.worktreeConfig` is set
        for line in (files.read(os.path.join(own, name), 200_000) or "").splitlines():
            key, sign, value = line.partition("=")
            if key.lstrip().startswith("["):
                section = key.strip().casefold()
            elif sign and section == "[core]" and key.strip().casefold() == "worktree":
                path = value.strip().strip('"')
    return path


def _bind(root: str) -> None:
    """Let go of what is derived of another repository that once stood at this path.

    Both folders bear one word by chance, which no clone carries; where git's cannot be written nothing is compared.
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
    except OSError:  # read-only: the state is known by its path alone
        return


def _first_word(path: str) -> str:
    """A word by chance, now in the file that was not there; "" where another process is about to write one."""
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
    """Whether git takes a path for this user's: root may work for who called `sudo`."""
    if not hasattr(os, "geteuid"):  # Windows
        return True
    owner, me = os.lstat(path).st_uid, os.geteuid()
    return owner == me or (me == 0 and os.environ.get("SUDO_UID") == str(owner))


def _asked(folder: str, *arguments: str) -> str:
    """What git says, "" where it refuses or is not there."""
    from memory_core.core.light import quick_git

    out = quick_git.output(folder, [*arguments], _SECONDS)
    return (out or b"").decode("utf-8", "replace").strip()


def _quoted(path: str) -> str:
    return "'" + path.replace("'", "'\\''") + "'"


def _line(path: str) -> str:
    """The line of one of git's own pointer files, "" where there is none."""
    return (files.read(os.path.realpath(path), 4096) or "").strip()


def pointed(folder: str) -> str:
    """The git folder that the `.git` file of a folder names, its links followed; "" where there is no such file."""
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
        return os.path.realpath(marker)
    own = pointed(root)
    common = _line(os.path.join(own, "commondir")) if own else ""
    text = os.path.realpath(os.path.join(own, common)) if common else own
    return text if text and os.path.isdir(text) else None


def derived(root: str) -> str:
    """The folder of everything derived of the project (`user.derived`) and made where it is not there."""
    folder = user.derived(root)
    if not files.is_folder(folder):
        files.make(folder)
    return folder


def index_path(root: str) -> str:
    """The index of the project, whether it exists or not (CS-FR-009)."""
    return user.derived(root, "index.db")


def lock_path(root: str) -> str:
    """The one lock of the project (CS-FR-022, X-13).

    The worktrees of a bare repository are projects of their own and share its notes: their lock is the repository's.
    """
    return user.derived(lock_root(root), ".capture.lock")


def lock_root(root: str) -> str:
    """The folder that is locked: the project's, or its repository's."""
    shared = git_folder(root)
    return root if shared is None or os.path.dirname(shared) == root else shared
