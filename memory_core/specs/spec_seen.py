"""The state of followed specs in the derived folder's `specs/`; it can be made again from notes and git.

`followed.json` has for each spec its folder and the stamp of its files, so that a turn without changes costs one look
at them; `<slug>.json` has what is known of a spec.
"""

import os
import re
from typing import Final, NamedTuple

from memory_core.core.light import files, hashes, json_store, user
from memory_core.specs.spec import DOCUMENTS

MOST: Final = 24  # specs that are followed
_LIMIT: Final = 20_000_000  # bytes of a file that are read
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_-]")


class Seen(NamedTuple):
    """A spec at its last reading in a worktree."""

    head: str  # the commit that was checked out
    phase: str  # "" if it was not seen yet
    tasks: list[list[str]]  # its plan


class Knowledge(NamedTuple):
    """What is known of a spec."""

    known: dict[str, list[str]]  # name of an item to [the words of its summary, its status]
    tops: dict[str, Seen]  # by worktree
    marks: dict[str, str]  # name of an item to a hash of its text at the last reading


UNSEEN: Final = Seen("", "", [])


def is_used(root: str) -> bool:
    """Whether any spec of the project was ever followed."""
    return files.is_file(_FOLLOWED.path(root))


def followed(root: str) -> dict[str, dict[str, list[str]]]:
    """The followed specs: slug to worktree to [folder, stamp of its files]."""
    stored = _FOLLOWED.load(root)
    result: dict[str, dict[str, list[str]]] = {}
    for slug, tops in stored.items():
        if isinstance(tops, dict):
            rows = {
                top: [str(value) for value in row]
                for top, row in tops.items()
                if isinstance(row, list) and len(row) == 2
            }
            result[slug] = rows
    return result


def follow(root: str, specs: dict[str, dict[str, list[str]]]) -> None:
    """Write which specs are followed, at most the last `MOST`. The caller holds the project's lock."""
    _FOLLOWED.save(root, value={slug: specs[slug] for slug in list(specs)[-MOST:]})


def load(root: str, slug: str) -> Knowledge:
    """What is known of a spec; malformed rows are skipped."""
    stored = _SPEC.load(root, slug)
    known, tops = stored.get("known"), stored.get("tops")
    rows = known.items() if isinstance(known, dict) else ()
    result = {name: [str(value) for value in row] for name, row in rows if isinstance(row, list) and len(row) == 2}
    places_of = tops.items() if isinstance(tops, dict) else ()
    marks = stored.get("marks")
    rows = marks.items() if isinstance(marks, dict) else ()
    kept_marks = {name: mark for name, mark in rows if isinstance(mark, str)}
    return Knowledge(result, {top: seen for top, row in places_of if (seen := _seen(row))}, kept_marks)


def save(root: str, slug: str, knowledge: Knowledge) -> None:
    """Write what is known of a spec. The caller holds the project's lock."""
    tops = {top: [seen.head, seen.phase, seen.tasks] for top, seen in knowledge.tops.items()}
    _SPEC.save(root, slug, value={"known": knowledge.known, "tops": tops, "marks": knowledge.marks})


def _seen(row: object) -> Seen | None:
    if not isinstance(row, list) or len(row) != 3 or not isinstance(row[2], list):
        return None
    tasks = [[str(part) for part in value] for value in row[2] if isinstance(value, list) and len(value) == 3]
    return Seen(str(row[0]), str(row[1]), tasks)


def stamp(top: str, folder: str) -> str:
    """A signature of the documents' size, times and inode; it changes whenever their content may have changed."""
    above = os.path.join(top, *folder.split("/"))
    return files.stamp(os.path.join(above, name) for name in DOCUMENTS)


def _path(root: str, slug: str) -> str:
    mark = hashes.sha256(slug.encode("utf-8", "replace")).hexdigest()[:8]
    return user.derived(root, "specs", f"{_UNSAFE.sub('-', slug)[:60]}-{mark}.json")


_FOLLOWED: Final = json_store.JsonHome(lambda root: user.derived(root, "specs", "followed.json"), _LIMIT)
_SPEC: Final = json_store.JsonHome(_path, _LIMIT)
