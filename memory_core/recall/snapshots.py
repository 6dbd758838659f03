"""The files of a memory's commit, as they were then (level 3 of recall, CS-US-007)."""

from collections.abc import Sequence
from typing import Final

from memory_core import redact
from memory_core.core import git
from memory_core.core.budget import how_many
from memory_core.recall.view import File, Finding

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
    if path and git.says(root, "cat-file", "-e", f"{commit}:{path}") is not None:
        changed = {path: False}
    else:
        changed = _changed(root, commit)
    names = list(changed)
    files = [_file(root, commit, name, is_deleted=changed[name]) for name in names[:MOST_FILES]]
    if not files:
        return [File("(no files)", "this commit changes no file")]
    if len(names) > MOST_FILES:
        files.append(
            File("(more)", f"{how_many(len(names) - MOST_FILES, 'more file')} in this commit: git show --stat {commit}")
        )
    return files


def _changed(root: str, commit: str) -> dict[str, bool]:
    """The paths that a commit changes against its first parent, and whether it deletes them; deleted ones last."""
    given = "--no-show-signature", "--format=", "--name-status", "--no-renames", "-m", "--first-parent", "-z"
    fields = (git.says(root, "show", *given, commit) or "").lstrip("\n").split("\0")
    changed = {name: status == "D" for status, name in zip(fields[::2], fields[1::2], strict=False) if name}
    return dict(sorted(changed.items(), key=lambda item: item[1]))


def _file(root: str, commit: str, path: str, *, is_deleted: bool) -> File:
    """A file as the commit left it; a file that it deletes, as it was before."""
    if is_deleted:
        return File(path, f"(deleted by this commit; before:)\n{_shown(root, f'{commit}^1', path)}")
    return File(path, _shown(root, commit, path))


def _shown(root: str, commit: str, path: str) -> str:
    raw = git.blobs(root, [f"{commit}:{path}"])[f"{commit}:{path}"] if "\n" not in path else None
    if raw is None:
        return "(cannot be shown)"
    text = raw.decode("utf-8", "replace")
    if "\0" in text:
        return "(binary)"
    text = redact.clean(text[:MOST_READ])
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}\n… {len(raw):,} bytes in all"
