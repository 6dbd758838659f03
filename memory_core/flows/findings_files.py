"""The documents of a review beside the code: written, and brought up to date when one of its findings is settled."""

import os
from typing import NamedTuple

from memory_core.domain.errors import Refusal
from memory_core.domain.review import batch
from memory_core.domain.review.document import Review
from memory_core.flows import find
from memory_core.stores import files, places, workspace
from memory_core.views import review as view

_LONGEST = 50_000_000  # bytes of a document that stands there


class Written(NamedTuple):
    """What became of the documents, as paths from the folder that holds them."""

    names: list[str]
    aside: list[str]  # where what somebody else wrote stands now


def folder(root: str, here: str, given: str = "") -> str:
    """Where the documents go: the folder that is named, else the top of the worktree; `Refusal` outside the project."""
    top = places.worktree(root, here) or root
    path = os.path.join(here, given) if given else top
    if not (os.path.realpath(path) in (top, root) or places.leads_inside(top, path) or places.leads_inside(root, path)):
        raise Refusal(f"--out {given}: the documents of a review stand in the project; name a folder of it")
    if os.path.lexists(path) and not os.path.isdir(path):
        raise Refusal(f"--out {given}: this is no folder; name one")
    return path


def write(place: str, review: Review) -> Written:
    """The documents of a review, written; what somebody else wrote or changed is set aside first, never lost.

    The caller holds the project's lock.
    """
    written = Written([], [])
    for name, text in view.documents(review).items():
        path = os.path.join(place, name)
        if os.path.lexists(path) and not _is_ours(path):
            written.aside.append(_set_aside(path))
        files.write(path, text)
        written.names.append(name)
    return written


def renew(root: str, here: str) -> list[str]:
    """The documents at the top of the worktree that tell of a review and were written again, as it stands now."""
    place = folder(root, here)
    path = os.path.join(place, view.CODE_REVIEW)
    stands = files.read(path, _LONGEST) if os.path.isfile(path) else None
    commit = view.reviewed(stands) if stands and view.is_ours(stands) else ""
    if not commit:
        return []
    found = [one for one in find.shown(here, workspace.findings(root)) if one.source.commit.startswith(commit)]
    if not found:
        return []
    one = found[0]
    review = Review([batch.of_memory(each) for each in found if batch.is_finding(each)], one.source.commit, one.created,
                    one.scope.work or "")  # fmt: skip
    return [name for name, text in view.documents(review).items()
            if _is_ours(os.path.join(place, name)) and files.write(os.path.join(place, name), text)]  # fmt: skip


def _is_ours(path: str) -> bool:
    if os.path.islink(path) or not os.path.isfile(path):
        return False
    return view.is_ours(files.read(path, _LONGEST) or "")


def _set_aside(path: str) -> str:
    """The name under which what stands there is kept: `CODE_REVIEW.1.md`."""
    stem, number = path.removesuffix(".md"), 1
    while os.path.lexists(f"{stem}.{number}.md"):
        number += 1
    os.rename(path, f"{stem}.{number}.md")
    return os.path.basename(f"{stem}.{number}.md")
