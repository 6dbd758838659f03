"""The files of a memory's commit, as they were then (level 3 of recall, CS-US-007)."""

from collections.abc import Sequence
from typing import Final

from memory_core.domain import screen
from memory_core.domain.budget import how_many
from memory_core.stores import git
from memory_core.views.recall import File, Finding

MOST_FILES: Final = 5  # of one memory
MOST_CHARACTERS: Final = 4_000  # of one file
MOST_READ: Final = 200_000  # characters of a file that are screened


def taken(root: str, findings: Sequence[Finding]) -> list[Finding]:
    """The findings with their files; those without a commit, or whose commit is not here, say so."""
    return [finding._replace(files=tuple(_files(root, finding))) for finding in findings]


def _files(root: str, finding: Finding) -> list[File]:
    commit = finding.memory.source.commit
    if not commit:
        return [File("(no commit)", "this memory is not anchored to a commit")]
    if commit not in git.commits_here(root, [commit]):
        return [File("(unknown commit)", f"{commit} is not in this repository; fetch it, or it was rewritten")]
    path = finding.memory.scope.path
    names = (
        [path] if path and git.says(root, "cat-file", "-e", f"{commit}:{path}") is not None else _changed(root, commit)
    )
    files = [File(name, _shown(root, commit, name)) for name in names[:MOST_FILES]]
    if not files:
        return [File("(no files)", "this commit changes no file")]
    if len(names) > MOST_FILES:
        files.append(
            File("(more)", f"{how_many(len(names) - MOST_FILES, 'more file')} in this commit: git show --stat {commit}")
        )
    return files


def _changed(root: str, commit: str) -> list[str]:
    out = (
        git.says(root, "show", "--no-show-signature", "--format=", "--name-only", "--diff-filter=d", "-z", commit) or ""
    )
    return [name for name in out.split("\0") if name]


def _shown(root: str, commit: str, path: str) -> str:
    raw = git.blobs(root, [f"{commit}:{path}"])[f"{commit}:{path}"] if "\n" not in path else None
    if raw is None:
        return "(cannot be shown)"
    text = raw.decode("utf-8", "replace")
    if "\0" in text:
        return "(binary)"
    text = screen.clean(text[:MOST_READ])
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}\n… {len(raw):,} bytes in all"
