"""The documents of a review in the worktree: written, and updated when a finding is settled."""

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from memory_core.core import review_finding
from memory_core.core.light import files, places
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.recall import showing
from memory_core.reviews import kept_findings, verb_patterns, view
from memory_core.reviews.document import Review

_CLOSED = frozenset((".git", places.HANDED, ".genius", ".claude"))  # folders that programs keep
_LONGEST = 50_000_000  # bytes of an existing document


class Written(NamedTuple):
    """The documents that were written or set aside, as paths from their folder."""

    names: list[str]
    aside: list[str]  # new names of documents that were set aside


def folder(root: str, here: str, given: str = "") -> str:
    """The folder for the documents: `given`, else the top of the worktree; raises `Refusal` outside the project."""
    top = places.worktree(root, here) or root
    path = os.path.join(here, given) if given else top
    if not (os.path.realpath(path) in (top, root) or places.leads_inside(top, path) or places.leads_inside(root, path)):
        raise Refusal(f"--out {given}: write the documents of a review into the project: name a folder inside it")
    inside = os.path.relpath(os.path.realpath(path), os.path.realpath(top)).split(os.sep)
    if not _CLOSED.isdisjoint(part.casefold() for part in inside):
        raise Refusal(f"--out {given}: this folder is not for documents; name another one of the project")
    if os.path.lexists(path) and not os.path.isdir(path):
        raise Refusal(f"--out {given}: this is not a folder; name a folder")
    return path


def tops(root: str, here: str) -> list[str]:
    """The folders of a project: the main worktree, and the user's worktree."""
    return list(dict.fromkeys(filter(None, (root, places.worktree(root, here)))))


def inside(tops: Sequence[str], path: str) -> str:
    """The path of a file in the project; "" if it leads out of it, since such a file must not be opened."""
    plain = path.replace("\\", "/").removeprefix("file://")
    for top in tops:
        plain = plain.removeprefix(f"{top.replace(os.sep, '/').rstrip('/')}/")
    while plain.startswith("./"):
        plain = plain[2:]
    try:
        return plain if any(places.leads_inside(top, os.path.join(top, plain)) for top in tops) else ""
    except (ValueError, OSError):  # an invalid file name, for instance with a NUL
        return ""


def write(place: str, review: Review) -> Written:
    """Write the documents of a review; documents that others wrote or changed are set aside first.

    The caller holds the project's lock.
    """
    written = Written([], [])
    for name, text in view.documents(review).items():
        path = os.path.join(place, name)
        if files.seen(path) and not _is_ours(path):
            written.aside.append(_set_aside(path))
        files.write(path, text)
        written.names.append(name)
    return written


def renew(root: str, here: str) -> list[str]:
    """Update the documents at the top of the worktree; returns the names of the files that changed."""
    place = folder(root, here)
    path = os.path.join(place, view.CODE_REVIEW)
    document = files.read(path, _LONGEST)
    commit = view.reviewed(document) if document and view.is_ours(document) else ""
    if not commit:
        return []
    memories = [
        memory
        for memory in kept_findings.read(root)
        if review_finding.is_finding(memory) and any(name.startswith(commit) for name in memory.commits)
    ]
    if not memories:
        return []
    memories = showing.shown(here, memories)
    seen = verb_patterns.seen_before(root, [*map(review_finding.from_memory, memories)], memories[0].source.commit)
    texts = view.documents(review(commit, memories, seen, ""))
    return [
        name
        for name, text in texts.items()
        if _is_ours(os.path.join(place, name)) and files.write(os.path.join(place, name), text)
    ]


def review(commit: str, findings: Sequence[Memory], seen: Mapping[str, Sequence[Memory]], when: str) -> Review:
    """The content of the documents: the findings of a commit, their newest time or `when`, earlier findings."""
    newest = max((memory.updated for memory in findings), default=when)
    work = next((memory.scope.work for memory in findings if memory.scope.work), None) or ""
    named = {name: [memory.id for memory in earlier] for name, earlier in seen.items()}
    full = next((memory.source.commit for memory in findings), commit)
    return Review([review_finding.from_memory(memory) for memory in findings], full, newest, work, named)


def _is_ours(path: str) -> bool:
    return view.is_ours(files.read(path, _LONGEST) or "")


def _set_aside(path: str) -> str:
    """Rename an existing document and return its new name: `CODE_REVIEW.1.md`."""
    stem, number = path.removesuffix(".md"), 1
    while os.path.lexists(f"{stem}.{number}.md"):
        number += 1
    files.move(path, f"{stem}.{number}.md")
    return os.path.basename(f"{stem}.{number}.md")
