"""`memory-core memory`: what /cs:memory calls. Its first word picks a verb or an action on learnings; else `status`."""

import contextlib
import io
import os
import re
import subprocess
import tempfile
import time
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from memory_core.core import actions, install
from memory_core.core.light import files
from memory_core.core.light.errors import Refusal, Usage
from memory_core.core.options import VERBS, Verb
from memory_core.core.report import Report
from memory_core.core.safe_json import fenced

LASTING: Final = ("reindex", "sync", "backfill")  # may take longer than the client waits
REPORTS: Final = ("status", "verify", "doctor", "brief", "setup")
_BOTH: Final = ("forget", "edit")  # verbs of memories that learnings have, too
_ELSEWHERE: Final = ("rules", "tickets", "learnings", "inside")  # tasks with commands of their own, or of no person
_TERMINAL: Final = ("completion", "demo", "extract")  # of a session's words they could read any file
_RAILS: Final = "iris"
_LEARNING: Final = re.compile(r"(?:\w+/)?(?:pref|pat|hot)[_-]", re.IGNORECASE)
PATIENCE: Final = 100.0  # seconds; the client ends a command's shell block after 120 and drops what it printed
LAUNCHER: Final = install.plugin("bin")


def main(arguments: list[str]) -> Report:
    """The report of the verb that the first word picks; `Usage` if no verb has that name."""
    asked = actions.taken(arguments)
    in_session = asked.for_client
    how = "/cs:memory" if in_session else "memory-core memory"
    own, learned = typed()
    name = asked.name or ("help" if asked.asks_for_help else "status")
    words = _plain(asked.words if in_session else asked.given)
    given = [*asked.given, *(["--", *asked.words] if in_session else [])]
    if name == "help" and not words:
        return _text(_help(how))
    if is_help := name == "help":
        name, how = words[0], f"{how} help"
        given = [*(["--args-stdin", "--"] if in_session else []), "--help"]
    if name in VERBS and name not in own:
        instead = "/iris:memory" if name == _RAILS else f"memory-core {name}"
        raise Usage(f"`{name}` has a command of its own: `{instead}`{'' if name == _RAILS else ' in a terminal'}")
    if name not in own and name not in learned:
        raise actions.unknown(name, {verb: row.does for verb, row in (own | learned).items()}, how)
    if name in learned or (name in _BOTH and _LEARNING.match((*words, "")[0])):
        return actions.run("jarvis", ["memory", name, *given])
    if in_session and name in LASTING and not is_help:
        return _begun(name, [*asked.words, *(word for word in asked.given if word != "--args-stdin"), *_here(given)])
    if in_session and name in REPORTS and "--json" not in given:
        return _reported(name, given)
    report: Report = VERBS[name].load()(given)
    return report


def typed() -> tuple[dict[str, Verb], dict[str, Verb]]:
    """(the verbs that can be typed here, the actions on learnings)."""
    own = {name: row for name, row in VERBS.items() if row.task not in _ELSEWHERE and name not in _TERMINAL}
    return own, {name: row for name, row in VERBS["jarvis"].actions.items() if name not in VERBS}


def _plain(arguments: Sequence[str]) -> list[str]:
    """The arguments that are no option, and not the folder of `--root`."""
    return [
        word
        for before, word in zip(("", *arguments), arguments, strict=False)
        if not word.startswith("-") and before != "--root"
    ]


def _help(how: str) -> str:
    own, learned = typed()
    lines = ["The memory itself:"]
    lines += [f"  {how} {f'{name} {row.words}'.rstrip():<28} {row.does}" for name, row in own.items()]
    lines += ["", "What was learned of you:"]
    lines += [f"  {how} {row.example:<28} {row.does}" for row in learned.values()]
    end = f"`{how} help VERB` has the options of each; every verb takes --root DIR and --json."
    return "\n".join([*lines, "", end])


def _here(given: list[str]) -> list[str]:
    """The project of the call, behind all that a session's words say."""
    given = given[: given.index("--")]
    root = given[given.index("--root") + 1] if "--root" in given[:-1] else os.getcwd()
    return ["--root", os.path.realpath(root)]


def _text(text: str | None, code: int = 0, refusal: str = "") -> Report:
    plain = Namespace(json=False, args_stdin=False)
    return Report(plain, text=text, code=code, refusal=refusal, is_ready=True)


def _reported(verb: str, arguments: list[str]) -> Report:
    """All that a verb prints, fenced: its report goes into a session."""
    out, code, refusal = io.StringIO(), 0, ""
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = VERBS[verb].load()(arguments).show(verb)
    except Refusal as error:
        code, refusal = 1, str(error)
    except SystemExit as leaving:  # argparse has printed its help, or what is wrong
        code = int(leaving.code or 0)
    printed = out.getvalue()
    return _text(fenced(printed, verb) if printed else None, code, refusal)


def _begun(verb: str, arguments: list[str]) -> Report:
    """The output so far of a verb that runs in the background and outlives the client's shell block."""
    handle, path = tempfile.mkstemp(prefix=f"memory-core-{verb}-", suffix=".txt")
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
    printed = (files.read(os.path.realpath(path)) or "").strip()
    text = printed if "--json" in arguments else fenced(printed, verb)
    if running.returncode is None:
        return _text(f"{text}\n\nIt goes on by itself and writes to {path}.")
    files.remove(os.path.realpath(path))
    return _text(text, running.returncode)
