"""The homes at an earlier moment: files at an earlier commit of the project, notes at an earlier commit of their refs.

The parsers of the homes read the content from git; no file is written. What was not committed is unknown: then memories
of that time that a home still has are added, with a line that some may be missing.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core import git, homes, transitions
from memory_core.core.budget import how_many
from memory_core.core.home import Home, Part
from memory_core.core.memory import Memory
from memory_core.core.timestamps import utc
from memory_core.recall.view import File, Finding


class Past(NamedTuple):
    """The memories of all homes at a moment."""

    moment: str  # UTC, ISO 8601
    commit: str  # the last commit before it on HEAD's main line, or the named one; "" if there is none
    homes: dict[str, list[Memory]]
    unknown: tuple[str, ...]  # what is unknown, a line each


def at_commit(root: str, commit: str) -> Past:
    """The memories of all homes at a commit. Raise `git.GitError` if git fails."""
    when = utc(git.run(root, "log", "-1", "--no-show-signature", "--format=%cI", commit, "--").decode().strip())
    return _read(root, when, commit)


def at(root: str, moment: str) -> Past:
    """The memories of all homes at a moment (UTC, ISO 8601). Raise `git.GitError` if git fails."""
    is_repository = git.folder(root) is not None and git.head(root) is not None
    return _read(root, moment, git.last_before(root, "HEAD", moment) if is_repository else "")


def _read(root: str, moment: str, commit: str) -> Past:
    arguments = ("log", "-1", "--no-show-signature", "--format=%cI", commit, "--")
    made = utc(git.output(root, *arguments) or "") if commit else ""
    kept = [home for home in homes.every() if home.is_versioned]
    folders = [folder for home in kept for folder in home.folders()]
    tracked = git.tracked(root, folders) if git.folder(root) else set()
    files = _files(root, commit, folders) if commit else {}
    memories: dict[str, list[Memory]] = {}
    for home in kept:
        memories |= home.parsed(files)
    unknown: dict[str, None] = {}
    for home in homes.every():
        for part in home.parts(root):
            name = part.name.partition("/")[2]
            past = home.at(root, name, moment, commit) if home.is_versioned else None
            if past is not None:
                memories[part.name] = list(past.memories)
                line = past.unknown
            elif home.is_versioned:
                there = memories.setdefault(part.name, [])
                line = _completed(home, part, there, moment, made, is_kept=home.place(name) in tracked)
            else:
                line = home.unasked
            unknown |= {line: None} if line else {}
    if tracked and not commit:
        unknown["this clone has no commit of that time"] = None
    return Past(moment, commit, {name: held for name, held in memories.items() if held}, tuple(unknown))


def _completed(home: Home, part: Part, there: list[Memory], moment: str, made: str, *, is_kept: bool) -> str:
    """Add memories of that time that the home still has to `there`. Return a line about what is unknown, or ""."""
    now = [transitions.as_it_was(memory, moment) for memory in part.read() if transitions.existed(memory, moment)]
    ids = {memory.id for memory in there}
    # What was made between the commit and the moment was committed later, or never.
    there += [memory for memory in now if memory.id not in ids and not (is_kept and memory.created <= made)]
    if is_kept or not now:
        return ""
    name = part.name.partition("/")[2]
    why = "not committed" if home.place(name) else "in no repository"
    still = "shown is what it still holds of that time; what it dropped since is unknown"
    return f"{home.title(name)} is {why}: {still}"


def _files(root: str, commit: str, folders: list[str]) -> dict[str, bytes]:
    """The files of the homes at a commit: path to bytes, without links and long files."""
    names = {path: blob for path, blob in git.tree(root, commit, *folders, recursive=True).items() if blob[0]}
    texts = git.blobs(root, (name for name, _ in names.values()), dict(names.values()))
    return {path: raw for path, (name, _) in names.items() if (raw := texts[name]) is not None}


MOST_FILES: Final = 5  # files of a memory
MOST_CHARACTERS: Final = 4_000  # characters of a file
MOST_READ: Final = 200_000  # characters of a file that are checked for secrets


def taken(root: str, findings: Sequence[Finding]) -> list[Finding]:
    """The findings with the files of their commits, or with a note if there is no commit or it is not in the clone."""
    return [finding._replace(files=tuple(_snapshots_files(root, finding))) for finding in findings]


def _snapshots_files(root: str, finding: Finding) -> list[File]:
    commit = finding.memory.source.commit
    if not commit:
        return [File("(no commit)", "this memory is not anchored to a commit")]
    if commit not in git.commits_here(root, [commit]):
        return [File("(unknown commit)", f"{commit} is not in this repository; fetch it, or it was rewritten")]
    path = finding.memory.scope.path
    if path and git.output(root, "cat-file", "-e", f"{commit}:{path}") is not None:
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
    fields = (git.output(root, "show", *given, commit) or "").lstrip("\n").split("\0")
    changed = {name: status == "D" for status, name in zip(fields[::2], fields[1::2], strict=False) if name}
    return dict(sorted(changed.items(), key=lambda item: item[1]))


def _file(root: str, commit: str, path: str, *, is_deleted: bool) -> File:
    """A file at a commit; a deleted file as it was before."""
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
