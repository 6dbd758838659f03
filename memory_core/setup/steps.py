"""The steps of set-up: what they are, and how far the one that runs has come, for whoever asks.

<data>/setup.json   of the set-up that runs or ran last: state (running, failed, ready), step, share, detail, error
<data>/setup-line   the same in one line: the launcher shows it at the start of a session, until set-up is done
"""

import contextlib
import os
import time
from collections.abc import Iterator
from typing import Any, Final

from memory_core import redact
from memory_core.core import install
from memory_core.core.light import clock, files, json_store
from memory_core.core.light.errors import Refusal
from memory_core.core.progress import Progress
from memory_core.setup import environment, model

_OFTEN: Final = 0.5  # seconds between two writings of how far it is
_LINE: Final = 300  # characters that the launcher shows


def _megabytes(number: int) -> str:
    return f"about {round(number / 1_000_000)} MB"


PACKAGES: Final = f"1/3 packages, {_megabytes(environment.SIZE)}"
MODEL: Final = f"2/3 model, {_megabytes(model.SIZE)}"
RECORD: Final = "3/3 look whether everything opens, and record it"
SECONDS: Final = {PACKAGES: 30.0, MODEL: 25.0, RECORD: 6.0}  # about, with a fast network


class Report:
    """Progress on the terminal, and the same in setup.json."""

    def __init__(self) -> None:
        self._progress = Progress(SECONDS)
        self._facts: dict[str, Any] = {"state": "running", "pid": os.getpid(), "began": clock.stamp(clock.now())}
        self._written = 0.0

    def step(self, name: str) -> None:
        """Begin a step; the one before is done."""
        self._progress.step(name)
        self._write(step=name, share=self._progress.share, detail="")
        _say(f"a set-up began at {self._facts['began'][11:16]} UTC, and was at step {name}")

    def note(self, detail: str, part: float = 0.0) -> None:
        """Note the current work of the step; `part`, 0 to 1, is done."""
        self._progress.note(detail, part)
        if detail != self._facts.get("detail") or time.monotonic() - self._written >= _OFTEN:
            self._write(share=self._progress.share, detail=detail)

    def end(self) -> None:
        """Leave the terminal's line as it was."""
        self._progress.end()

    def failed(self, error: str) -> None:
        """Keep why set-up stopped."""
        self._write(state="failed", error=error)
        _say(f"its set-up stopped: {error}")

    def ready(self) -> None:
        """Forget the steps: the installed files show that set-up is complete."""
        for path in (_path(), line_path()):
            files.remove(path)

    def _write(self, **facts: Any) -> None:
        self._written = time.monotonic()
        self._facts |= facts
        with contextlib.suppress(OSError):
            json_store.save(_path(), self._facts)


@contextlib.contextmanager
def reported() -> Iterator[Report]:
    """Report the set-up that runs inside the block; its failure is stored in the report."""
    report = Report()
    try:
        yield report
    except Refusal as refusal:
        report.failed(str(refusal))
        raise
    except KeyboardInterrupt:
        report.failed("it was interrupted; the next one goes on from here")
        raise
    except Exception as fault:
        report.failed(f"a fault of ours: {fault!r}")
        raise
    finally:
        report.end()
    report.ready()


def last() -> dict[str, Any]:
    """The content of setup.json; {} if no set-up runs and the last one was complete."""
    return json_store.load(_path())


def worded(facts: dict[str, Any], *, runs: bool) -> str:
    """How far a set-up is, or why it stopped, in a line or two; "" if there is nothing to say."""
    if not facts:
        return "a set-up begins" if runs else ""
    if runs:
        detail = f" ({facts['detail']})" if facts.get("detail") else ""
        return f"set-up runs since {str(facts.get('began'))[11:16]} UTC: {_far(facts)}{detail}"
    if facts.get("state") == "failed":
        return f"the last set-up stopped at step {facts.get('step')}: {facts.get('error')}"
    return f"the last set-up was ended from outside at {_far(facts)}; `memory-core setup` goes on from there"


def _far(facts: dict[str, Any]) -> str:
    return f"step {facts.get('step')}, {float(facts.get('share') or 0.0):.0%} of everything"


def _path() -> str:
    return install.data("setup.json")


def line_path() -> str:
    """The file with the line for the launcher."""
    return install.data("setup-line")


def _say(what: str) -> None:
    """Write the line for the launcher, which puts it between quotation marks."""
    plain = "".join(char for char in redact.neutral(redact.clean(what)) if char.isprintable())
    plain = plain.replace("\\", "/").replace('"', "'")[:_LINE]
    line = f"memory-core is not ready: {plain}. /cs:memory setup says how far it is, or goes on"
    with contextlib.suppress(OSError):
        files.write(line_path(), f"{line}\n")
