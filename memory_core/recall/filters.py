"""The filters of verbs: kind, spec, days."""

import argparse
import importlib
import re
from datetime import UTC, datetime, timedelta
from typing import Final

from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import DOCUMENT, KINDS, kind_of, namespace
from memory_core.core.options import spelling
from memory_core.recall.keyword import Filter

_TIERS: Final = ("hot", "warm", "cold")  # tiers of learnings, which `list` accepts as types
_AGO = re.compile(r"(\d{1,4})([dwmy])")
_DAYS: Final = {"d": 1, "w": 7, "m": 30, "y": 365}
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d([T ]\d\d(:\d\d){0,2}(\.\d+)?(Z|[+-]\d\d:?\d\d)?)?)?)?")


def condition(options: argparse.Namespace) -> Filter:
    """The filter of the options, as a condition on the columns of `memories`."""
    parts: list[tuple[str, ...]] = []
    if options.spec:
        parts.append(("spec = ?", options.spec))
    if options.type:
        kinds = [_kind(word) for word in options.type.split(",") if word.strip()] or [_kind(options.type)]
        parts.append((f"({' OR '.join(sql for sql, _ in kinds)})", *(value for _, value in kinds)))
    since = moment("--since", options.since) if options.since else ""
    until = moment("--until", options.until) if options.until else ""
    if since and until and since > until + "~":
        raise Refusal(f"--since {options.since} is later than --until {options.until}; swap them")
    if since:
        parts.append(("created >= ?", since))
    if until:
        parts.append(("created <= ?", until + "~"))  # `~` sorts after every moment of that day, month or year
    return Filter(" AND ".join(part[0] for part in parts), tuple(value for part in parts for value in part[1:]))


def _kind(word: str) -> tuple[str, str]:
    spaces = {namespace(kind) for kind in KINDS}
    plain = word.casefold().strip()
    if plain in ("deviation", "deviations"):  # not a kind: a decision with that tag (C-13)
        return "kind = 'decision' AND instr(record, ?)", '"deviation"'
    if plain in (DOCUMENT, f"{DOCUMENT}s"):  # no home keeps this kind
        return "kind = ?", DOCUMENT
    plain = "reviews" if plain in ("review_batch", "review_batches") else plain
    kind = kind_of(plain)
    space = namespace(kind or plain)
    if plain not in KINDS and space in spaces and space != kind:
        return "namespace = ?", space
    if kind is None:
        raise Refusal(f"there is no type {word[:80]!r}: {_meant(word, spaces)}")
    return "kind = ?", kind


def _meant(word: str, spaces: set[str]) -> str:
    """The types that an unknown word may mean, by its spelling or as a marker word; else all types."""
    plain = word.casefold().strip()
    marks = importlib.import_module("memory_core.core.light.marker_words").KINDS
    marked = [namespace(kind) for mark, kind in marks.items() if mark.casefold() == plain.removesuffix("s")]
    near = marked or spelling().nearest(plain, [*spaces, *_TIERS])
    meant = [f"list {each}" if each in _TIERS else f"list {each}`, `--type {each}" for each in near]
    return spelling().did_you_mean(meant) or f"there are {', '.join(sorted(spaces))}, and their singulars"


def moment(option: str, text: str) -> str:
    """The time or date of an option, in the stored form; a shorter date is returned as it is."""
    text = text.strip()
    ago = _AGO.fullmatch(text.casefold())
    days = {"today": 0, "yesterday": 1}.get(text.casefold())
    if ago:
        days = int(ago[1]) * _DAYS[ago[2]]
    if days is not None:
        return (clock.now() - timedelta(days=days)).strftime("%Y-%m-%d")
    try:
        if not _DATE.fullmatch(text):
            raise ValueError(text)
        if len(text) <= 10:
            datetime.fromisoformat((text + "-01-01")[:10] if len(text) < 10 else text)
            return text
        result = datetime.fromisoformat(text)
    except ValueError:
        raise Refusal(
            f"{option} {text}: write a day as 2026-01-31 or yesterday, a month as 2026-01, or an age as 7d, 2w, 3m"
        ) from None
    return clock.stamp(result.replace(tzinfo=UTC) if result.tzinfo is None else result)
