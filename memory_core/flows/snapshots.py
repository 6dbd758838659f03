"""The files of a memory's commit, as they were then (level 3 of recall, CS-US-007)."""

import subprocess
from collections.abc import Sequence
from typing import Final

from memory_core.domain import screen
from memory_core.views.recall import File, Finding

MOST_FILES: Final = 5  # of one memory
MOST_CHARACTERS: Final = 4_000  # of one file
SECONDS: Final = 5.0


def taken(root: str, findings: Sequence[Finding]) -> list[Finding]:
    """The findings with their files; those without a commit, or whose commit is not here, say so."""
    return [finding._replace(files=tuple(_files(root, finding))) for finding in findings]


def _files(root: str, finding: Finding) -> list[File]:
    commit = finding.memory.source.commit
    if not commit:
        return [File("(no commit)", "this memory is not anchored to a commit")]
    if _git(root, "cat-file", "-e", f"{commit}^{{commit}}") is None:
        return [File("(unknown commit)", f"{commit} is not in this repository; fetch it, or it was rewritten")]
    path = finding.memory.scope.path
    names = [path] if path and _git(root, "cat-file", "-e", f"{commit}:{path}") is not None else _changed(root, commit)
    files = [File(name, _shown(root, commit, name)) for name in names[:MOST_FILES]]
    if len(names) > MOST_FILES:
        files.append(File("(more)", f"{len(names) - MOST_FILES} more files in this commit: git show --stat {commit}"))
    return files


def _changed(root: str, commit: str) -> list[str]:
    out = _git(root, "show", "--format=", "--name-only", "--diff-filter=d", "-z", commit) or ""
    return [name for name in out.split("\0") if name]


def _shown(root: str, commit: str, path: str) -> str:
    text = _git(root, "show", f"{commit}:{path}") or ""
    if "\0" in text:
        return "(binary)"
    text = screen.clean(text)
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}\n… {len(text):,} characters in all"


def _git(root: str, *arguments: str) -> str | None:
    """What git prints, or None where it refuses or is not there."""
    if arguments[-1].startswith("-"):  # a commit or path out of a file that anybody may have written
        return None
    try:
        done = subprocess.run(
            ["git", "-C", root, *arguments], capture_output=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None
