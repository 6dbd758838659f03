"""Merges an entry that both sides changed, field by field; if both changed a field, the newer entry wins.

Some fields have rules of their own: counts and days grow, the first time stays, lists keep what both sides added and
lose what one side removed, and of two equally new states the later state of the life cycle wins.
"""

from typing import Any, Final

from memory_core.core.light import lifecycle
from memory_core.core.timestamps import utc
from memory_core.learnings.learning import ACTIVE, WATCHING
from memory_core.verbs.merging.document import canonical

GONE: Final = object()  # what a version does not have
_TIMES: Final = ("ts", "updated", "timestamp", "last_accessed", "created", "rejected_on", "decided_on", "created_on")
_FIRST: Final = ("timestamp", "created", "created_on", "decided_on", "rejected_on", "detected_on")
_LARGEST: Final = (
    "updated", "last_accessed", "last_updated", "access_count", "occurrences", "corrections", "contradicted",
    "confirmation", "confidence", "cycle", "iris_cycle",
)  # fmt: skip
_GROWING: Final = ("returned", "last_ids")  # of which the largest of each value holds
_LIFE: Final = ("", WATCHING, *lifecycle.STATUSES)


def merged(base: Any, ours: Any, theirs: Any) -> Any:
    """The value that holds; `GONE` stands for a value that a version lacks."""
    older, newer = sorted((ours, theirs), key=lambda value: (time(value), "" if value is GONE else canonical(value)))
    return _merged(base, newer, older, "", is_tie=time(newer) == time(older))


def _merged(base: Any, newer: Any, older: Any, key: str, *, is_tie: bool) -> Any:
    if _same(newer, older) or _same(older, base):
        return newer
    if _same(newer, base) or newer is GONE:
        return older
    if older is GONE:  # what one side took out and the other changed stays
        return newer
    if isinstance(newer, dict) and isinstance(older, dict):
        before = base if isinstance(base, dict) else {}
        values = {}
        for name in {**newer, **older}:
            was, new, old = (each.get(name, GONE) for each in (before, newer, older))
            values[name] = _merged(was, new, old, "updated" if key in _GROWING else name, is_tie=is_tie)
        return {name: value for name, value in values.items() if value is not GONE}
    if isinstance(newer, list) and isinstance(older, list):
        return _list(base if isinstance(base, list) else [], newer, older, key)
    return _state(newer, older, is_tie=is_tie) if key == "status" else _scalar(newer, older, key)


def _same(value: Any, other: Any) -> bool:
    return value is other or (GONE not in (value, other) and canonical(value) == canonical(other))


def time(value: Any) -> str:
    """The latest moment that an entry names, "" if it names none."""
    times = [value.get(name) for name in _TIMES] if isinstance(value, dict) else []
    return max((utc(each) for each in times if isinstance(each, str)), default="")


def _list(base: list[Any], newer: list[Any], older: list[Any], key: str) -> list[Any]:
    """The merged list without texts that one side removed; of a history each event once, in order of time."""
    every = [*newer, *older]
    if all(isinstance(each, str) for each in every):
        gone = {each for each in base if isinstance(each, str)} - (set(newer) & set(older))
        return [text for text in dict.fromkeys(every) if text not in gone]
    if key != lifecycle.HISTORY:
        return newer
    steps = {canonical(step): step for step in every if isinstance(step, dict)}
    return [steps[text] for text in sorted(steps, key=lambda text: (str(steps[text].get("when")), text))]


def _scalar(newer: Any, older: Any, key: str) -> Any:
    if any(isinstance(newer, kind) and isinstance(older, kind) for kind in (str, int | float)):
        return max(newer, older) if key in _LARGEST else min(newer, older) if key in _FIRST else newer
    return newer


def _state(newer: Any, older: Any, *, is_tie: bool) -> Any:
    """The winning state: what is in force stays, and of two equally new states the later in the life cycle."""
    if [newer, older] in ([WATCHING, ACTIVE], [ACTIVE, WATCHING]):
        return ACTIVE
    words = [(lifecycle.named(state) or state) if isinstance(state, str) else None for state in (newer, older)]
    ranks = [_LIFE.index(word) if word in _LIFE else -1 for word in words]
    return older if is_tie and ranks[1] > ranks[0] else newer
