"""What an entry of `IRIS_MEMORY.json` must be to be written: lengths, scopes, dates (IRIS-43, 45, 47, 48)."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from memory_core.core.light.errors import Refusal
from memory_core.guardrails.file_format import DATES, ENFORCE, FORBID, Section, day
from memory_core.guardrails.light.check import expression, is_expression

FUTURE: Final = "revisit_on must be a future date."
_TEXT: Final = (5, 500)
_SCOPE: Final = (1, 500)
_LENGTHS: Final = {
    "reason": (10, 2000), "rejected_reason": (10, 2000), "description": (1, 2000),
    "applies_to": _SCOPE, "scope": _SCOPE,
    "constraint": _TEXT, "pattern": _TEXT, "proposed": _TEXT,
    "adr_reference": (1, 500), "reconsider_when": (1, 2000), "instead": (1, 2000),
}  # fmt: skip
_LEAST: Final = {("rejection", "cycle"): 1, ("exception", "iris_cycle"): 0, ("context-change", "iris_cycle"): 1}
_ROOTED: Final = re.compile(r"[/\\~]|[A-Za-z]:[/\\]")
_ABOVE: Final = re.compile(r"(?:^|[/\\])\.\.(?:[/\\]|$)")


def faults(item: Mapping[str, Any], section: Section, keys: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """What keeps an entry from being written, (key, what); with `keys` only what concerns these."""
    for key in section.keys:
        if key != "id" and (not keys or key in keys):
            yield from ((key, what) for what in _faults(key, item.get(key), section))
    if item.get("permanent") and item.get("expires_on") and (not keys or {"permanent", "expires_on"} & {*keys}):
        yield "expires_on", "what is permanent does not expire; give one of the two"


def _faults(key: str, value: Any, section: Section) -> Iterator[str]:
    if value is None:
        if key in (section.text, section.reason, section.scope):
            yield "is missing"
    elif key in _LENGTHS:
        yield from _unmeasured(key, value, section)
    elif key in DATES and day(value) != value:
        yield f"{value!r} is no day of the calendar; write YYYY-MM-DD"
    elif (section.kind, key) in _LEAST and value < _LEAST[section.kind, key]:
        yield f"must be at least {_LEAST[section.kind, key]}, not {value}"
    elif key == "enforce" and value not in ENFORCE:
        yield f"must be {', '.join(ENFORCE[:-1])} or {ENFORCE[-1]}, not {value!r}; what is to do nothing is removed"
    elif key == "rejected_by" and value not in ("user", "team"):
        yield f"must be user or team, not {value!r}"
    elif key == "forbid":
        yield from _unfit(value)


def _unmeasured(key: str, value: str, section: Section) -> Iterator[str]:
    least, most = _LENGTHS[key]
    if section.kind == "constraint" and key == "reason":
        least = 1
    if len(value) < least:
        yield f"is too short; give a little more: at least {least} characters"
    elif len(value) > most:
        yield f"is {len(value):,} characters long; say it in at most {most:,}"
    elif key == section.scope:
        yield from _outside(value)


def _outside(scope: str) -> Iterator[str]:
    for part in scope.split(","):
        plain = part.strip().removeprefix("!").strip()
        if _ROOTED.match(plain):
            yield f"{plain!r} is not inside the project; give a path or a glob relative to its root"
        elif _ABOVE.search(plain):
            yield f"{plain!r} must not lead upwards; give a path or a glob relative to the project's root"


def _unfit(words: list[str]) -> Iterator[str]:
    for word in words:
        if len(word) > FORBID:
            yield f"has an expression of {len(word):,} characters; at most {FORBID} are looked at"
        if not is_expression(word):
            continue
        pattern, case = expression(word)
        try:
            re.compile(pattern, 0 if case else re.IGNORECASE)
        except (re.error, RecursionError, OverflowError) as error:
            yield f"{word!r} is no regular expression ({error}); mend it, or leave out the slashes to mean the words"


def late(given: Mapping[str, Any], today: str) -> Iterator[tuple[str, str]]:
    """The given dates that can have no effect (IRIS-43), as (key, fault)."""
    revisit, end = given.get("revisit_on"), given.get("expires_on")
    if revisit is not None and day(revisit) == revisit and revisit <= today:
        yield "revisit_on", FUTURE.partition(" ")[2]
    if end is not None and day(end) == end and end < today:
        yield "expires_on", f"{end} is past; give today ({today}) or a later day"


def check_dates(given: Mapping[str, Any], today: str) -> None:
    """Raise `Refusal` if a given date can have no effect."""
    for key, what in late(given, today):
        raise Refusal(f"{key} {what}")
