"""`memory-core memory`: what /cs:memory calls. Its first word picks the verb; nothing picks `status`.

The words are those of the terminal: the verbs of `cli.VERBS`, which are handed over, and those of the learnings.
"""

import argparse
import contextlib
import importlib
import io
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from memory_core.core import actions, install
from memory_core.core.light import files
from memory_core.core.light.errors import Refusal, Usage
from memory_core.core.report import Report
from memory_core.core.safe_json import fenced
from memory_core.learnings.verb import ACTIONS

LASTING: Final = ("reindex", "sync", "backfill")  # may take longer than the client waits
REPORTS: Final = ("status", "verify", "doctor", "brief", "setup")
_BOTH: Final = ("forget", "edit")  # verbs of memories that learnings have, too
_ELSEWHERE: Final = ("rules", "tickets", "inside")  # tasks that have commands of their own, or are no person's
_TERMINAL: Final = ("demo", "extract")  # of a session's words they could read any file
_RAILS: Final = "iris"
_LEARNING: Final = re.compile(r"(?:\w+/)?(?:pref|pat|hot)[_-]", re.IGNORECASE)
PATIENCE: Final = 100.0  # seconds; the client ends a command's shell block after 120 and drops what it printed
LAUNCHER: Final = install.plugin("bin")


class Verb(Protocol):
    """What is known here of a verb."""

    @property
    def module(self) -> str:
        """Where its `main` lives."""

    @property
    def does(self) -> str:
        """What it does, in a line."""

    @property
    def task(self) -> str:
        """What it is for."""

    @property
    def words(self) -> str:
        """What stands behind it."""


def main(arguments: list[str], verbs: Mapping[str, Verb]) -> Report:
    """The report of the verb that the first word picks; `Usage` where no verb has that name."""
    call = actions.taken(arguments)
    in_session = "--args-stdin" in call.given
    how = "/cs:memory" if in_session else "memory-core memory"
    own, tiers = typed(verbs)
    name = call.name or ("help" if call.asks_for_help else "status")
    words = _plain(call.said if in_session else call.given)
    asks = name == "help" and bool(words)
    if name == "help" and not asks:
        return _text(_help(own, tiers, how))
    if asks:
        name, how = words[0], f"{how} help"
        call = actions.Call(name, ["--args-stdin"] * in_session, ["--help"])
    if name in verbs and name not in own:
        instead = "/iris:memory" if name == _RAILS else f"memory-core {name}"
        raise Usage(f"`{name}` has a command of its own: `{instead}`{'' if name == _RAILS else ' in a terminal'}")
    if name not in own and name not in tiers:
        raise actions.unknown(name, {**{one: verb.does for one, verb in own.items()}, **tiers}, how)
    first = (*words, "")[0]
    given = [*call.given, *(["--", *call.said] if in_session else call.said)]
    if name in tiers or (name in _BOTH and _LEARNING.match(first)):
        return _run("memory_core.learnings.verb", ["memory", name, *given])
    if in_session and name in LASTING and not asks:
        return _begun(name, [*call.said, *(word for word in call.given if word != "--args-stdin"), *_here(call.given)])
    if in_session and name in REPORTS and "--json" not in (*call.said, *call.given):
        return _reported(name, verbs[name].module, given)
    return _run(verbs[name].module, given)


def _plain(arguments: Sequence[str]) -> list[str]:
    """The arguments that are no option, and not the folder of `--root`."""
    return [
        word
        for before, word in zip(("", *arguments), arguments, strict=False)
        if not word.startswith("-") and before != "--root"
    ]


def typed(verbs: Mapping[str, Verb]) -> tuple[dict[str, Verb], dict[str, str]]:
    """The verbs that can be typed here, and those of the learnings with what they do."""
    own = {name: one for name, one in verbs.items() if one.task not in (*_ELSEWHERE, "learnings")}
    tiers = {name: action.does for name, action in ACTIONS.items() if name not in verbs and name != "help"}
    return {name: one for name, one in own.items() if name not in _TERMINAL}, tiers


def _help(own: Mapping[str, Verb], tiers: Mapping[str, str], how: str) -> str:
    rows = {f"{name} {verb.words}".rstrip(): verb.does for name, verb in own.items()}
    learned = {ACTIONS[name].example: does for name, does in tiers.items()}
    parts = [("The memory itself:", rows), ("What was learned of you:", learned)]
    lines = [[title, *(f"  {how} {example:<28} {does}" for example, does in table.items())] for title, table in parts]
    end = f"`{how} help VERB` has the options of each; every verb takes --root DIR and --json."
    return "\n\n".join(["\n".join(each) for each in lines] + [end])


def _here(given: list[str]) -> list[str]:
    """The project of the call, behind all that a session's words say."""
    root = given[given.index("--root") + 1] if "--root" in given[:-1] else os.getcwd()
    return ["--root", os.path.realpath(root)]


def _run(module: str, arguments: list[str]) -> Report:
    name, _, function = module.partition(":")
    report: Report = getattr(importlib.import_module(name), function or "main")(arguments)
    return report


def _reported(verb: str, module: str, arguments: list[str]) -> Report:
    """All that a verb prints, fenced: its report goes into a session."""
    out, code, refusal = io.StringIO(), 0, ""
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = _run(module, arguments).show(verb)
    except Refusal as error:
        code, refusal = 1, str(error)
    except SystemExit as leaving:  # argparse: its help, or what is wrong, is printed
        code = int(leaving.code or 0)
    printed = out.getvalue()
    return _text(fenced(printed, verb) if printed else None, code, refusal)


def _text(text: str | None, code: int = 0, refusal: str = "") -> Report:
    plain = argparse.Namespace(json=False, args_stdin=False)
    return Report(plain, text=text, code=code, refusal=refusal, is_ready=True)


def _begun(verb: str, arguments: list[str]) -> Report:
    """The report of a verb that outlives the client's shell block and runs by itself: what it printed so far."""
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
    printed = (files.read(os.path.realpath(report)) or "").strip()
    text = printed if "--json" in arguments else fenced(printed, verb)
    if running.returncode is None:
        return _text(f"{text}\n\nIt goes on by itself and writes to {report}.")
    files.remove(os.path.realpath(report))
    return _text(text, running.returncode)
