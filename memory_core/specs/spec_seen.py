"""What was seen of the specs that are followed, in the derived folder's `specs/`: notes and git say what is known.

`followed.json` says of each spec where it stood and how its files looked from outside, so that a turn in which nothing
changed costs a look at them; `<slug>.json` says what is known of a spec.
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
    """How a spec was seen in a worktree."""

    head: str  # the commit that it stood on
    phase: str  # "" where it was not seen yet
    tasks: list[list[str]]  # its plan


class Told(NamedTuple):
    """What is known of a spec."""

    known: dict[str, list[str]]  # name of a thing to [the words of its summary, its status]
    tops: dict[str, Seen]  # by worktree
    marks: dict[str, str]  # name of a thing to a mark of how it was told when it was read last


UNSEEN: Final = Seen("", "", [])


def is_used(root: str) -> bool:
    """Whether any spec of the project was ever followed."""
    return files.is_file(_FOLLOWED.path(root))


def followed(root: str) -> dict[str, dict[str, list[str]]]:
    """Slug to worktree to [folder, stamp of its files] of the specs that are followed."""
    told = _FOLLOWED.load(root)
    result: dict[str, dict[str, list[str]]] = {}
    for slug, tops in told.items():
        if isinstance(tops, dict):
            rows = {
                top: [str(value) for value in row]
                for top, row in tops.items()
                if isinstance(row, list) and len(row) == 2
            }
            result[slug] = rows
    return result


def follow(root: str, told: dict[str, dict[str, list[str]]]) -> None:
    """Write which specs are followed, the last ones where they are too many. The caller holds the project's lock."""
    _FOLLOWED.save(root, value={slug: told[slug] for slug in list(told)[-MOST:]})


def load(root: str, slug: str) -> Told:
    """What is known of a spec, as far as it can be read."""
    told = _SPEC.load(root, slug)
    known, tops = told.get("known"), told.get("tops")
    rows = known.items() if isinstance(known, dict) else ()
    result = {name: [str(value) for value in row] for name, row in rows if isinstance(row, list) and len(row) == 2}
    places_of = tops.items() if isinstance(tops, dict) else ()
    marks = told.get("marks")
    rows = marks.items() if isinstance(marks, dict) else ()
    told_so = {name: mark for name, mark in rows if isinstance(mark, str)}
    return Told(result, {top: seen for top, row in places_of if (seen := _seen(row))}, told_so)


def save(root: str, slug: str, told: Told) -> None:
    """Write what is known of a spec. The caller holds the project's lock."""
    tops = {top: [seen.head, seen.phase, seen.tasks] for top, seen in told.tops.items()}
    _SPEC.save(root, slug, value={"known": told.known, "tops": tops, "marks": told.marks})


def _seen(row: object) -> Seen | None:
    if not isinstance(row, list) or len(row) != 3 or not isinstance(row[2], list):
        return None
    tasks = [[str(part) for part in value] for value in row[2] if isinstance(value, list) and len(value) == 3]
    return Seen(str(row[0]), str(row[1]), tasks)


def stamp(top: str, folder: str) -> str:
    """How the documents of a spec look from outside; changes whenever one of them may have changed."""
    above = os.path.join(top, *folder.split("/"))
    return files.stamp(os.path.join(above, name) for name in DOCUMENTS)


def _path(root: str, slug: str) -> str:
    mark = hashes.sha256(slug.encode("utf-8", "replace")).hexdigest()[:8]
    return user.derived(root, "specs", f"{_UNSAFE.sub('-', slug)[:60]}-{mark}.json")


_FOLLOWED: Final = json_store.JsonHome(lambda root: user.derived(root, "specs", "followed.json"), _LIMIT)
_SPEC: Final = json_store.JsonHome(_path, _LIMIT)
