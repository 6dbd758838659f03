"""Work that may take long, in a hook that has to answer: it is stopped, wherever it is.

Only for what may be killed at any moment, and is done anew.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import signal
else:
    try:
        import _signal as signal  # `signal` itself is this and 6 ms of enumerations
    except ImportError:
        import signal


class LateError(BaseException):
    """The time is over. Not an `Exception`: nothing on the way may swallow it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `LateError` in the `with` block after so many seconds; where the system has no timers, never.

    What the whole hook has left goes on to count.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    before, left = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)[0]
    start = time.monotonic()
    signal.signal(signal.SIGALRM, _late)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, left or seconds))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - start), 0.01))


def _late(*_: object) -> None:
    raise LateError
