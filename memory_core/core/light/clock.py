"""The clock of all verbs and hooks. `MEMORY_CORE_NOW` (ISO 8601) replaces the real time."""

import os
import time

from memory_core.core.light.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:  # `datetime` takes as long to load as the hook for prompts takes to answer
    from datetime import datetime

_FIRST, _LAST = 1970, 9000  # years; the days around them must be valid dates, too
_FORM = "%Y-%m-%dT%H:%M:%SZ"


def now() -> "datetime":
    """The current time in UTC. A `MEMORY_CORE_NOW` without a zone is UTC (X-12)."""
    from datetime import UTC, datetime

    fixed = os.environ.get("MEMORY_CORE_NOW")
    if not fixed:
        return datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(fixed)
        is_known = _FIRST <= moment.year <= _LAST
    except ValueError:
        is_known = False
    if not is_known:
        raise Refusal(
            f"MEMORY_CORE_NOW is {fixed!r}, not an ISO 8601 time from {_FIRST} to {_LAST}; unset it or write "
            "2026-01-31T12:00:00Z"
        )
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def stamp(moment: "datetime") -> str:
    """A time as homes store it: `2026-01-31T12:00:00Z`."""
    from datetime import UTC

    return moment.astimezone(UTC).strftime(_FORM)


def after(moment: str) -> str:
    """The current time as homes store it, but at least one second later than `moment`, which may be "".

    Homes compare seconds, so this keeps the order of two changes within a second or after the clock was set back. Raise
    `OverflowError` if `moment` is the last representable second.
    """
    from datetime import datetime, timedelta

    moment_now = present()
    if moment_now > moment:
        return moment_now
    return stamp(datetime.fromisoformat(moment) + timedelta(seconds=1))


def present() -> str:
    """The current time as homes store it."""
    return stamp(now()) if os.environ.get("MEMORY_CORE_NOW") else time.strftime(_FORM, time.gmtime())


def today() -> str:
    """The local date, `2026-01-31`, with which the dates of guard rails are compared (X-12)."""
    if os.environ.get("MEMORY_CORE_NOW"):
        return now().astimezone().date().isoformat()
    return time.strftime("%Y-%m-%d", time.localtime())


def seconds() -> float:
    """The current time in seconds since 1970."""
    return now().timestamp() if os.environ.get("MEMORY_CORE_NOW") else time.time()


def days_ago(days: int) -> str:
    """The date so many days ago, YYYY-MM-DD in UTC."""
    from datetime import timedelta

    try:
        return (now() - timedelta(days=days)).date().isoformat()
    except OverflowError:  # before the first date of the calendar
        return "0001-01-01"


def waiting_days() -> tuple[str, str]:
    """The first date of rules that still wait for confirmation, and the date before which they must be dated."""
    return days_ago(30), days_ago(-2)
