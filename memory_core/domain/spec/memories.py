"""An item of a spec as a memory, and a memory as what is known of a spec."""

from collections.abc import Iterable
from typing import Final

from memory_core.domain import ledger, note, screen
from memory_core.domain.budget import clip
from memory_core.domain.memory import Memory, Scope, Source
from memory_core.domain.spec import outline
from memory_core.domain.spec.changes import Known, name_of
from memory_core.domain.spec.spec import Item

KEY: Final = "item"  # in a note's front matter: what it is called in its spec


def memory(one: Item, slug: str, phase: str, when: str, commit: str = "", source: Source | None = None) -> Memory:
    """An item as a memory that is not kept yet."""
    told = screen.clean(" ".join(one.summary.split()))
    summary = clip(told, ledger.SUMMARY)
    attrs = {"phase": phase, "extra": {KEY: one.key} if one.key else None}
    return Memory(
        id="",
        kind=one.kind,
        summary=summary,
        body=note.body(screen.clean(one.body)),
        scope=Scope(work=slug),
        created=when,
        updated=when,
        status=one.status,
        tags=one.tags,
        source=(source or Source())._replace(commit=commit),
        attrs={key: value for key, value in attrs.items() if value},
    )


def key_of(one: Memory) -> str:
    """What a memory is called in its spec, "" where it is not known by one of its items."""
    extra = one.attrs.get("extra")
    told = extra.get(KEY) if isinstance(extra, dict) else None
    return told if isinstance(told, str) else ""


def words_of(one: Memory) -> str:
    """The words of a memory's summary, by which it is known where it has no name."""
    return outline.words(one.summary)


def known(memories: Iterable[Memory]) -> Known:
    """What is known of a spec by its memories; whoever kept them."""
    found: Known = {}
    for one in memories:
        words = words_of(one)
        found[name_of(one.kind, key_of(one) or words)] = [words, one.status]
    return found
