"""A time limit for regular expressions, which can run practically for ever.

CPython's engine calls no signal handler within one step, and a step can take seconds. So expressions run in a child
process, which its own timers end without Python; the results until then are already handed over.
"""

import marshal
import os
import select
import time
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from memory_core.guardrails.light.added_lines import NEAR, Lines
from memory_core.guardrails.light.check import expression

EACH: Final = 0.05  # seconds of processor time of an expression for lines of ordinary length,
LONG: Final = 0.6  # and for longer ones,
PER_LETTER: Final = 0.5e-6  # and what both get on top for a long text
ALL: Final = 1.0  # seconds on the clock for all expressions of an edit
WINDOW: Final = 1000  # characters of a line that are looked at in one go,
SHARED: Final = 250  # of which so many are looked at in the next go as well
_MANY: Final = 20  # matches in one line
_SHOWN: Final = 80  # characters of a match that no single window holds
_HEAD: Final = 4  # bytes of a message that say how long it is

if TYPE_CHECKING:
    import signal
else:
    try:
        import _signal as signal  # `signal` itself is this and 6 ms of enumerations
    except ImportError:
        import signal

KNOWN: Final = hasattr(os, "fork") and hasattr(signal, "setitimer")  # not on Windows

Job = tuple[str, Sequence[Lines]]
Found = dict[int, list[str]]


class Expressions:
    """Searches the expressions of `forbid` in lines, with a time limit for each and for all together.

    An expression that takes too long on ordinary lines, or is invalid, is not run again: `failed` maps its text to the
    reason. `late` are the expressions that were not searched in all lines, because the time was over.
    """

    def __init__(self, off: Collection[str] = (), *, each: float = EACH, most: float = ALL) -> None:
        self.failed: dict[str, str] = {}
        self.late: set[str] = set()
        self._off, self._each, self._left = off, each, most
        self._known: dict[tuple[str, int], tuple[Lines, Found]] = {}

    def look(self, jobs: Sequence[Job]) -> None:
        """Search each expression in its lines, in this order; `find` returns the results."""
        self._known = {(text, id(lines)): (lines, {}) for text, all_lines in jobs for lines in all_lines}
        if not KNOWN:
            return
        wanted: dict[str, list[Lines]] = {}
        for (text, _), (lines, _) in self._known.items():
            if text not in self._off and text not in self.failed:
                wanted.setdefault(text, []).append(lines)
        todo = list(wanted.items())
        while todo:
            if self._left <= 0:
                self.late.update(text for text, _ in todo)
                return
            start = time.monotonic()
            todo = todo[self._run(todo) :]
            self._left -= time.monotonic() - start

    def find(self, forbidden: str, lines: Lines) -> Found:
        """What an expression matches, by the numbers of the lines, from 0."""
        if (forbidden, id(lines)) not in self._known:
            self.look([(forbidden, [lines])])
        return self._known[forbidden, id(lines)][1]

    def _run(self, jobs: Sequence[Job]) -> int:
        """How many of the jobs are done, one way or the other, when the child has ended."""
        source, sink = os.pipe()
        child = os.fork()
        if not child:
            _work(jobs, sink, self._each, self._left)
        os.close(sink)
        done, has_begun = 0, False
        try:
            for kind, result in _messages(source, self._left):
                if kind == "failed":
                    self.failed[jobs[done][0]] = result
                elif kind != "begun":  # "ordinary" are the lines of ordinary length, "found" all of them
                    self._keep(jobs[done], result)
                has_begun = kind == "begun"
                done += kind in ("found", "failed")
        finally:
            os.close(source)
            os.kill(child, signal.SIGKILL)  # it may be gone: until it is waited for, its number is its own
            status = os.waitpid(child, 0)[1]
        if done == len(jobs):
            return done
        text = jobs[done][0]
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGVTALRM and has_begun:
            self.failed[text] = f"took longer than {self._each * 1000:.0f} ms for lines of ordinary length"
        else:
            self.late.add(text)
        return done + 1

    def _keep(self, job: Job, result: Sequence[Found]) -> None:
        text, all_lines = job
        for lines, matched in zip(all_lines, result, strict=True):
            self._known[text, id(lines)] = lines, matched


def _messages(source: int, seconds: float) -> Iterator[tuple[str, Any]]:
    """The messages of the child, until it ends or the time is over."""
    until = time.monotonic() + seconds
    held = b""
    while (left := until - time.monotonic()) > 0 and select.select([source], [], [], left)[0]:
        more = os.read(source, 1 << 16)
        if not more:
            return
        held += more
        while len(held) >= _HEAD and len(held) >= (end := _HEAD + int.from_bytes(held[:_HEAD], "big")):
            yield marshal.loads(held[_HEAD:end])  # noqa: S302 - our own child wrote it
            held = held[end:]


def _work(jobs: Sequence[Job], sink: int, each: float, seconds: float) -> None:
    """The child: does the jobs, and ends."""
    try:
        for number in (signal.SIGALRM, signal.SIGVTALRM):
            signal.signal(number, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds + 0.1)  # should nobody be left who ends it
        empty = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(empty, standard)
        import re  # noqa: PLC0415 - in the child alone: most edits need none, and the parent never does
        import warnings  # noqa: PLC0415

        warnings.simplefilter("ignore")
        for text, all_lines in jobs:
            size = sum(_size(lines) for lines in all_lines)
            _tell(sink, "begun", None)
            signal.setitimer(signal.ITIMER_VIRTUAL, each + PER_LETTER * size)
            try:
                pattern, case = expression(text)
                compiled = re.compile(pattern, re.MULTILINE | (0 if case else re.IGNORECASE))
            except Exception as error:  # noqa: BLE001 - whatever an expression from a file can do to its compiler
                _tell(sink, "failed", f"is no regular expression ({error})")
                continue
            matched = [_over_lines(compiled, lines) for lines in all_lines]
            if any(len(line) > WINDOW for lines in all_lines for line in lines.texts):
                _tell(sink, "ordinary", matched)
                signal.setitimer(signal.ITIMER_VIRTUAL, LONG + PER_LETTER * size)
                for lines, known in zip(all_lines, matched, strict=True):
                    known.update(_in_long(compiled, lines.texts))
            _tell(sink, "found", matched)
    finally:
        os._exit(0)


def _size(lines: Lines) -> int:
    """How many characters are looked at."""
    first, last = _around(lines)
    return sum(len(line) for line in lines.source[first:last])


def _around(lines: Lines) -> tuple[int, int]:
    """The part of the text that is searched: the lines and their surroundings."""
    return (max(lines.at[0] - NEAR, 0), lines.at[-1] + NEAR + 1) if lines.at else (0, 0)


def _tell(sink: int, kind: str, result: "str | list[Found] | None") -> None:
    raw = marshal.dumps((kind, result))
    held = len(raw).to_bytes(_HEAD, "big") + raw
    while held:
        held = held[os.write(sink, held) :]


def _over_lines(compiled: Any, lines: Lines) -> Found:
    """What matches in the lines of ordinary length, by the first line that a match covers."""
    from bisect import bisect_right  # noqa: PLC0415 - only the child looks for it

    first, last = _around(lines)
    source = ["" if len(line) > WINDOW else line for line in lines.source[first:last]]
    if source and source[0].startswith("\ufeff"):
        source[0] = source[0][1:]
    starts, at = [], 0
    for line in source:
        starts.append(at)
        at += len(line) + 1
    text = "\n".join(source).replace("\r", "\n")  # an editor shows a line of its own behind each
    mine = [place - first for place in lines.at]
    matched: Found = {}
    for match in compiled.finditer(text):
        begin, end = match.span()
        low = bisect_right(starts, begin) - 1
        high = bisect_right(starts, max(begin, end - 1)) - 1
        index = bisect_right(mine, low - 1)
        while index < len(mine) and mine[index] <= high and not source[mine[index]]:
            index += 1  # a blank line, or a long one, which is looked at by itself
        if index == len(mine) or mine[index] > high:
            continue
        held = matched.setdefault(index, [])
        if len(held) < _MANY:
            held.append(match[0] or source[mine[index]].strip())
    return matched


def _in_long(compiled: Any, lines: Sequence[str]) -> Found:
    """What matches in the lines that are longer than a window."""
    matched = {}
    for at, line in enumerate(lines):
        if len(line) > WINDOW:
            pieces = line.lstrip("\ufeff").split("\r")
            if matches := [match for piece in pieces for match in _matches(compiled, piece)][:_MANY]:
                matched[at] = [match or line.strip() for match in matches]
    return matched


def _matches(compiled: Any, line: str) -> list[str]:
    """The matches in a line, window by window; a match that two windows find counts once."""
    texts: list[str] = []
    last = -1  # where the last match ended
    step = WINDOW - SHARED
    for start in range(0, max(len(line) - SHARED, 1), step):
        end = start + WINDOW
        for match in compiled.finditer(line, start, end):
            is_cut = match.end() == end < len(line)
            if match.start() < max(last, 0) or match.end() == last or (is_cut and match.start() >= start + step):
                continue
            last = match.end()
            text = match[0]
            # What is longer than the windows have in common must not depend on where they begin.
            texts.append(text if len(text) <= SHARED else text[:_SHOWN] if is_cut else text[-_SHOWN:])
            if len(texts) == _MANY:
                return texts
    return texts
