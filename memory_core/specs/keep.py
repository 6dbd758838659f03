"""Keep the items of a verb as memories of a spec on a commit, each once."""

import os
from collections.abc import Iterable, Sequence

from memory_core.core import git, registry
from memory_core.core.home import Addition
from memory_core.core.light import clock
from memory_core.core.memory import Link, Memory
from memory_core.language import outline
from memory_core.recall import embedding, find, showing
from memory_core.redact import second_opinion
from memory_core.specs import memories, verb_context
from memory_core.specs.changes import name_of, news
from memory_core.specs.spec import Item, Spec
from memory_core.specs.spec_place import Place


def known(place: Place, slug: str) -> list[Memory]:
    """The memories of a spec, in order of time."""
    result = {memory.id: memory for memory in verb_context.known(place.root, slug)[0]}
    return sorted(result.values(), key=lambda memory: (memory.created, memory.id))


def lasts(item: Item) -> bool:
    """Whether an item is worth keeping; of the tasks only completed ones: a skipped task has another item."""
    return item.kind != "progress" or item.status == "resolved"


def keep(
    place: Place, spec: Spec, items: Sequence[Item], every: Sequence[Item] = (), commit: str | None = None
) -> list[Memory]:
    """Keep those of `items` that are no memories yet, on `commit` (default: HEAD); returns new and changed memories.

    `every` are all items of the spec's files; they show which item is another wording of a known one. A known blocker
    is resolved or reopened in place. The caller holds the project's lock.
    """
    if not items:
        return []
    others = known(place, spec.slug)
    named = {
        name_of(memory.kind, memories.key_of(memory) or outline.words(memory.summary)): memory for memory in others
    }
    when = clock.stamp(clock.now())
    at = anchor(place) if commit is None else commit
    author = git.author(place.top) if git.folder(place.root) else ""
    new: list[Memory] = []
    over: list[tuple[Memory, Memory]] = []
    changed: list[Memory] = []
    wanted = {(item.kind, item.summary) for item in items}
    rest = [item for item in every if (item.kind, item.summary) not in wanted]
    for change in news([*items, *rest], memories.known(others)):
        item, old = change.item, named.get(change.known)
        if (item.kind, item.summary) in wanted and old is None:
            draft = memories.memory(item, spec.slug, spec.phase, when, at)
            draft = draft._replace(attrs={**draft.attrs, **({"author": author} if author else {})})
            if past := memories.replaced(others, change):
                draft = draft._replace(links=(*draft.links, Link("supersedes", past.id)))
                over.append((past, draft))
            new.append(draft)
        elif (item.kind, item.summary) in wanted and old is not None:
            changed.append(_settled(place, old, item, author))
    back = [item for item in items if item.kind == "blocker" and item.status == "open"]
    for item in back:
        old = named.get(name_of(item.kind, item.key))
        if old is not None and old.status == "resolved":
            changed.append(_settled(place, old, item._replace(body=f"It is back.\n\n{item.summary}"), author))
    kept = registry.keep(place.root, new) if new else []
    for past, draft in over:
        addition = Addition(second_opinion.clean(memories.overruled(draft)), "superseded")
        registry.add(place.root, past, find.after(past), addition, author)
    return [*kept, *changed]


def waiting(items: Sequence[Item], others: Iterable[Memory]) -> list[Item]:
    """The items that are no memories yet."""
    return [change.item for change in news(items, memories.known(others)) if not change.known]


def _settled(place: Place, old: Memory, item: Item, author: str) -> Memory:
    body = second_opinion.clean(
        f"## Resolution\n\n{item.body or item.summary}" if item.status == "resolved" else item.body
    )
    when = find.after(old)
    registry.add(place.root, old, when, Addition(body, item.status), author)
    return old._replace(status=item.status, updated=when, body="\n\n".join(filter(None, (old.body, body))))


def anchor(place: Place) -> str:
    """The commit that is checked out; "" if there is none: then memories go into the journal."""
    return (git.head(place.top) or "") if git.folder(place.root) else ""


def indexed(place: Place, kept: Sequence[Memory]) -> str:
    """Why new memories are not wholly in the index yet; "" if they are, or if there are none."""
    return embedding.indexed(place.root, kept[-1]) if kept else ""


def shown(place: Place, kept: Sequence[Memory]) -> list[Memory]:
    """The memories as they may be shown, in their current state."""
    return showing.shown(place.here if os.path.isdir(place.here) else place.root, kept)
