"""What a verb of a spec keeps: an item as a memory with that spec, on a commit, once."""

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
    """The memories of a spec, in the order of their times."""
    result = {memory.id: memory for memory in verb_context.known(place.root, slug)[0]}
    return sorted(result.values(), key=lambda one: (one.created, one.id))


def lasts(item: Item) -> bool:
    """Whether an item is worth keeping as it stands: of tasks those that are done; what was skipped tells of itself."""
    return item.kind != "progress" or item.status == "resolved"


def keep(
    place: Place, spec: Spec, items: Sequence[Item], every: Sequence[Item] = (), commit: str | None = None
) -> list[Memory]:
    """The memories that these items are now and were not yet, on a commit (HEAD where none is named).

    `every` is all that the spec's files say: what is another wording of which shows only there. A blocker that is
    known is resolved, or back, in its place. The caller holds the project's lock.
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
        one, old = change.item, named.get(change.known)
        if (one.kind, one.summary) in wanted and old is None:
            draft = memories.memory(one, spec.slug, spec.phase, when, at)
            draft = draft._replace(attrs={**draft.attrs, **({"author": author} if author else {})})
            if past := memories.replaced(others, change):
                draft = draft._replace(links=(*draft.links, Link("supersedes", past.id)))
                over.append((past, draft))
            new.append(draft)
        elif (one.kind, one.summary) in wanted and old is not None:
            changed.append(_settled(place, old, one, author))
    back = [item for item in items if item.kind == "blocker" and item.status == "open"]
    for one in back:
        old = named.get(name_of(one.kind, one.key))
        if old is not None and old.status == "resolved":
            changed.append(_settled(place, old, one._replace(body=f"It is back.\n\n{one.summary}"), author))
    kept = registry.keep(place.root, new) if new else []
    for past, draft in over:
        addition = Addition(second_opinion.clean(memories.overruled(draft)), "superseded")
        registry.add(place.root, past, find.after(past), addition, author)
    return [*kept, *changed]


def waiting(items: Sequence[Item], others: Iterable[Memory]) -> list[Item]:
    """Those of the items that are no memory yet."""
    return [change.item for change in news(items, memories.known(others)) if not change.known]


def _settled(place: Place, old: Memory, item: Item, author: str) -> Memory:
    body = second_opinion.clean(
        f"## Resolution\n\n{item.body or item.summary}" if item.status == "resolved" else item.body
    )
    when = find.after(old)
    registry.add(place.root, old, when, Addition(body, item.status), author)
    return old._replace(status=item.status, updated=when, body="\n\n".join(filter(None, (old.body, body))))


def anchor(place: Place) -> str:
    """The commit that the worktree stands on, "" where there is none: then the journal takes what is kept."""
    return (git.head(place.top) or "") if git.folder(place.root) else ""


def indexed(place: Place, kept: Sequence[Memory]) -> str:
    """Why what was kept is not wholly in the index yet, "" where it is, or nothing was kept."""
    return embedding.indexed(place.root, kept[-1]) if kept else ""


def shown(place: Place, kept: Sequence[Memory]) -> list[Memory]:
    """The memories as they may be shown, each as it stands now."""
    return showing.shown(place.here if os.path.isdir(place.here) else place.root, kept)
