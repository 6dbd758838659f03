"""The result of a check of `doctor`, and functions that make checks of a list of faults."""

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from memory_core.core.budget import how_many
from memory_core.core.light import clock, files, json_store

OK, WARN, FAIL = "ok", "warn", "fail"
SHOWN: Final = 5  # faults of one place that are listed
BY_HAND: Final = "mend it by hand, or run `memory-core doctor --fix` (a copy of the file is set aside first)"


class Check(NamedTuple):
    """The result of one check: `state` is ok, warn or fail; `remedy` is "" if nothing is to be done."""

    name: str
    state: str
    detail: str
    remedy: str = ""


def listed(name: str, rows: Sequence[tuple[str, str]], more: str, remedy: str, where: str = "") -> Iterator[Check]:
    """A warning for each of the first rows (detail, remedy), and the number of further rows."""
    yield from (Check(name, WARN, detail, mends) for detail, mends in rows[:SHOWN])
    if (left := len(rows) - SHOWN) > 0:
        yield Check(name, WARN, how_many(left, more) + where, remedy)


def mended(copies: Iterable[str]) -> Iterator[Check]:
    """A warning for each file that was repaired automatically, with its damaged copy; newest first."""
    rows = []
    for copy in sorted(copies, key=lambda path: -files.modified(path)):
        folder, name = os.path.split(copy)
        path = os.path.join(folder, json_store.copied(name))
        detail = f"{path} was damaged and was written anew on {day(copy)} with every entry that could be read"
        rows.append((detail, f"compare it with {copy}, which has the damaged bytes, then delete that copy"))
    yield from listed("mended by itself", rows, "more file", "look for *.damaged.json there")


def day(path: str) -> str:
    """The day on which a file was changed last, as YYYY-MM-DD in UTC."""
    return clock.stamp(datetime.fromtimestamp(files.modified(path), UTC))[:10]
