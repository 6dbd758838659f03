"""Runs git as a program: no shell, no prompt, no feature newer than git 2.20 (CS-NFR-010).

The tips of refs are read from git's own files, so a hook that finds no change starts no process.
"""

import contextlib
import os
import re
import signal
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core.core.light import files, places, user
from memory_core.core.light.errors import Refusal
from memory_core.core.light.quick_git import environment as environment

NOTES: Final = "refs/notes/cs/"
SECONDS: Final = 30.0
NETWORK: Final = 300.0
STUCK: Final = 600.0  # seconds after which a lock file on a ref is stale: git needs less than one
LONG: Final = 32_000_000  # bytes of a note; a longer note is not read but reported
NAME: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
folder: Final = places.git_folder


class GitError(Refusal):
    """Git failed. The message is its error output on one line."""


class Done(NamedTuple):
    """The exit code and the output of a call."""

    code: int
    out: bytes
    errors: str  # on standard error


def run(root: str, *arguments: str, stdin: bytes = b"", seconds: float = SECONDS) -> bytes:
    """The standard output of git. Raise `GitError` if git fails, is missing or takes too long."""
    done = tried(root, *arguments, stdin=stdin, seconds=seconds)
    if done.code:
        raise GitError(f"git {_verb(arguments)}: {short(done.errors) or f'failed with {done.code}'}")
    return done.out


def tried(root: str, *arguments: str, stdin: bytes = b"", seconds: float = SECONDS) -> Done:
    """The exit code and the output of git. Raise `GitError` only if git is missing or takes too long."""
    import subprocess  # noqa: PLC0415 - 6 ms: `list`, and most that ask for refs alone, start no git

    is_local = seconds < NETWORK
    process = None
    try:
        process = subprocess.Popen(
            ["git", "-C", root, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            # Git inherits the project's lock (see `core.lock`), but not in network calls: a credential cache or an ssh
            # master that it starts there would hold the lock for hours.
            close_fds=not is_local,
            # A process group, so that everything that git starts can be ended; ssh may need the terminal.
            start_new_session=is_local,
        )
        out, raw = process.communicate(stdin, seconds)
    except FileNotFoundError as missing:
        raise GitError("git is not on PATH; install it, git notes cannot be used without it") from missing
    except subprocess.TimeoutExpired as late:
        raise GitError(f"git {_verb(arguments)} took longer than {seconds:g} s and was ended") from late
    except (OSError, ValueError) as error:
        raise GitError(f"git {_verb(arguments)} could not be run: {error}") from error
    finally:
        if process is not None and process.returncode is None:
            _end(process, group=is_local)
    return Done(process.returncode, out, raw.decode("utf-8", "replace").strip())


@contextlib.contextmanager
def streamed(root: str, *arguments: str, seconds: float = SECONDS) -> Iterator[Iterator[bytes]]:
    """The output of git line by line, for a `with` block that ends git when it is left.

    `GitError` is raised after the last line if git took longer than `seconds`. If git cannot run, there are no lines.
    """
    import subprocess  # noqa: PLC0415 - as above
    import threading  # noqa: PLC0415 - as above

    try:
        process = subprocess.Popen(
            ["git", "-C", root, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
    except (OSError, ValueError):
        yield iter(())
        return
    late: list[bool] = []

    def end() -> None:
        late.append(True)
        process.kill()

    def lines() -> Iterator[bytes]:
        assert process.stdout
        yield from iter(process.stdout.readline, b"")
        if late:
            raise GitError(f"git {_verb(arguments)} took longer than {seconds:g} s and was ended")

    bell = threading.Timer(max(0.0, seconds), end)
    bell.daemon = True
    bell.start()
    try:
        yield lines()
    finally:
        bell.cancel()
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _end(process: Any, *, group: bool) -> None:
    """Kill git and the processes it has started."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL) if group and hasattr(os, "killpg") else process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError):
            pipe.close()


def output(root: str, *arguments: str) -> str | None:
    """The standard output of git, stripped; None if git fails."""
    try:
        return run(root, *arguments).decode("utf-8", "replace").strip()
    except GitError:
        return None


def tips(root: str, prefix: str = NOTES) -> dict[str, str]:
    """Refs below a prefix and the commits they point to, sorted. Reads git's files; runs git only for a reftable."""
    base = folder(root)
    if base is None:
        return {}
    if os.path.isdir(os.path.join(base, "reftable")):
        text = output(root, "for-each-ref", "--format=%(objectname) %(refname)", prefix) or ""
        return {ref: name for name, _, ref in (line.partition(" ") for line in text.splitlines())}
    result = {}
    packed = files.read_bytes(os.path.join(base, "packed-refs")) or b""
    if prefix.encode() in packed:
        for match in re.finditer(
            rb"^([0-9a-f]{40,64}) (" + re.escape(prefix.encode()) + rb"\S+)$", packed, re.MULTILINE
        ):
            result[match[2].decode("utf-8", "replace")] = match[1].decode()
    top = os.path.join(base, *prefix.rstrip("/").split("/"))
    for path in files.below(top):
        value = (files.read(path, 4096) or "").strip()
        if NAME.fullmatch(value) and not path.endswith(".lock"):
            result[prefix + os.path.relpath(path, top).replace(os.sep, "/")] = value
    return dict(sorted(result.items()))


def tracks(root: str, path: str) -> bool:
    """Whether git tracks a file of the main worktree. True if git cannot say, False for a missing file.

    The answer is cached until git's index changes.
    """
    if files.is_absent(path):
        return False
    own = places.pointed(root) or os.path.realpath(os.path.join(root, ".git"))
    state = files.stamp((os.path.join(own, "index"),))
    if state == "-":
        return False
    place = user.derived(root, "tracked")
    name = os.path.relpath(path, root)
    known, _, answer = (files.read(place, 4096) or "").strip().rpartition("\n")
    if known != f"{state}\n{name}":
        text = output(root, "ls-files", "--", f":(literal){name}")
        if text is None:
            return True
        answer = "yes" if text else "no"
        with contextlib.suppress(OSError):
            files.write(place, f"{state}\n{name}\n{answer}\n")
    return answer == "yes"


def branch(worktree: str) -> str:
    """The branch that is checked out in a worktree, also during a rebase; "" if there is none."""
    own = places.pointed(worktree) or os.path.realpath(os.path.join(worktree, ".git"))
    for name in ("HEAD", "rebase-merge/head-name", "rebase-apply/head-name"):
        text = (files.read(os.path.join(own, name), 4096) or "").strip().removeprefix("ref: ")
        if text == "refs/heads/.invalid":  # a reftable: git must be asked
            return output(worktree, "symbolic-ref", "--quiet", "--short", "HEAD") or ""
        if text.startswith("refs/heads/"):
            return text.removeprefix("refs/heads/")
    return ""


def main_branches(root: str) -> set[str]:
    """The default branches of the remotes, as far as the clone knows them."""
    base = os.path.join(folder(root) or root, "refs", "remotes")
    texts = set()
    for remote in files.names(base):
        text = (files.read(os.path.join(base, remote, "HEAD"), 4096) or "").strip()
        head = f"ref: refs/remotes/{remote}/"
        if text.startswith(head):
            texts.add(text.removeprefix(head))
    return texts


def commit(root: str, revision: str) -> str:
    """The full name of the commit that a revision names. Raise `Refusal` if there is none."""
    if revision.startswith("-"):
        raise Refusal(f"{revision!r} is not a revision; name a commit, a branch or a tag")
    text = output(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if not text:
        raise Refusal(f"{revision!r} names no commit of {root}; `git log --oneline` shows the commits")
    return text


def head(root: str) -> str | None:
    """The commit of HEAD; None if there is no commit yet."""
    return output(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}") or None


def author(root: str) -> str:
    """The user's name in commits; "" if git knows none."""
    text = output(root, "var", "GIT_AUTHOR_IDENT") or ""
    return text.partition(" <")[0].strip()


def address(root: str) -> str:
    """The user's e-mail address in commits; "" if git knows none."""
    return (output(root, "var", "GIT_AUTHOR_IDENT") or "").partition(" <")[2].partition(">")[0].strip()


def blobs(root: str, names: Iterable[str], sizes: Mapping[str, int] | None = None) -> dict[str, bytes | None]:
    """The contents of objects, each given by a revision expression; None if an object is missing or longer than 32 MB.

    If `sizes` (bytes by name) is given, git is not asked for them.
    """
    wanted = list(dict.fromkeys(names))
    raws: dict[str, bytes | None] = dict.fromkeys(wanted)
    if sizes is None and wanted:
        asked = run(root, "cat-file", "--batch-check=%(objecttype) %(objectsize)", stdin=_lines(wanted)).splitlines()
        pairs = zip(wanted, asked, strict=True)
        sizes = {name: int(raw.split()[1]) for name, raw in pairs if raw.startswith(b"blob ")}
    fitting = [name for name in wanted if sizes and 0 <= sizes.get(name, -1) <= LONG]
    contents = run(root, "cat-file", "--batch=%(objectsize)", stdin=_lines(fitting)) if fitting else b""
    at = 0
    for name in fitting:
        end = contents.index(b"\n", at)
        size = int(contents[at:end])
        raws[name] = contents[end + 1 : end + 1 + size]
        at = end + 1 + size + 1
    return raws


def move(root: str, ref: str, new: str, old: str | None, why: str) -> None:
    """Move a ref to another commit if it still points to `old`. None: if it does not exist yet."""
    with unlocked(root, ref):
        run(root, "update-ref", "-m", f"memory-core: {why}", ref, new, old or "0" * len(new))


def commits_here(root: str, names: Iterable[str]) -> set[str]:
    """The names that are commits of this repository, out of full names."""
    wanted = [name for name in dict.fromkeys(names) if NAME.fullmatch(name)]
    raw = run(root, "cat-file", "--batch-check=%(objecttype)", stdin=_lines(wanted)) if wanted else b""
    return {name for name, kind in zip(wanted, raw.splitlines(), strict=True) if kind == b"commit"}


def inside(root: str, commits: Iterable[str], revision: str = "HEAD") -> list[str]:
    """The commits that are in the history of a revision, or of any ref with `--all`."""
    names = list(dict.fromkeys(name for name in commits if NAME.fullmatch(name)))
    if not names:
        return []
    try:
        raw = run(root, "rev-list", "--ignore-missing", "--stdin", "--not", revision, stdin=_lines(names))
    except GitError:  # there is no commit yet
        return []
    outside, here = set(raw.decode().split()), commits_here(root, names)
    return [name for name in names if name in here and name not in outside]


def follows(root: str) -> bool:
    """Whether git copies our notes to the new commit on amend and rebase (C-9)."""
    refs = (output(root, "config", "--get-all", "notes.rewriteRef") or "").split()
    return any(ref in ("refs/notes/*", NOTES + "*") for ref in refs)


def is_ancestor(root: str, old: str, new: str) -> bool:
    """Whether `old` is `new` or an ancestor."""
    return output(root, "merge-base", "--is-ancestor", old, new) is not None


def committing(root: str, *arguments: str) -> bytes:
    """The standard output of a git command that makes a commit. A missing identity of the user is replaced."""
    try:
        return run(root, *arguments)
    except GitError:
        if None not in (output(root, "var", f"GIT_{role}_IDENT") for role in ("AUTHOR", "COMMITTER")):
            raise
    return run(root, "-c", "user.name=memory-core", "-c", "user.email=memory-core@localhost", *arguments)


def _lines(names: Sequence[str]) -> bytes:
    return b"".join(f"{name}\n".encode("utf-8", "replace") for name in names)


def _verb(arguments: Sequence[str]) -> str:
    at = 0
    while arguments[at] == "-c":
        at += 2
    return arguments[at]


def short(text: str) -> str:
    """The error output of git on one line of at most 400 characters."""
    lines = [line for line in text.splitlines() if not line.startswith(("hint:", "warning:"))] or text.splitlines()
    line = " ".join(" ".join(lines[:3]).split())
    return line if len(line) <= 400 else line[:399] + "…"


def last_before(root: str, tip: str, moment: str) -> str:
    """The newest first-parent commit of `tip` that is not later than `moment` (UTC, ISO 8601); "" if there is none."""
    return run(root, "rev-list", "-1", "--first-parent", f"--before={moment}", tip, "--").decode().strip()


def tracked(root: str, paths: Iterable[str]) -> set[str]:
    """The given paths, and the files below them, that git tracks."""
    return set((output(root, "ls-files", "-z", "--", *paths) or "").split("\0")) - {""}


def tree(
    root: str, commit: str, *folders: str, recursive: bool = False, most: int = 2_000, longest: int = 16_000_000
) -> dict[str, tuple[str, int]]:
    """The entries of folders at a commit: path to (blob, bytes). Blob is "" for folders, links and long files."""
    command = ("ls-tree", *(["-r"] if recursive else []), "-l", "-z", "--full-tree", commit, "--")
    rows = run(root, *command, *filter(None, folders)).split(b"\0")
    entries: dict[str, tuple[str, int]] = {}
    for row in filter(None, rows[:most]):
        head, _, path = row.decode("utf-8", "replace").partition("\t")
        mode, _, name, size = [*head.split(), "", "", "", ""][:4]
        is_file = mode.startswith("100") and size.isdigit() and int(size) <= longest
        entries[path] = (name, int(size)) if is_file else ("", 0)
    return entries


@contextlib.contextmanager
def unlocked(root: str, ref: str) -> Iterator[None]:
    """Remove a stale lock file of a ref, for a `with` block that moves the ref; otherwise git would refuse for ever.

    If the lock is recent, it may be in use: the `Refusal` names the file.
    """
    path = os.path.join(folder(root) or root, *ref.split("/")) + ".lock"
    stands = files.seen(path)
    with contextlib.suppress(OSError):
        if stands is not None and time.time() - stands.st_mtime > STUCK:
            files.remove(path)
    try:
        yield
    except GitError as error:
        if files.is_absent(path):
            raise
        raise GitError(f"{error}; if no git is running any more, remove {path} and run this again") from error
