"""Ends sessions in processes of their own, each forked from one that has loaded what they need.

A line on standard input is a list of [project, session, seconds to wait first]; the answer is a line with how each of
these processes ended. `Ends` is the other end of it.
"""

import json
import os
import subprocess
import sys
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import Self


class Ends:
    """A process that ends sessions at once."""

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.ending"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            cwd=Path(__file__).parent.parent,
        )
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.communicate()

    def at_once(self, *sessions: tuple[Path, str, float]) -> list[int]:
        """How the processes ended, one for each session; each waits its seconds first."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([[str(root), name, wait] for root, name, wait in sessions]) + "\n")
        answer: list[int] = json.loads(self.process.stdout.readline())
        return answer


def main() -> None:
    from memory_core.capture import session_finish, worker  # noqa: F401 - what an end loads
    from memory_core.core.light import queue
    from memory_core.learnings import (
        conflict,
        matcher,
        tiers,  # noqa: F401 - what an end loads
    )
    from tests.test_tiers_session import preference

    known = preference("Use pnpm instead of npm"), preference("Never call the table of birds after them")
    conflict.relation(*known)  # expressions are compiled now, not by each process anew
    matcher.lines(known)
    for line in sys.stdin:
        children = []
        for root, name, wait in json.loads(line):
            child = os.fork()
            if not child:
                status = 1
                try:
                    time.sleep(wait)
                    queue.put(root, {"name": "SessionEnd", "session": name, "cwd": root})
                    worker.drain(root, time.monotonic() + 60, patience=60)
                    status = 0
                except BaseException:
                    traceback.print_exc()
                finally:
                    os._exit(status)
            children.append(child)
        print(json.dumps([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]), flush=True)


if __name__ == "__main__":
    main()
