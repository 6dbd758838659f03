"""`memory-core memory`: what /cs:memory calls. Its first word picks the verb; nothing picks `status`."""

import contextlib
import importlib
import io
import os
import re
import subprocess
import sys
import tempfile
import time
from typing import Final

from memory_core.domain.fence import fenced
from memory_core.flows import actions
from memory_core.flows.jarvis import ACTIONS
from memory_core.flows.options import Parser
from memory_core.light import files
from memory_core.light.errors import Refusal
from memory_core.stores import install

VERBS: Final = actions.of("memory")
TIERS: Final = tuple(name for name in ACTIONS if name not in (*VERBS, "help"))
LASTING: Final = ("reindex", "sync", "backfill")  # may take longer than the client waits
LISTED: Final = ("hot", "warm", "cold", "all")  # tiers: what is listed is learnings alone
_BOTH: Final = ("forget", "edit")  # verbs of memories that learnings have, too
REPORTS: Final = ("status", "verify", "doctor", "setup")
_LEARNING: Final = re.compile(r"(?:\w+/)?(?:pref|pat|hot)[_-]", re.IGNORECASE)
PATIENCE: Final = 100.0  # seconds; the client ends a command's shell block after 120 and drops what it printed
LAUNCHER: Final = install.plugin("bin")


def main(arguments: list[str]) -> int:
    """The exit code of the verb that the first word picks; `Refusal` where no verb has that name."""
    options = Parser("memory", f"The memory itself: {', '.join(VERBS)}; its learnings: {', '.join(TIERS)}.").read(
        arguments
    )
    verb, words = (options.words[0], options.words[1:]) if options.words else ("status", [])
    if verb == "help":
        print(_help("/cs:memory" if options.args_stdin else "memory-core memory"))
        return 0
    if verb not in (*VERBS, *TIERS):
        raise Refusal(f"there is no {verb!r} here; there is: {', '.join((*VERBS, *TIERS))}")
    given = ["--root", options.here, *(["--json"] if options.json else [])]
    first = words[0] if words else ""
    if verb in TIERS or (verb in _BOTH and _LEARNING.match(first)) or (verb == "list" and first in LISTED):
        stdin = ["--args-stdin", "--"] if options.args_stdin else []
        return _run("jarvis", ["memory", verb, *given, *stdin, *words])
    if not options.args_stdin:
        return _run(verb, [*given, *words])
    if verb in LASTING:
        return _begun(verb, [*words, *given])
    given += ["--args-stdin", "--", *words]
    return _reported(verb, given) if verb in REPORTS and not options.json else _run(verb, given)


def _help(call: str) -> str:
    learned = {name: ACTIONS[name] for name in TIERS}
    return f"The memory itself:\n{actions.rows(VERBS, call)}\n\nWhat was learned of you:\n{actions.rows(learned, call)}"


def _run(verb: str, arguments: list[str]) -> int:
    action = VERBS.get(verb)
    module = importlib.import_module(f"memory_core.{action.module if action else f'flows.{verb}'}")
    code: int = getattr(module, action.function if action else "main")(arguments)
    return code


def _reported(verb: str, arguments: list[str]) -> int:
    """The exit code of a verb whose report goes into the session, fenced."""
    report = io.StringIO()
    try:
        with contextlib.redirect_stdout(report), contextlib.redirect_stderr(report):
            return _run(verb, arguments)
    finally:
        if told := report.getvalue():
            print(fenced(told, verb))


def _begun(verb: str, arguments: list[str]) -> int:
    """What outlives the client's shell block runs by itself, and what it said so far is printed."""
    handle, report = tempfile.mkstemp(prefix=f"memory-core-{verb}-", suffix=".txt")
    with open(handle, "wb") as out:
        running = subprocess.Popen(
            [os.path.join(LAUNCHER, "memory-core"), verb, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    end = time.monotonic() + PATIENCE
    while running.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
    told = (files.read(os.path.realpath(report)) or "").strip()
    print(told if "--json" in arguments else fenced(told, verb))
    if running.returncode is None:
        print(f"\nIt goes on by itself and writes to {report}.")
        return 0
    files.remove(os.path.realpath(report))
    sys.stdout.flush()
    return running.returncode
