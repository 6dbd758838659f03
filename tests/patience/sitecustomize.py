"""Makes the deadlines of the product longer in tests: what passes does not depend on how busy the machine is.

The clock that deadlines are read from runs slower, and the timers wait longer, 20 times each. A test of what happens at
a deadline sets another factor, `TESTS_CLOCK` or `TESTS_TIMERS`: below 1 the deadline comes sooner. Timers of processor
time stay as they are. `tests/conftest.py` puts this folder on PYTHONPATH, where Python imports `sitecustomize` at its
start, and imports it for the tests themselves.
"""

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
else:
    import _signal as signal  # what the product sets its timers with

_monotonic, _setitimer, _getitimer = time.monotonic, signal.setitimer, signal.getitimer


def _factor(name: str) -> float:
    return float(os.environ.get(name, "20"))


def _slow() -> float:
    return _monotonic() / _factor("TESTS_CLOCK")


def _set(which: int, seconds: float, interval: float = 0.0) -> tuple[float, float]:
    return _setitimer(which, seconds * _factor("TESTS_TIMERS") if which == signal.ITIMER_REAL else seconds, interval)


def _get(which: int) -> tuple[float, float]:
    seconds, interval = _getitimer(which)
    return (seconds / _factor("TESTS_TIMERS") if which == signal.ITIMER_REAL else seconds), interval


time.monotonic, signal.setitimer, signal.getitimer = _slow, _set, _get
