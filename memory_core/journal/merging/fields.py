"""An entry that both sides changed: field by field, and where both changed the same one the newer entry's counts.

What has a rule of its own: counts and days grow, the first time stays, lists keep what both sides added and
lose what one took out, and of two states that are equally new the later one of a life holds.
"""

from typing import Any, Final

from memory_core.core.light import lifecycle
from memory_core.core.timestamps import utc
from memory_core.journal.merging.document import canonical
from memory_core.learnings.learning import ACTIVE, WATCHING

GONE: Final = object()  # a key that is not there
_TIMES: Final = ("updated", "timestamp", "last_accessed", "created", "rejected_on", "decided_on", "created_on")
_FIRST: Final = frozenset(("timestamp", "created", "created_on", "decided_on", "rejected_on", "detected_on"))
_LARGEST: Final = frozenset(
    (
        "updated", "last_accessed", "last_updated", "access_count", "occurrences", "corrections", "contradicted",
        "confirmation", "confidence", "cycle", "iris_cycle",
    )
)  # fmt: skip
_GROWING: Final = frozenset(("returned", "last_ids"))  # of which each value is one of `_LARGEST`
_LIFE: Final = ("", WATCHING, *lifecycle.STATUSES)


def merged(base: Any, ours: Any, theirs: Any, key: str = "") -> Any:
    """The value that holds; `GONE` stands for one that a version does not have."""
    one, other = sorted((ours, theirs), key=lambda value: (_time(value), "" if value is GONE else canonical(value)))
    return _merged(base, other, one, key, is_tie=_time(one) == _time(other))


def _merged(base: Any, newer: Any, older: Any, key: str, *, is_tie: bool) -> Any:
    if _same(newer, older) or _same(older, base):
        return newer
    if _same(newer, base):
        return older
    if newer is GONE or older is GONE:  # one side took it out, the other changed it
        return newer if older is GONE else older
    if isinstance(newer, dict) and isinstance(older, dict):
        before = base if isinstance(base, dict) else {}
        found = {
            name: _merged(before.get(name, GONE), newer.get(name, GONE), older.get(name, GONE), rule, is_tie=is_tie)
            for name in (*newer, *(name for name in older if name not in newer))
            if (rule := "updated" if key in _GROWING else name)
        }
        return {name: value for name, value in found.items() if value is not GONE}
    if _are_texts(newer) and _are_texts(older):
        return _united(base if _are_texts(base) else [], newer, older)
    if key == lifecycle.HISTORY and isinstance(newer, list) and isinstance(older, list):
        return _steps(newer, older)
    return _state(newer, older, is_tie=is_tie) if key == "status" else _one(key, newer, older)


def _same(one: Any, other: Any) -> bool:
    if one is GONE or other is GONE:
        return one is other
    return one is other or canonical(one) == canonical(other)


def _time(value: Any) -> str:
    if not isinstance(value, dict):
        return ""
    return max((utc(said) for name in _TIMES if isinstance(said := value.get(name), str)), default="")


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _united(base: list[str], newer: list[str], older: list[str]) -> list[str]:
    before, one, two = set(base), set(newer), set(older)
    holds = (one & two) | ((one | two) - before)
    return [text for text in dict.fromkeys((*newer, *older)) if text in holds]


def _steps(newer: list[Any], older: list[Any]) -> list[Any]:
    """What both sides tell of a life: each event once, in the order of their times."""
    every = {canonical(step): step for step in (*older, *newer) if isinstance(step, dict)}
    return [every[said] for said in sorted(every, key=lambda said: (str(every[said].get("when")), said))]


def _one(key: str, newer: Any, older: Any) -> Any:
    """One of two values of which neither is part of the other."""
    are_alike = type(newer) is type(older) or (_is_number(newer) and _is_number(older))
    if are_alike and isinstance(newer, str | int | float) and not isinstance(newer, bool):
        if key in _LARGEST:
            return max(newer, older)
        if key in _FIRST:
            return min(newer, older)
    return newer


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _state(newer: Any, older: Any, *, is_tie: bool) -> Any:
    """Which of two states holds: what is in force stays so, and of two as new as each other the later of a life."""
    if (newer, older) in ((WATCHING, ACTIVE), (ACTIVE, WATCHING)):
        return ACTIVE
    said = [(lifecycle.named(one) or one) if isinstance(one, str) else None for one in (newer, older)]
    ranks = [_LIFE.index(one) if one in _LIFE else -1 for one in said]
    return older if is_tie and ranks[1] > ranks[0] else newer
