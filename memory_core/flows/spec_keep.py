"""What a verb of a spec keeps: an item as a memory with that spec, on a commit, once."""

import os
from collections.abc import Iterable, Sequence
from typing import Final

from memory_core.domain import budget, ledger, note
from memory_core.domain.ledger import Addition
from memory_core.domain.memory import Memory, Scope, Source
from memory_core.domain.spec.spec import Item, Spec
from memory_core.flows import context, find, remember, screening
from memory_core.flows.spec_place import Place
from memory_core.stores import clock, git, workspace

KEY: Final = "item"  # in a note's front matter: what it is called in its spec


def known(place: Place, slug: str) -> list[Memory]:
    """The memories of a spec, in the order of their times."""
    found = {one.id: one for one in context.known(place.root, slug)[0]}
    return sorted(found.values(), key=lambda one: (one.created, one.id))


def key_of(memory: Memory) -> str:
    """What a memory is called in its spec, "" where it is not known by one of its items."""
    extra = memory.attrs.get("extra")
    told = extra.get(KEY) if isinstance(extra, dict) else None
    return told if isinstance(told, str) else ""


def lasts(one: Item) -> bool:
    """Whether an item is worth keeping as it stands: of tasks those that are done; what was skipped tells of itself."""
    return one.kind != "progress" or one.status == "resolved"


def alike(one: Item, others: Iterable[Memory]) -> Memory | None:
    """The memory of the spec that is this item already: by its name in the spec, or by its words."""
    summary = budget.clip(screening.clean(one.summary), ledger.SUMMARY)
    draft = Memory("", one.kind, summary)
    same = [other for other in others if other.kind == one.kind]
    return next((other for other in same if one.key and key_of(other) == one.key), None) or next(
        (other for other in same if other.fingerprint == draft.fingerprint), None
    )


def keep(place: Place, spec: Spec, items: Sequence[Item], commit: str | None = None) -> list[Memory]:
    """The memories that these items are now and were not yet, on a commit (HEAD where none is named).

    A blocker that is known and resolved now is changed in its place. The caller holds the project's lock.
    """
    others = known(place, spec.slug) if items else []
    when = clock.stamp(clock.now())
    at = commit if commit is not None else anchor(place)
    author = git.author(place.top) if items and git.folder(place.root) else ""
    new: list[Memory] = []
    changed: list[Memory] = []
    for one in items:
        old = alike(one, [*others, *new])
        if old is None:
            new.append(memory(one, spec, when, at, author))
        elif old.kind == "blocker" and old.status != one.status and old.id:
            body = one.body if one.status == "resolved" else f"It is back.\n\n{one.body}".strip()
            workspace.add(place.root, old, find.after(old), Addition(body, one.status), author)
            changed.append(old._replace(status=one.status))
    return [*(workspace.keep(place.root, new) if new else []), *changed]


def memory(one: Item, spec: Spec, when: str, commit: str, author: str = "") -> Memory:
    """An item as a memory that is not kept yet."""
    told = screening.clean(" ".join(one.summary.split()))
    summary = budget.clip(told, ledger.SUMMARY)
    body = screening.clean(one.body)
    if summary != told and told not in " ".join(body.split()):
        body = f"{told}\n\n{body}"
    about = {"phase": spec.phase, "author": author, "extra": {KEY: one.key} if one.key else None}
    return Memory(
        id="",
        kind=one.kind,
        summary=summary,
        body=note.body(body),
        scope=Scope(work=spec.slug),
        created=when,
        updated=when,
        status=one.status,
        tags=one.tags,
        source=Source(commit=commit),
        attrs={key: value for key, value in about.items() if value},
    )


def anchor(place: Place) -> str:
    """The commit that the worktree stands on, "" where there is none: then the journal takes what is kept."""
    return (git.head(place.top) or "") if git.folder(place.root) else ""


def indexed(place: Place, memories: Sequence[Memory]) -> str:
    """Why what was kept is not wholly in the index yet, "" where it is, or nothing was kept."""
    return remember.indexed(place.root, memories[-1]) if memories else ""


def shown(place: Place, memories: Sequence[Memory]) -> list[Memory]:
    """The memories as they may be shown, each as it stands now."""
    return find.shown(place.here if os.path.isdir(place.here) else place.root, memories)
