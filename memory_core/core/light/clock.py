"""The one clock. `MEMORY_CORE_NOW` (ISO 8601) replaces it, in every verb and hook."""

import os
import time

from memory_core.core.light.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:  # `datetime` takes as long to load as a prompt's hook to answer
    from datetime import datetime

_FIRST, _LAST = 1970, 9000  # years; days before and after them must be dates as well
_FORM = "%Y-%m-%dT%H:%M:%SZ"


def now() -> "datetime":
    """The present moment, aware, in UTC; a naive `MEMORY_CORE_NOW` is read as UTC (X-12)."""
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
    """A moment as the homes write it: `2026-01-31T12:00:00Z`."""
    from datetime import UTC

    return moment.astimezone(UTC).strftime(_FORM)


def after(moment: str) -> str:
    """The present moment as the homes write it, at least one second later than `moment`, which may be "".

    The homes compare whole seconds: two changes within one second, or on a clock that runs backwards, keep their order.
    `OverflowError` where `moment` is the last second of all.
    """
    from datetime import datetime, timedelta

    moment_now = present()
    if moment_now > moment:
        return moment_now
    return stamp(datetime.fromisoformat(moment) + timedelta(seconds=1))


def present() -> str:
    """The present moment as the homes write it."""
    return stamp(now()) if os.environ.get("MEMORY_CORE_NOW") else time.strftime(_FORM, time.gmtime())


def today() -> str:
    """The day of the local calendar, `2026-01-31`: what the dates of guard rails are compared with (X-12)."""
    if os.environ.get("MEMORY_CORE_NOW"):
        return now().astimezone().date().isoformat()
    return time.strftime("%Y-%m-%d", time.localtime())


def seconds() -> float:
    """The present moment in seconds since 1970."""
    return now().timestamp() if os.environ.get("MEMORY_CORE_NOW") else time.time()


def days_ago(days: int) -> str:
    """The date so many days ago, YYYY-MM-DD in UTC."""
    from datetime import timedelta

    try:
        return (now() - timedelta(days=days)).date().isoformat()
    except OverflowError:  # the first days of the calendar
        return "0001-01-01"


def waiting_days() -> tuple[str, str]:
    """The days from and until which a rule that nobody confirmed waits; more than a day ahead is no time at all."""
    return days_ago(30), days_ago(-2)
