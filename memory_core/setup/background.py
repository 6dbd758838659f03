"""Background set-up: a session must not wait for it, and the client ends commands after two minutes."""

import sys
import time
from collections.abc import Sequence
from typing import Final

from memory_core.core import install, log
from memory_core.core.light import detached
from memory_core.core.light.errors import Refusal
from memory_core.setup import lock, making, steps

_SCRIPT: Final = ("hooks", "setup.py")
_BEGINS: Final = 2.0  # seconds until it is at work, at most: who asks at once how far it is shall hear of it
_LOOK: Final = 0.05


def begin(given: str | None) -> str:
    """Start a background set-up; returns the text for the session, or that of the set-up which already runs."""
    where = "`/cs:memory setup` says how far it is, and so does `memory-core setup --status` in a terminal"
    if lock.is_held():
        return f"{steps.worded(steps.last(), runs=True)}\n{where}."
    before = steps.worded(steps.last(), runs=False)
    try:
        detached.start(install.plugin(*_SCRIPT), [given] if given else [])
    except OSError as fault:
        raise Refusal(
            f"no process could be started ({fault.strerror or fault}); run `{install.plugin('bin', 'memory-core')} "
            "setup` in a terminal"
        ) from fault
    end = time.monotonic() + _BEGINS
    while not lock.is_held() and time.monotonic() < end:
        time.sleep(_LOOK)
    lines = [
        *([f"{before}. It is tried again."] if before else []),
        "Set-up goes on by itself, a minute or two with a fast network:",
        *(f"  {name}" for name in steps.SECONDS),
        f"{where}. Sessions remember as soon as it is done.",
    ]
    return "\n".join(lines)


def work(arguments: Sequence[str]) -> int:
    """The exit code of a background set-up; its failure is stored for later requests."""
    try:
        with lock.held() as taken:
            if taken:
                making.make(arguments[0] if arguments else None)
    except Refusal as refusal:
        log.write("set-up in the background", str(refusal))
        return 1
    except Exception as fault:  # noqa: BLE001 - there is nobody to see it
        log.write("set-up in the background", f"{type(fault).__name__}: {fault}")
        return 3
    return 0


def main() -> int:
    """The entry of hooks/setup.py."""
    return work(sys.argv[1:])
