"""What git says is unfinished: uncommitted work, and a branch that is not merged. Asked when a session starts."""

import os
import re
from typing import Final

from memory_core.domain import screen
from memory_core.domain.budget import clip
from memory_core.stores import git, places

SECONDS: Final = 0.3  # for each question to git; a larger repository gets no line
_OWN: Final = (".genius/", ".jarvis/", ".prompts/", "IRIS_MEMORY.json")  # files that memory-core writes itself
_NAMED: Final = 3  # files with a name in the line
_USUAL: Final = ("main", "master")  # branches that others are merged into
_PLAIN: Final = re.compile(r"[\w.@+-][\w./@+ -]{0,79}")  # a file name that is shown


def lines(root: str, here: str) -> list[str]:
    """At most two lines of a briefing; none where git cannot say it in time."""
    worktree = places.worktree(root, os.path.realpath(here)) or root if here else root
    if not git.folder(root):
        return []
    try:
        return [line for line in (_uncommitted(worktree), _unmerged(root, worktree)) if line]
    except git.GitError:
        return []


def _uncommitted(worktree: str) -> str:
    """How many tracked files differ from the last commit, with the first names; "" where none does."""
    if _may_start_programs(worktree):
        return ""
    out = git.run(worktree, "status", "--porcelain", "-z", "--untracked-files=no", "--no-renames",
                  "--ignore-submodules=all", seconds=SECONDS)  # fmt: skip
    changed = [entry[3:] for entry in out.decode("utf-8", "replace").split("\0") if len(entry) > 3]
    changed = [name for name in changed if not name.startswith(_OWN)]
    if not changed:
        return ""
    plain = [name for name in changed if _PLAIN.fullmatch(name)][:_NAMED]
    named = ", ".join(screen.clean(name) for name in plain)
    more = len(changed) - len(plain)
    if not named:
        return f"- UNCOMMITTED: {more} file{'s' * (more != 1)}"
    return f"- UNCOMMITTED: {named}{f' and {more} more' if more else ''}"


def _unmerged(root: str, worktree: str) -> str:
    """How many commits the branch has that its main branch does not have; "" where there are none."""
    branch = git.branch(worktree)
    bases = [*sorted(git.main_branches(root)), *_USUAL]
    if not branch or branch in bases:
        return ""
    for base in dict.fromkeys(bases):
        for ref in (f"refs/heads/{base}", f"refs/remotes/origin/{base}"):
            done = git.tried(root, "rev-list", "--count", f"{ref}..refs/heads/{branch}", "--", seconds=SECONDS)
            number = done.out.decode("ascii", "replace").strip()
            if done.code == 0 and number.isdigit():
                commits = "1 commit" if number == "1" else f"{number} commits"
                told = f"- UNMERGED: branch {_named(branch)} has {commits} that {_named(base)} does not have"
                return told if int(number) else ""
    return ""


def _named(branch: str) -> str:
    return clip(screen.neutral(screen.clean(branch)), 80)


def _may_start_programs(worktree: str) -> bool:
    """Whether the settings of a repository name a program that git would run to compare files; True where git cannot
    say it. Those of one worktree are none where git has no such file.
    """
    for scope in ("--local", "--worktree"):
        done = git.tried(worktree, "config", scope, "--includes", "--name-only", "--list", "-z", seconds=SECONDS)
        if done.code and scope == "--local":
            return True
        names = done.out.decode("utf-8", "replace").casefold().split("\0")
        if any(name.startswith("filter.") for name in names):
            return True
    return False
