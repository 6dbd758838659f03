"""Unfinished work in git at the start of a session: uncommitted changes, and a branch that is not merged."""

import os
import re
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core import git
from memory_core.core.budget import clip
from memory_core.core.light import places, quick_git

SECONDS: Final = 0.3  # for each call of git; a larger repository gets no line
_OWN: Final = (".genius/", ".jarvis/", ".prompts/", "IRIS_MEMORY.json")  # files that memory-core writes itself
UNCOMMITTED: Final = "- UNCOMMITTED: "
_NAMED: Final = 3  # files that the line names
_USUAL: Final = ("main", "master")  # usual names of main branches
_PLAIN: Final = re.compile(r"[\w.@+-][\w./@+ -]{0,79}")  # a file name that may be shown


class Unfinished(NamedTuple):
    """Unfinished work in a worktree."""

    lines: tuple[str, ...] = ()  # at most two lines of the briefing
    status: bytes | None = b""  # output of `git status`; None if git was not asked or took too long
    is_sure: bool = True  # whether git answered every question in time


def look(root: str, here: str) -> Unfinished:
    """The unfinished work in the worktree around `here`."""
    worktree = places.worktree(root, os.path.realpath(here)) or root if here else root
    if not git.folder(root):
        return Unfinished(status=None)
    status, is_sure = None, True
    try:
        if not may_start_programs(worktree):
            status = git.run(worktree, *quick_git.STATUS, seconds=SECONDS)
    except git.GitError:
        is_sure = False
    try:
        unmerged = _unmerged(root, worktree)
    except git.GitError:
        unmerged, is_sure = "", False
    return Unfinished(tuple(filter(None, (uncommitted(status or b""), unmerged))), status, is_sure)


def uncommitted(status: bytes) -> str:
    """A line with the number of changed files and the first names, from `git status`; "" if there are none."""
    changed = [entry[3:] for entry in status.decode("utf-8", "replace").split("\0") if len(entry) > 3]
    changed = [name for name in changed if not name.startswith(_OWN)]
    if not changed:
        return ""
    plain = [name for name in changed if _PLAIN.fullmatch(name)][:_NAMED]
    named = ", ".join(redact.clean(name) for name in plain)
    more = len(changed) - len(plain)
    if not named:
        return f"{UNCOMMITTED}{more} file{'s' * (more != 1)}"
    return f"{UNCOMMITTED}{named}{f' and {more} more' if more else ''}"


def _bases(root: str) -> list[str]:
    """The main branches of the repository, the most likely first."""
    return [*dict.fromkeys((*sorted(git.main_branches(root)), *_USUAL))]


def refs(root: str, worktree: str) -> list[str]:
    """The files of git that determine whether the branch of a worktree is merged."""
    common = git.folder(root)
    if not common:
        return []
    names = [f"refs/heads/{git.branch(worktree)}"]
    names += [f"{kind}/{base}" for base in _bases(root) for kind in ("refs/heads", "refs/remotes/origin")]
    return [os.path.join(common, *name.split("/")) for name in (*names, "packed-refs")]


def _unmerged(root: str, worktree: str) -> str:
    """A line about the commits that the branch has and its main branch does not; "" if there are none."""
    branch = git.branch(worktree)
    bases = _bases(root)
    if not branch or branch in bases:
        return ""
    for base in bases:
        for ref in (f"refs/heads/{base}", f"refs/remotes/origin/{base}"):
            done = git.tried(root, "rev-list", "--count", f"{ref}..refs/heads/{branch}", "--", seconds=SECONDS)
            number = done.out.decode("ascii", "replace").strip()
            if done.code == 0 and number.isdigit():
                commits = "1 commit" if number == "1" else f"{number} commits"
                text = f"- UNMERGED: branch {_named(branch)} has {commits} that {_named(base)} does not have"
                return text if int(number) else ""
    return ""


def _named(branch: str) -> str:
    return clip(redact.neutral(redact.clean(branch)), 80)


def may_start_programs(worktree: str) -> bool:
    """Whether the settings of a repository name a program that git would run to compare files.

    True if git cannot say. A worktree without settings of its own has none.
    """
    for scope in ("--local", "--worktree"):
        done = git.tried(worktree, "config", scope, "--includes", "--name-only", "--list", "-z", seconds=SECONDS)
        if done.code and scope == "--local":
            return True
        names = done.out.decode("utf-8", "replace").casefold().split("\0")
        if any(name.startswith("filter.") for name in names):
            return True
    return False
