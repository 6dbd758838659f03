"""The difference of two lists of JSON values, and how a list is restored from it (`core.undo_log`)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from memory_core import redact
from memory_core.core.home import LATER
from memory_core.core.light.errors import Refusal


def difference(before: Sequence[Any], after: Sequence[Any]) -> dict[str, Any]:
    """The values that only one list has, without secrets: `gone` ([index, value]) and `come`; {} if they are equal."""
    old, new = [text(value) for value in before], [text(value) for value in after]
    there, were = {*new}, {*old}
    gone = [[at, value] for at, value in enumerate(before) if old[at] not in there]
    come = [value for at, value in enumerate(after) if new[at] not in were]
    return dict(redact.clean_within({"gone": gone, "come": come})) if gone or come else {}


def restored(now: Sequence[Any], change: Mapping[str, Any], what: str, begun: bool) -> list[Any] | None:
    """The list as it was before a change. Raise `Refusal` if another change removed what this change added.

    None if the list is already restored and an earlier undo has `begun`. Without `begun` that is a `Refusal` too,
    because somebody else restored it.
    """
    texts = [text(value) for value in now]
    come, there = {text(value) for value in change["come"]}, {*texts}
    missing = come - there
    back = [(at, value) for at, value in change["gone"] if text(value) not in there]
    is_before = not back and len(missing) == len(come)
    if is_before and begun:
        return None
    if is_before or missing:
        raise Refusal(f"{what} {LATER}")
    left = [value for value, words in zip(now, texts, strict=True) if words not in come]
    for at, value in back:
        left.insert(at, value)
    return left


def text(value: Any) -> str:
    """The value as one line of JSON with sorted keys, for comparison."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
