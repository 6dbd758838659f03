"""Keep the changes of the specs that are followed, and the answers of a session that plans one (CS-US-002 to 004).

A spec is followed from the first session that works on it. A new item is kept on the commit that brought it, on HEAD if
it is not committed yet. Without `docs/spec/active`, all of this costs one look at that folder.
"""

import os
import time
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from memory_core.core import git, log, registry
from memory_core.core.light import clock, places
from memory_core.core.memory import Memory
from memory_core.recall import catalogue, indexing
from memory_core.recall.keyword import Filter
from memory_core.specs import changes, read_documents, spec_folders, spec_seen, steps, tasks
from memory_core.specs.planning_session import Heard
from memory_core.specs.spec import Spec

STATE: Final = "spec"  # in a session's state: the slug of the spec that it works on
BY: Final = "spec_by"  # in the state: how the spec was determined if no command named it: edited | branch
ACTIVE: Final = "docs/spec/active"
SECONDS: Final = 3.0  # seconds for reading the index
READING: Final = 2.0  # seconds for reading the commits of a spec
MOST: Final = 400  # memories that one reading keeps; the next reading keeps the rest


class Now(NamedTuple):
    """A spec as a reading finds it."""

    spec: "Spec"
    top: str
    head: str
    stamp: str
    folders: tuple[str, ...]  # its folders so far, the current one last


def is_near(root: str, here: str) -> bool:
    """Whether the project has specs; looks at two paths."""
    return os.path.isdir(os.path.join(top_of(root, here), *ACTIVE.split("/"))) or spec_seen.is_used(root)


def top_of(root: str, here: str) -> str:
    """The worktree of a session."""
    return (places.worktree(root, os.path.realpath(here)) if here else "") or root


def catch_up(root: str, top: str, slug: str) -> None:
    """Keep what changed in a followed spec since its last reading, each item on the commit that brought it.

    The caller holds the lock; an error is logged and has no other effect.
    """
    with log.contained("specs: catching up", root):  # the end of the turn keeps what is not kept now
        followed = spec_seen.followed(root)
        if slug in followed:
            look(root, top, slug, followed, {spec.slug: spec for spec in spec_folders.active(top)})
            spec_seen.follow(root, followed)


def watch(root: str, top: str, spec: Spec) -> bool:
    """Whether the items of a spec's files are kept at the end of the turn, on the commit that brings them.

    The spec is followed from then on, by later sessions too. False without a commit. The caller holds the lock.
    """
    if not (git.folder(root) and git.head(top)):
        return False
    followed = spec_seen.followed(root)
    if top not in followed.get(spec.slug, {}):
        followed.setdefault(spec.slug, {})[top] = [spec.folder, ""]
        spec_seen.follow(root, followed)
    return True


def look(root: str, top: str, slug: str, followed: dict[str, dict[str, list[str]]], active: Mapping[str, Spec]) -> None:
    """Keep what changed in a followed spec; does nothing if its files look the same from outside."""
    row = followed[slug].get(top)
    if row is None:
        if slug not in active:  # followed in another worktree, and absent here
            return
        row = [active[slug].folder, ""]
    folder, seen = row
    moved = folder.replace("/active/", "/completed/", 1)
    current = active[slug].folder if slug in active else moved
    if slug not in active and not os.path.isdir(os.path.join(top, *moved.split("/"))):
        return  # absent on this branch; it may return
    stamp = spec_seen.stamp(top, current)
    if stamp == seen and current == folder:
        return
    spec = active.get(slug) or next((each for each in spec_folders.every(top) if each.folder == moved), None)
    if spec is None:
        return
    head = (git.head(top) or "") if git.folder(root) else ""
    folders = tuple(dict.fromkeys((folder.replace("/completed/", "/active/", 1), current)))
    whole = _read(root, Now(spec, top, head, stamp, folders))
    followed[slug][top] = [current, stamp if whole else ""]


def _read(root: str, now: Now) -> bool:
    """Keep all new items of a spec; returns False if some are left for the next reading."""
    data = spec_seen.load(root, now.spec.slug)
    mine = data.tops.get(now.top, spec_seen.UNSEEN)
    books = steps.Books(root, now.spec.slug, data, _of_index(root, now.spec.slug))
    plan = mine.tasks if mine.phase == "implementation" else None
    all_steps = steps.steps(now.top, now.folders, mine.head, now.head)
    straight = not mine.phase or steps.is_straight(now.top, mine.head, now.head)
    all_steps = steps.with_worktree(all_steps, now.top, now.spec, now.head)
    end = time.monotonic() + READING
    for at, step in enumerate(all_steps):
        if not step.documents or (time.monotonic() > end and at < len(all_steps) - 2):
            continue  # a later step contains the items that still exist
        phase = steps.phase_of(step)
        items = [
            item for item in read_documents.items(step.documents, now.spec.slug) if steps.is_due(item, step, phase)
        ]
        later = changes.planned(tasks.tasks(step.documents))
        half = not step.is_committed and plan is not None and changes.is_cut(plan, later)
        if phase != "planning" and plan is not None and straight and not half:
            named = {item.key for item in items}
            items += [item for item in changes.deviations(plan, later) if item.key not in named]
        books.enter(items, step, phase, is_last=at == len(all_steps) - 1)
        if not half:
            plan = later if phase == "implementation" else None
            mine = spec_seen.Seen(now.head, phase, later)
    whole = books.keep(MOST)
    tops = {**data.tops, now.top: mine._replace(head=now.head)} if whole else data.tops
    spec_seen.save(root, now.spec.slug, spec_seen.Knowledge(books.known, tops, books.marks))
    return whole


def keep_heard(root: str, top: str, session_id: str, slug: str, heard: Sequence[Heard]) -> None:
    """Keep the clarifications and reports of a session that plans."""
    spec = spec_folders.find(top, slug)
    if spec is None or spec.phase != "planning":
        return
    data = spec_seen.load(root, slug)
    books = steps.Books(root, slug, data, _of_index(root, slug))
    head = (git.head(top) or "") if git.folder(root) else ""
    now = clock.stamp(clock.now())
    author = git.author(top) if head else ""
    for each in heard:
        step = steps.Step(head, min(each.when or now, now), spec.folder, {}, author=author)
        books.enter([each.item], step, spec.phase, session=session_id, uuid=each.uuid)
    books.keep(MOST)
    spec_seen.save(root, slug, data._replace(known=books.known, marks=books.marks))


def _of_index(root: str, slug: str) -> list[Memory]:
    """The memories of a spec from the index; from the homes if the index cannot answer."""
    end = time.monotonic() + SECONDS  # the index is derived; without it the homes are read
    with log.contained("capture: index", root), indexing.at_hand(root, end) as (index, fresh):
        if fresh.state == "ok" and not fresh.left:
            rows = catalogue.chosen(index.connection, Filter("spec = ?", (slug,)), 100_000)
            return list(catalogue.memories(index.connection, rows).values())
    return [memory for memory in registry.read(root, SECONDS) if memory.scope.work == slug]
