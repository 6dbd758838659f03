"""The commits that changed a spec's folder, oldest first; bounded."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from memory_core.core import git
from memory_core.core.timestamps import utc
from memory_core.specs.spec import DOCUMENTS

MOST: Final = 24  # commits; older changes count as part of the first commit
LONGEST: Final = 400_000  # bytes of a document
_NAME: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class Step(NamedTuple):
    """A commit, and the documents of the spec after it."""

    commit: str
    when: str
    author: str
    addresses: tuple[str, ...]  # of the author and of the committer
    folder: str  # the one of `folders` that holds the documents
    documents: dict[str, str]


def steps(top: str, folders: Sequence[str], since: str, head: str) -> list[Step]:
    """The commits after `since` (all if `since` is "") that changed a spec in one of `folders`, oldest first.

    If several folders hold documents at a commit, the last one is the spec's folder there.
    """
    commits = _commits(top, folders, f"{since}..{head}" if _NAME.fullmatch(since) else head)
    asked = {
        (commit, folder, name): f"{commit}:{folder}/{name}"
        for commit, *_ in commits
        for folder in folders
        for name in DOCUMENTS
    }
    texts = git.blobs(top, asked.values()) if asked else {}
    result: list[Step] = []
    for commit, when, author, addresses in commits:
        step = Step(commit, when, author, addresses, "", {})
        for folder in folders:
            existing = {name: raw for name in DOCUMENTS if (raw := texts[asked[commit, folder, name]]) is not None}
            if existing:
                documents = {name: raw[:LONGEST].decode("utf-8", "replace") for name, raw in existing.items()}
                step = Step(commit, when, author, addresses, folder, documents)
        if not (result and (result[-1].folder, result[-1].documents) == (step.folder, step.documents)):
            result.append(step)
    return result


def descends(top: str, old: str, head: str) -> bool:
    """Whether `head` is `old` or comes after it; false after a rebase or an amend, or on another branch."""
    if old == head:
        return True
    return bool(_NAME.fullmatch(old)) and not git.tried(top, "merge-base", "--is-ancestor", old, head).code


def _commits(top: str, folders: Sequence[str], which: str) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """(commit, time, author, addresses), oldest first; of all reachable commits if the earlier commit is gone."""
    form = ("log", "--no-show-signature", "--format=%H%x1f%cI%x1f%ae%x1f%ce%x1f%an", f"-{MOST}")
    paths = [f":(literal,top){folder}" for folder in folders]
    for each in (which, which.rpartition("..")[2]):
        done = git.tried(top, *form, each, "--", *paths)
        if not done.code:
            rows = [line.split("\x1f", 4) for line in done.out.decode("utf-8", "replace").split("\n")]
            groups = [row for row in reversed(rows) if len(row) == 5 and _NAME.fullmatch(row[0])]
            return [(name, utc(when), author.strip(), tuple(by)) for name, when, *by, author in groups]
    return []
