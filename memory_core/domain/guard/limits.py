"""Constraints with a measure: a version that stays, a number that is not passed, a region that data does not leave."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core import data
from memory_core.domain.bounds import SENTENCE, SPOKEN
from memory_core.domain.guard.reading import Reading, Thing
from memory_core.light.stems import stem
from memory_core.text.expressions import Expressions

_RE: Final = Expressions("guard/limits.txt")
_NUMBER: Final = _RE.text("number")
_COUNTS: Final = dict(zip("zero one two three four five six seven eight nine ten".split(), range(11), strict=True))
_COUNT: Final = rf"{_NUMBER}|{'|'.join(_COUNTS)}"
_MOST: Final = re.compile(
    rf"\b(?:at most|no(?:t)? more than|(?:not|never) exceed|below|under|max(?:imum)?(?: of)?|up to|less than|"
    rf"fewer than|within|longer than|more than|larger than|bigger than|over|exceeds?|above|limited to|capped at)\s+"
    rf"({_COUNT})\s*"
    rf"(%|[a-z]+(?: \w+)?)?",
    re.IGNORECASE,
)
_LEAST: Final = re.compile(
    rf"\b(?:at least|minimum(?: of)?|no less than|not (?:fall |drop )?below|never (?:falls? |drops? )?below|above)\s+"
    rf"({_COUNT})\s*(%|[a-z]+)?",
    re.IGNORECASE,
)
_AMOUNT: Final = re.compile(rf"(?<![\w.])({_NUMBER}|{'|'.join(_COUNTS)})\s*(%|[a-z]+)?", re.IGNORECASE)
_UNITS: Final = {
    "ms": ("time", 0.001), "millisecond": ("time", 0.001), "s": ("time", 1), "sec": ("time", 1), "second": ("time", 1),
    "minute": ("time", 60), "min": ("time", 60), "hour": ("time", 3600), "h": ("time", 3600), "day": ("time", 86400),
    "kb": ("size", 1), "kib": ("size", 1), "kilobyte": ("size", 1), "mb": ("size", 1000), "mib": ("size", 1000),
    "gb": ("size", 1e6), "gib": ("size", 1e6), "byte": ("size", 0.001), "bytes": ("size", 0.001), "%": ("share", 1),
    "percent": ("share", 1),
}  # fmt: skip
_VERSION: Final = re.compile(
    r"(?<![\w.])v?(\d+(?:\.\d+)*)(?:\.x)?(?![\w%]|\s*(?:%|ms\b|[kmg]i?b\b|seconds?\b))", re.IGNORECASE
)

_REGION: Final = {
    word: name for name, words in data.expressions("guard/limits_regions.txt") for word in data.cues(words)
}
_SAID: Final = re.compile(
    rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, _REGION), key=len, reverse=True))})(?![\w-])|\bUS\b", re.IGNORECASE
)
_OUT_OF: Final = re.compile(r"\b(?:not|never|no)\b(?!.*\b(?:leaves?|outside|beyond)\b)", re.IGNORECASE)


class Pin(NamedTuple):
    """A version that something stays on, or must at least be served."""

    text: str
    version: str
    floor: bool


class Bound(NamedTuple):
    """A number that is not passed."""

    text: str
    number: float
    unit: str
    most: bool


def region(text: str) -> tuple[str, ...]:
    """The regions that a text names; `us` only where it cannot be the pronoun."""
    text = text[:SPOKEN]
    found = [one[0] for one in _SAID.finditer(text)]
    return tuple(dict.fromkeys("us" if one == "US" else _REGION[one.casefold()] for one in found if one != "us"))


def regions(clause: str) -> tuple[str, bool]:
    """The region that a clause keeps something in (True) or out of (False); "" where it names none."""
    clause = clause[:SENTENCE]
    found = region(clause)
    if not found or not (_RE["inside"].search(clause) or _OUT_OF.search(clause)):
        return "", True
    return found[0], not _OUT_OF.search(clause)


def outside(kept: str, proposed: str, *, within: bool) -> bool:
    """Whether a proposal names a region that a rule shuts out."""
    inside = [(one + "/").startswith(kept + "/") for one in region(proposed)]
    return bool(inside) and (not all(inside) if within else any(inside))


def pin(clause: str) -> Pin | None:
    """The version that a clause holds something at."""
    found = _VERSION.search(clause)
    if any(measured(one) for one in bounds(clause)):
        return None
    if not found or (_MOST.search(clause) and not re.search(r"\b(?:upgrad|updat|bump|version)", clause, re.IGNORECASE)):
        return None
    floor = bool(_RE["floor"].search(clause))
    if not floor and not _RE["stays"].search(clause):
        return None
    rest = _RE["bare"].sub(" ", clause[: found.start()] + " " + clause[found.end() :])
    return Pin(rest, found[1], floor)


def moved(kept: Pin, proposed: str, new: Reading) -> str:
    """Where a proposal would take what a rule pins; "" where it stays."""
    versions = [one[1] for one in _VERSION.finditer(proposed)]
    target = versions[-1] if versions else ""
    changed = bool(new.types & {"upgrade", "replace", "move", "downgrade", "raise", "introduce", "configure"})
    changed |= bool(re.search(r"->|→|=>", proposed))
    if not changed or (not target and "upgrade" not in new.types) or kept.version == target:
        return ""
    if target and (target + ".").startswith(kept.version + "."):
        return ""
    if kept.floor:
        return target if target and _parts(target) > _parts(kept.version) and "introduce" not in new.types else ""
    return target or "another version"


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def bounds(clause: str) -> Iterator[Bound]:
    """The numbers that a clause does not let pass."""
    for pattern, most in ((_LEAST, False), (_MOST, True)):
        found = pattern.search(clause)
        if found and not (not most and re.search(r"\b(?:more|longer|larger) than\b", clause)):
            yield Bound(clause[: found.start()], _number(found[1]), (found[2] or "").casefold(), most)
            return


def passed(bound: Bound, proposed: str) -> str:
    """The amount of a proposal that is beyond a bound, of the same unit; "" where none is."""
    proposed = proposed[:SPOKEN]
    kind, size = _unit(bound.unit)
    for found in reversed(list(_AMOUNT.finditer(proposed))):
        its, factor = _unit((found[2] or "").casefold())
        if not kind or its not in (kind, *kind.split()):
            continue
        number = _number(found[1]) * factor
        return (
            found[0].strip() if (number > bound.number * size) == bound.most and number != bound.number * size else ""
        )
    return ""


def measured(bound: Bound) -> bool:
    """Whether a bound is one of time, size or share, which much has."""
    return _unit(bound.unit)[0] in ("time", "size", "share")


def _unit(word: str) -> tuple[str, float]:
    for one in (word, word.rstrip("s")):
        if one in _UNITS:
            return _UNITS[one]
    return " ".join(stem(part) for part in word.split() if len(part) > 2), 1.0


def _number(text: str) -> float:
    return float(_COUNTS.get(text.casefold(), -1)) if text.isalpha() else float(text.replace(",", "."))


def counted(bound: Bound, things: tuple[Thing, ...]) -> list[Thing]:
    """What a proposal says of that which a bound counts."""
    words = {stem(part) for part in bound.unit.split()}
    return [thing for thing in things if words & {stem(part) for part in thing.said.split()}]
