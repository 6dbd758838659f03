"""Convert an item of a spec to a memory, and memories to what is known of a spec."""

from collections.abc import Iterable
from typing import Final

from memory_core import redact
from memory_core.core.budget import clip, trimmed
from memory_core.core.memory import SUMMARY, Memory, Scope, Source
from memory_core.language import outline
from memory_core.specs.changes import Change, Known, aside, name_of
from memory_core.specs.spec import Item

KEY: Final = "item"  # in a note's front matter: the key of the item


def memory(item: Item, slug: str, phase: str, when: str, commit: str = "", source: Source | None = None) -> Memory:
    """An item as a memory that is not kept yet."""
    text = redact.clean(" ".join(item.summary.split()))
    summary = clip(text, SUMMARY)
    attrs = {"phase": phase, "extra": {KEY: item.key} if item.key else None}
    return Memory(
        id="",
        kind=item.kind,
        summary=summary,
        body=trimmed(redact.clean(item.body)),
        scope=Scope(work=slug),
        created=when,
        updated=when,
        status=item.status,
        tags=item.tags,
        source=(source or Source())._replace(commit=commit),
        attrs={key: value for key, value in attrs.items() if value},
    )


def key_of(memory: Memory) -> str:
    """The key of a memory in its spec; "" if it was not made from an item."""
    extra = memory.attrs.get("extra")
    value = extra.get(KEY) if isinstance(extra, dict) else None
    return value if isinstance(value, str) else ""


def words_of(memory: Memory) -> str:
    """The words of a memory's summary, which identify it if it has no key."""
    return outline.words(memory.summary)


def known(memories: Iterable[Memory]) -> Known:
    """What is known of a spec by its memories.

    If several memories have the same name, the newest that holds gets it; the others get a name with their words.
    """
    result: Known = {}
    for each in sorted(memories, key=lambda memory: (memory.status != "superseded", memory.created)):
        words, key = words_of(each), key_of(each)
        name = name_of(each.kind, key or words)
        if name in result and result[name][0] != words:
            result[name_of(each.kind, aside(key or words, result[name][0]))] = result[name]
        result[name] = [words, each.status]
    return result


def replaced(memories: Iterable[Memory], change: Change) -> Memory | None:
    """The decision that a change supersedes; None if there is none."""
    key, words = change.over
    same = [each for each in memories if key and each.kind == "decision" and each.status == "active"]
    by_words = [each for each in same if words_of(each) == words]
    return next(reversed(by_words or [each for each in same if key_of(each) == key]), None)


def overruled(new: Memory) -> str:
    """The text that is added to a superseded decision: the summary of its successor."""
    return f"## Superseded\n\n{new.summary}"
