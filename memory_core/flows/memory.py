"""`memory-core memory`: what /cs:memory calls. Its first word picks the verb; nothing picks `status`."""

import importlib
import os
import subprocess
import sys
import tempfile
import time
from typing import Final

from memory_core.domain.errors import Refusal
from memory_core.flows.options import Parser
from memory_core.stores import files

VERBS: Final = ("status", "reindex", "verify", "sync", "export", "import", "forget", "resolve", "doctor", "setup")
PATIENCE: Final = 100.0  # seconds; the client ends a command's shell block after 120 and drops what it printed
LAUNCHER: Final = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "bin")


def main(arguments: list[str]) -> int:
    """The exit code of the verb that the first word picks; `Refusal` where no verb has that name."""
    parser = Parser("memory", f"The memory itself: {', '.join(VERBS[:-1])} or {VERBS[-1]}.")
    parser.add_argument("words", nargs="*", help="one of these verbs and its options (default: status)")
    options = parser.read(arguments)
    verb, rest = (options.words[0], options.words[1:]) if options.words else ("status", [])
    if verb not in VERBS:
        raise Refusal(f"there is no {verb!r} here; there is: {', '.join(VERBS)}")
    rest = [*rest, "--root", options.root, *(["--json"] if options.json else [])]
    if verb == "setup" and options.args_stdin:
        return _begun(rest)
    code: int = importlib.import_module(f"memory_core.flows.{verb}").main(rest)
    return code


def _begun(arguments: list[str]) -> int:
    """Set-up outlives the client's shell block: it runs by itself, and what it said so far is printed."""
    handle, report = tempfile.mkstemp(prefix="memory-core-setup-", suffix=".txt")
    with open(handle, "wb") as out:
        running = subprocess.Popen(
            [os.path.join(LAUNCHER, "memory-core"), "setup", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    end = time.monotonic() + PATIENCE
    while running.poll() is None and time.monotonic() < end:
        time.sleep(0.1)
    print((files.read(report) or "").rstrip())
    if running.returncode is None:
        print(f"\nSet-up goes on by itself and writes to {report}. `/cs:memory setup` again waits for it.")
        return 0
    os.unlink(report)
    sys.stdout.flush()
    return running.returncode
