"""A bound on what would not end by itself: a regular expression can take longer than the age of the world."""

import re
import signal
import time
import warnings
from collections.abc import Callable, Collection
from itertools import islice
from typing import Final, TypeVar

from memory_core.domain.guard.added import Lines
from memory_core.domain.guard.check import LONG, expression

T = TypeVar("T")
KNOWN: Final = hasattr(signal, "setitimer")  # not on Windows
EACH: Final = 0.05  # seconds of processor time that an expression may take,
ALL: Final = 0.2  # that all expressions of an edit may take,
PER_LETTER: Final = 0.5e-6  # and what both get on top for a long text
_MANY: Final = 20  # matches in one line


class LateError(Exception):
    """The work took longer than it may."""


class _Bell(BaseException):
    """Nothing on the way may swallow it."""


def within(seconds: float, work: Callable[[], T]) -> T:
    """What the work gives back; `LateError` where it takes more processor time than that, or no time can be bound.

    Processor time, because a busy machine is no fault of an expression; and a timer of its own, beside that of a hook.
    """
    if not KNOWN:
        raise LateError
    try:
        before = signal.signal(signal.SIGVTALRM, _ring)
    except ValueError:  # not in the main thread
        raise LateError from None
    try:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
            return work()
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except _Bell:
        raise LateError from None
    finally:
        signal.signal(signal.SIGVTALRM, before)


class Expressions:
    """Looks for the expressions of `forbid` in lines, each in bounded time and all together as well.

    One that takes too long, or that is none, is not run again; `failed` says why, by its text.
    """

    def __init__(self, off: Collection[str] = (), *, each: float = EACH, most: float = ALL) -> None:
        self.failed: dict[str, str] = {}
        self.late = False  # the time for all of them was over
        self._off, self._each, self._left = off, each, most

    def find(self, forbidden: str, lines: Lines) -> dict[int, list[str]]:
        """What an expression matches, by the numbers of the lines, from 0."""
        if not KNOWN or forbidden in self._off or forbidden in self.failed:
            return {}
        more = PER_LETTER * sum(min(len(line), LONG) for line in lines.texts)
        allowed = min(self._each, self._left) + more
        if self._left <= 0:
            self.late = True
            return {}
        start = time.process_time()
        try:
            return within(allowed, lambda: _found(forbidden, lines.texts))
        except LateError:
            if allowed >= self._each:
                self.failed[forbidden] = f"took longer than {allowed * 1000:.0f} ms"
            else:
                self.late = True
        except Exception as error:  # noqa: BLE001 - whatever an expression from a file can do to its compiler
            self.failed[forbidden] = f"is no regular expression ({error})"
        finally:
            self._left -= max(0.0, time.process_time() - start - more)
        return {}


def _found(forbidden: str, lines: list[str]) -> dict[int, list[str]]:
    pattern, case = expression(forbidden)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compiled = re.compile(pattern, 0 if case else re.IGNORECASE)
    found = {}
    for at, line in enumerate(lines):
        if matches := [match[0] or line.strip() for match in islice(compiled.finditer(line[:LONG]), _MANY)]:
            found[at] = matches
    return found


def _ring(*_: object) -> None:
    raise _Bell
