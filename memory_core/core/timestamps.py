"""Times in the stored form: UTC, ISO 8601, seconds, `Z` (X-12)."""

import re
from functools import lru_cache
from typing import Final

_TIME: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(?:[.,]\d+)?\s*(?:Z|z|([+-])(\d\d):?(\d\d)?)?)?\Z", re.ASCII
)
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@lru_cache(1024)  # memories that are read together often have the same time
def utc(text: str) -> str:
    """The time that a text gives, as `2026-01-31T12:00:00Z`; without a zone it is UTC; "" if it is not a time."""
    match = _TIME.match(text.strip())
    if not match:
        return ""
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    if not (1 <= month <= 12 and 1 <= day <= _length(year, month) and hour < 24 and minute < 60 and second < 61):
        return ""
    sign, hours, minutes = match.groups()[6:]
    ahead = (int(hours or 0) * 60 + int(minutes or 0)) * (-1 if sign == "-" else 1)
    late = hour * 60 + minute - ahead
    year, month, day = _shifted(year, month, day, late // 1440)
    late %= 1440
    return f"{year:04}-{month:02}-{day:02}T{late // 60:02}:{late % 60:02}:{min(second, 59):02}Z"


def _shifted(year: int, month: int, day: int, days: int) -> tuple[int, int, int]:
    day += days
    while day < 1:
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)
        day += _length(year, month)
    while day > _length(year, month):
        day -= _length(year, month)
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return year, month, day


def _length(year: int, month: int) -> int:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and leap else _DAYS[month - 1]


def days_between(earlier: str, later: str) -> int:
    """The days from one date or time to another; 0 if one of them is not a time."""
    first, last = utc(earlier), utc(later)
    return _count(last) - _count(first) if first and last else 0


def _count(day: str) -> int:
    """The number of a day, counted from year 0."""
    year, month, number = int(day[:4]), int(day[5:7]), int(day[8:10])
    before = year - 1
    leaps = before // 4 - before // 100 + before // 400
    return year * 365 + leaps + sum(_length(year, each) for each in range(1, month)) + number
