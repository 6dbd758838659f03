"""The learnings that are hot in a session, as its state holds them."""

from collections.abc import Iterable
from typing import Any

from memory_core.learnings import learning as codec
from memory_core.learnings.learning import Learning


def hot(state: dict[str, Any]) -> list[Learning]:
    """The learnings that are hot in a session; what says none is left out."""
    found = []
    items = state.get("hot")
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict) and item.get("kind") in (codec.PREFERENCE, codec.BEHAVIOUR):
            level = codec.GLOBAL if item.get("level") == codec.GLOBAL else codec.PROJECT
            entry = {key: value for key, value in item.items() if key not in ("kind", "level")}
            learning = codec.from_item(entry, item["kind"], level)
            if learning is not None:
                found.append(learning._replace(id=learning.id or codec.provisional(learning)))
    return found


def to_hot(learnings: Iterable[Learning]) -> list[dict[str, Any]]:
    """The list `hot` of a state that holds these learnings."""
    return [
        {**codec.to_item(one), "kind": one.kind, **({"level": one.level} if one.level != codec.PROJECT else {})}
        for one in learnings
    ]
