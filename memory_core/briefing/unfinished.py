"""What git says is unfinished: uncommitted work, and a branch that is not merged. Asked when a session starts."""

import os
from typing import Final

from memory_core.domain import screen
from memory_core.domain.budget import clip
from memory_core.stores import files, git, places

SECONDS: Final = 0.3  # for each question to git; a larger repository gets no line
_OWN: Final = (".genius/", ".jarvis/", ".prompts/", "IRIS_MEMORY.json")  # files that memory-core writes itself
_NAMED: Final = 3  # files with a name in the line
_USUAL: Final = ("main", "master")  # branches that others are merged into
_CONFIG: Final = 200_000  # bytes of a repository's settings that are read
_STARTS: Final = ("[filter", "[include", "process", "clean")  # in settings: git may run a program to compare files


def lines(root: str, here: str) -> list[str]:
    """At most two lines of a briefing; none where git cannot say it in time."""
    worktree = places.worktree(root, os.path.realpath(here)) or root if here else root
    if not git.folder(root):
        return []
    try:
        return [line for line in (_uncommitted(root, worktree), _unmerged(root, worktree)) if line]
    except git.GitError:
        return []


def _uncommitted(root: str, worktree: str) -> str:
    """How many tracked files differ from the last commit, with the first names; "" where none does."""
    if _may_start_programs(root):
        return ""
    out = git.run(worktree, "status", "--porcelain", "-z", "--untracked-files=no", "--no-renames",
                  "--ignore-submodules=all", seconds=SECONDS)  # fmt: skip
    changed = [entry[3:] for entry in out.decode("utf-8", "replace").split("\0") if len(entry) > 3]
    changed = [name for name in changed if not name.startswith(_OWN)]
    if not changed:
        return ""
    named = ", ".join(clip(screen.neutral(screen.clean(name)), 80) for name in changed[:_NAMED])
    more = f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else ""
    return f"- UNCOMMITTED: {named}{more}"


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
                named = clip(screen.neutral(screen.clean(branch)), 80)
                return f"- UNMERGED: branch {named} has {commits} that {base} does not have" if int(number) else ""
    return ""


def _may_start_programs(root: str) -> bool:
    """Whether the settings of a repository name programs that git would run while it compares files."""
    folder = git.folder(root) or ""
    texts = (files.read(os.path.join(folder, name), _CONFIG) for name in ("config", "config.worktree"))
    return any(word in (text or "").casefold() for text in texts for word in _STARTS)
